# Everything foreign comes from the system; nothing is downloaded at configure time.
# The Debian packages behind these are listed once, in ./dev.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(simdjson REQUIRED)
find_package(CLI11 REQUIRED)
if(BUILD_TESTING)
  find_package(GTest REQUIRED)
endif()
