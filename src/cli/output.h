// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>

#include "cli/pager.h"
#include "render/text_lines.h"

namespace clew {

// Standard output, collected into large writes. A reader that went away (`clew show X | head`) is
// no error: further writes do nothing, and is_open() tells long work to stop. A full disk is one:
// error() tells at the end.
class Output : public TextLines {
 public:
  Output() = default;
  // Not standard output: all that is written, notes too, is added to this text, which it borrows.
  explicit Output(std::string& captured) : captured_(&captured) {}
  ~Output() override { finish(); }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  // What is more than one screen goes through a pager; until then it is held back.
  void page(Pager pager) { pager_ = std::move(pager); }
  // Whether what is written to the terminal beside this would stand in the wrong place.
  bool is_paged() const { return pager_.has_value(); }
  bool is_captured() const { return captured_ != nullptr; }

  void write(std::string_view text);
  void line(std::string_view text = {}) override {
    write(text);
    write("\n");
  }
  bool flush();
  // Writes all, and waits until the person has left the pager.
  void finish();
  bool is_open() const { return open_; }
  // The same for who has nothing to write for a long time: asks the kernel.
  bool has_reader();
  // errno of what went wrong; 0 if nothing did, nobody listens, or it does not matter.
  int error() const { return matters_ ? error_ : 0; }
  // For who answers a program that must not be stopped by us, whatever becomes of the answer.
  void need_not_arrive() { matters_ = false; }

 private:
  void send(std::string_view rest);

  std::string* captured_ = nullptr;
  std::optional<Pager> pager_;
  std::string buffer_;
  int fd_ = STDOUT_FILENO;
  bool open_ = true;
  bool matters_ = true;
  int error_ = 0;
};

}  // namespace clew
