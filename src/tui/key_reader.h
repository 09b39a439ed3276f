// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tui/key.h"

namespace clew::tui {

// Makes keys of the bytes that a terminal sends, which come in any pieces. Pure: who reads the
// bytes says when nothing more comes for a while.
class KeyReader {
 public:
  // The keys that these bytes complete.
  std::vector<Key> take(std::string_view bytes);
  // Nothing more came: a lone Escape is one.
  std::vector<Key> give_up();
  // Whether something is left over that more bytes could complete.
  bool is_waiting() const { return !rest_.empty(); }

 private:
  std::size_t read(std::size_t at, bool last, std::vector<Key>& keys);
  std::size_t read_escape(std::size_t at, bool last, std::vector<Key>& keys);
  std::size_t read_sequence(std::size_t at, bool last, std::vector<Key>& keys);
  std::vector<Key> read_all(bool last);

  std::string rest_;
  std::string pasted_;
  bool in_paste_ = false;
};

}  // namespace clew::tui
