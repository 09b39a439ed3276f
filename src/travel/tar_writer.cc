// SPDX-License-Identifier: MIT
#include "travel/tar_writer.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <new>
#include <string>
#include <utility>
#include <zstd.h>

namespace clew {
namespace {

constexpr std::size_t kBlock = 512;
constexpr int kLevel = 3;
constexpr int kWindowLog = 25;
constexpr std::string_view kLongName = "././@LongLink";  // what GNU tar calls a name as an entry

// A block that describes what follows it: fields at fixed places, numbers as octal digits.
class Header {
 public:
  Header(std::string_view name, std::uint64_t size, TimeMs modified, char type) {
    text(0, name.substr(0, 100));
    octal(100, 7, 0600);  // mode
    octal(108, 7, 0);     // user
    octal(116, 7, 0);     // group
    number(124, size);
    number(136, modified > 0 ? static_cast<std::uint64_t>(modified) / 1000 : 0);
    block_[156] = type;
    text(257, "ustar  ");  // with two blanks: GNU
    std::fill_n(block_.begin() + 148, 8, ' ');
    std::uint64_t sum = 0;
    for (const char c : block_) sum += static_cast<unsigned char>(c);
    octal(148, 6, sum);
    block_[154] = '\0';
  }

  std::string_view bytes() const { return {block_.data(), block_.size()}; }

 private:
  void text(std::size_t at, std::string_view text) {
    std::copy(text.begin(), text.end(), block_.begin() + static_cast<std::ptrdiff_t>(at));
  }
  void octal(std::size_t at, std::size_t digits, std::uint64_t value) {
    for (std::size_t i = digits; i-- > 0; value /= 8) {
      block_[at + i] = static_cast<char>('0' + value % 8);
    }
  }
  // Eleven octal digits; what needs more is written as bytes behind a set bit.
  void number(std::size_t at, std::uint64_t value) {
    constexpr std::uint64_t kMostOctal = std::uint64_t{1} << 33;
    if (value < kMostOctal) return octal(at, 11, value);
    block_[at] = '\x80';
    for (std::size_t i = 12; i-- > 4; value >>= 8) {
      block_[at + i] = static_cast<char>(value & 0xff);
    }
  }

  std::array<char, kBlock> block_{};
};

}  // namespace

struct TarWriter::State {
  Take take;
  ZSTD_CCtx* context = ZSTD_createCCtx();
  std::string out = std::string(ZSTD_CStreamOutSize(), '\0');
  std::uint64_t written = 0;  // of the archive, before it is compressed
  std::uint64_t left = 0;     // of the file that was begun

  explicit State(Take to) : take(std::move(to)) {
    if (context == nullptr) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, kLevel);
    ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, kWindowLog);
    ZSTD_CCtx_setParameter(context, ZSTD_c_enableLongDistanceMatching, 1);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { ZSTD_freeCCtx(context); }

  Result<void> compress(std::string_view bytes, ZSTD_EndDirective mode) {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    for (;;) {
      ZSTD_outBuffer made{out.data(), out.size(), 0};
      const std::size_t left_inside = ZSTD_compressStream2(context, &made, &in, mode);
      if (ZSTD_isError(left_inside) != 0) {
        return Error{ErrorCode::kIo, std::string("compressing: ") + ZSTD_getErrorName(left_inside)};
      }
      if (made.pos > 0) {
        if (auto taken = take({out.data(), made.pos}); !taken) return taken;
      }
      const bool done = mode == ZSTD_e_end ? left_inside == 0 : in.pos == in.size;
      if (done) return {};
    }
  }
};

TarWriter::TarWriter(Take take) : state_(std::make_unique<State>(std::move(take))) {}
TarWriter::~TarWriter() = default;

Result<void> TarWriter::put(std::string_view bytes) {
  state_->written += bytes.size();
  return state_->compress(bytes, ZSTD_e_continue);
}

Result<void> TarWriter::pad() {
  static constexpr std::array<char, kBlock> kZeros{};
  const std::size_t over = state_->written % kBlock;
  return over == 0 ? Result<void>() : put({kZeros.data(), kBlock - over});
}

Result<void> TarWriter::begin_file(std::string_view name, std::uint64_t size, TimeMs modified) {
  assert(state_->left == 0);
  if (auto padded = pad(); !padded) return padded;
  if (name.size() > 100) {
    const std::string text = std::string(name) + '\0';
    if (auto done = put(Header(kLongName, text.size(), 0, 'L').bytes()); !done) return done;
    if (auto done = put(text); !done) return done;
    if (auto padded = pad(); !padded) return padded;
  }
  state_->left = size;
  return put(Header(name, size, modified, '0').bytes());
}

Result<void> TarWriter::write(std::string_view bytes) {
  assert(bytes.size() <= state_->left);
  state_->left -= bytes.size();
  return put(bytes);
}

Result<void> TarWriter::finish() {
  assert(state_->left == 0);
  if (auto padded = pad(); !padded) return padded;
  const std::string end(2 * kBlock, '\0');
  if (auto done = put(end); !done) return done;
  return state_->compress({}, ZSTD_e_end);
}

}  // namespace clew
