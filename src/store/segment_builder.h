// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "store/segment.h"

namespace clew {

// Makes a segment of documents in memory. One thread at a time; to be used again after finish().
class SegmentBuilder {
 public:
  // The document that the following terms belong to.
  void begin_document(const Document& document);
  void add_text(std::string_view text);  // cut by the tokenizer
  void add_mark(std::string_view term);  // for filters

  bool empty() const { return documents_.empty(); }
  // Whether it is time to finish: the memory needed is then about 35 MB.
  bool full() const;
  EncodedSegment finish();

 private:
  struct Term {
    std::uint32_t offset;  // into text_
    std::uint32_t size;
    std::uint32_t hash;
    std::uint32_t count;
  };
  struct Started {
    Document document;
    std::size_t stream;  // where its terms begin
    std::uint32_t words;
  };

  std::uint32_t term_id(std::string_view term);
  void grow();
  std::string_view text_of(const Term& term) const {
    return {text_.data() + term.offset, term.size};
  }
  std::vector<std::uint32_t> sorted_terms() const;
  void scatter(const std::vector<std::uint32_t>& order);

  std::vector<Started> documents_;
  std::vector<std::uint32_t> stream_;  // terms in the order of the text
  std::string text_;                   // of the terms
  std::vector<Term> terms_;
  std::vector<std::uint32_t> table_;      // 1 + term, by hash; a power of two
  std::vector<std::uint32_t> starts_;     // by term
  std::vector<std::uint32_t> docs_;       // by term, then in order
  std::vector<std::uint32_t> positions_;  // beside docs_
};

}  // namespace clew
