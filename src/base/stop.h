// SPDX-License-Identifier: MIT
//
// Stopping work in the middle: because the one who asked is gone, because it takes too long,
// because the program ends. Reading stops by itself (os/stoppable_file_system.h); a loop that
// computes for more than some milliseconds without reading takes a StopToken and asks it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <utility>

#include "base/result.h"

namespace clew {

// Whether work is to stop. Once it is, it stays so until somebody watches for something else.
class StopSignal {
 public:
  // From now on it is `ask` that says so: cheap, and from any thread. Nothing: never. Returns who
  // said so before. Not while others use it.
  std::function<bool()> watch(std::function<bool()> ask) {
    stopped_ = false;
    steps_ = 0;  // the first small step asks
    return std::exchange(ask_, std::move(ask));
  }

  bool is_stopped() const {
    if (stopped_.load(std::memory_order_relaxed)) return true;
    if (!ask_ || !ask_()) return false;
    stopped_ = true;
    return true;
  }
  // The same for small steps: asks now and then.
  bool is_stopped_now_and_then() const {
    constexpr std::uint32_t kSteps = 16;
    if (stopped_.load(std::memory_order_relaxed)) return true;
    if (!ask_ || steps_.fetch_add(1, std::memory_order_relaxed) % kSteps != 0) return false;
    return is_stopped();
  }
  // Whether anybody was told so: what was made since then is not whole.
  bool was_stopped() const { return stopped_; }

 private:
  std::function<bool()> ask_;
  mutable std::atomic<bool> stopped_ = false;
  mutable std::atomic<std::uint32_t> steps_ = 0;
};

// Watches for a while. Nothing may be left that uses the signal when it ends.
class StopScope {
 public:
  StopScope(StopSignal& signal, std::function<bool()> ask)
      : signal_(signal), before_(signal.watch(std::move(ask))) {}
  ~StopScope() { signal_.watch(std::move(before_)); }
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

 private:
  StopSignal& signal_;
  std::function<bool()> before_;
};

// What a signal says, as a value to hand on to the one who computes. The default never stops.
class StopToken {
 public:
  StopToken() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): a signal is handed on as it is
  StopToken(const StopSignal& signal) : signal_(&signal) {}
  bool is_stopped() const { return signal_ != nullptr && signal_->is_stopped(); }

 private:
  const StopSignal* signal_ = nullptr;
};

// For loops of small steps: asks once in `steps`, which should take about a millisecond. One
// thread.
class StopPace {
 public:
  StopPace(StopToken token, std::uint32_t steps) : token_(token), steps_(steps), left_(steps) {}
  bool is_stopped() {
    if (--left_ != 0) return false;
    left_ = steps_;
    return token_.is_stopped();
  }

 private:
  StopToken token_;
  std::uint32_t steps_;
  std::uint32_t left_;
};

inline Error stopped_error() { return {ErrorCode::kCancelled, "cancelled"}; }

}  // namespace clew
