// SPDX-License-Identifier: MIT

#include "engine/lists/wanted_sessions.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/letter_case.h"

namespace clew {
namespace {

// One word each, in lower case.
std::vector<std::string> words_of(const std::vector<std::string>& texts) {
  std::vector<std::string> words;
  for (const std::string& text : texts) {
    const std::string low = lower_case(text);
    for (std::size_t at = 0; at < low.size();) {
      const std::size_t begin = low.find_first_not_of(" \t\n", at);
      if (begin == std::string::npos) break;
      const std::size_t end = std::min(low.find_first_of(" \t\n", begin), low.size());
      words.push_back(low.substr(begin, end - begin));
      at = end;
    }
  }
  return words;
}

struct Wanted {
  const SessionListing* listing;
  std::vector<std::string> words;
  std::vector<std::string> ids;
  std::string model;
  std::string branch;
  std::string tag;
  std::string machine;
  std::string person;
  std::optional<std::int64_t> days;
  bool running;
  bool pinned;

  bool asks() const {
    return !words.empty() || !ids.empty() || !model.empty() || !branch.empty() || !tag.empty() ||
           !machine.empty() || !person.empty() || days || running || pinned;
  }
  // Whose machine it is of.
  bool is_from(const ProjectFolder& folder) const;
  bool has_words(const FactsView& facts, const ProjectFolder& folder) const;
  bool takes(const FactsView& facts, const ProjectFolder& folder) const;
};

bool Wanted::has_words(const FactsView& facts, const ProjectFolder& folder) const {
  if (words.empty()) return true;
  std::string text(facts.title());
  for (const std::string_view part :
       {std::string_view(facts.first_prompt), std::string_view(facts.cwd),
        std::string_view(folder.key), std::string_view(facts.labels.tag),
        std::string_view(facts.git_branch), std::string_view(facts.id),
        listing->remark_of(facts.id)}) {
    text.append("\n").append(part);
  }
  const std::string low = lower_case(text);
  return std::all_of(words.begin(), words.end(),
                     [&](const std::string& word) { return low.find(word) != std::string::npos; });
}

bool Wanted::is_from(const ProjectFolder& folder) const {
  if (machine.empty() && person.empty()) return true;
  const auto found = listing->machines.find(folder.root);
  if (found == listing->machines.end()) return false;
  if (!person.empty() && person_of_machine(found->second) != person) return false;
  // With or without whose it is.
  return machine.empty() || found->second == machine ||
         (found->second.ends_with("@" + machine) && machine.find('@') == machine.npos);
}

bool Wanted::takes(const FactsView& facts, const ProjectFolder& folder) const {
  if (pinned && !listing->is_pinned(facts.id)) return false;
  if (running && listing->live.find(facts.id) == nullptr) return false;
  if (!ids.empty() && std::find(ids.begin(), ids.end(), facts.id) == ids.end()) return false;
  if (!model.empty() && facts.model != model) return false;
  if (!branch.empty() && facts.git_branch != branch) return false;
  if (!tag.empty() && facts.labels.tag != tag) return false;
  if (!is_from(folder)) return false;
  if (days) {
    const auto left = listing->days_left(facts.file, folder.root);
    if (!left || *left > *days) return false;
  }
  return has_words(facts, folder);
}

}  // namespace

std::function<bool(const FactsView&, const ProjectFolder&)> wanted_filter(
    const SessionListing& listing, const Arguments& arguments) {
  Wanted wanted{&listing,
                words_of(arguments.list("match")),
                arguments.list("id"),
                arguments.text("model"),
                arguments.text("branch"),
                arguments.text("tag"),
                arguments.text("machine"),
                arguments.text("person"),
                arguments.maybe_integer("days-left"),
                arguments.flag("running"),
                arguments.flag("pinned")};
  if (!wanted.asks()) return {};
  return [wanted = std::move(wanted)](const FactsView& facts, const ProjectFolder& folder) {
    return wanted.takes(facts, folder);
  };
}

}  // namespace clew
