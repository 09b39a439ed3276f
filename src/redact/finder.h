// SPDX-License-Identifier: MIT
//
// Finds secrets in a text, whatever it is encoded with: in the text itself, in what its JSON
// escapes, percent signs and base64 stand for, and again in these.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "redact/found.h"
#include "redact/options.h"

namespace clew::redact {

class SecretBook;

// A secret and where it stands.
struct TextFinding {
  Span span;           // in the text that was given
  std::string secret;  // decoded; for a part of a known one, the whole of it
  std::string_view kind;
  Sure sure = Sure::kLikely;
  bool by_context = false;
  bool closed = false;              // as in Found
  bool decoded = false;             // found in base64: others may stand in the same span
  std::vector<std::string> pieces;  // of a secret of several lines
};

// What to look for. Made once; may be used by several threads at a time.
class Finder {
 public:
  // Without options of one's own all finders of a process share what took long to make.
  static Result<Finder> make(const Options& options = {});
  Finder(Finder&&) noexcept;
  Finder& operator=(Finder&&) noexcept;
  ~Finder();

  // Places in raw bytes (of a line of JSON, or of any text) near which there may be a secret. A
  // text without any has none. In no order. Nothing is decoded. Returns whether any of it may be
  // encoded in a way that hides words and copies of known secrets from who looks at raw bytes.
  bool candidates(std::string_view raw, std::vector<std::size_t>& places) const;
  bool may_hold(std::string_view raw) const;
  // Whether somebody asked for what no word tells.
  bool looks_everywhere() const;

  // All secrets of a decoded text, by their places; `name` is what the text stands under, if
  // anything. Of `known` (may be null) every copy is found too, also of parts of it. Spans may
  // overlap.
  std::vector<TextFinding> find(std::string_view text, std::string_view name = {},
                                const SecretBook* known = nullptr) const;

  // The names of all kinds that can be found.
  std::vector<std::string_view> kinds() const;

 private:
  struct Table;
  explicit Finder(std::shared_ptr<const Table> table);
  static Result<std::shared_ptr<const Table>> make_table(const Options& options);

  std::shared_ptr<const Table> table_;
};

// Of findings whose spans overlap, those that are replaced: each span once, the better ones first.
std::vector<TextFinding> without_overlaps(std::vector<TextFinding> all);

}  // namespace clew::redact
