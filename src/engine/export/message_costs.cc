// SPDX-License-Identifier: MIT
#include "engine/export/message_costs.h"

#include <algorithm>

#include "jsonl/line_reader.h"
#include "transcript/line_usage.h"
#include "transcript/usage_filter.h"
#include "usage/prices.h"

namespace clew {

Result<MessageCosts> MessageCosts::read(const RandomAccessFile& file) {
  MessageCosts out;
  LineReader lines(file);
  LineUsageReader usage;
  for (;;) {
    auto line = lines.next();
    if (!line) return line.error();
    if (!*line) return out;
    const std::string_view text = (*line)->text;
    if (text.empty() || !may_hold_usage(text)) continue;
    for (const UsageRecord& record : usage.read(text).records) {
      if (record.flags == 0 && record.reported == kNotReported) continue;
      Special& special = out.special_[std::string(record.message_id)];
      special.flags |= record.flags;
      special.reported = std::max(special.reported, record.reported);
    }
  }
}

NanoUsd MessageCosts::of(const ExportedMessage& answer) const {
  const auto tokens = answer.tokens();
  if (!tokens || answer.model().empty()) return 0;
  const auto found = special_.find(answer.transcript.text(answer.last().message_id));
  const Special special = found == special_.end() ? Special{} : found->second;
  if (special.reported >= 0) return special.reported;
  return PriceTable::builtin().cost(answer.model(), answer.time(), *tokens, special.flags).total();
}

}  // namespace clew
