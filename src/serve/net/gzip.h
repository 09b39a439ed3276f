// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace clew {

// Compresses a stream piece by piece.
class GzipStream {
 public:
  GzipStream();
  ~GzipStream();

  // What can be sent now. `last`: nothing follows, the stream is ended. `flush`: everything so far
  // can be read by the other side after this piece.
  std::string add(std::string_view bytes, bool last, bool flush = false);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

std::string gzip(std::string_view bytes);

// What was compressed, at most `most` bytes of it; empty when it is damaged.
std::string gunzip(std::string_view bytes, std::size_t most);

}  // namespace clew
