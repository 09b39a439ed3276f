// SPDX-License-Identifier: MIT

#include "transcript/append.h"

#include <utility>

namespace clew {
namespace {

class Appending {
 public:
  Appending(Transcript& to, Transcript& part)
      : to_(to),
        part_(part),
        lines_before_(to.end.lines),
        entries_before_(to.count()),
        blocks_before_(static_cast<std::uint32_t>(to.blocks.size())),
        usages_before_(static_cast<std::int32_t>(to.usages.size())),
        origins_before_(static_cast<std::uint32_t>(to.origins.size()) - 1),
        extras_before_(static_cast<std::uint32_t>(to.extras.size()) - 1) {
    // A usage like the one before it is not stored again.
    if (usages_before_ > 0 && !part.usages.empty() && to.usages.back() == part.usages.front()) {
      --usages_before_;
      to.usages.pop_back();
    }
    symbols_.reserve(part.symbols.size());
    for (Symbol symbol = 0; symbol < part.symbols.size(); ++symbol) {
      symbols_.push_back(to.symbols.intern(part.symbols.text(symbol)));
    }
  }

  void run() {
    for (Entry& entry : part_.entries) move(entry);
    for (Block& block : part_.blocks) rename({&block.id, &block.name});
    for (Origin& origin : part_.origins) {
      rename({&origin.session, &origin.agent, &origin.version, &origin.cwd, &origin.git_branch});
    }
    for (Extra& extra : part_.extras) {
      rename({&extra.type_name, &extra.logical_parent, &extra.detail, &extra.parent_tool,
              &extra.started_agent});
    }
    for (LastPrompt& last : part_.last_prompts) {
      last.entry += entries_before_;
      rename({&last.leaf});
    }
    for (Summary& summary : part_.summaries) {
      summary.entry += entries_before_;
      rename({&summary.leaf});
    }
    for (Compaction& compaction : part_.compactions) move(compaction);
    for (FileSnapshot& snapshot : part_.snapshots) move(snapshot);
    take_all(to_.entries, part_.entries);
    take_all(to_.blocks, part_.blocks);
    take_all(to_.usages, part_.usages);
    take_all(to_.origins, part_.origins, 1);  // the first of both says nothing
    take_all(to_.extras, part_.extras, 1);
    take_all(to_.last_prompts, part_.last_prompts);
    take_all(to_.summaries, part_.summaries);
    take_all(to_.compactions, part_.compactions);
    take_all(to_.snapshots, part_.snapshots);
    for (Label Transcript::*const label : {&Transcript::custom_title, &Transcript::ai_title,
                                           &Transcript::tag, &Transcript::agent_name}) {
      if ((part_.*label).entry == kNoEntry) continue;
      to_.*label = std::move(part_.*label);
      (to_.*label).entry += entries_before_;
    }
    take_findings();
    for (const auto& [type, count] : part_.unknown) to_.unknown[type] += count;
    // A part without lines says nothing of where the file ends.
    if (part_.bytes != 0) to_.bytes = part_.bytes;
    to_.lines += part_.lines;
    to_.end = {part_.end.offset, lines_before_ + part_.end.lines, part_.end.whole};
  }

 private:
  void rename(std::initializer_list<Symbol*> some) const {
    for (Symbol* symbol : some) *symbol = symbols_[*symbol];
  }

  void move(Entry& entry) const {
    entry.line += static_cast<std::int32_t>(lines_before_);
    entry.first_block += blocks_before_;
    if (entry.usage >= 0) entry.usage += usages_before_;
    if (entry.origin != 0) entry.origin += origins_before_;
    if (entry.extra != 0) entry.extra += extras_before_;
    rename({&entry.subtype, &entry.uuid, &entry.parent, &entry.message_id, &entry.request_id,
            &entry.model, &entry.stop_reason});
  }

  void move(Compaction& compaction) const {
    compaction.entry += entries_before_;
    rename({&compaction.anchor, &compaction.head, &compaction.tail});
    for (Symbol& kept : compaction.preserved) rename({&kept});
  }

  void move(FileSnapshot& snapshot) const {
    snapshot.entry += entries_before_;
    rename({&snapshot.message, &snapshot.snapshot_message});
    for (FileBackup& file : snapshot.files) rename({&file.path, &file.backup});
  }

  template <class T>
  static void take_all(std::vector<T>& to, std::vector<T>& from, std::ptrdiff_t but_first = 0) {
    to.insert(to.end(), std::make_move_iterator(from.begin() + but_first),
              std::make_move_iterator(from.end()));
  }

  void take_findings() {
    const std::int64_t unseen = part_.finding_count - std::ssize(part_.findings);
    for (Finding& finding : part_.findings) {
      finding.line += lines_before_;
      to_.report(std::move(finding));
    }
    to_.finding_count += unseen;
  }

  Transcript& to_;
  Transcript& part_;
  const std::int64_t lines_before_;
  const EntryIndex entries_before_;
  const std::uint32_t blocks_before_;
  std::int32_t usages_before_;
  const std::uint32_t origins_before_;
  const std::uint32_t extras_before_;
  std::vector<Symbol> symbols_;  // by the part's: those of the whole
};

}  // namespace

void append(Transcript& to, Transcript part) { Appending(to, part).run(); }

}  // namespace clew
