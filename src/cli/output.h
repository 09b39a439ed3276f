// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace clew {

// Standard output, collected into large writes. A reader that went away (`clew show X | head`) is
// no error: further writes do nothing, and is_open() tells long work to stop. A full disk is one:
// error() tells at the end.
class Output {
 public:
  ~Output() { flush(); }
  void write(std::string_view text);
  void line(std::string_view text = {}) {
    write(text);
    write("\n");
  }
  bool flush();
  bool is_open() const { return open_; }
  // The same for who has nothing to write for a long time: asks the kernel.
  bool has_reader();
  int error() const { return error_; }  // errno of what went wrong, 0 if nothing or nobody listens

 private:
  void send(std::string_view rest);

  std::string buffer_;
  bool open_ = true;
  int error_ = 0;
};

}  // namespace clew
