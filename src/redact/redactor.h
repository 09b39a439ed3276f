// SPDX-License-Identifier: MIT
//
// Takes the secrets out of a session. Its lines are shown to it twice: first all of them are
// collected (a bare copy may stand before the line that tells what it is, or in another file of the
// session), then each is written anew.
//
//   Redactor redactor(finder);
//   for (line of every file) redactor.collect_line(line);
//   redactor.finish();
//   for (line of every file) out << redactor.redact_line(line).value_or(line);
//
// It holds the secrets, no lines.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"
#include "redact/finder.h"
#include "redact/secret_book.h"

namespace clew::redact {

// A finding in a line, for those who want to look at it.
struct LineFinding {
  TextFinding finding;
  std::string_view name;  // of the member it stands under
  // What stands around it in the decoded text, up to other findings; valid during the call.
  std::string_view before;
  std::string_view after;
};

class Redactor {
 public:
  // Borrows the finder. `keeps` says which findings somebody wants to keep; they are left as they
  // are.
  using Keeps = std::function<bool(const TextFinding&)>;
  explicit Redactor(const Finder& finder, Keeps keeps = {});

  // A line of a transcript (also a torn one), and any other text: a file that was kept, say.
  void collect_line(std::string_view line);
  void collect_text(std::string_view text);
  // The same in two steps, of which several threads may do the first, each with a redactor of its
  // own: what there is in a line, and to take it into the book unless somebody wants to keep it.
  struct Looked {
    std::vector<TextFinding> found;
    bool hides_copies = false;  // of what others tell, some may not be seen in its raw bytes
  };
  Looked findings_of(std::string_view line) const;
  void collect(const TextFinding& finding);
  void finish() { book_.finish(); }
  // Whether a known secret may stand in a line that hides no copies; after finish().
  bool may_hold_known(std::string_view line) const;

  // What is replaced in a line or a text, and by what: in no order, without overlaps.
  struct Replacement {
    Span span;
    std::string label;
  };
  std::vector<Replacement> replacements_in_line(std::string_view line) const;
  std::vector<Replacement> replacements_in_text(std::string_view text) const;
  // The line without its secrets and everything else as it was; nothing if it has none.
  std::optional<std::string> redact_line(std::string_view line) const;
  std::optional<std::string> redact_text(std::string_view text) const;

  // What would be replaced in a line, in order. After finish() bare copies are among it.
  using See = std::function<void(const LineFinding&)>;
  void look_at_line(std::string_view line, const See& see) const;
  void look_at_text(std::string_view text, const See& see) const;

  const SecretBook& book() const { return book_; }
  const Finder& finder() const { return finder_; }

 private:
  // Returns whether the line may hide copies.
  template <class Each>
  bool each_text(std::string_view line, bool with_known, const Each& each) const;
  std::vector<TextFinding> findings(std::string_view text, std::string_view name,
                                    bool with_known) const;
  static void show(std::string_view text, std::string_view name, std::vector<TextFinding> found,
                   const See& see);

  const Finder& finder_;
  Keeps keeps_;
  SecretBook book_;
  mutable json::Parser parser_;
};

}  // namespace clew::redact
