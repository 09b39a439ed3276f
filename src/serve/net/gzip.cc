// SPDX-License-Identifier: MIT

#include "serve/net/gzip.h"

#include <algorithm>
#include <array>

#include <zlib.h>

namespace clew {
namespace {

// JSON shrinks to a seventh at level 1 and little more above it, in a third of the time.
constexpr int kLevel = 1;
constexpr int kGzipWindow = 15 + 16;

// The library counts in 32 bits: larger pieces go in by parts.
constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;

// Gives it the next part of the input; the last has no more behind it.
uInt next_part(z_stream& z, std::string_view& bytes) {
  const std::size_t size = std::min(bytes.size(), kMostAtOnce);
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  bytes.remove_prefix(size);
  return static_cast<uInt>(size);
}

constexpr uInt kBuffer = 16384;
using Buffer = std::array<char, kBuffer>;

void give_space(z_stream& z, Buffer& buffer) {
  z.next_out = reinterpret_cast<Bytef*>(buffer.data());
  z.avail_out = kBuffer;
}

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
  Buffer buffer;
  do {
    z.avail_in = next_part(z, bytes);
    const bool more = !bytes.empty();
    const int mode = more ? Z_NO_FLUSH : last ? Z_FINISH : flush ? Z_SYNC_FLUSH : Z_NO_FLUSH;
    do {
      give_space(z, buffer);
      if (deflate(&z, mode) == Z_STREAM_ERROR) return out;
      out.append(buffer.data(), buffer.size() - z.avail_out);
    } while (z.avail_out == 0);
  } while (!bytes.empty());
  return out;
}

std::string gzip(std::string_view bytes) { return GzipStream().add(bytes, true); }

std::string gunzip(std::string_view bytes, std::size_t most) {
  z_stream z{};
  if (inflateInit2(&z, kGzipWindow) != Z_OK) return {};
  std::string out;
  Buffer buffer;
  int state = Z_OK;
  while (state == Z_OK && out.size() < most) {
    if (z.avail_in == 0) z.avail_in = next_part(z, bytes);
    give_space(z, buffer);
    state = inflate(&z, Z_NO_FLUSH);
    out.append(buffer.data(), buffer.size() - z.avail_out);
  }
  inflateEnd(&z);
  return state == Z_STREAM_END ? out : std::string();
}

}  // namespace clew
