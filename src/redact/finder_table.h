// SPDX-License-Identifier: MIT
//
// What a Finder looks for: all kinds with their expressions, and the words that lead to them. Only
// finder.cc and finder_table.cc know it.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <re2/re2.h>
#include <string>
#include <string_view>
#include <vector>

#include "redact/finder.h"
#include "redact/found.h"
#include "redact/keyword_finder.h"
#include "redact/kind.h"

namespace clew::redact {

struct Compiled {
  Kind kind;
  std::unique_ptr<RE2> expression;
  int groups = 0;
};

struct Finder::Table {
  struct Use {
    unsigned uses = 0;               // WordUse
    std::vector<std::size_t> kinds;  // in `compiled`
    std::size_t literal = 0;
  };

  explicit Table(const Options& given) : options(given) {}

  Use& word(std::string_view text, unsigned used) {
    const auto [at, added] = by_word.try_emplace(std::string(text), words.size());
    if (added) {
      words.emplace_back(text);
      uses.emplace_back();
    }
    Use& use = uses[at->second];
    use.uses |= used;
    return use;
  }

  bool is_off(std::string_view kind) const {
    return std::find(options.off.begin(), options.off.end(), kind) != options.off.end();
  }

  void add_kind(const Kind& kind);
  void add_words();
  Result<void> add_expressions();

  // Whether a kind's expression matches where its keyword stands; adds what it found.
  void try_kind(std::string_view text, Span keyword, const Compiled& kind, FoundList& out) const;
  bool take(std::string_view text, Span whole, Span secret, const Kind& kind, FoundList& out) const;
  void find_in_view(std::string_view text, FoundList& out) const;
  void find_asked_for(std::string_view text, FoundList& out) const;

  Options options;
  std::vector<Compiled> compiled;
  std::vector<std::size_t> base64_kinds;
  struct Asked {
    std::string_view name;
    std::unique_ptr<RE2> expression;
  };
  std::vector<Asked> asked;
  std::vector<std::string> words;
  std::vector<Use> uses;
  std::map<std::string, std::size_t> by_word;
  std::unique_ptr<KeywordFinder> keywords;
};

}  // namespace clew::redact
