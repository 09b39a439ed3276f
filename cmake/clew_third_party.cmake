# Everything foreign comes from the system; nothing is downloaded at configure time.
# The Debian packages behind these are listed once, in ./dev.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(simdjson REQUIRED)
find_package(CLI11 REQUIRED)
find_package(Boost 1.81 REQUIRED)  # headers only
# What is inside need not be found and bound at every start: SQLite alone has 1,600 symbols that are
# bound eagerly, half a millisecond of the two that a start takes. Where there is no static library
# the shared one does.
if(NOT CLEW_SANITIZE)
  find_library(SQLite3_LIBRARY NAMES libsqlite3.a sqlite3)
  find_library(ZLIB_LIBRARY NAMES libz.a z)
  find_library(RE2_LIBRARY NAMES libre2.a re2)
  mark_as_advanced(SQLite3_LIBRARY ZLIB_LIBRARY)
endif()
find_package(ZLIB REQUIRED)
# Debian's package brings no CMake configuration.
find_library(RE2_LIBRARY NAMES re2 REQUIRED)
find_path(RE2_INCLUDE_DIR re2/re2.h REQUIRED)
mark_as_advanced(RE2_LIBRARY RE2_INCLUDE_DIR)
add_library(re2::re2 UNKNOWN IMPORTED)
set_target_properties(re2::re2 PROPERTIES
  IMPORTED_LOCATION ${RE2_LIBRARY}
  INTERFACE_INCLUDE_DIRECTORIES ${RE2_INCLUDE_DIR}
  INTERFACE_LINK_LIBRARIES Threads::Threads)
find_path(XXHASH_INCLUDE_DIR xxhash.h REQUIRED)  # used from its header alone
mark_as_advanced(XXHASH_INCLUDE_DIR)
if(BUILD_TESTING)
  find_package(GTest REQUIRED)
endif()
