# Knobs about the build, never about features: every build of a version behaves the same.
# The interface target clew::flags carries standard, warnings and sanitizers.
option(BUILD_TESTING "Build unit, golden and fuzz-replay tests" ${PROJECT_IS_TOP_LEVEL})
option(CLEW_WERROR "Treat warnings as errors" OFF)
option(CLEW_FUZZ "Build the fuzz targets with libFuzzer (clang only) instead of as replay programs" OFF)
option(CLEW_UNITY "Compile the files of a module several at a time (clew_unity.cmake)" ON)
option(CLEW_BENCH "Build the programs that ./dev bench runs" OFF)
# A Mac has no other choice; here it is for tests of what a Mac would run.
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  option(CLEW_PORTABLE "Build only what every Unix has" OFF)
else()
  set(CLEW_PORTABLE ON)
endif()
set(CLEW_SANITIZE "" CACHE STRING "Comma separated -fsanitize list")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type" FORCE)
endif()
if(NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(CLEW_CCACHE ccache)
  mark_as_advanced(CLEW_CCACHE)
  if(CLEW_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CLEW_CCACHE})
  endif()
endif()
# Lines and functions are enough to read a trace or a profile; variables would double the time to link.
string(REPLACE "-g " "-g1 " CMAKE_CXX_FLAGS_RELWITHDEBINFO "${CMAKE_CXX_FLAGS_RELWITHDEBINFO}")
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_library(clew_flags INTERFACE)
add_library(clew::flags ALIAS clew_flags)
target_compile_features(clew_flags INTERFACE cxx_std_20)
# -Wnull-dereference is left out: g++ 12 at -O2 reports it inside the standard library.
target_compile_options(clew_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
  -Wnon-virtual-dtor -Wimplicit-fallthrough
  $<$<BOOL:${CLEW_WERROR}>:-Werror>)
# g++ takes the files of a unity build for headers (a type of an unnamed namespace in a coroutine's frame),
# and a local name may be that of another file's constant.
if(CLEW_UNITY)
  target_compile_options(clew_flags INTERFACE -Wno-shadow
    $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage;-Wshadow=local>)
endif()
# Without the checkout's path in the binary, two builds of one commit are the same anywhere. With link
# time optimisation the linker compiles too.
if(NOT CMAKE_BUILD_TYPE STREQUAL Debug AND NOT CLEW_SANITIZE)
  set(prefix_map -ffile-prefix-map=${PROJECT_SOURCE_DIR}=/usr/src/clew)
  target_compile_options(clew_flags INTERFACE ${prefix_map})
  target_link_options(clew_flags INTERFACE ${prefix_map})
endif()
target_compile_definitions(clew_flags INTERFACE $<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)
if(CLEW_SANITIZE)
  target_compile_options(clew_flags INTERFACE
    -fsanitize=${CLEW_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(clew_flags INTERFACE -fsanitize=${CLEW_SANITIZE})
  # g++ says that the thread sanitizer does not know fences; Asio has some.
  if(CLEW_SANITIZE MATCHES thread AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(clew_flags INTERFACE -Wno-tsan)
  endif()
endif()

# Modules that look at every byte of large files: a little optimisation of these alone halves what all
# tests of a debug build take.
set(CLEW_BYTE_MODULES base os json jsonl transcript redact usage export store search)
if(CMAKE_BUILD_TYPE STREQUAL Debug AND NOT CLEW_SANITIZE)
  set(CLEW_BYTE_OPTIONS -O1)
  # g++ 12 at -O1 thinks that strings of the standard library overflow.
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    list(APPEND CLEW_BYTE_OPTIONS -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds -Wno-restrict
      -Wno-maybe-uninitialized)
  endif()
endif()

# Debug builds link some twenty test programs; lld does that several times as fast. The optimised program
# goes through the compiler's own linker, which link-time optimisation needs.
find_program(CLEW_LLD ld.lld)
mark_as_advanced(CLEW_LLD)
if(CLEW_LLD AND CMAKE_BUILD_TYPE STREQUAL "Debug")
  target_link_options(clew_flags INTERFACE -fuse-ld=lld)
endif()
