// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/money.h"
#include "base/result.h"
#include "export/exported.h"
#include "os/file_system.h"

namespace clew {

// What the answers of a transcript cost by the list of prices, or by what old lines themselves say.
class MessageCosts {
 public:
  MessageCosts() = default;  // knows nothing of how answers were given: all at standard prices
  // Reads what sets answers apart: fast, batched, with a cost of their own.
  static Result<MessageCosts> read(const RandomAccessFile& file);

  // Of an answer of that transcript; 0 where there is no price.
  NanoUsd of(const ExportedMessage& answer) const;

 private:
  struct Special {
    std::uint32_t flags = 0;
    NanoUsd reported = -1;
  };
  std::map<std::string, Special, std::less<>> special_;  // by id of the message
};

}  // namespace clew
