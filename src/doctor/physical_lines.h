// SPDX-License-Identifier: MIT
//
// What stands in a file between the lines that could be read: torn, spliced and glued records, runs
// of NUL bytes, marks of another encoding. Only these bytes are looked at.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "doctor/defects.h"
#include "transcript/transcript.h"

namespace clew {

// Any bytes of the file of a session.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  virtual std::int64_t size() const = 0;
  virtual Result<std::string> bytes(std::int64_t offset, std::int64_t length) = 0;
};

// What an unreadable line still holds.
struct Recovered {
  std::vector<std::string> records;  // whole ones, in their order
  std::string lost;                  // what is none
};
Recovered recover_records(std::string_view line);

// Is told all of a file in its order.
class PhysicalVisitor {
 public:
  virtual ~PhysicalVisitor() = default;
  virtual Result<void> on_entry(EntryIndex entry) = 0;
  // A record that no reader of lines sees, and the number of the line that it is in.
  virtual Result<void> on_record(std::string_view record, std::int64_t line) = 0;
  // `lost`: bytes that are in no record; of A2 and A7 kHiddenRecord where NUL bytes or another
  // encoding hide one.
  virtual void on_defect(Defect defect, std::int64_t line, std::string_view lost) = 0;
};

inline constexpr std::string_view kHiddenRecord = "record";

// Larger gaps are not searched for records.
inline constexpr std::int64_t kLargestGap = std::int64_t{64} << 20;

Result<void> visit_physical_lines(const Transcript& transcript, ByteSource& file,
                                  PhysicalVisitor& visitor);

}  // namespace clew
