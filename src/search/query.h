// SPDX-License-Identifier: MIT
//
// The query language (docs/search.md). A query is a list of groups that must all be found in one
// passage, and filters that the passage must pass.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time_bound.h"
#include "search/regex.h"
#include "store/tokenizer.h"

namespace clew {

struct QueryTerm {
  enum class Kind : std::uint8_t {
    kWords,  // a word, or several in a row
    kExact,  // these very bytes
    kRegex,
  };
  Kind kind = Kind::kWords;
  std::string text;                    // as written, without its marks
  std::vector<TokenSequence> forms{};  // of kWords: any of them
  bool prefix = false;                 // of kWords: the last word may go on
  // Of kWords with a prefix: of the words that go on only those with this stem; empty: all.
  std::string stem{};
  std::optional<Regex> regex{};  // of kRegex
  bool loose = false;            // of kWords: has signs that are not looked for
  std::size_t column = 0;        // from 1, in characters
};

// Any of these; negated: none of these.
struct QueryGroup {
  std::vector<QueryTerm> any;
  bool negated = false;
};

struct QueryFilter {
  enum class Kind : std::uint8_t {
    kProject,
    kSession,
    kRole,
    kTool,
    kFile,
    kModel,
    kBranch,  // of git
    kError,
    kSince,
    kUntil,
  };
  Kind kind = Kind::kProject;
  std::string value;
  TimeMs time = 0;  // of kSince and kUntil
  bool negated = false;
  std::size_t column = 0;  // 0: not from the text of a query
};

struct Query {
  std::vector<QueryGroup> groups;
  // Of one kind any must pass, of each kind; and no negated one.
  std::vector<QueryFilter> filters;

  bool has(QueryFilter::Kind kind) const;
  bool needs_scan() const;                             // has a term that an index cannot answer
  std::vector<std::string> loose_terms() const;        // as written: their signs are not looked for
  std::vector<std::string> filter_like_terms() const;  // "colour:red": words with an unknown filter
};

// The clock is for since: and until:. An error names the column, and shows the query with a mark
// below it.
Result<Query> parse_query(std::string_view text, const LocalClock& clock);

// A filter given in another way than in the text, such as --role user.
Result<QueryFilter> make_filter(std::string_view name, std::string_view value,
                                const LocalClock& clock);

}  // namespace clew
