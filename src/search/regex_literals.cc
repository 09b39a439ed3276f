// SPDX-License-Identifier: MIT
//
// RE2 finds the literals ("atoms") of an expression and can tell, of a set of them, whether a text
// that holds just these could match. So a set without which nothing matches is found by leaving
// atoms out: as long as a text with all others still cannot match, an atom is not needed in it.
#include "search/regex_literals.h"

#include <algorithm>
#include <optional>
#include <re2/filtered_re2.h>

#include "base/text.h"

namespace clew {
namespace {

constexpr std::size_t kShortest = 2;  // bytes; shorter ones are everywhere
constexpr std::size_t kMost = 8;      // each costs a pass over the lines

// Characters whose bytes are the same in every case, for atoms come in lower case.
constexpr struct {
  char32_t first, last;
} kWithoutCase[] = {{0x2010, 0x205E}, {0x2190, 0x23FF}, {0x2500, 0x27BF},
                    {0x3000, 0x9FFF}, {0xAC00, 0xD7A3}, {0x1F000, 0x1FAFF}};

bool is_kept_by_json(char32_t c) {
  if (c < 0x80) return c >= 0x20 && c != 0x7F && c != '"' && c != '\\' && c != '/';
  return std::any_of(std::begin(kWithoutCase), std::end(kWithoutCase),
                     [c](const auto& range) { return c >= range.first && c <= range.last; });
}

// The longest part that stands in a raw line as it is here.
std::string longest_run(std::string_view atom) {
  std::string_view best;
  std::size_t start = 0;
  for (std::size_t pos = 0; pos < atom.size();) {
    const std::size_t at = pos;
    if (is_kept_by_json(decode_utf8(atom, pos))) {
      if (pos - start > best.size()) best = atom.substr(start, pos - start);
    } else {
      start = std::max(pos, at + 1);
    }
  }
  return std::string(best);
}

// Two characters outside ASCII are another case of s and k: U+017F and U+212A. They matter where an
// expression ignores case, or names them.
bool may_hold_odd_cases(std::string_view pattern, bool ignore_case) {
  constexpr std::string_view kMarks[] = {"(?", "\\x"};
  const std::string_view own = pattern.substr(std::min<std::size_t>(pattern.size(), 4));  // (?m)
  return ignore_case ||
         std::any_of(std::begin(kMarks), std::end(kMarks),
                     [own](std::string_view mark) { return own.find(mark) != own.npos; }) ||
         std::any_of(own.begin(), own.end(),
                     [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

struct Atom {
  int index = 0;
  std::string run;
};

class AtomSets {
 public:
  AtomSets(const std::string& pattern, const RE2::Options& options) : filter_(1) {
    int id = 0;
    if (filter_.Add(pattern, options, &id) == RE2::NoError) filter_.Compile(&atoms_);
  }
  const std::vector<std::string>& atoms() const { return atoms_; }

  // Whether each text that matches holds one of these.
  bool is_required(const std::vector<Atom>& some) const {
    if (atoms_.empty()) return false;
    std::vector<int> others;
    for (int i = 0; i < static_cast<int>(atoms_.size()); ++i) {
      const bool among =
          std::any_of(some.begin(), some.end(), [i](const Atom& atom) { return atom.index == i; });
      if (!among) others.push_back(i);
    }
    std::vector<int> possible;
    filter_.AllPotentials(others, &possible);
    return possible.empty();
  }

 private:
  re2::FilteredRE2 filter_;
  std::vector<std::string> atoms_;
};

}  // namespace

std::vector<std::string> required_literals(const std::string& pattern, bool ignore_case,
                                           const RE2::Options& options) {
  const AtomSets sets(pattern, options);
  std::vector<Atom> chosen;
  for (std::size_t i = 0; i < sets.atoms().size(); ++i) {
    std::string run = longest_run(sets.atoms()[i]);
    if (run.size() >= kShortest) chosen.push_back({static_cast<int>(i), std::move(run)});
  }
  if (!sets.is_required(chosen)) return {};
  // The short ones go first.
  std::stable_sort(chosen.begin(), chosen.end(),
                   [](const Atom& a, const Atom& b) { return a.run.size() < b.run.size(); });
  for (std::size_t i = 0; i < chosen.size();) {
    std::vector<Atom> without = chosen;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
    if (sets.is_required(without)) {
      chosen = std::move(without);
    } else {
      ++i;
    }
  }
  std::vector<std::string> literals;
  for (Atom& atom : chosen) {
    if (std::find(literals.begin(), literals.end(), atom.run) == literals.end())
      literals.push_back(std::move(atom.run));
  }
  const bool has_s_or_k = std::any_of(literals.begin(), literals.end(), [](const std::string& run) {
    return run.find_first_of("sk") != run.npos;
  });
  if (has_s_or_k && may_hold_odd_cases(pattern, ignore_case)) {
    literals.insert(literals.end(), {"\u017F", "\u212A"});
  }
  if (literals.size() > kMost) return {};
  return literals;
}

}  // namespace clew
