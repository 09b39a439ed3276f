// SPDX-License-Identifier: MIT
//
// Changes of a JSON text that leave the rest of it as it is written.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clew {

// A text that is known to be valid JSON. Places are those of the first byte of a value; a change
// moves all that is behind it.
class JsonEditor {
 public:
  explicit JsonEditor(std::string text) : text_(std::move(text)) {}

  const std::string& text() const { return text_; }
  std::size_t root() const { return skip_space(0); }
  char kind(std::size_t value) const { return text_[value]; }  // '{', '[', '"', ...
  std::string_view raw(std::size_t value) const;

  // The value of a member of this name of the object there; the last of several, as parsers do.
  std::optional<std::size_t> member(std::size_t object, std::string_view name) const;
  // The elements of the array there.
  std::vector<std::size_t> elements(std::size_t array) const;
  bool is_empty(std::size_t container) const { return items(container).empty(); }

  // At the end of an object or array; `item` is a member or an element, indented for its depth.
  void append(std::size_t container, std::string_view item, int depth);
  void replace(std::size_t value, std::string_view with);
  // A member or an element, by its value, with the comma that is too much then.
  void remove(std::size_t container, std::size_t value);

 private:
  struct Item {
    std::size_t begin;  // of the name, or of the element
    std::size_t value;
    std::size_t end;
  };

  std::vector<Item> items(std::size_t container) const;
  std::size_t skip_space(std::size_t at) const;
  std::size_t end_of(std::size_t value) const;

  std::string text_;
};

}  // namespace clew
