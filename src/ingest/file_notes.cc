// SPDX-License-Identifier: MIT
#include "ingest/file_notes.h"

#include <utility>

#include "transcript/usage_filter.h"
#include "usage/ledger_codec.h"

namespace clew {

void FileNotes::set_facts(const TranscriptFile& source) {
  facts_ = {};
  facts_.path = source.path;
  facts_.project = source.key;
  facts_.session = source.session;
  facts_.is_agent = source.is_agent;
}

void FileNotes::start(const TranscriptFile& source) {
  set_facts(source);
  part_.emplace();
  entries_.reset();
  transcript_.reset();
  if (source.is_agent) return;  // has no branches of its own
  if (source.info.size > kLargestWithBranches) return;
  transcript_ = std::make_unique<Transcript>();
  entries_.emplace(*transcript_);
}

void FileNotes::go_on(const TranscriptFile& source, const StoredLedger& kept) {
  set_facts(source);
  part_ = decode_part(kept.rows);
  if (part_ && !decode_into(*part_, kept.tools, 0, LineUsageReader::Tools::kInclude)) part_.reset();
  entries_.reset();
  transcript_.reset();
}

bool FileNotes::add(const Line& line, const LineFields& fields) {
  // Usage takes longer lines than search does: it must read such a file itself.
  if (line.too_long) part_.reset();
  if (entries_ && !fields.is_missing()) {
    entries_->add(fields, {line.offset, line.length, line.number, line.bom});
  }
  if (!part_ || !may_hold_usage(line.text)) return false;
  part_->add(usage_.read(fields), 0, facts_, line.offset);
  if (part_->rows.size() > kMostLedgerRows) part_.reset();
  return !line.terminated;
}

StoredLedger FileNotes::ledger() const {
  if (!part_) return {};
  return {encode_part(*part_, PartPiece::kWithoutTools),
          encode_part(*part_, PartPiece::kOnlyTools)};
}

std::optional<std::string> FileNotes::take_branches() {
  if (!transcript_) return std::nullopt;
  entries_.reset();
  const std::unique_ptr<Transcript> transcript = std::move(transcript_);
  return BranchMap(Tree(*transcript)).encode();
}

}  // namespace clew
