# Files of one module are compiled eight at a time: what they include is read once for all of them and
# templates are instantiated once, which makes a build from nothing twice as fast. A file must still stand
# alone: `./dev check COMMIT` has clang-tidy compile each that changed by itself. Two files of a module that give one name to two things of
# their own are told so by the compiler: one of them needs a name that says more.
#
# CMake's own UNITY_BUILD writes the path of the checkout into what is compiled, so that two clones could
# not share a compiler cache.

# clew_together(OUT TARGET FILES.. ALONE FILES..): what to compile for those files. Headers and generated
# files stay as they are.
function(clew_together out target)
  cmake_parse_arguments(PARSE_ARGV 2 A "" "" "FILES;ALONE")
  if(NOT CLEW_UNITY)
    set(${out} ${A_FILES} PARENT_SCOPE)
    return()
  endif()
  set(files ${A_FILES})
  list(FILTER files INCLUDE REGEX "^[^/].*\\.cc$")
  list(REMOVE_ITEM files ${A_ALONE})
  set(result ${A_FILES})
  list(REMOVE_ITEM result ${files})
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR}/src ${CMAKE_CURRENT_SOURCE_DIR})
  set(number 0)
  while(files)
    list(SUBLIST files 0 8 batch)
    list(REMOVE_ITEM files ${batch})
    list(TRANSFORM batch REPLACE "(.+)" "#include \"${folder}/\\1\"")
    list(JOIN batch "\n" text)
    set(unit ${CMAKE_CURRENT_BINARY_DIR}/${target}_${number}.cc)
    file(CONFIGURE OUTPUT ${unit} CONTENT "${text}\n" @ONLY)
    list(APPEND result ${unit})
    math(EXPR number "${number} + 1")
  endwhile()
  set(${out} ${result} PARENT_SCOPE)
endfunction()
