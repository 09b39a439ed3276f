// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>

struct sb_stemmer;

namespace clew {

// Cuts English words to their stems: "caching" and "cached" to "cach". Words of other languages,
// and names, mostly stay as they are. One thread at a time; costs nothing until it is asked.
class Stemmer {
 public:
  // Of a folded word, as the tokenizer gives it; valid until the next call.
  std::string_view stem(std::string_view word);
  bool has_stem(std::string_view word, std::string_view wanted) { return stem(word) == wanted; }

 private:
  struct Free {
    void operator()(sb_stemmer* stemmer) const;
  };
  std::unique_ptr<sb_stemmer, Free> stemmer_;
};

}  // namespace clew
