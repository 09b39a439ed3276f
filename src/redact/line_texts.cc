// SPDX-License-Identifier: MIT
#include "redact/line_texts.h"

#include <algorithm>
#include <array>

#include "redact/layer.h"

namespace clew::redact {
namespace {

constexpr std::size_t kNone = ~std::size_t{0};

struct Container {
  bool list = false;
  std::size_t number = 0;      // of a list
  std::size_t named = kNone;   // the text of "name" or "key"
  std::size_t valued = kNone;  // the text of "value"
};

bool names_another(std::string_view key) {
  return key == "name" || key == "key" || key == "Name" || key == "Key" || key == "variable" ||
         key == "header" || key == "label" || key == "field";
}
bool is_value_of_another(std::string_view key) {
  return key == "value" || key == "Value" || key == "val" || key == "default" || key == "content" ||
         key == "secret" || key == "text";
}

class Walk {
 public:
  explicit Walk(std::string_view line) : line_(line) {}

  std::vector<LineText> run() {
    const std::vector<Span> strings = json::string_spans(line_, {0, line_.size()});
    std::size_t at = 0;
    for (std::size_t i = 0; i < strings.size(); ++i) {
      gap(at, strings[i].begin);
      at = strings[i].end;
      const std::size_t behind = line_.find_first_not_of(" \t\r\n", at);
      const bool key = behind != std::string_view::npos && line_[behind] == ':' &&
                       !stack_.empty() && !stack_.back().list;
      add({strings[i].begin + 1, strings[i].end - 1}, key);
    }
    gap(at, line_.size());
    return std::move(out_);
  }

 private:
  void gap(std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      const char c = line_[i];
      if (c == '{' || c == '[') {
        stack_.push_back({c == '[', c == '[' ? ++lists_ : 0, kNone, kNone});
      } else if (c == '}' || c == ']') {
        if (!stack_.empty()) close();
      }
      if (c == '{') key_ = kNone;
    }
  }

  void close() {
    const Container done = stack_.back();
    stack_.pop_back();
    key_ = kNone;
    if (done.named == kNone || done.valued == kNone) return;
    LineText& value = out_[done.valued];
    const LineText& name = out_[done.named];
    value.name = unescaped_or_same(name.raw.of(line_)).text;
    value.context = std::min(value.context, name.raw.begin);
    value.until = std::max(value.until, name.raw.end);
  }

  void add(Span raw, bool key) {
    LineText text;
    text.raw = raw;
    text.context = raw.begin;
    text.until = raw.end;
    text.is_name = key;
    if (key) {
      key_ = out_.size();
    } else if (!stack_.empty() && stack_.back().list) {
      text.list = stack_.back().number;
    } else if (key_ != kNone) {
      name(text);
      key_ = kNone;
    }
    out_.push_back(std::move(text));
  }

  void name(LineText& text) {
    const LineText& key = out_[key_];
    text.name = unescaped_or_same(key.raw.of(line_)).text;
    text.context = key.raw.begin;
    if (stack_.empty()) return;
    if (names_another(text.name)) stack_.back().named = out_.size();
    if (is_value_of_another(text.name)) stack_.back().valued = out_.size();
  }

  std::string_view line_;
  std::vector<Container> stack_;
  std::vector<LineText> out_;
  std::size_t key_ = kNone;
  std::size_t lists_ = 0;
};

}  // namespace

std::vector<LineText> texts_of(std::string_view line) { return Walk(line).run(); }

}  // namespace clew::redact
