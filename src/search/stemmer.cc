// SPDX-License-Identifier: MIT

#include "search/stemmer.h"

#include <libstemmer.h>

namespace clew {

void Stemmer::Free::operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }

std::string_view Stemmer::stem(std::string_view word) {
  if (!stemmer_) stemmer_.reset(sb_stemmer_new("english", nullptr));
  // The library takes and gives unsigned bytes.
  const auto* bytes = reinterpret_cast<const sb_symbol*>(word.data());
  const sb_symbol* stem =
      stemmer_ ? sb_stemmer_stem(stemmer_.get(), bytes, static_cast<int>(word.size())) : nullptr;
  if (!stem) return word;  // no memory
  return {reinterpret_cast<const char*>(stem),
          static_cast<std::size_t>(sb_stemmer_length(stemmer_.get()))};
}

}  // namespace clew
