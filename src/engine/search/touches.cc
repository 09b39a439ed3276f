// SPDX-License-Identifier: MIT
//
// Most transcripts do not even hold the name: plain bytes say so first, and only what is left is
// read as a transcript.

#include "engine/search/touches.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "base/parallel.h"
#include "base/text.h"
#include "catalog/layout/session_files.h"
#include "catalog/list/git_remote.h"
#include "engine/lists/hidden_sessions.h"
#include "engine/lists/session_list.h"
#include "engine/read/conversation_view.h"
#include "engine/read/open_session.h"
#include "engine/read/session_name.h"
#include "engine/read/work_done.h"
#include "os/paths.h"
#include "transcript/conversation.h"

namespace clew {
namespace {

constexpr std::size_t kShortestHash = 7;
constexpr std::size_t kLongestHash = 64;
constexpr std::size_t kBlock = std::size_t{1} << 20;

bool is_hash(std::string_view text) {
  return text.size() >= kShortestHash && text.size() <= kLongestHash &&
         text.find_first_not_of("0123456789abcdef") == text.npos;
}

// What is looked for.
struct Sought {
  std::string hash;    // of a commit; empty: a file
  std::string path;    // the whole path, where it was given
  std::string ending;  // what a path must end with: other machines have it elsewhere
  std::string needle;  // bytes that a transcript must hold; empty: any may

  bool is_path(std::string_view changed) const {
    if (changed == path || changed == ending) return true;
    return !ending.empty() && changed.ends_with("/" + ending);
  }
  bool is_commit(std::string_view made) const {
    return !hash.empty() && made.size() >= kShortestHash &&
           (hash.starts_with(made) || made.starts_with(hash));
  }
};

Sought sought_for(Engine& engine, const std::string& what) {
  Sought sought;
  if (is_hash(ascii_lower(what))) {
    sought.hash = ascii_lower(what);
    sought.needle = sought.hash.substr(0, kShortestHash);
    return sought;
  }
  sought.path = what.starts_with('/') ? what : std::string();
  sought.ending = what.starts_with("./") ? what.substr(2) : what;
  if (!sought.path.empty()) {
    // Where it lies in its repository, which others have elsewhere.
    sought.ending.clear();
    const std::string folder(parent_path(sought.path));
    if (const auto copy = find_copy(engine.files(), folder)) {
      sought.ending =
          (copy->below.empty() ? "" : copy->below + "/") + std::string(base_name(sought.path));
    }
  }
  const std::string name(base_name(sought.path.empty() ? sought.ending : sought.path));
  if (name.find_first_of("\"\\") == name.npos) sought.needle = name;
  return sought;
}

bool holds(const FileSystem& files, const std::string& path, const std::string& needle,
           const StopToken& stop) {
  if (needle.empty()) return true;
  const auto file = files.open(path);
  if (!file) return false;
  std::string block(kBlock, '\0');
  std::size_t kept = 0;  // of the block before: what is sought may begin in it
  for (std::int64_t offset = 0; !stop.is_stopped();) {
    const auto count = (*file)->read_at(offset, std::span(block).subspan(kept));
    if (!count || *count == 0) return false;
    const std::string_view all(block.data(), kept + *count);
    if (all.find(needle) != all.npos) return true;
    offset += static_cast<std::int64_t>(*count);
    const std::size_t keep = std::min(all.size(), needle.size() - 1);
    std::copy(all.end() - static_cast<std::ptrdiff_t>(keep), all.end(), block.begin());
    kept = keep;
  }
  return false;
}

// What one transcript says, of all its lines.
class TouchReader {
 public:
  TouchReader(const Sought& sought, const Transcript& transcript)
      : sought_(sought), t_(transcript) {}

  void read(const ToolCall& call);
  std::vector<SessionTouch> take();

 private:
  SessionTouch& touch_of(const std::string& path);
  void date(SessionTouch& touch, const ToolCall& call) const;

  const Sought& sought_;
  const Transcript& t_;
  std::map<std::string, SessionTouch> files_;  // by path
  std::vector<SessionTouch> commits_;
};

void TouchReader::date(SessionTouch& touch, const ToolCall& call) const {
  if (call.call == kNoEntry || t_[call.call].time < touch.time) return;
  touch.time = t_[call.call].time;
  touch.uuid = std::string(uuid_of(t_, call.call).text);
}

void TouchReader::read(const ToolCall& call) {
  WorkDone done(t_);
  done.add(call);
  for (const ChangedFile& file : done.take_files()) {
    if (!sought_.hash.empty() || !sought_.is_path(file.path)) continue;
    SessionTouch& touch = files_[file.path];
    touch.path = file.path;
    touch.edits += file.edits;
    touch.added += file.added;
    touch.removed += file.removed;
    date(touch, call);
  }
  for (const SessionCommit& made : done.take_commits()) {
    if (!sought_.is_commit(made.commit.hash)) continue;
    SessionTouch touch{.commit = made.commit.hash, .subject = made.commit.subject};
    date(touch, call);
    commits_.push_back(std::move(touch));
  }
}

std::vector<SessionTouch> TouchReader::take() {
  std::vector<SessionTouch> all = std::move(commits_);
  for (auto& [path, touch] : files_) all.push_back(std::move(touch));
  return all;
}

Result<std::vector<SessionTouch>> read_touches(Engine& engine, const Sought& sought,
                                               const std::string& path) {
  auto session = open_file(engine, path);
  if (!session) return std::vector<SessionTouch>();  // gone meanwhile, or none
  const Transcript& t = (*session)->transcript();
  std::vector<EntryIndex> lines(static_cast<std::size_t>(t.count()));
  std::iota(lines.begin(), lines.end(), EntryIndex{0});
  TouchReader reader(sought, t);
  auto read =
      each_message(view_on(engine, *session), plan_messages(t, lines), [&](const Message& message) {
        for (const ToolCall& call : message.tools) reader.read(call);
        return true;
      });
  if (!read) return read.error();
  return reader.take();
}

// Those of forks and resumed copies are the same calls once more.
void leave_out_repeated(std::vector<SessionTouch>& touches) {
  std::sort(touches.begin(), touches.end(), [](const SessionTouch& a, const SessionTouch& b) {
    return std::tie(b.time, a.session, a.file, a.path) <
           std::tie(a.time, b.session, b.file, b.path);
  });
  std::vector<SessionTouch> kept;
  for (SessionTouch& one : touches) {
    const bool known = std::any_of(kept.begin(), kept.end(), [&](const SessionTouch& other) {
      return !one.uuid.empty() && other.uuid == one.uuid && other.path == one.path &&
             other.commit == one.commit && other.session == one.session;
    });
    if (!known) kept.push_back(std::move(one));
  }
  touches = std::move(kept);
}

}  // namespace

Result<TouchesAnswer> touches_answer(Engine& engine, const Arguments& arguments) {
  const auto hidden = HiddenSessions::read(engine, arguments);
  if (!hidden) return hidden.error();
  const Sought sought = sought_for(engine, arguments.text("what"));
  SessionFiles found =
      find_session_files(engine.files(), engine.roots().paths, {.agents = Agents::kInclude});
  std::vector<char> holding(found.files.size());
  parallel_for(
      std::ssize(found.files), default_threads(),
      [&](std::int64_t i, int) {
        const auto at = static_cast<std::size_t>(i);
        holding[at] =
            holds(engine.files(), found.files[at].path, sought.needle, engine.stop()) ? 1 : 0;
      },
      engine.stop());
  TouchesAnswer answer{.what = sought.hash.empty() && sought.ending.empty() ? sought.path
                               : sought.hash.empty()                        ? sought.ending
                                                                            : sought.hash};
  std::vector<TranscriptFile> files;
  for (std::size_t i = 0; i < found.files.size(); ++i) {
    if (engine.stop().is_stopped()) return stopped_error();
    const SessionFile& file = found.files[i];
    const ProjectFolder& folder = found.folders[file.folder];
    const std::string session(file.is_agent ? session_above(file.path) : std::string_view(file.id));
    if (holding[i] == 0 || hidden->hides(folder.key, session)) continue;
    auto touches = read_touches(engine, sought, file.path);
    if (!touches) return touches.error();
    const std::string machine(engine.machine_of(file.path));
    for (SessionTouch& touch : *touches) {
      touch.session = session.empty() ? file.id : session;
      touch.machine = machine;
      touch.person = person_of_machine(machine);
      touch.file = file.path;
      answer.touches.push_back(std::move(touch));
    }
  }
  leave_out_repeated(answer.touches);
  for (const SessionTouch& touch : answer.touches) {
    const auto info = engine.files().stat(touch.file);
    files.push_back(transcript_file(touch.file, "", "", info ? *info : FileInfo{}));
  }
  std::vector<FileOfSession> named;
  for (std::size_t i = 0; i < files.size(); ++i) {
    named.push_back({&files[i], answer.touches[i].session});
  }
  const std::vector<SessionName> names = session_names(engine, named);
  for (std::size_t i = 0; i < names.size(); ++i) answer.touches[i].name = names[i].name;
  return answer;
}

}  // namespace clew
