// SPDX-License-Identifier: MIT
//
// The answer of an operation on its way from the thread that makes it to the loop that sends it.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "engine/operation.h"
#include "serve/worker_pool.h"

namespace clew {

// Bounded: the maker waits while the reader is behind. Thread-safe.
class ResponseStream {
 public:
  // Below the first mark an answer is held until it is whole, so that it can have a length, an
  // ETag and, when it fails, an honest status. The maker waits above the second.
  static constexpr std::size_t kHold = std::size_t{512} << 10;
  static constexpr std::size_t kFull = std::size_t{2} << 20;

  // `wake` is called from the maker's thread when ready() may have become true. `live`: hand on
  // each piece at once.
  ResponseStream(WorkerPool& pool, std::function<void()> wake, bool live)
      : pool_(pool), wake_(std::move(wake)), live_(live) {}

  // The maker. write() is false when nobody listens any more.
  bool write(std::string_view piece);
  void finish(Result<Outcome> outcome);
  bool is_cancelled() const;

  // The reader.
  struct Piece {
    std::string bytes;
    bool last = false;
    std::optional<Error> error;  // with `last`
    Outcome outcome = Outcome::kFound;
  };
  bool ready() const;
  Piece take();
  void cancel();

 private:
  bool ready_locked() const;

  WorkerPool& pool_;
  mutable std::mutex mutex_;
  std::condition_variable space_;
  std::function<void()> wake_;
  const bool live_;
  bool streaming_ = false;  // the first mark was passed
  bool cancelled_ = false;
  std::string bytes_;
  std::optional<Result<Outcome>> outcome_;
};

}  // namespace clew
