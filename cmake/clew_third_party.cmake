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
  mark_as_advanced(SQLite3_LIBRARY ZLIB_LIBRARY)
endif()
find_package(ZLIB REQUIRED)

# clew_find(name header): name::name for a library whose Debian package brings no CMake configuration.
function(clew_find name header)
  string(TOUPPER ${name} NAME)
  find_path(${NAME}_INCLUDE_DIR ${header} REQUIRED)
  if(NOT CLEW_SANITIZE)
    set(static lib${name}.a)
  endif()
  find_library(${NAME}_LIBRARY NAMES ${static} ${name} REQUIRED)
  mark_as_advanced(${NAME}_INCLUDE_DIR ${NAME}_LIBRARY)
  add_library(${name}::${name} UNKNOWN IMPORTED)
  set_target_properties(${name}::${name} PROPERTIES
    IMPORTED_LOCATION ${${NAME}_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${${NAME}_INCLUDE_DIR})
endfunction()
clew_find(re2 re2/re2.h)
target_link_libraries(re2::re2 INTERFACE Threads::Threads)
clew_find(utf8proc utf8proc.h)
clew_find(stemmer libstemmer.h)
clew_find(zstd zstd.h)
clew_find(sodium sodium.h)
# Only what reads tar is used of it: the rest of the static library, and the nine libraries that it
# would need, stay outside (travel/tar_writer.h).
clew_find(archive archive.h)
target_link_libraries(archive::archive INTERFACE zstd::zstd)
# Opened when it is needed (team/pg_library.h): its header is enough to build.
find_path(PQ_INCLUDE_DIR libpq-fe.h PATH_SUFFIXES postgresql pgsql REQUIRED)
mark_as_advanced(PQ_INCLUDE_DIR)
add_library(pq::headers INTERFACE IMPORTED)
target_include_directories(pq::headers SYSTEM INTERFACE ${PQ_INCLUDE_DIR})
# The same, by a server that has TLS (serve/net/tls_library.h).
find_path(OPENSSL_INCLUDE_DIR openssl/ssl.h REQUIRED)
mark_as_advanced(OPENSSL_INCLUDE_DIR)
clew_find(tinfo term.h)  # of ncurses: the database of terminals
find_path(XXHASH_INCLUDE_DIR xxhash.h REQUIRED)  # used from its header alone
mark_as_advanced(XXHASH_INCLUDE_DIR)
if(BUILD_TESTING OR CLEW_BENCH)
  clew_find(vterm vterm.h)  # the terminal that tests look at
endif()
if(BUILD_TESTING)
  find_package(GTest REQUIRED)
endif()
