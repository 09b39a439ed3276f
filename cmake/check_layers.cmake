# cmake -DSRC=<src dir> -P check_layers.cmake
#
# All modules share one include root, so linking alone cannot stop a wrong include. This checks, for
# each folder of src, what its CMakeLists.txt and its files say:
#   - DEPS name only modules earlier in the order below;
#   - a file includes only its own module and DEPS; tests (*_test.cc, test_*.h) also TEST_DEPS and all
#     that is linked with these;
#   - every source and test is listed, so that none is silently left out of the build;
#   - only transcript has the names of a line's members (line_fields.cc), and only transcript and
#     catalog those of folders and files below a root.
cmake_minimum_required(VERSION 3.25)

set(order base os json jsonl transcript catalog usage store ingest search drive demo engine serve tui cli)
# Narrower than the order: of the domain front ends reach the facade alone (the kernel they may ask
# for terminals and sockets), and reading a transcript is pure.
set(only_serve base os json engine)
set(only_tui base os json engine)
set(only_cli base os json engine serve)
set(never_transcript os)

# Names that mean nothing else, so that a literal of one tells who knows the format.
set(line_names parentUuid logicalParentUuid isSidechain isMeta isCompactSummary toolUseResult tool_use_result
    customTitle aiTitle lastPrompt leafUuid costUSD totalCostUSD forkedFrom input_tokens cache_creation_input_tokens
    parent_tool_use_id compactMetadata)
set(place_names projects subagents /subagents/ .jsonl agent- .claude file-history tool-results history.jsonl)
list(JOIN line_names "|" line_names)
list(JOIN place_names "|" place_names)
string(REPLACE "." "\\." place_names "${place_names}")
set(between catalog usage store ingest search drive demo engine)

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

function(included_modules file out)
  file(STRINGS ${file} lines REGEX "^[ \t]*#[ \t]*include[ \t]*\"[^\"]+\"")
  set(found "")
  foreach(line IN LISTS lines)
    if(line MATCHES "\"([a-z_]+)/")
      list(APPEND found ${CMAKE_MATCH_1})
    else()
      list(APPEND found "${line}")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES found)
  set(${out} ${found} PARENT_SCOPE)
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
    included_modules(${SRC}/${file} included)
    foreach(to IN LISTS included)
      if(file MATCHES "(_test\\.cc|/test_[a-z_]+\\.h)$" AND to IN_LIST allowed_in_tests)
        continue()
      elseif(NOT to IN_LIST allowed)
        complain("src/${file}: ${module} may not include ${to}")
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
    string(REGEX REPLACE "^${module}/" "" local ${file})
    if(NOT text_${module} MATCHES "[ \n(]${local}[ \n)]")
      complain("src/${file}: in no list of src/${module}/CMakeLists.txt")
    endif()
  endforeach()
endforeach()

if(bad)
  message(FATAL_ERROR "${bad} break(s) of the module order")
endif()
