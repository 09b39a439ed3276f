# clew_generated(program): man page and shell completions, written by the built program itself from its
# own flag table, so that they cannot drift from it. Leaves them in <build>/generated, where
# clew_package.cmake picks them up, and adds the target clew_generated.
if(CMAKE_CROSSCOMPILING)
  set(can_run OFF)
else()
  set(can_run ON)
endif()
option(CLEW_GENERATE "Run the built program to make its man page and completions" ${can_run})

function(clew_generated program)
  if(NOT CLEW_GENERATE)
    return()
  endif()
  set(dir ${PROJECT_BINARY_DIR}/generated)
  set(script ${PROJECT_SOURCE_DIR}/cmake/run_to_file.cmake)
  set(outputs "")
  foreach(pair IN ITEMS man=clew.1 complete-bash=clew.bash complete-zsh=_clew complete-fish=clew.fish)
    string(REPLACE "=" ";" pair ${pair})
    list(GET pair 0 what)
    list(GET pair 1 file)
    add_custom_command(OUTPUT ${dir}/${file}
      COMMAND ${CMAKE_COMMAND} -DOUTPUT=${dir}/${file} -P ${script} -- $<TARGET_FILE:${program}> --generate ${what}
      DEPENDS ${program} ${script}
      COMMENT "Generating ${file}"
      VERBATIM)
    list(APPEND outputs ${dir}/${file})
  endforeach()
  add_custom_target(clew_generated ALL DEPENDS ${outputs})
endfunction()
