include(GoogleTest)

# clew_module(name HEADERS .. SOURCES .. ALONE .. TESTS .. DEPS .. LIBS .. TEST_DEPS .. TEST_LIBS ..)
#
# Makes the folder the library clew::name and its tests the program name_test.
#   ALONE      those of the sources that are not compiled together with others (clew_unity.cmake)
#   DEPS       modules it uses: public, earlier in the order, checked by check_layers.cmake
#   LIBS       third-party targets: private
#   TEST_DEPS  further modules that only the tests use (any)
#   TEST_LIBS  further third-party targets that only the tests use
function(clew_module name)
  cmake_parse_arguments(PARSE_ARGV 1 M "" ""
    "HEADERS;SOURCES;ALONE;TESTS;DEPS;LIBS;TEST_DEPS;TEST_LIBS")
  if(M_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "clew_module(${name}): what is ${M_UNPARSED_ARGUMENTS}?")
  endif()
  list(TRANSFORM M_DEPS PREPEND clew::)
  list(TRANSFORM M_TEST_DEPS PREPEND clew::)

  clew_together(sources ${name} FILES ${M_SOURCES} ALONE ${M_ALONE})
  add_library(clew_${name} STATIC ${sources})
  add_library(clew::${name} ALIAS clew_${name})
  target_sources(clew_${name} PUBLIC
    FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/src FILES ${M_HEADERS})
  target_compile_features(clew_${name} PUBLIC cxx_std_20)
  target_link_libraries(clew_${name} PUBLIC ${M_DEPS} PRIVATE clew::flags ${M_LIBS})
  # A folder of headers alone has no language to guess from.
  set_target_properties(clew_${name} PROPERTIES
    LINKER_LANGUAGE CXX
    VERIFY_INTERFACE_HEADER_SETS ON)
  if(CLEW_BYTE_OPTIONS AND name IN_LIST CLEW_BYTE_MODULES)
    target_compile_options(clew_${name} PRIVATE ${CLEW_BYTE_OPTIONS})
    clew_use_precompiled(clew_${name} BYTES)
  else()
    clew_use_precompiled(clew_${name})
  endif()

  if(BUILD_TESTING AND M_TESTS)
    clew_together(tests ${name}_test FILES ${M_TESTS} ALONE ${M_ALONE})
    add_executable(${name}_test ${tests})
    clew_use_precompiled(${name}_test TEST)
    target_link_libraries(${name}_test PRIVATE
      clew::${name} clew::flags ${M_TEST_DEPS} ${M_TEST_LIBS} GTest::gtest_main)
    if(NOT name STREQUAL base)
      target_link_libraries(${name}_test PRIVATE clew::os_testing)
    endif()
    gtest_discover_tests(${name}_test
      TEST_PREFIX ${name}.
      DISCOVERY_TIMEOUT 60
      PROPERTIES LABELS unit TIMEOUT 300)
  endif()
endfunction()
