// SPDX-License-Identifier: MIT
#include "keep/zstd_frame.h"

#include <new>
#include <zstd.h>

namespace clew {
namespace {

constexpr int kLevel = 3;  // higher ones take several times as long for a few percent

struct FreeUnpacker {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

// One for each thread: making one costs more than unpacking a small frame.
ZSTD_DCtx* unpacker() {
  thread_local const std::unique_ptr<ZSTD_DCtx, FreeUnpacker> context(ZSTD_createDCtx());
  return context.get();
}

Error failed(std::string_view what, std::size_t code) {
  return {ErrorCode::kCorrupt, std::string(what) + ": " + ZSTD_getErrorName(code)};
}

}  // namespace

struct FramePacker::State {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  State() {
    if (context == nullptr) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, kLevel);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { ZSTD_freeCCtx(context); }
};

FramePacker::FramePacker() : state_(std::make_unique<State>()) {}
FramePacker::~FramePacker() = default;
FramePacker::FramePacker(FramePacker&&) noexcept = default;
FramePacker& FramePacker::operator=(FramePacker&&) noexcept = default;

Result<std::string> FramePacker::pack(std::string_view bytes) {
  std::string frame(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size =
      ZSTD_compress2(state_->context, frame.data(), frame.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(size) != 0) return failed("cannot pack", size);
  frame.resize(size);
  return frame;
}

Result<void> unpack_frame(std::string_view frame, std::span<char> out) {
  const unsigned long long says = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (says != out.size())
    return Error{ErrorCode::kCorrupt, "a frame is damaged: its length is wrong"};
  // Sealed ones are padded.
  const std::size_t packed = ZSTD_findFrameCompressedSize(frame.data(), frame.size());
  if (ZSTD_isError(packed) != 0) return failed("a frame is damaged", packed);
  const std::size_t size =
      ZSTD_decompressDCtx(unpacker(), out.data(), out.size(), frame.data(), packed);
  if (ZSTD_isError(size) != 0) return failed("a frame is damaged", size);
  return {};
}

}  // namespace clew
