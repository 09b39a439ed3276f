// SPDX-License-Identifier: MIT
//
// An inverted index of some documents, immutable once made. docs/index.md says why it is ours and
// not FTS5's.
//
//   blocks     sorted terms, each with the documents it is in; some 8 KiB a block
//   positions  beside each block: where in the documents; read for phrases only
//   facts      file, second, kind and size of every document: what filters and ranking ask for
//   places     where each document's line is; read for what is shown only
//
// Facts and places come in pages of 256 documents: a rare word is on few of them. Terms are words
// (tokenizer.h), and marks that filters look for, which begin with a byte that no word has. Whoever
// stores them adds checksums (index_database.h).
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clew {

// Marks: a byte below all words, then which filter.
inline constexpr char kFilterByte = '\x01';
inline std::string filter_term(char kind, std::string_view value) {
  return std::string{kFilterByte, kind} + std::string(value);
}
inline constexpr char kToolMark = 't';
inline constexpr char kFileMark = 'f';
inline constexpr char kModelMark = 'm';
inline constexpr char kBranchMark = 'b';

struct Document {
  std::uint32_t file = 0;    // id of the file; a document is dead when no file has the id
  std::uint32_t second = 0;  // since 1970; 0: not known
  std::uint8_t kind = 0;     // role, and flags: the store does not look into it
  std::uint16_t part = 0;    // which passage of the line
  std::int64_t offset = 0;   // of the line
  std::uint32_t length = 0;
};

struct EncodedBlock {
  std::string first_term;
  std::string terms;
  std::string positions;
};

inline constexpr std::uint32_t kDocumentsPerPage = 256;

struct EncodedPage {
  std::string facts;   // 10 bytes each: file, second, kind, size (see size_class)
  std::string places;  // 14 bytes each: offset, length, part
};

struct EncodedSegment {
  std::int64_t documents = 0;
  std::int64_t tokens = 0;
  std::vector<EncodedBlock> blocks;
  std::vector<EncodedPage> pages;
};

// The facts of a segment's documents, as far as their pages were put here.
class DocumentFacts {
 public:
  explicit DocumentFacts(std::int64_t documents = 0);
  std::uint32_t pages() const { return static_cast<std::uint32_t>(pages_.size()); }
  bool has(std::uint32_t page) const { return !pages_[page].empty(); }
  // False when there are not as many as there must be.
  bool put(std::uint32_t page, std::string_view facts);

  // Of documents on pages that are here.
  std::uint32_t file(std::uint32_t document) const { return number(document, 0); }
  std::uint32_t second(std::uint32_t document) const { return number(document, 4); }
  std::uint8_t kind(std::uint32_t document) const { return byte(document, 8); }
  std::uint8_t size(std::uint32_t document) const { return byte(document, 9); }

 private:
  static constexpr std::size_t kSize = 10;
  const char* at(std::uint32_t document) const {
    return pages_[document / kDocumentsPerPage].data() + document % kDocumentsPerPage * kSize;
  }
  std::uint32_t number(std::uint32_t document, std::size_t member) const {
    std::uint32_t number = 0;
    std::memcpy(&number, at(document) + member, sizeof number);
    return number;
  }
  std::uint8_t byte(std::uint32_t document, std::size_t member) const {
    return static_cast<std::uint8_t>(at(document)[member]);
  }

  std::int64_t documents_;
  std::vector<std::string> pages_;
};

struct DocumentPlace {
  std::int64_t offset = 0;
  std::int64_t length = 0;
  std::uint16_t part = 0;
};
// `number`: on its page. Nothing when there is no such place.
std::optional<DocumentPlace> place_on_page(std::string_view places, std::uint32_t number);

// Number of words to one byte and back, within 9 %.
std::uint8_t size_class(std::uint32_t words);
float words_of_size_class(std::uint8_t size);

// The documents of one term. Views into a block.
struct Postings {
  std::int64_t documents = 0;
  std::string_view docs;
  std::string_view positions;  // empty when they were not read
};

// Walks over the documents of a term.
class PostingReader {
 public:
  explicit PostingReader(const Postings& postings)
      : docs_(postings.docs), positions_(postings.positions), left_(postings.documents) {}
  // False at the end, and where the bytes make no sense.
  bool next();
  std::uint32_t document() const { return document_; }
  std::uint32_t count() const { return count_; }
  // Of the current document, at most once for each. Those that nobody asks for cost little.
  void positions(std::vector<std::uint32_t>& out) {
    out.clear();
    append_positions(out);
  }
  void append_positions(std::vector<std::uint32_t>& out);

 private:
  struct Cursor {
    explicit Cursor(std::string_view bytes) : at(bytes.data()), end(at + bytes.size()) {}
    const char* at;
    const char* end;
    std::uint32_t next();
    void skip(std::uint64_t numbers);
  };
  Cursor docs_;
  Cursor positions_;
  std::int64_t left_;
  std::uint32_t document_ = UINT32_MAX;  // before the first
  std::uint32_t count_ = 0;
  std::uint64_t unread_ = 0;  // positions of documents before the current one
  bool taken_ = true;         // those of the current one
};

// Walks over the terms of a block.
class BlockReader {
 public:
  // `positions` may be empty when nobody asks for them.
  BlockReader(std::string_view terms, std::string_view positions)
      : terms_(terms), positions_(positions) {}

  bool next();
  const std::string& term() const { return term_; }
  const Postings& postings() const { return postings_; }
  bool damaged() const { return damaged_; }

 private:
  std::string_view terms_;
  std::string_view positions_;
  std::size_t at_ = 0;
  std::size_t positions_at_ = 0;
  std::string term_;
  Postings postings_;
  bool damaged_ = false;
};

// Writes terms, given in ascending order, into blocks.
class BlockWriter {
 public:
  explicit BlockWriter(std::vector<EncodedBlock>& blocks) : blocks_(blocks) {}
  void add(std::string_view term, std::int64_t documents, std::string_view docs,
           std::string_view positions);
  void finish();

 private:
  std::vector<EncodedBlock>& blocks_;
  EncodedBlock block_;
  std::string last_;
};

// Puts postings together, document by document.
class PostingWriter {
 public:
  void clear();
  // Documents ascend; positions ascend within one, and there are none for marks.
  void add(std::uint32_t document, const std::uint32_t* positions, std::uint32_t count);
  std::int64_t documents() const { return documents_; }
  const std::string& docs() const { return docs_; }
  const std::string& positions() const { return positions_; }

 private:
  std::int64_t documents_ = 0;
  std::uint32_t next_ = 0;
  std::string docs_;
  std::string positions_;
};

// The pages of a segment while it is made.
void append_document(EncodedSegment& segment, const Document& document, std::uint8_t size);

}  // namespace clew
