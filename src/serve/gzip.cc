// SPDX-License-Identifier: MIT

#include "serve/gzip.h"

#include <array>

#include <zlib.h>

namespace clew {
namespace {

// JSON shrinks to a seventh at level 1 and little more above it, in a third of the time.
constexpr int kLevel = 1;
constexpr int kGzipWindow = 15 + 16;

}  // namespace

struct GzipStream::Impl {
  z_stream z{};
  bool ready = false;
};

GzipStream::GzipStream() : impl_(std::make_unique<Impl>()) {
  impl_->ready =
      deflateInit2(&impl_->z, kLevel, Z_DEFLATED, kGzipWindow, 8, Z_DEFAULT_STRATEGY) == Z_OK;
}

GzipStream::~GzipStream() {
  if (impl_->ready) deflateEnd(&impl_->z);
}

std::string GzipStream::add(std::string_view bytes, bool last, bool flush) {
  std::string out;
  if (!impl_->ready) return out;
  z_stream& z = impl_->z;
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  z.avail_in = static_cast<uInt>(bytes.size());
  std::array<char, 16384> buffer;
  const int mode = last ? Z_FINISH : flush ? Z_SYNC_FLUSH : Z_NO_FLUSH;
  do {
    z.next_out = reinterpret_cast<Bytef*>(buffer.data());
    z.avail_out = static_cast<uInt>(buffer.size());
    if (deflate(&z, mode) == Z_STREAM_ERROR) break;
    out.append(buffer.data(), buffer.size() - z.avail_out);
  } while (z.avail_out == 0);
  return out;
}

std::string gzip(std::string_view bytes) { return GzipStream().add(bytes, true); }

std::string gunzip(std::string_view bytes, std::size_t most) {
  z_stream z{};
  if (inflateInit2(&z, kGzipWindow) != Z_OK) return {};
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  z.avail_in = static_cast<uInt>(bytes.size());
  std::string out;
  std::array<char, 16384> buffer;
  int state = Z_OK;
  while (state == Z_OK && out.size() < most) {
    z.next_out = reinterpret_cast<Bytef*>(buffer.data());
    z.avail_out = static_cast<uInt>(buffer.size());
    state = inflate(&z, Z_NO_FLUSH);
    out.append(buffer.data(), buffer.size() - z.avail_out);
  }
  inflateEnd(&z);
  return state == Z_STREAM_END ? out : std::string();
}

}  // namespace clew
