// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace clew {

// Cuts the JSON object that an operation writes piece by piece: the elements of one of its arrays
// are handed on one by one, the rest is kept. So a session of any size is passed on in the memory
// of its largest message. Takes what the json::Writer writes; other texts give nonsense, but no
// harm.
class ElementSplitter {
 public:
  // `take` returns false to stop. The text it gets lives for the call.
  using Take = std::function<bool(std::string_view)>;

  // `member` names an array directly in the object.
  ElementSplitter(std::string_view member, Take take) : member_(member), take_(std::move(take)) {}

  // False once `take` wants no more.
  bool feed(std::string_view piece);

  // The object, with the array empty. Whole when all was fed.
  const std::string& rest() const { return rest_; }

 private:
  bool feed_rest(char c);
  bool feed_array(char c);
  void feed_string(char c);
  bool flush();

  std::string member_;
  Take take_;
  std::string rest_;
  std::string element_;
  std::string text_;  // the last text at depth 1: maybe a key
  int depth_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;
  bool in_array_ = false;
  bool wants_ = true;
};

}  // namespace clew
