// SPDX-License-Identifier: MIT
#include "search/filters.h"

#include <algorithm>
#include <optional>

#include "base/text.h"

namespace clew {
namespace {

using Kind = QueryFilter::Kind;

bool matches_or_begins(std::string_view wanted, std::string_view text) {
  if (wanted.ends_with('*')) return text.starts_with(wanted.substr(0, wanted.size() - 1));
  return text == wanted;
}

// Seconds: what the index keeps.
std::int64_t second_of(TimeMs time) {
  return time == kNoTime ? 0 : std::max<TimeMs>(time, 0) / 1000;
}

}  // namespace

bool tool_matches(std::string_view wanted, std::string_view tool) {
  return !tool.empty() && matches_or_begins(ascii_lower(wanted), ascii_lower(tool));
}

bool model_matches(std::string_view wanted, std::string_view model) {
  return !model.empty() && ascii_lower(model).find(ascii_lower(wanted)) != std::string::npos;
}

bool branch_matches(std::string_view wanted, std::string_view branch) {
  return !branch.empty() && matches_or_begins(wanted, branch);
}

std::string file_filter_key(std::string_view wanted) {
  while (wanted.starts_with("./")) wanted.remove_prefix(2);
  return std::string(wanted);
}

// Of the kinds that `passes` answers (it gives nothing for others): any of each kind, no negated
// one.
template <class Passes>
bool Filters::all_kinds_pass(const Passes& passes) const {
  std::uint32_t asked = 0;
  std::uint32_t passed = 0;
  for (const QueryFilter& filter : query_.filters) {
    const std::optional<bool> answer = passes(filter);
    if (!answer) continue;
    if (filter.negated && *answer) return false;
    if (filter.negated) continue;
    const std::uint32_t bit = 1U << static_cast<unsigned>(filter.kind);
    asked |= bit;
    // Of several dates all count: a range is two of them, and the narrowest wins.
    if (*answer) passed |= bit;
    const bool is_date = filter.kind == Kind::kSince || filter.kind == Kind::kUntil;
    if (!*answer && is_date) return false;
  }
  return asked == passed;
}

bool Filters::asks_about_file() const {
  return query_.has(Kind::kProject) || query_.has(Kind::kSession);
}

bool Filters::asks_about_calls() const {
  return query_.has(Kind::kTool) || query_.has(Kind::kFile);
}

bool Filters::file_passes(const TranscriptFile& file) const {
  return all_kinds_pass([&](const QueryFilter& filter) -> std::optional<bool> {
    switch (filter.kind) {
      case Kind::kSession:
        return file.session.starts_with(filter.value);
      case Kind::kProject:
        return ascii_lower(file.project).find(ascii_lower(filter.value)) != std::string::npos ||
               file.key == filter.value;
      default:
        return std::nullopt;
    }
  });
}

bool Filters::passage_passes(const PassageLine& line, const Passage& passage) const {
  if (query_.filters.empty()) return true;
  return all_kinds_pass([&](const QueryFilter& filter) -> std::optional<bool> {
    switch (filter.kind) {
      case Kind::kRole:
        return filter.value == name_of(passage.role);
      case Kind::kTool:
        return tool_matches(filter.value, passage.tool);
      case Kind::kModel:
        return model_matches(filter.value, line.model);
      case Kind::kBranch:
        return branch_matches(filter.value, line.git_branch);
      case Kind::kError:
        return passage.error;
      case Kind::kSince:
        return line.time != kNoTime && second_of(line.time) >= second_of(filter.time);
      case Kind::kUntil:
        return line.time != kNoTime && second_of(line.time) < second_of(filter.time);
      case Kind::kFile: {
        const auto terms = file_filter_terms(passage.file);
        return std::find(terms.begin(), terms.end(), file_filter_key(filter.value)) != terms.end();
      }
      default:
        return std::nullopt;
    }
  });
}

}  // namespace clew
