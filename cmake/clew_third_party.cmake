# Everything foreign comes from the system; nothing is downloaded at configure time.
# The Debian packages behind these are listed once, in ./dev.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(simdjson REQUIRED)
find_package(CLI11 REQUIRED)
find_package(Boost 1.81 REQUIRED)  # headers only
find_package(ZLIB REQUIRED)
if(BUILD_TESTING)
  find_package(GTest REQUIRED)
endif()
