// SPDX-License-Identifier: MIT
#include "travel/pack_manifest.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "catalog/layout/kept_places.h"
#include "catalog/layout/layout.h"
#include "json/value.h"
#include "json/writer.h"
#include "travel/sha256.h"

namespace clew {
namespace {

constexpr std::string_view kWhat = "sessions of Claude Code, packed by Clew";
constexpr std::int64_t kLargestFile = std::int64_t{1} << 40;

// Members of an object without its brackets: the writer's own text has no line ends.
std::string members_of(const json::Writer& writer) {
  const std::string& text = writer.text();
  return text.substr(1, text.size() - 2);
}

std::string head_of(const PackManifest& manifest) {
  json::Writer out;
  out.begin_object().field("what", kWhat).field("format", PackManifest::kFormat);
  out.field("clew", manifest.clew).field("packedAt", format_iso(manifest.packed)).end_object();
  return members_of(out);
}

std::string head_of(const PackedSession& session) {
  json::Writer out;
  out.begin_object().field("id", session.id).field("title", session.title);
  out.field("folder", session.folder).field("remote", session.remote);
  out.field("below", session.below).end_object();
  return members_of(out);
}

std::string line_of(const PackedFile& file) {
  json::Writer out;
  out.begin_object().field("file", file.place).field("size", file.size);
  out.field("sha256", file.sha256).field("modifiedAt", format_iso(file.modified)).end_object();
  return out.text();
}

Error invalid_manifest(std::string why) {
  return {ErrorCode::kInvalid, "its manifest " + std::move(why)};
}

class ManifestReader {
 public:
  Result<PackManifest> read(json::Value value) {
    if (value["what"].string_or("") != kWhat) return invalid_manifest("is none of Clew's");
    const std::int64_t format = value["format"].int_or(0);
    if (format > PackManifest::kFormat) {
      return Error{ErrorCode::kUnsupported,
                   "it was packed by a later Clew, " + std::string(value["clew"].string_or("")) +
                       ", in format " + std::to_string(format) + "; this one reads up to " +
                       std::to_string(PackManifest::kFormat)};
    }
    if (format < 1) return invalid_manifest("names no format");
    PackManifest manifest;
    manifest.clew = value["clew"].string_or("");
    manifest.packed = parse_time(value["packedAt"].string_or("")).value_or(kNoTime);
    for (const json::Value one : value["sessions"].elements()) {
      auto session = read_session(one);
      if (!session) return session.error();
      manifest.sessions.push_back(std::move(*session));
    }
    if (manifest.sessions.empty()) return invalid_manifest("names no session");
    return manifest;
  }

 private:
  Result<PackedSession> read_session(json::Value value) {
    PackedSession session;
    session.id = value["id"].string_or("");
    session.title = value["title"].string_or("");
    session.folder = value["folder"].string_or("");
    session.remote = value["remote"].string_or("");
    session.below = value["below"].string_or("");
    if (!ids_.insert(session.id).second)
      return invalid_manifest("names a session twice: " + session.id);
    for (const json::Value one : value["files"].elements()) {
      auto file = read_file(one, session.id);
      if (!file) return file.error();
      session.files.push_back(std::move(*file));
    }
    const std::string key = session.key();
    if (key.empty()) return invalid_manifest("names no transcript of " + session.id);
    for (const PackedFile& file : session.files) {
      const ProjectPlace place = project_place(file.place);
      if (!place.key.empty() && place.key != key) {
        return invalid_manifest("has a session in two projects: " + session.id);
      }
    }
    return session;
  }

  Result<PackedFile> read_file(json::Value value, const std::string& session) {
    PackedFile file;
    file.place = value["file"].string_or("");
    file.sha256 = value["sha256"].string_or("");
    file.modified = parse_time(value["modifiedAt"].string_or("")).value_or(kNoTime);
    const std::int64_t size = value["size"].int_or(-1);
    if (!is_place_of_session(file.place, session)) {
      return invalid_manifest("has a file that no session may have: " + file.place);
    }
    if (!places_.insert(file.place).second)
      return invalid_manifest("names a file twice: " + file.place);
    if (size < 0 || size > kLargestFile || !is_sha256(file.sha256)) {
      return invalid_manifest("does not describe " + file.place);
    }
    file.size = static_cast<std::uint64_t>(size);
    return file;
  }

  std::set<std::string> ids_;
  std::set<std::string> places_;
};

}  // namespace

std::string PackedSession::key() const {
  const auto name = transcript_name(id);
  for (const PackedFile& file : files) {
    const ProjectPlace place = project_place(file.place);
    if (name && place.below == name->text()) return std::string(place.key);
  }
  return {};
}

std::string PackedSession::transcript() const {
  return place_in_project(key(), transcript_name(id)->text());
}

std::uint64_t PackManifest::bytes() const {
  std::uint64_t all = 0;
  for (const PackedSession& session : sessions) {
    for (const PackedFile& file : session.files) {
      all = std::min(all + file.size, std::numeric_limits<std::uint64_t>::max() / 2);
    }
  }
  return all;
}

std::string pack_manifest_text(const PackManifest& manifest) {
  std::string text = "{" + head_of(manifest) + ",\n\"sessions\":[";
  for (const PackedSession& session : manifest.sessions) {
    text += (&session == &manifest.sessions.front() ? "\n {" : ",\n {") + head_of(session);
    text += ",\n  \"files\":[";
    for (const PackedFile& file : session.files) {
      text += (&file == &session.files.front() ? "\n   " : ",\n   ") + line_of(file);
    }
    text += "]}";
  }
  return text + "]}\n";
}

Result<PackManifest> read_pack_manifest(std::string_view text) {
  json::Parser parser;
  const auto value = parser.parse_copy(text);
  if (!value) return invalid_manifest("is no JSON: " + value.error().message);
  return ManifestReader().read(*value);
}

}  // namespace clew
