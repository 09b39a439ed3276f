// SPDX-License-Identifier: MIT
// Any bytes as the lines of a transcript: the parser never fails, what it gives is in bounds, and
// one parser for all lines gives what a fresh one for each line gives.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"
#include "transcript/entry_parser.h"
#include "transcript/prompt_kind.h"

namespace {

using clew::Entry;
using clew::Symbol;
using clew::Transcript;

void check(bool holds) {
  if (!holds) std::abort();
}

enum class Parsers { kOne, kOnePerLine };

Transcript read(std::string_view file, Parsers parsers) {
  Transcript transcript;
  clew::EntryParser shared(transcript);
  std::int64_t offset = 0;
  std::int64_t number = 0;
  while (!file.empty()) {
    const std::string_view line = file.substr(0, file.find('\n'));
    file.remove_prefix(line.size() == file.size() ? line.size() : line.size() + 1);
    // On its own heap block, so that the sanitizers see a read past the padding.
    std::vector<char> padded(line.begin(), line.end());
    padded.resize(line.size() + clew::json::kPadding, '\xee');
    const std::string_view text(padded.data(), line.size());
    const auto length = static_cast<std::int64_t>(line.size());
    const clew::EntryParser::Place place{offset, length, ++number, number == 1};
    clew::EntryParser fresh(transcript);
    (parsers == Parsers::kOne ? shared : fresh).add(text, place);
    offset += length + 1;
    transcript.bytes = offset;
  }
  return transcript;
}

void check_symbol(const Transcript& t, Symbol symbol) { check(symbol < t.symbols.size()); }

void check_entry(const Transcript& t, const Entry& entry) {
  check(entry.offset >= 0 && entry.length >= 0 && entry.offset + entry.length <= t.bytes);
  check(entry.line >= 1 && entry.line <= t.lines);
  check(entry.first_block + entry.block_count <= t.blocks.size());
  check(entry.usage >= -1 && entry.usage < static_cast<std::int32_t>(t.usages.size()));
  check(entry.origin < t.origins.size() && entry.extra < t.extras.size());
  const clew::Origin& origin = t.origin(entry);
  const clew::Extra& extra = t.extra(entry);
  for (const Symbol symbol :
       {entry.subtype, entry.uuid, entry.parent, entry.message_id, entry.request_id, entry.model,
        entry.stop_reason, origin.session, origin.agent, origin.version, origin.cwd,
        origin.git_branch, extra.type_name, extra.logical_parent, extra.detail, extra.parent_tool,
        extra.started_agent}) {
    check_symbol(t, symbol);
  }
  for (const clew::Block& block : t.blocks_of(entry)) {
    check_symbol(t, block.id);
    check_symbol(t, block.name);
  }
}

void check_bounds(const Transcript& t) {
  std::int64_t next_offset = 0;
  std::size_t blocks = 0;
  for (const Entry& entry : t.entries) {
    check_entry(t, entry);
    check(entry.offset >= next_offset);
    check(entry.first_block == blocks);  // each block belongs to one line
    next_offset = entry.offset + entry.length;
    blocks += entry.block_count;
  }
  check(blocks == t.blocks.size());
  check(t.count() <= t.lines);
  check(t.finding_count >= t.lines - t.count());
  check(t.findings.size() <= Transcript::kMaxFindings);
  for (const auto& last : t.last_prompts) check(last.entry >= 0 && last.entry < t.count());
  for (const auto& compaction : t.compactions) check(compaction.entry < t.count());
  for (const auto& summary : t.summaries) check(summary.entry < t.count());
  for (const auto& snapshot : t.snapshots) {
    check(snapshot.entry < t.count());
    for (const auto& file : snapshot.files) check_symbol(t, file.path);
  }
  for (Symbol symbol = 1; symbol < t.symbols.size(); ++symbol) {
    check(t.symbols.find(t.text(symbol)) == symbol);
  }
}

void check_same(const Transcript& a, const Transcript& b) {
  check(a.count() == b.count() && a.symbols.size() == b.symbols.size());
  check(a.finding_count == b.finding_count && a.unknown.size() == b.unknown.size());
  for (clew::EntryIndex i = 0; i < a.count(); ++i) {
    check(a[i].type == b[i].type && a[i].prompt == b[i].prompt && a[i].time == b[i].time);
    check(a[i].uuid == b[i].uuid && a[i].parent == b[i].parent && a[i].offset == b[i].offset);
    check(a[i].message_id == b[i].message_id && a[i].model == b[i].model);
    check(a[i].block_count == b[i].block_count && a[i].usage == b[i].usage);
    check(a[i].sidechain == b[i].sidechain && a[i].meta == b[i].meta);
  }
  for (std::size_t i = 0; i < a.blocks.size(); ++i) {
    check(a.blocks[i].kind == b.blocks[i].kind && a.blocks[i].id == b.blocks[i].id);
    check(a.blocks[i].visible == b.blocks[i].visible && a.blocks[i].name == b.blocks[i].name);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view file(reinterpret_cast<const char*>(data), size);
  const Transcript transcript = read(file, Parsers::kOne);
  check_bounds(transcript);
  check_same(transcript, read(file, Parsers::kOnePerLine));
  for (const bool meta : {false, true}) {
    const clew::PromptKind kind = clew::classify_prompt(file, meta);
    static_cast<void>(clew::readable_prompt(file, kind));
  }
  return 0;
}
