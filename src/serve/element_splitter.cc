// SPDX-License-Identifier: MIT

#include "serve/element_splitter.h"

#include <utility>

namespace clew {

bool ElementSplitter::feed(std::string_view piece) {
  for (std::size_t at = 0; at < piece.size() && wants_; ++at) {
    const char c = piece[at];
    if (in_string_) {
      // Most bytes are text: take them in runs.
      const std::size_t end = escaped_ ? at : piece.find_first_of("\"\\", at);
      const std::size_t run = (end == std::string_view::npos ? piece.size() : end) - at;
      if (run > 0) {
        (in_array_ ? element_ : rest_).append(piece, at, run);
        if (!in_array_ && depth_ == 1) text_.append(piece, at, run);
        at += run - 1;
        continue;
      }
      feed_string(c);
    } else {
      wants_ = in_array_ ? feed_array(c) : feed_rest(c);
    }
  }
  return wants_;
}

void ElementSplitter::feed_string(char c) {
  (in_array_ ? element_ : rest_) += c;
  if (escaped_) {
    escaped_ = false;
  } else if (c == '\\') {
    escaped_ = true;
  } else if (c == '"') {
    in_string_ = false;
  }
}

bool ElementSplitter::feed_rest(char c) {
  rest_ += c;
  if (c == '"') {
    in_string_ = true;
    text_.clear();
  } else if (c == '[' && depth_ == 1 && text_ == member_ && rest_.ends_with("\":[")) {
    in_array_ = true;
    depth_ = 2;
  } else if (c == '{' || c == '[') {
    ++depth_;
  } else if (c == '}' || c == ']') {
    --depth_;
  }
  return true;
}

bool ElementSplitter::feed_array(char c) {
  if (depth_ == 2 && (c == ',' || c == ']')) {
    const bool more = flush();
    if (c == ']') {
      rest_ += ']';
      in_array_ = false;
      depth_ = 1;
      text_.clear();
    }
    return more;
  }
  element_ += c;
  if (c == '"') {
    in_string_ = true;
  } else if (c == '{' || c == '[') {
    ++depth_;
  } else if (c == '}' || c == ']') {
    --depth_;
  }
  return true;
}

bool ElementSplitter::flush() {
  if (element_.empty()) return true;
  const std::string element = std::exchange(element_, {});
  return take_(element);
}

}  // namespace clew
