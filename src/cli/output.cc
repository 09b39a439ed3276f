// SPDX-License-Identifier: MIT

#include "cli/output.h"

#include <cerrno>
#include <poll.h>
#include <unistd.h>

namespace clew {
namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 16;

}  // namespace

void Output::write(std::string_view text) {
  if (!open_) return;
  if (captured_ != nullptr) {
    captured_->append(text);
    return;
  }
  if (pager_ && !pager_->is_running()) {
    buffer_ += text;
    if (pager_->is_more_than_a_screen(buffer_)) {
      fd_ = pager_->start();
      if (!pager_->is_running()) pager_.reset();
      flush();
    }
    return;
  }
  if (text.size() >= kBuffer) {
    flush();
    send(text);
    return;
  }
  buffer_ += text;
  if (buffer_.size() >= kBuffer) flush();
}

bool Output::has_reader() {
  if (captured_ != nullptr) return true;
  pollfd gone{fd_, 0, 0};
  if (open_ && ::poll(&gone, 1, 0) == 1 && (gone.revents & POLLERR) != 0) open_ = false;
  return open_;
}

bool Output::flush() {
  if (pager_ && !pager_->is_running()) return open_;
  send(buffer_);
  buffer_.clear();
  return open_;
}

void Output::finish() {
  if (!pager_) {
    flush();
    return;
  }
  Pager pager = std::move(*pager_);
  pager_.reset();
  flush();
  pager.finish();
  fd_ = STDOUT_FILENO;
}

void Output::send(std::string_view rest) {
  while (open_ && !rest.empty()) {
    const ssize_t written = ::write(fd_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN) {  // somebody made it non-blocking
      pollfd ready{fd_, POLLOUT, 0};
      ::poll(&ready, 1, -1);
      continue;
    }
    if (written < 0) {
      open_ = false;
      if (errno != EPIPE) error_ = errno;
    } else {
      rest.remove_prefix(static_cast<std::size_t>(written));
    }
  }
}

}  // namespace clew
