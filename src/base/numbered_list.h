// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <utility>

namespace clew {

// The numbers from 0 on, each seen through a function: a list for a description (described.h) where
// there is nothing to be held.
template <class Number, class See>
class NumberedList {
 public:
  NumberedList(Number count, See see) : count_(count), see_(std::move(see)) {}

  class Iterator {
   public:
    Iterator(Number at, const See& see) : at_(at), see_(&see) {}
    decltype(auto) operator*() const { return std::invoke(*see_, at_); }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    Number at_;
    const See* see_;
  };

  Iterator begin() const { return {Number{0}, see_}; }
  Iterator end() const { return {count_, see_}; }
  std::size_t size() const { return static_cast<std::size_t>(count_); }

 private:
  Number count_;
  See see_;
};

}  // namespace clew
