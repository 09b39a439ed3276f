// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>

namespace clew {

// What the callers of a server have sent and it still holds: bodies, messages and frames that are
// not whole yet, and those that wait for a worker or are being worked on. One bound for all of
// them, however many connections there are. Thread-safe.
class InputBudget {
 public:
  // Of each input this much is always taken, so that small requests are served whoever sends large
  // ones.
  static constexpr std::size_t kAlwaysTaken = std::size_t{32} << 10;

  explicit InputBudget(std::size_t most) : most_(most) {}

  bool take(std::size_t bytes) {
    const std::size_t before = used_.fetch_add(bytes);
    if (before + bytes <= most_) return true;
    used_ -= bytes;
    return false;
  }
  void give_back(std::size_t bytes) { used_ -= bytes; }

 private:
  const std::size_t most_;
  std::atomic<std::size_t> used_ = 0;
};

// The share of one input, for as long as it lives. One thread at a time; borrows the budget.
class HeldInput {
 public:
  explicit HeldInput(InputBudget& budget) : budget_(&budget) {}
  ~HeldInput() { static_cast<void>(hold(0)); }
  HeldInput(const HeldInput&) = delete;
  HeldInput& operator=(const HeldInput&) = delete;

  // The input has so many bytes now. False when there is no room for more than it had: nothing has
  // changed then.
  bool hold(std::size_t bytes) {
    const std::size_t counted = bytes <= InputBudget::kAlwaysTaken ? 0 : bytes;
    if (counted > counted_ && !budget_->take(counted - counted_)) return false;
    if (counted < counted_) budget_->give_back(counted_ - counted);
    counted_ = counted;
    return true;
  }

 private:
  InputBudget* budget_;
  std::size_t counted_ = 0;
};

}  // namespace clew
