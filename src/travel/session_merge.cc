// SPDX-License-Identifier: MIT
#include "travel/session_merge.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/hash.h"
#include "base/uuid.h"
#include "json/writer.h"
#include "jsonl/line_reader.h"
#include "transcript/entry_types.h"
#include "transcript/line_fields.h"
#include "transcript/rules.h"

namespace clew {
namespace {

constexpr RuleSet kVersions[] = {RuleSet::k21, RuleSet::k20, RuleSet::k10};

// What a resume sends, in words that mean the same in two files.
std::vector<std::string> sent_lines(const Tree& tree, const ChosenPath& path, const NewIds& ids) {
  const Transcript& t = tree.transcript();
  if (!path.refused.empty()) return {"refused"};
  std::vector<std::string> lines;
  for (const SentMessage& message : sent_messages(t, path)) {
    lines.emplace_back(message.assistant ? "assistant" : "user");
    for (const SentMessage::Part& part : message.parts) {
      std::string line(t.text(t[part.entry].uuid));
      if (const auto found = ids.find(line); found != ids.end()) line = found->second;
      for (const std::uint32_t block : part.blocks) line += " " + std::to_string(block);
      lines.push_back(std::move(line));
    }
  }
  return lines;
}

std::string new_name(std::string_view uuid, const NewIds& ids) {
  const auto found = ids.find(uuid);
  return found == ids.end() ? std::string(uuid) : found->second;
}

// Reads two files line by line, as far as their transcripts go: they may have grown since.
class Lockstep {
 public:
  Lockstep(const MergeInput& a, const MergeInput& b)
      : readers_{LineReader(*a.file, {.end = a.transcript->bytes}),
                 LineReader(*b.file, {.end = b.transcript->bytes})} {}

  Result<void> step() {
    for (int i = 0; i < 2; ++i) {
      auto next = readers_[i].next();
      if (!next) return next.error();
      lines_[i] = *next;
      if (lines_[i] && lines_[i]->too_long) {
        return Error{ErrorCode::kUnsupported,
                     "a line is too long to be merged: line " + std::to_string(lines_[i]->number)};
      }
    }
    return {};
  }
  const std::optional<Line>& line(int i) const { return lines_[i]; }
  LineReader& reader(int i) { return readers_[i]; }

 private:
  LineReader readers_[2];
  std::optional<Line> lines_[2];
};

}  // namespace

Result<SessionMerge> SessionMerge::open(MergeInput a, MergeInput b, std::string new_session) {
  SessionMerge merge(a, b, std::move(new_session));
  if (auto parted = merge.part_lines(); !parted) return parted.error();
  if (merge.common_ == 0) {
    return Error{ErrorCode::kInvalid,
                 "the two have no line in common: they are not copies of one session"};
  }
  for (Copy& copy : merge.copies_) {
    if (copy.own.empty()) {
      const bool first = &copy == &merge.copies_.front();
      return Error{ErrorCode::kInvalid,
                   std::string("there is nothing to merge: the ") + (first ? "second" : "first") +
                       " copy has every line of the " + (first ? "first" : "second")};
    }
    copy.tip = find_path(Tree(*copy.from.transcript), RuleSet::k21).tip;
  }
  return merge;
}

// The same lines at the beginning are what is common; copies of a fork have other session ids.
Result<void> SessionMerge::part_lines() {
  Lockstep both(copies_[0].from, copies_[1].from);
  for (;;) {
    if (auto read = both.step(); !read) return read;
    const auto& a = both.line(0);
    const auto& b = both.line(1);
    if (!a || !b) break;
    if (a->text != b->text &&
        rewritten_line(a->text, session_, {}) != rewritten_line(b->text, session_, {})) {
      break;
    }
    common_lines_.push_back({a->offset, a->length});
  }
  common_ = std::ssize(common_lines_);
  // A last line that was still being written when the copy was made is no line of its own.
  const auto unfinished = [&](int i) {
    const auto& one = both.line(i);
    const auto& other = both.line(1 - i);
    return one && other && !one->terminated && other->text.starts_with(one->text);
  };
  const bool ends_within[] = {unfinished(0), unfinished(1)};  // before the readers go on
  for (int i = 0; i < 2; ++i) {
    Copy& copy = copies_[static_cast<std::size_t>(i)];
    if (ends_within[i]) continue;
    for (std::optional<Line> line = both.line(i); line;) {
      if (line->too_long) {
        return Error{ErrorCode::kUnsupported, "a line is too long to be merged"};
      }
      copy.own.push_back({line->offset, line->length});
      auto next = both.reader(i).next();
      if (!next) return next.error();
      line = *next;
    }
  }
  return {};
}

Result<std::string> SessionMerge::text(const Copy& copy, const RawLine& line) const {
  std::string text(static_cast<std::size_t>(line.length), '\0');
  auto count = copy.from.file->read_at(line.offset, text);
  if (!count) return count.error();
  if (*count == text.size()) return text;
  return Error{ErrorCode::kBusy, "a copy was cut while it was merged"};
}

std::string_view SessionMerge::uuid_at(const Copy& copy, std::int64_t offset) const {
  const Transcript& t = *copy.from.transcript;
  const auto found =
      std::lower_bound(t.entries.begin(), t.entries.end(), offset,
                       [](const Entry& entry, std::int64_t at) { return entry.offset < at; });
  if (found == t.entries.end() || found->offset != offset) return {};
  return t.text(found->uuid);
}

bool SessionMerge::is_compacted_apart(const Copy& copy) const {
  const Transcript& t = *copy.from.transcript;
  return std::any_of(t.compactions.begin(), t.compactions.end(), [&](const Compaction& compaction) {
    return !compaction.micro && t[compaction.entry].offset >= copy.own.front().offset;
  });
}

TimeMs SessionMerge::newest_own(const Copy& copy) const {
  TimeMs newest = kNoTime;
  for (const Entry& entry : copy.from.transcript->entries) {
    if (entry.offset >= copy.own.front().offset) newest = std::max(newest, entry.time);
  }
  return newest;
}

SessionMerge::Side SessionMerge::usual_last() const {
  const bool a = is_compacted_apart(copies_[0]);
  const bool b = is_compacted_apart(copies_[1]);
  if (a != b) return a ? Side::kA : Side::kB;
  return newest_own(copies_[0]) > newest_own(copies_[1]) ? Side::kA : Side::kB;
}

std::string SessionMerge::end(Side side) const {
  const Copy& one = copy(side);
  if (one.tip == kNoEntry) return {};
  const Transcript& t = *one.from.transcript;
  return new_name(t.text(t[one.tip].uuid), ids(side));
}

// The CLI's own note of where the conversation stands: else one of the other copy could count.
std::string SessionMerge::last_prompt(Side side) const {
  const Transcript& t = *copy(side).from.transcript;
  json::Writer out;
  out.begin_object().field(name_of(Field::kType), only_name_of(EntryType::kLastPrompt));
  for (auto last = t.last_prompts.rbegin(); last != t.last_prompts.rend(); ++last) {
    if (last->text.empty()) continue;
    out.field(name_of(Field::kLastPrompt), last->text);
    break;
  }
  out.field(name_of(Field::kLeaf), end(side)).field(name_of(Field::kSession), session_);
  return out.end_object().text();
}

// Uuids of own lines, each with all its lines.
Result<SessionMerge::LinesByUuid> SessionMerge::own_nodes(Side side) const {
  LinesByUuid lines;
  for (const RawLine& line : copy(side).own) {
    const std::string_view uuid = uuid_at(copy(side), line.offset);
    if (uuid.empty()) continue;
    auto one = text(copy(side), line);
    if (!one) return one.error();
    // Texts can be large: what has to be known is whether they are the same.
    const Hash128 hash = hash_bytes_128(rewritten_line(*one, session_, {}));
    lines[uuid].emplace_back(hash.low, hash.high);
  }
  return lines;
}

// Lines that both copies have of their own, word for word, come once; where the same uuid has other
// words, those of the last copy get a new one, and so do the lines below them.
Result<void> SessionMerge::compare_own_nodes(Side first, Side last) {
  auto there = own_nodes(first);
  if (!there) return there.error();
  auto here = own_nodes(last);
  if (!here) return here.error();
  new_ids_.clear();
  shared_.clear();
  renamed_side_ = last;
  for (const auto& [uuid, lines] : *here) {
    const auto found = there->find(uuid);
    if (found == there->end()) continue;
    if (found->second == lines) {
      shared_.emplace(uuid);
    } else {
      new_ids_.emplace(uuid, make_uuid());
    }
  }
  const Transcript& t = *copy(last).from.transcript;
  for (bool changed = !new_ids_.empty(); changed;) {
    changed = false;
    for (const Entry& entry : t.entries) {
      const auto found = shared_.find(t.text(entry.uuid));
      if (found == shared_.end() || !new_ids_.contains(t.text(entry.parent))) continue;
      new_ids_.emplace(*found, make_uuid());
      shared_.erase(found);
      changed = true;
    }
  }
  return {};
}

Result<void> SessionMerge::write(Side last, const Take& take) {
  const Side first = last == Side::kA ? Side::kB : Side::kA;
  if (auto compared = compare_own_nodes(first, last); !compared) return compared;
  const auto put = [&](const Copy& from, const RawLine& line, const NewIds& ids) -> Result<void> {
    auto one = text(from, line);
    if (!one) return one.error();
    return take(rewritten_line(*one, session_, ids) + "\n");
  };
  for (const RawLine& line : common_lines_) {
    if (auto done = put(copies_[0], line, no_ids_); !done) return done;
  }
  for (const RawLine& line : copy(first).own) {
    if (auto done = put(copy(first), line, no_ids_); !done) return done;
  }
  for (const RawLine& line : copy(last).own) {
    if (shared_.contains(uuid_at(copy(last), line.offset))) continue;
    if (auto done = put(copy(last), line, new_ids_); !done) return done;
  }
  if (end(last).empty()) return {};
  return take(last_prompt(last) + "\n");
}

// By the rules of each version: what it would send of this copy is what it would send of the merged
// one, when told to end where the copy ends.
Result<void> SessionMerge::verify_end(Side side, const Tree& merged) const {
  const Tree own(*copy(side).from.transcript);
  const Transcript& t = own.transcript();
  for (const RuleSet rules : kVersions) {
    const ChosenPath active = find_path(own, rules);
    if (!active.refused.empty() || active.tip == kNoEntry) continue;
    const Symbol tip = t[active.tip].uuid;
    const auto before = sent_lines(own, find_path(own, rules, tip), ids(side));
    const Symbol now = merged.transcript().symbols.find(new_name(t.text(tip), ids(side)));
    if (before == sent_lines(merged, find_path(merged, rules, now), no_ids_)) continue;
    return Error{ErrorCode::kUnsupported,
                 std::string("in one file the end of the ") +
                     (side == Side::kA ? "first" : "second") +
                     " copy would not load as it does in its own, by the rules of Claude Code " +
                     std::string(name_of(rules)) +
                     (is_compacted_apart(copies_[0]) && is_compacted_apart(copies_[1])
                          ? ": both copies were compacted since they parted"
                          : "")};
  }
  return {};
}

Result<void> SessionMerge::verify(Side last, const Transcript& merged) const {
  const Tree tree(merged);
  for (const Side side : {Side::kA, Side::kB}) {
    if (auto same = verify_end(side, tree); !same) return same;
  }
  const Tree own(*copy(last).from.transcript);
  const auto before = sent_lines(own, find_path(own, RuleSet::k21), ids(last));
  const auto now = sent_lines(tree, find_path(tree, RuleSet::k21), no_ids_);
  if (before == now) return {};
  return Error{ErrorCode::kUnsupported, "in one file a plain resume would continue elsewhere"};
}

}  // namespace clew
