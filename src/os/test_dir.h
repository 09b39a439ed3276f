// SPDX-License-Identifier: MIT
//
// For tests only.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

#include "os/paths.h"

namespace clew {

// A fresh folder under $TMPDIR (or /tmp) that goes away with the object.
class TestDir {
 public:
  TestDir() : path_(join_path(environment("TMPDIR").value_or("/tmp"), "clew-test-XXXXXX")) {
    if (::mkdtemp(path_.data()) == nullptr) std::abort();
  }
  TestDir(const TestDir&) = delete;
  TestDir& operator=(const TestDir&) = delete;
  ~TestDir() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::string& path() const { return path_; }
  std::string path(std::string_view name) const { return resolve_path(path_, name); }

 private:
  std::string path_;
};

}  // namespace clew
