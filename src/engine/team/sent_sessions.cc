// SPDX-License-Identifier: MIT
#include "engine/team/sent_sessions.h"

#include "json/value.h"
#include "json/writer.h"
#include "os/paths.h"

namespace clew {

std::string session_place(const std::string& root, const std::string& key,
                          const std::string& session) {
  return root + "\n" + key + "\n" + session + "\n";
}

Result<TeamStoredSessions> read_stored_sessions(TeamStore& store, const std::string& machine) {
  auto sums = store.stored_sessions(machine);
  if (!sums) return sums.error();
  TeamStoredSessions all;
  for (const StoredSum& sum : *sums) {
    all[session_place(sum.root, sum.key, sum.session)] = {sum.files, sum.bytes};
  }
  return all;
}

SentSessions SentSessions::read(const FileSystem& files, const std::string& path,
                                const std::string& store) {
  SentSessions sent;
  const auto text = read_file(files, path, 256 << 20);
  if (!text) return sent;
  json::Parser parser;
  const auto value = parser.parse_copy(*text);
  if (!value || (*value)["store"].string_or("") != store) return sent;
  for (const json::Value one : (*value)["sessions"].elements()) {
    sent.looks_[std::string(one["place"].string_or(""))] = {
        static_cast<std::uint64_t>(one["look"].int_or(0)),
        {one["files"].int_or(0), one["bytes"].int_or(0)}};
  }
  return sent;
}

Result<void> SentSessions::write(WritableFileSystem& files, const std::string& path,
                                 const std::string& store) const {
  json::Writer out;
  out.begin_object().field("store", store).key("sessions").begin_array();
  for (const auto& [place, sent] : looks_) {
    out.begin_object()
        .field("place", place)
        .field("look", static_cast<std::int64_t>(sent.look))
        .field("files", sent.stored.files)
        .field("bytes", sent.stored.bytes)
        .end_object();
  }
  out.end_array().end_object();
  if (auto made = files.create_directories(std::string(parent_path(path))); !made) return made;
  return files.write_file_atomic(path, out.take());
}

bool SentSessions::is_sent(const std::string& place, std::uint64_t look,
                           const TeamStoredSessions& stored) const {
  const auto sent = looks_.find(place);
  const auto there = stored.find(place);
  return sent != looks_.end() && there != stored.end() && sent->second.look == look &&
         sent->second.stored == there->second;
}

void SentSessions::complete(const TeamStoredSessions& stored) {
  std::erase_if(looks_, [&](const auto& one) { return !stored.contains(one.first); });
  for (auto& [place, sent] : looks_) {
    if (sent.stored == TeamStoredSession{}) sent.stored = stored.find(place)->second;
  }
}

}  // namespace clew
