// SPDX-License-Identifier: MIT
#include "store/index_schema.h"

#include <string>

#include "store/checksum.h"
#include "store/tokenizer.h"

namespace clew {
namespace {

// Changes of the schema or of the segments' encoding.
constexpr std::int64_t kSchemaVersion = 9;
constexpr std::int64_t kApplicationId = 0x636C6577;  // "clew"
constexpr std::int64_t kVersion = kSchemaVersion * 1000 + kTokenizerVersion;
constexpr std::int64_t kCheckDigits = 4096;

constexpr const char* kSchema =
#include "store/schema_sql.inc"
    ;

}  // namespace

std::int64_t stamped_version(std::int64_t version) {
  return version * kCheckDigits + version * 2654435761 % 4093;
}

std::optional<Error> check_version(sql::Connection& db) {
  const auto application = db.integer("PRAGMA application_id");
  if (!application) return application.error();
  const auto version = db.integer("PRAGMA user_version");
  if (!version) return version.error();
  if (*application != kApplicationId) return damaged_index("it is not an index of Clew");
  const std::int64_t number = *version / kCheckDigits;
  if (*version != stamped_version(number)) {
    // Those before version 5 had no digits.
    return Error{ErrorCode::kCorrupt, "the index was made by an older Clew, or is damaged"};
  }
  if (number > kVersion) {
    return Error{ErrorCode::kUnsupported,
                 "the index was made by a newer Clew; `clew index drop` removes it"};
  }
  if (number < kVersion) return Error{ErrorCode::kCorrupt, "the index was made by an older Clew"};
  return std::nullopt;
}

Result<void> write_manifest(sql::Connection& db, const Manifest& manifest) {
  auto put = db.prepare("INSERT OR REPLACE INTO manifest VALUES (1, ?)");
  if (!put) return put.error();
  const std::string bytes = encode_manifest(manifest);
  return put->bind_blob(1, bytes).run();
}

Result<void> create_schema(sql::Connection& db) {
  // Small pages: a block and its positions fill several, and half of the last one is lost (at 16
  // KiB the index of tree M has 198 MB, at 4 KiB 172).
  auto made = db.run("PRAGMA page_size = 4096; PRAGMA journal_mode = WAL;");
  if (!made) return made;
  made = db.run("BEGIN IMMEDIATE;" + std::string(kSchema) +
                "PRAGMA application_id = " + std::to_string(kApplicationId) +
                ";PRAGMA user_version = " + std::to_string(stamped_version(kVersion)) + ";");
  if (!made) return made;
  if (auto written = write_manifest(db, {}); !written) return written;
  return db.run("COMMIT");
}

}  // namespace clew
