# The headers of the standard library that nearly every file includes, and GoogleTest for tests, are
# compiled once instead of some 500 times. A file must still include what it uses: clang-tidy compiles
# all of them without this, and VERIFY_INTERFACE_HEADER_SETS the headers.
option(CLEW_PRECOMPILED "Precompile headers of the standard library" ON)

set(clew_common_headers <algorithm> <array> <chrono> <cstdint> <functional> <map> <memory> <mutex> <optional> <set>
  <span> <string> <string_view> <thread> <utility> <variant> <vector>)

function(clew_make_precompiled)
  if(NOT CLEW_PRECOMPILED)
    return()
  endif()
  file(CONFIGURE OUTPUT empty.cc CONTENT "")
  add_library(clew_precompiled OBJECT ${CMAKE_CURRENT_BINARY_DIR}/empty.cc)
  target_link_libraries(clew_precompiled PRIVATE clew::flags)
  target_precompile_headers(clew_precompiled PRIVATE ${clew_common_headers})
  if(CLEW_BYTE_OPTIONS)
    add_library(clew_precompiled_bytes OBJECT ${CMAKE_CURRENT_BINARY_DIR}/empty.cc)
    target_link_libraries(clew_precompiled_bytes PRIVATE clew::flags)
    target_compile_options(clew_precompiled_bytes PRIVATE ${CLEW_BYTE_OPTIONS})
    target_precompile_headers(clew_precompiled_bytes PRIVATE ${clew_common_headers})
  endif()
  if(BUILD_TESTING)
    add_library(clew_precompiled_test OBJECT ${CMAKE_CURRENT_BINARY_DIR}/empty.cc)
    target_link_libraries(clew_precompiled_test PRIVATE clew::flags GTest::gtest)
    target_precompile_headers(clew_precompiled_test PRIVATE ${clew_common_headers} <gtest/gtest.h>)
  endif()
endfunction()

# clew_use_precompiled(TARGET [TEST | BYTES]): of tests, or of what is compiled with CLEW_BYTE_OPTIONS.
function(clew_use_precompiled target)
  if(CLEW_PRECOMPILED)
    if("TEST" IN_LIST ARGN)
      target_precompile_headers(${target} REUSE_FROM clew_precompiled_test)
    elseif("BYTES" IN_LIST ARGN)
      target_precompile_headers(${target} REUSE_FROM clew_precompiled_bytes)
    else()
      target_precompile_headers(${target} REUSE_FROM clew_precompiled)
    endif()
  endif()
endfunction()
