// SPDX-License-Identifier: MIT
#include "engine/redact/decisions.h"

#include "base/uuid.h"
#include "json/value.h"
#include "json/writer.h"
#include "keep/content_hash.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::int64_t kLargestDecisions = 64 << 20;

void take(const json::Value& list, std::set<std::string>& hashes) {
  for (const json::Value hash : list.elements()) {
    if (hash.is_string()) hashes.emplace(hash.string_or(""));
  }
}

void put(json::Writer& out, std::string_view name, const std::set<std::string>& hashes) {
  out.key(name).begin_array();
  for (const std::string& hash : hashes) out.value(hash);
  out.end_array();
}

}  // namespace

Result<RedactDecisions> RedactDecisions::read(const FileSystem& files, const std::string& path) {
  RedactDecisions out;
  out.salt_ = make_uuid() + make_uuid();
  const auto text = read_file(files, path, kLargestDecisions);
  if (!text && text.error().code == ErrorCode::kNotFound) return out;
  if (!text) return text.error();
  json::Parser parser;
  const auto value = parser.parse_copy(*text);
  const std::string salt(value ? (*value)["salt"].string_or("") : std::string_view());
  if (salt.empty()) {
    return Error{ErrorCode::kCorrupt,
                 path +
                     " is damaged, so it is not known what was decided about "
                     "findings; repair it, or move it away to start with none"};
  }
  out.salt_ = salt;
  take((*value)["keep"], out.keep_);
  take((*value)["hide"], out.hide_);
  return out;
}

Result<void> RedactDecisions::write(WritableFileSystem& files, const std::string& path) const {
  json::Writer out;
  out.begin_object();
  out.field("salt", salt_);
  put(out, "keep", keep_);
  put(out, "hide", hide_);
  out.end_object();
  if (auto made = files.create_directories(std::string(parent_path(path))); !made) return made;
  return files.write_file_atomic(path, out.text() + "\n");
}

std::string RedactDecisions::hash(std::string_view what, std::string_view text) const {
  std::string salted = salt_;
  salted += what;
  salted += text;
  return piece_hash(salted).hex();
}

std::string RedactDecisions::hash_of_place(std::string_view secret,
                                           const FindingPlace& place) const {
  std::string text(place.session);
  text += '\n';
  text += place.file;
  text += '\n' + std::to_string(place.line) + '\n';
  text += secret;
  return hash("place ", text);
}

void RedactDecisions::decide(What what, const std::string& hash) {
  keep_.erase(hash);
  hide_.erase(hash);
  if (what == What::kKeep) keep_.insert(hash);
  if (what == What::kHide) hide_.insert(hash);
}

void RedactDecisions::decide_kind(What what, std::string_view kind) {
  decide(what, hash("kind ", kind));
}
void RedactDecisions::decide_value(What what, std::string_view secret) {
  decide(what, hash("value ", secret));
}
void RedactDecisions::decide_place(What what, std::string_view secret, const FindingPlace& place) {
  decide(what, hash_of_place(secret, place));
}

int RedactDecisions::decided(const std::string& hash) const {
  return keep_.contains(hash) ? 1 : hide_.contains(hash) ? -1 : 0;
}

bool RedactDecisions::keeps(std::string_view kind, std::string_view secret,
                            const FindingPlace& place) const {
  if (empty()) return false;
  if (const int here = decided(hash_of_place(secret, place)); here != 0) return here > 0;
  if (const int value = decided(hash("value ", secret)); value != 0) return value > 0;
  return decided(hash("kind ", kind)) > 0;
}

}  // namespace clew
