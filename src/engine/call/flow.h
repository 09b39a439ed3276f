// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "engine/call/operation.h"
#include "json/writer.h"

namespace clew {

// A list that is made while it is taken: nobody holds all of it. Of an answer, where a vector would
// be too large.
template <class T>
class Flow {
 public:
  using Element = T;
  using Take = std::function<bool(const T&)>;  // false: nobody listens any more
  using Write = std::function<void(json::Writer&, const T&)>;

  // Where the elements come from. `each` gives them in order and returns false when it was stopped.
  struct Source {
    virtual ~Source() = default;
    virtual Result<bool> each(const Take& take) = 0;
    // The same with each element made into text, which several threads may do at once.
    virtual Result<bool> each_written(const Write& write, json::Writer& out, const Sink& sink) = 0;
  };

  explicit Flow(std::shared_ptr<Source> source) : source_(std::move(source)) {}

  Result<bool> each(const Take& take) const { return source_->each(take); }
  // As elements of the array that is open in `out`.
  Result<bool> each_written(const Write& write, json::Writer& out, const Sink& sink) const {
    return source_->each_written(write, out, sink);
  }

 private:
  std::shared_ptr<Source> source_;
};

template <class T>
struct IsFlow : std::false_type {};
template <class T>
struct IsFlow<Flow<T>> : std::true_type {};

}  // namespace clew
