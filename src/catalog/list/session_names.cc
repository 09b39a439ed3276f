// SPDX-License-Identifier: MIT
#include "catalog/list/session_names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/edit_distance.h"
#include "base/letter_case.h"
#include "base/text.h"
#include "catalog/facts/facts_codec.h"
#include "catalog/layout/layout.h"
#include "catalog/layout/project_key.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::size_t kShortestPrefix = 4;
constexpr std::size_t kMostSuggestions = 5;

Result<NamedSession> named(const std::string& path, const ProjectFolder& folder) {
  auto id = session_id_of(path);
  if (id) return NamedSession{path, std::move(*id), folder};
  return Error{ErrorCode::kInvalid, path + " has a name that is not a session id"};
}

// "@3" is 3, "@0" and "@-1" are none of any list; nothing for other names.
std::optional<std::int64_t> newest_number(std::string_view name) {
  if (!name.starts_with('@')) return std::nullopt;
  name.remove_prefix(1);
  std::int64_t number = 0;
  const auto [stop, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc() || stop != name.data() + name.size()) return std::nullopt;
  return number;
}

// How a title fits a name, the best first.
enum class TitleFit : std::uint8_t { kSame, kInAnyCase, kBegins };

// A name as titles are compared with it.
struct WantedTitle {
  explicit WantedTitle(std::string name) : text(std::move(name)), folded(lower_case(text)) {
    constexpr std::string_view kCut = "…";  // as lists cut titles
    beginning = folded;
    if (beginning.ends_with(kCut)) beginning.resize(beginning.size() - kCut.size());
  }

  std::string text;
  std::string folded;
  std::string beginning;
};

class Finder {
 public:
  Finder(const FileSystem& files, const std::vector<std::string>& roots, std::string_view name,
         const NameOptions& options)
      : files_(files), roots_(roots), name_(name), options_(options) {}

  Result<NamedSession> find() {
    if (name_.empty()) return Error{ErrorCode::kInvalid, "an empty text names no session"};
    if (const auto number = newest_number(name_)) {
      if (*number > 0) return by_age(*number);
      return Error{ErrorCode::kNotFound,
                   std::string(name_) + " is no session: @1 is the newest, @2 the one before"};
    }
    const bool may_be_path = name_.find('/') != std::string_view::npos;
    const bool takes_path = options_.by_path == FilesByPath::kTaken;
    if (takes_path && (may_be_path || is_transcript_name(name_))) {
      if (auto session = by_path()) return std::move(*session);
    }
    if (may_be_path) {
      if (auto session = by_project_and_id()) return std::move(*session);
      if (takes_path) {
        return Error{ErrorCode::kNotFound, "there is no transcript at " + std::string(name_)};
      }
      return Error{ErrorCode::kInvalid,
                   "a session is named by its id, its title or @N here, not by a path"};
    }
    if (name_.starts_with("claude:")) name_.remove_prefix(7);
    const auto agents = is_agent_name(name_) ? Agents::kInclude : Agents::kLeaveOut;
    found_ =
        find_session_files(files_, roots_, {.agents = agents, .threads = options_.scope.threads});
    if (auto session = by_id()) return std::move(*session);
    return by_title();
  }

 private:
  using Matches = std::vector<const SessionFile*>;

  Result<NamedSession> by_age(std::int64_t number);
  std::optional<NamedSession> by_path();
  std::optional<Result<NamedSession>> by_project_and_id();
  bool begins_id(const std::string& before, std::string_view id) const;
  bool has_link(std::string path, const std::string& real) const;
  std::optional<Result<NamedSession>> by_id();
  Result<NamedSession> by_title();
  std::optional<TitleFit> fit_of(const FactsView& facts, const WantedTitle& wanted) const;
  bool is_hidden(const SessionFile& file) const;
  Result<NamedSession> choose(Matches matches, const char* what) const;
  Error unknown(const SessionList& list) const;
  std::vector<std::string> nearest(const SessionList& list) const;

  const FileSystem& files_;
  const std::vector<std::string>& roots_;
  std::string_view name_;
  const NameOptions& options_;
  SessionFiles found_;
};

// A row of the list that a person who stands in a project sees there.
Result<NamedSession> Finder::by_age(std::int64_t number) {
  ListOptions scope = options_.scope;
  scope.sort = SortBy::kUpdated;
  scope.cursor.clear();
  scope.offset = 0;
  scope.limit = number;
  if (scope.project.empty()) {
    scope.project = options_.current_project;
    scope.above = scope.or_all = true;
  }
  auto list = list_sessions(files_, roots_, scope);
  if (!list) return list.error();
  const std::string count = std::to_string(list->sessions.size());
  if (std::ssize(list->sessions) < number) {
    std::string message = "there is no " + std::string(name_) + ": `clew list` has " + count +
                          (count == "1" ? " session" : " sessions") +
                          (list->project.empty() ? "" : " of " + list->project);
    if (list->left_out_hidden > 0) message += "; hidden ones are not counted (`clew unhide`)";
    return Error{ErrorCode::kNotFound, message};
  }
  const SessionRow& row = list->sessions.back();
  return named(std::string(row.facts().path), list->folders[row.folder]);
}

std::optional<NamedSession> Finder::by_path() {
  const std::string path(name_);
  const auto info = files_.stat(path);
  if (!info || info->kind != FileKind::kRegular) return std::nullopt;
  const auto real = files_.real_path(path);
  const auto id = session_id_of(path);
  if (!real || !id) return std::nullopt;
  NamedSession session{*real, *id};
  session.named_link = has_link(path, *real);
  for (const ProjectFolder& folder : find_project_folders(files_, roots_).folders) {
    const auto inside = files_.real_path(folder.path);
    if (inside && PathBelow::parse(*inside, session.path)) session.folder = folder;
  }
  return session;
}

// Whether a path is a link itself, or leads into a root and by a link out of it again. Links on the
// way to a root, or outside of all, are a person's own affair.
bool Finder::has_link(std::string path, const std::string& real) const {
  if (!path.starts_with('/')) path = "./" + path;
  std::string rest;
  while (!parent_path(path).empty() && parent_path(path) != path) {
    rest.insert(0, base_name(path)).insert(0, "/");
    path = parent_path(path);
    const auto above = files_.real_path(path);
    if (!above) return true;
    const bool is_last = rest.find('/', 1) == std::string::npos;
    const bool is_root = std::find(roots_.begin(), roots_.end(), *above) != roots_.end();
    if ((is_last || is_root) && (*above == "/" ? "" : *above) + rest != real) return true;
  }
  return false;
}

// Whether the name is this and then an id, or enough of its beginning. Two sessions of one machine
// that begin alike need more of it: the first is taken.
bool Finder::begins_id(const std::string& before, std::string_view id) const {
  return name_.starts_with(before) && name_.size() >= before.size() + kShortestPrefix &&
         id.starts_with(ascii_lower(name_.substr(before.size())));
}

// The session that a subagent worked for, as far as the place of its transcript says; else nothing.
std::string parent_session(const SessionFile& file, const ProjectFolder& folder) {
  if (!file.is_agent) return {};
  return transcript_file(file.path, folder.root, folder.key, file.info).session;
}

// A subagent of a session, "<session>/agent-<id>": below the folder of that session or, as older
// versions of Claude Code wrote it, beside its transcript.
const SessionFile* agent_of_session(const SessionFiles& found, std::string_view name) {
  const std::string_view id = base_name(name);
  if (!is_agent_name(id)) return nullptr;
  const std::string_view session = name.substr(0, name.size() - id.size() - 1);
  const SessionFile* beside = nullptr;
  const auto is_beside = [&](const SessionFile& file) {
    return std::any_of(found.files.begin(), found.files.end(), [&](const SessionFile& other) {
      return other.folder == file.folder && other.id == session;
    });
  };
  for (const SessionFile& file : found.files) {
    if (file.id != id) continue;
    const std::string parent = parent_session(file, found.folders[file.folder]);
    if (!parent.empty() && parent == session) return &file;
    if (parent.empty() && !beside && is_beside(file)) beside = &file;
  }
  return beside;
}

// "<project key>/<id>", "<machine>/<id>" or "<session>/agent-<id>", compared with what the roots
// hold: no path is made of it.
std::optional<Result<NamedSession>> Finder::by_project_and_id() {
  const auto agents = is_agent_name(base_name(name_)) ? Agents::kInclude : Agents::kLeaveOut;
  const SessionFiles found =
      find_session_files(files_, roots_, {.agents = agents, .threads = options_.scope.threads});
  if (const SessionFile* agent = agent_of_session(found, name_)) {
    return named(agent->path, found.folders[agent->folder]);
  }
  for (const SessionFile& file : found.files) {
    const ProjectFolder& folder = found.folders[file.folder];
    const auto machine = options_.scope.machines.find(folder.root);
    const bool by_machine =
        machine != options_.scope.machines.end() && begins_id(machine->second + "/", file.id);
    if (by_machine || name_ == folder.key + "/" + file.id) return named(file.path, folder);
  }
  return std::nullopt;
}

// Nothing when no id begins with the name.
std::optional<Result<NamedSession>> Finder::by_id() {
  const std::string wanted = ascii_lower(name_);
  Matches exact;
  Matches beginning;
  for (const SessionFile& file : found_.files) {
    const std::string id = ascii_lower(file.id);
    if (id == wanted) exact.push_back(&file);
    if (!file.is_agent && id.starts_with(wanted)) beginning.push_back(&file);
  }
  if (!exact.empty()) return choose(std::move(exact), "have the id");
  if (name_.size() < kShortestPrefix) return std::nullopt;
  std::erase_if(beginning, [this](const SessionFile* file) { return is_hidden(*file); });
  if (beginning.empty()) return std::nullopt;
  return choose(std::move(beginning), "have an id that begins with");
}

// Who does not know the whole id of a hidden session does not learn here that it is there.
bool Finder::is_hidden(const SessionFile& file) const {
  if (options_.finds_hidden || !options_.scope.is_hidden) return false;
  FactsReader reader;
  const auto facts = reader.read(files_, file.path, file.info);
  if (!facts) return false;
  std::string bytes;
  append_facts(bytes, *facts);
  return options_.scope.is_hidden(*parse_facts(bytes), found_.folders[file.folder]);
}

Result<NamedSession> Finder::by_title() {
  ListOptions scope = options_.scope;
  scope.empty = true;
  scope.show_hidden = options_.finds_hidden;
  scope.limit = scope.offset = 0;
  scope.cursor.clear();
  scope.sort = SortBy::kUpdated;
  auto list = list_sessions(files_, roots_, scope);
  if (!list) return list.error();
  const WantedTitle wanted(one_line(name_));
  std::array<std::vector<NamedSession>, 3> found;  // by TitleFit
  for (const SessionRow& row : list->sessions) {
    const FactsView facts = row.facts();
    const auto fit = fit_of(facts, wanted);
    if (!fit) continue;
    auto match = named(std::string(facts.path), list->folders[row.folder]);
    if (match) found[static_cast<std::size_t>(*fit)].push_back(std::move(*match));
  }
  const auto best =
      std::find_if(found.begin(), found.end(), [](const auto& one) { return !one.empty(); });
  if (best == found.end()) return unknown(*list);
  const std::vector<NamedSession>& matches = *best;
  if (matches.size() == 1) return matches.front();
  const bool beginning = best == found.end() - 1;
  std::string message = std::to_string(matches.size()) + " sessions have " +
                        (beginning ? "a title that begins with" : "the title") + " \"" +
                        std::string(name_) + "\":";
  for (std::size_t i = 0; i < std::min(matches.size(), kMostSuggestions); ++i) {
    message += "\n  " + matches[i].id.text() + " in " + matches[i].folder.key;
  }
  return Error{ErrorCode::kInvalid, message};
}

// Nothing when the title is another one. The beginning of a title is enough, also as lists cut it
// ("…").
std::optional<TitleFit> Finder::fit_of(const FactsView& facts, const WantedTitle& wanted) const {
  if (facts.recorded_id == name_) return TitleFit::kSame;
  std::optional<TitleFit> best;
  for (const std::string& title : {one_line(facts.title()), one_line(facts.labels.custom_title)}) {
    if (title == wanted.text) return TitleFit::kSame;
    const std::string folded = lower_case(title);
    if (folded == wanted.folded) best = TitleFit::kInAnyCase;
    const bool begins = wanted.beginning.size() >= kShortestPrefix;
    if (!best && begins && folded.starts_with(wanted.beginning)) best = TitleFit::kBegins;
  }
  return best;
}

// The only match, or the one of the current project.
Result<NamedSession> Finder::choose(Matches matches, const char* what) const {
  const auto named_file = [&](const SessionFile& file) {
    return named(file.path, found_.folders[file.folder]);
  };
  const auto is_copy = [&](const SessionFile* file) {
    return file->id == matches.front()->id && file != matches.front() &&
           options_.scope.machines.contains(found_.folders[file->folder].root);
  };
  std::erase_if(matches, is_copy);
  if (matches.size() == 1) return named_file(*matches.front());
  const auto is_current = [&](const SessionFile* file) {
    return !options_.current_project.empty() &&
           is_key_of(found_.folders[file->folder].key, options_.current_project);
  };
  const bool one_id = std::all_of(matches.begin(), matches.end(), [&](const SessionFile* file) {
    return file->id == matches.front()->id;
  });
  if (one_id && std::count_if(matches.begin(), matches.end(), is_current) == 1) {
    return named_file(**std::find_if(matches.begin(), matches.end(), is_current));
  }
  const bool of_agents = matches.front()->is_agent;
  std::string message = std::to_string(matches.size()) +
                        (of_agents ? " subagents " : " sessions ") + what + " " +
                        std::string(name_);
  if (one_id) {
    message += of_agents ? "; name one with its session" : "; name one with its project";
    message += " (on a command line behind --)";
  }
  message += ":";
  for (std::size_t i = 0; i < std::min(matches.size(), kMostSuggestions); ++i) {
    const ProjectFolder& folder = found_.folders[matches[i]->folder];
    const std::string parent = parent_session(*matches[i], folder);
    const std::string& before = parent.empty() ? folder.key : parent;
    message +=
        "\n  " + (one_id ? before + "/" + matches[i]->id : matches[i]->id + " in " + folder.key);
  }
  if (matches.size() > kMostSuggestions) message += "\n  ...";
  return Error{ErrorCode::kInvalid, message};
}

Error Finder::unknown(const SessionList& list) const {
  std::string message = "no session is named \"" + std::string(name_) +
                        "\": looked at the ids and titles of " +
                        std::to_string(list.sessions.size()) +
                        (list.sessions.size() == 1 ? " session under" : " sessions under");
  for (const std::string& root : roots_) message += " " + root;
  if (roots_.empty()) message += " no root";
  if (name_.size() < kShortestPrefix) {
    message += "; the beginning of an id needs " + std::to_string(kShortestPrefix) + " characters";
  }
  const std::vector<std::string> near = nearest(list);
  if (!near.empty()) message += "\nnearest:";
  for (const std::string& suggestion : near) message += "\n  " + suggestion;
  return {ErrorCode::kNotFound, message};
}

// Ids and titles with few differences, and titles that contain the name, best first.
std::vector<std::string> Finder::nearest(const SessionList& list) const {
  const std::string wanted = ascii_lower(one_line(name_));
  const int far = std::max(3, static_cast<int>(wanted.size() / 3));
  std::vector<std::pair<int, std::string>> ranked;
  for (const SessionRow& row : list.sessions) {
    const FactsView facts = row.facts();
    const std::string title = ascii_lower(one_line(facts.title()));
    const std::string id = ascii_lower(facts.id).substr(0, wanted.size());
    int distance = std::min(edit_distance(wanted, title, far), edit_distance(wanted, id, 3));
    if (edit_distance(wanted, id, 3) > 2 && edit_distance(wanted, title, far) >= far) {
      const bool inside = wanted.size() >= 3 && title.find(wanted) != std::string::npos;
      if (!inside) continue;
      distance = 1;
    }
    constexpr int kTitleCells = 80;
    ranked.emplace_back(distance, std::string(facts.id) + "  " +
                                      truncate_to_width(one_line(short_name(facts)), kTitleCells));
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> best;
  for (auto& [distance, text] : ranked) {
    if (best.size() < kMostSuggestions) best.push_back(std::move(text));
  }
  return best;
}

}  // namespace

Result<NamedSession> find_session(const FileSystem& files, const std::vector<std::string>& roots,
                                  std::string_view name, const NameOptions& options) {
  return Finder(files, roots, trim(name), options).find();
}

Result<PathBelow> place_to_edit(const NamedSession& session) {
  if (!is_transcript_name(base_name(session.path))) {
    return Error{ErrorCode::kInvalid,
                 session.path + " is not named like a transcript (.jsonl); it was left alone"};
  }
  if (!session.named_link) {
    auto place = PathBelow::parse(session.folder.root, session.path);
    // Named by its path, which has no link in it any more.
    if (!place) place = PathBelow::parse("/", session.path);
    if (place) return std::move(*place);
  }
  return Error{ErrorCode::kInvalid,
               "the path of session " + session.id.text() +
                   " leads through a link, and nothing behind a link is changed; on a command "
                   "line, name the file itself: " +
                   session.path};
}

}  // namespace clew
