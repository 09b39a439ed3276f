// SPDX-License-Identifier: MIT
//
// The answer of an operation on its way from the thread that makes it to the loop that sends it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "engine/call/operation.h"
#include "serve/net/worker_pool.h"

namespace clew {

// Bounded: the maker waits while the reader is behind. Thread-safe; always in a shared_ptr.
class ResponseStream : public std::enable_shared_from_this<ResponseStream> {
 public:
  // Below the first mark an answer is held until it is whole, so that it can have a length, an
  // ETag and, when it fails, an honest status. The maker waits above the second.
  static constexpr std::size_t kHold = std::size_t{512} << 10;
  static constexpr std::size_t kFull = std::size_t{2} << 20;

  enum class Hold : std::uint8_t {
    kSmall,    // up to the first mark
    kNothing,  // each piece goes on at once
    kAll,      // until it is whole: it is in the memory anyway
  };

  // `wake` is called from the maker's thread when ready() may have become true.
  ResponseStream(WorkerPool& pool, std::function<void()> wake, Hold hold)
      : pool_(pool), wake_(std::move(wake)), hold_(hold) {}

  // The maker. write() is false when nobody listens any more.
  bool write(std::string_view piece);
  void finish(Result<Outcome> outcome);
  // What tells this answer from others, before the first piece of it.
  void set_tag(std::string tag);
  // The client has it already: instead of finish().
  void finish_unchanged();
  bool is_cancelled() const;

  // The reader.
  struct Piece {
    std::string bytes;
    bool last = false;
    std::optional<Error> error;  // with `last`
    Outcome outcome = Outcome::kFound;
    std::string tag = {};    // empty: none is known
    bool unchanged = false;  // with `last`: there is nothing to send
  };
  bool ready() const;
  Piece take();
  void cancel();

 private:
  bool ready_locked() const;
  bool can_go_on_locked() const;

  WorkerPool& pool_;
  mutable std::mutex mutex_;
  std::condition_variable space_;
  std::function<void()> wake_;
  const Hold hold_;
  bool streaming_ = false;  // the first mark was passed
  bool cancelled_ = false;
  bool unchanged_ = false;
  std::string tag_;
  std::string bytes_;
  std::optional<Result<Outcome>> outcome_;
};

// Cancels the work for a client that has gone, however the connection ends.
struct CancelAtEnd {
  ResponseStream& stream;
  ~CancelAtEnd() { stream.cancel(); }
};

}  // namespace clew
