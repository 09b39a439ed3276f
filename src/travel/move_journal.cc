// SPDX-License-Identifier: MIT
#include "travel/move_journal.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "json/value.h"
#include "json/writer.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::int64_t kVersion = 1;
constexpr std::string_view kEnding = ".json";

std::string journal_text(const ProjectMove& move) {
  json::Writer out;
  out.begin_object().field("version", kVersion).field("folder", move.folder);
  out.field("newFolder", move.new_folder).key("sessions").begin_array();
  for (const std::string& session : move.sessions) out.value(session);
  out.end_array().key("parts").begin_array();
  for (const MovePart& part : move.parts) {
    out.begin_object().field("root", part.root).field("from", part.from.text());
    out.field("to", part.to.text()).key("names").begin_array();
    for (const PlainName& name : part.names) out.value(name.text());
    out.end_array().end_object();
  }
  out.end_array().end_object();
  return out.text() + "\n";
}

Result<ProjectMove> read_journal(const FileSystem& disk, const std::string& path) {
  const auto text = read_file(disk, path, 64 << 20);
  if (!text) return text.error();
  const auto damaged = [&](std::string_view how) {
    return Error{ErrorCode::kCorrupt, path + " is damaged: " + std::string(how)};
  };
  json::Parser parser;
  const auto value = parser.parse_copy(*text);
  if (!value) return damaged(value.error().message);
  if ((*value)["version"].int_or(0) != kVersion) return damaged("its version is not known");
  ProjectMove move{std::string((*value)["folder"].string_or("")),
                   std::string((*value)["newFolder"].string_or(""))};
  for (const json::Value session : (*value)["sessions"].elements()) {
    move.sessions.emplace_back(session.string_or(""));
  }
  for (const json::Value one : (*value)["parts"].elements()) {
    const auto from = PlainName::from(one["from"].string_or(""));
    const auto to = PlainName::from(one["to"].string_or(""));
    const std::string root(one["root"].string_or(""));
    if (!from || !to || !root.starts_with('/')) return damaged("a part has no place");
    MovePart part{root, *from, *to};
    for (const json::Value name : one["names"].elements()) {
      auto plain = PlainName::from(name.string_or(""));
      if (!plain) return damaged("a name is none");
      part.names.push_back(std::move(*plain));
    }
    move.parts.push_back(std::move(part));
  }
  return move;
}

// "000041": "000042.json".
PlainName next_name(std::string_view before) {
  std::int64_t number = 0;
  std::from_chars(before.data(), before.data() + before.size(), number);
  return *PlainName::from(fmt::format("{:06}{}", number + 1, kEnding));
}

bool same_places(const ProjectMove& a, const ProjectMove& b) {
  return std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(),
                    [](const MovePart& one, const MovePart& other) {
                      return one.root == other.root && one.from == other.from && one.to == other.to;
                    });
}

// Something waits in its old place that is not in its new one.
bool was_cut_short(const DurableFileSystem& disk, const ProjectMove& move) {
  for (const MovePart& part : move.parts) {
    for (const PlainName& name : part.names) {
      if (disk.info(part.old_place() / name) && !disk.info(part.new_place() / name)) return true;
    }
  }
  return false;
}

template <class T>
void add_missing(std::vector<T>& to, const std::vector<T>& from) {
  for (const T& one : from) {
    if (std::find(to.begin(), to.end(), one) == to.end()) to.push_back(one);
  }
}

}  // namespace

Result<MoveJournal> MoveJournal::last(const FileSystem& disk, const std::string& journals) {
  const Error none{ErrorCode::kNotFound, "no move is known that could be taken back"};
  const auto entries = disk.list(journals);
  if (!entries && entries.error().code == ErrorCode::kNotFound) return none;
  if (!entries) return entries.error();
  std::optional<PlainName> newest;
  for (const DirEntry& entry : *entries) {
    const bool is_journal = entry.kind == FileKind::kRegular && extension(entry.name) == kEnding;
    if (is_journal && (!newest || *newest < entry.name)) newest = entry.name;
  }
  if (!newest) return none;
  PathBelow place = PathBelow(journals) / *newest;
  auto move = read_journal(disk, place.text());
  if (!move) return move.error();
  return MoveJournal(std::move(place), std::move(*move));
}

Result<MoveJournal> MoveJournal::begin(DurableFileSystem& disk, const std::string& journals,
                                       const ProjectMove& move) {
  if (auto made = disk.create_directories(journals); !made) return made.error();
  auto before = last(disk, journals);
  if (!before && before.error().code != ErrorCode::kNotFound) return before.error();
  if (before && same_places(before->move_, move) && was_cut_short(disk, before->move_)) {
    MoveJournal again = std::move(*before);
    add_missing(again.move_.sessions, move.sessions);
    for (std::size_t i = 0; i < move.parts.size(); ++i) {
      add_missing(again.move_.parts[i].names, move.parts[i].names);
    }
    auto written = disk.write_file_atomic(again.place_.text(), journal_text(again.move_));
    if (!written) return written.error();
    return again;
  }
  const std::string place_before = before ? before->place_.text() : std::string();
  const PathBelow place = PathBelow(journals) / next_name(stem(place_before));
  if (auto made = disk.create_file(place, journal_text(move)); !made) return made.error();
  if (auto safe = disk.sync(place); !safe) return safe.error();
  return MoveJournal(place, move);
}

Result<void> MoveJournal::forget(DurableFileSystem& disk) { return disk.remove(place_); }

}  // namespace clew
