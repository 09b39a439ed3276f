# cmake -DSRC=<src dir> -P check_layers.cmake
#
# All modules share one include root, so linking alone cannot stop a wrong include. This checks, for
# each folder of src, what its CMakeLists.txt and its files say:
#   - DEPS name only modules earlier in the order below;
#   - a file includes only its own module and DEPS; tests (*_test.cc, test_*.h) also TEST_DEPS and all
#     that is linked with these;
#   - of the folders inside a module, a file includes its own and those before it (`inside_*` below);
#   - what lies in a folder `testing` is included by tests alone;
#   - what only Linux has is used in files `*_linux.cc` of os alone, which have portable twins;
#   - every source and test is listed, so that none is silently left out of the build;
#   - only transcript has the names of a line's members (line_fields.cc), and only transcript and
#     catalog those of folders and files below a root.
cmake_minimum_required(VERSION 3.25)

set(order base os json jsonl transcript catalog keep mirror travel doctor redact team usage export store ingest search drive demo engine serve render tui cli)
# Narrower than the order: of the domain front ends reach the facade alone (the kernel they may ask
# for terminals and sockets), and reading a transcript and finding what is wrong with it are pure.
set(only_serve base os json engine)
set(only_render base os json engine)
set(only_tui base os json engine render)
set(only_cli base os json engine serve render tui)
set(never_transcript os)
set(never_doctor os)
set(never_redact os)
set(never_export os)

# The folders of a module in their order; "." are the files beside its CMakeLists.txt. A module that
# is not named here has no folders but `testing`.
set(inside_catalog layout facts list beside edits)
set(inside_engine . call read lists search keep mirror travel doctor redact team usage export drive live table)
set(inside_serve call net rpc acp mcp rsocket http)

# Names that mean nothing else, so that a literal of one tells who knows the format.
set(line_names parentUuid logicalParentUuid isSidechain isMeta isCompactSummary toolUseResult tool_use_result
    customTitle aiTitle lastPrompt leafUuid costUSD totalCostUSD forkedFrom input_tokens cache_creation_input_tokens
    parent_tool_use_id compactMetadata)
set(place_names projects subagents /subagents/ .jsonl agent- .claude file-history tool-results history.jsonl)
list(JOIN line_names "|" line_names)
list(JOIN place_names "|" place_names)
string(REPLACE "." "\\." place_names "${place_names}")
set(between catalog mirror travel doctor redact team usage export store ingest search drive demo engine)

# Calls, flags and files that other Unix systems do not have.
set(linux_names eventfd signalfd timerfd memfd_create pidfd_open inotify_init epoll_create getrandom renameat2 fallocate
    copy_file_range sendfile pipe2 accept4 prctl close_range O_PATH O_TMPFILE SOCK_CLOEXEC SO_PEERCRED mallopt malloc_trim
    sigtimedwait ppoll fdatasync /proc/)
list(JOIN linux_names "|" linux_names)

set(bad 0)
macro(complain)
  message("${ARGN}")
  math(EXPR bad "${bad} + 1")
endmacro()

# The lower-case words after a keyword of clew_module, up to the next keyword.
function(words_after keyword text out)
  set(found "")
  if(text MATCHES "[ \n]${keyword}[ \n]+([a-z_ \n]+)")
    string(REGEX MATCHALL "[a-z_]+" found "${CMAKE_MATCH_1}")
  endif()
  set(${out} ${found} PARENT_SCOPE)
endfunction()

# A module and all that it is linked with.
function(closure_of modules out)
  set(closure "")
  while(modules)
    list(POP_FRONT modules module)
    if(NOT module IN_LIST closure)
      list(APPEND closure ${module})
      list(APPEND modules ${deps_${module}})
    endif()
  endwhile()
  set(${out} ${closure} PARENT_SCOPE)
endfunction()

# What a file includes of this tree, as "module/folder", with "." for no folder. In quotes it must be
# a path from src; in angle brackets it is ours when its first folder is one of our modules.
function(included_folders file out)
  file(STRINGS ${file} lines REGEX "^[ \t]*#[ \t]*include[ \t]*[<\"]")
  set(found "")
  foreach(line IN LISTS lines)
    if(line MATCHES "[<\"]([a-z_]+)/([a-z_]+)/[a-z_0-9/]+\\.h")
      set(module ${CMAKE_MATCH_1})
      set(folder ${CMAKE_MATCH_2})
    elseif(line MATCHES "[<\"]([a-z_]+)/")
      set(module ${CMAKE_MATCH_1})
      set(folder .)
    elseif(line MATCHES "\"")
      set(module "${line}")
      set(folder .)
    else()
      continue()
    endif()
    if(line MATCHES "\"" OR module IN_LIST order)
      list(APPEND found "${module}/${folder}")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES found)
  set(${out} ${found} PARENT_SCOPE)
endfunction()

# Complains about a folder without a place in its module, and about an include of a later one.
function(check_inside module file to out)
  set(complaint "")
  set(from .)
  if(file MATCHES "^[a-z_]+/([a-z_]+)/")
    set(from ${CMAKE_MATCH_1})
  endif()
  if(DEFINED inside_${module})
    list(FIND inside_${module} ${from} from_place)
    list(FIND inside_${module} ${to} to_place)
    if(from_place LESS 0)
      set(complaint "src/${file}: give the folder ${from} a place in inside_${module}")
    elseif(to_place GREATER from_place)
      set(complaint "src/${file}: ${module}/${from} may not include ${module}/${to}, which is not before it")
    endif()
  elseif(NOT from STREQUAL "." AND NOT from STREQUAL "testing")
    set(complaint "src/${file}: the folders of ${module} have no order; name them in inside_${module}")
  endif()
  set(${out} "${complaint}" PARENT_SCOPE)
endfunction()

file(GLOB lists RELATIVE ${SRC} ${SRC}/*/CMakeLists.txt)
set(modules "")
foreach(list IN LISTS lists)
  cmake_path(GET list PARENT_PATH module)
  file(READ ${SRC}/${list} text)
  string(REGEX REPLACE "#[^\n]*" "" text "${text}")
  list(APPEND modules ${module})
  set(text_${module} "${text}")
  words_after(DEPS "${text}" deps_${module})
  words_after(TEST_DEPS "${text}" test_deps_${module})
endforeach()

foreach(module IN LISTS modules)
  list(FIND order ${module} place)
  if(place LESS 0)
    complain("src/${module}: a new module; give it a place in the order in cmake/check_layers.cmake")
  endif()
  foreach(dep IN LISTS deps_${module})
    list(FIND order ${dep} dep_place)
    if(dep_place LESS 0 OR NOT dep_place LESS place)
      complain("src/${module}/CMakeLists.txt: ${module} may not depend on ${dep}, which is not before it")
    elseif(DEFINED only_${module} AND NOT dep IN_LIST only_${module})
      complain("src/${module}/CMakeLists.txt: ${module} may not depend on ${dep}")
    endif()
  endforeach()
  closure_of("${deps_${module}}" linked)
  foreach(dep IN LISTS never_${module})
    if(dep IN_LIST linked)
      complain("src/${module}/CMakeLists.txt: ${module} may not depend on ${dep}, not even through others")
    endif()
  endforeach()

  set(allowed ${module} ${deps_${module}})
  closure_of("${allowed};${test_deps_${module}}" allowed_in_tests)
  file(GLOB_RECURSE files RELATIVE ${SRC} ${SRC}/${module}/*.h ${SRC}/${module}/*.cc)
  foreach(file IN LISTS files)
    included_folders(${SRC}/${file} included)
    foreach(place IN LISTS included)
      string(REGEX REPLACE "/[a-z_.]+$" "" to "${place}")
      string(REGEX REPLACE "^.*/" "" folder "${place}")
      if(file MATCHES "(_test\\.cc|/test_[a-z_]+\\.h)$" AND to IN_LIST allowed_in_tests)
        continue()
      elseif(NOT to IN_LIST allowed)
        complain("src/${file}: ${module} may not include ${to}")
      elseif(folder STREQUAL "testing" AND NOT file MATCHES "/testing/")
        complain("src/${file}: ${place} is for tests")
      elseif(to STREQUAL module)
        check_inside(${module} ${file} ${folder} complaint)
        if(complaint)
          complain("${complaint}")
        endif()
      endif()
    endforeach()
    if(module IN_LIST between AND NOT file MATCHES "(_test\\.cc|/test_[a-z_]+\\.h|_answers\\.h)$")
      file(STRINGS ${SRC}/${file} literals REGEX "\"[^\"]*(${line_names})[\\\\]?\"")
      foreach(line IN LISTS literals)
        if(line MATCHES "\"(${line_names})[\\\\]?\"")
          complain("src/${file}: \"${CMAKE_MATCH_1}\" is for transcript/line_fields.cc")
        endif()
      endforeach()
      if(NOT module STREQUAL catalog)
        file(STRINGS ${SRC}/${file} literals REGEX "\"(${place_names})/?\"")
        foreach(line IN LISTS literals)
          # Names of our own operations.
          if(NOT (module STREQUAL engine AND line MATCHES "\"(projects|subagents)\""))
            complain("src/${file}: catalog knows this name: ${line}")
          endif()
        endforeach()
      endif()
    endif()
    if(NOT file MATCHES "(_linux\\.cc|_portable\\.cc|_test\\.cc|/test_[a-z_]+\\.h)$")
      file(STRINGS ${SRC}/${file} lines REGEX "(${linux_names})")
      foreach(line IN LISTS lines)
        if(NOT line MATCHES "^[ ]*//" AND line MATCHES "(^|[^a-zA-Z_])(${linux_names})($|[^a-zA-Z_])")
          complain("src/${file}: only Linux has ${CMAKE_MATCH_2}; it belongs in a file *_linux.cc of os")
        endif()
      endforeach()
    endif()
    string(REGEX REPLACE "^${module}/" "" local ${file})
    if(NOT text_${module} MATCHES "[ \n(]${local}[ \n)]")
      complain("src/${file}: in no list of src/${module}/CMakeLists.txt")
    endif()
  endforeach()
endforeach()

if(bad)
  message(FATAL_ERROR "${bad} break(s) of the module order")
endif()
