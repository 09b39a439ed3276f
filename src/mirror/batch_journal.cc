// SPDX-License-Identifier: MIT
#include "mirror/batch_journal.h"

#include <charconv>

#include <fmt/format.h>

#include "json/value.h"
#include "json/writer.h"

namespace clew {
namespace {

std::string hex_of(const Hash128& hash) {
  return fmt::format("{:016x}{:016x}", hash.high, hash.low);
}

Hash128 hash_of(std::string_view hex) {
  Hash128 hash;
  if (hex.size() != 32) return hash;
  std::from_chars(hex.data(), hex.data() + 16, hash.high, 16);
  std::from_chars(hex.data() + 16, hex.data() + 32, hash.low, 16);
  return hash;
}

JournalRecord record_of(json::Value line) {
  return {.subpath = std::string(line["transcript"].string_or("")),
          .end = static_cast<std::uint64_t>(line["end"].int_or(0)),
          .at = line["at"].int_or(0),
          .batch = std::string(line["batch"].string_or("")),
          .sum = hash_of(line["sum"].string_or("")),
          .deleted = line["deleted"].bool_or(false)};
}

}  // namespace

std::string journal_line(const JournalRecord& record) {
  json::Writer out;
  out.begin_object().field("transcript", record.subpath);
  if (record.deleted) {
    out.field("deleted", true).field("at", record.at);
  } else {
    out.field("end", record.end).field("at", record.at);
    if (!record.batch.empty()) out.field("batch", record.batch).field("sum", hex_of(record.sum));
  }
  out.end_object();
  return out.take() + "\n";
}

std::string journal_head(std::string_view project, std::string_view session) {
  json::Writer out;
  out.begin_object().field("format", 1).field("project", project).field("session", session);
  out.end_object();
  return out.take() + "\n";
}

const JournalState::Transcript* JournalState::find(std::string_view subpath) const {
  const auto found = transcripts.find(subpath);
  return found == transcripts.end() ? nullptr : &found->second;
}

void JournalState::take(const JournalRecord& record) {
  if (record.deleted && record.subpath.empty()) {
    transcripts.clear();
    deleted = true;
    return;
  }
  if (record.deleted) {
    transcripts.erase(record.subpath);
    return;
  }
  deleted = false;
  Transcript& transcript = transcripts[record.subpath];
  transcript.end = record.end;
  transcript.changed = record.at;
  if (!record.batch.empty()) transcript.batches[record.batch] = record.sum;
}

JournalState read_journal(std::string_view text) {
  JournalState state;
  json::Parser parser;
  bool last_is_unreadable = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const bool has_end = end < text.size();
    const auto line = parser.parse_copy(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const bool is_readable = line && line->is_object();
    last_is_unreadable = has_end && !is_readable;
    if (!is_readable) continue;
    if (const json::Value session = (*line)["session"]; session.is_string()) {
      state.session = session.string_or("");
    } else if ((*line)["transcript"].is_string()) {
      state.take(record_of(*line));
    }
  }
  state.damaged = state.session.empty() || last_is_unreadable;
  return state;
}

}  // namespace clew
