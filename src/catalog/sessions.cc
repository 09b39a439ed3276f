// SPDX-License-Identifier: MIT
#include "catalog/sessions.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/uuid.h"
#include "catalog/list_cursor.h"
#include "catalog/message_count.h"
#include "catalog/project_lookup.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::size_t kBatch = 4096;  // files read before their rows are looked at

char letter_of(SortBy sort) {
  switch (sort) {
    case SortBy::kUpdated:
      return 'u';
    case SortBy::kCreated:
      return 'c';
    case SortBy::kSize:
      return 's';
    case SortBy::kMessages:
      return 'm';
  }
  return 'u';
}

// Whether the order is known before any file was opened.
bool is_order_of_files(SortBy sort) { return sort == SortBy::kUpdated || sort == SortBy::kSize; }

std::int64_t value_of(SortBy sort, const SessionFacts& facts) {
  switch (sort) {
    case SortBy::kUpdated:
      return facts.file.mtime_ns;
    case SortBy::kCreated:
      return facts.created_at();
    case SortBy::kSize:
      return facts.file.size;
    case SortBy::kMessages:
      return facts.messages.value_or(0);
  }
  return 0;
}

bool is_archived(const FileSystem& files, const SessionFile& file) {
  if (!file.has_folder) return false;
  const auto folder = session_folder(file.path);
  if (!folder) return false;
  const auto text = read_file(files, join_path(*folder, "archived.json"), 1 << 16);
  if (!text) return false;
  json::Parser parser;
  const auto value = parser.parse_copy(*text);
  return value && (*value)["archived"].bool_or(false);
}

// A transcript in which nobody ever typed anything and that has no title: only snapshots, queue
// operations, garbage, or a reply to nothing. The official tools leave it out too.
bool is_empty(const SessionRow& row) {
  const TitleSource source = row.facts.title_source();
  return row.readable && (source == TitleSource::kNone || source == TitleSource::kFirstReply);
}

// Not a name that `claude --resume` could take.
bool has_odd_name(const SessionRow& row) { return !row.named_by_uuid && !row.is_agent; }

// Makes one list.
class Lister {
 public:
  Lister(const FileSystem& files, const ListOptions& options) : files_(files), options_(options) {
    workers_.resize(static_cast<std::size_t>(std::max(options.threads, 1)));
  }

  Result<SessionList> run(const std::vector<std::string>& roots) {
    if (!options_.cursor.empty()) {
      after_ = from_cursor(letter_of(options_.sort), options_.cursor);
      if (!after_) {
        return Error{ErrorCode::kInvalid,
                     "this cursor does not belong to a list in this order: begin again without it"};
      }
    }
    find_files(roots);
    if (is_order_of_files(options_.sort)) {
      sort_files();
      read_as_many_as_needed();
    } else {
      read_all();
      sort_rows();
    }
    if (options_.stop.is_stopped()) return Error{ErrorCode::kCancelled, "the list was stopped"};
    cut_page();
    report_rows();
    list_.folders = std::move(found_.folders);
    list_.findings = std::move(found_.findings);
    return std::move(list_);
  }

 private:
  // What each thread reads with.
  struct Worker {
    FactsReader reader;
    json::Parser parser;
  };
  // What came of one file.
  struct Outcome {
    std::optional<SessionRow> row;
    std::optional<Finding> finding;
  };

  void find_files(const std::vector<std::string>& roots);
  void mark_same_ids();
  void sort_files();
  void sort_rows();
  void read_as_many_as_needed();
  void read_all();
  void decide_about_cache(std::size_t count);
  void read_batch(std::size_t begin, std::size_t end);
  Outcome read_file_of(const SessionFile& file, Worker& worker);
  Result<SessionFacts> facts_of(const SessionFile& file, Worker& worker);
  void accept(SessionRow row);
  void cut_page();
  void report_rows();
  ListSortKey key_of(const SessionRow& row) const {
    const ProjectFolder& folder = found_.folders[row.folder];
    return sort_key(value_of(options_.sort, row.facts), row.facts.id, folder.key, folder.root);
  }
  bool is_after_cursor(const ListSortKey& key) const {
    return !after_ || sort_key(after_->value, after_->id, after_->key, after_->root) < key;
  }

  const FileSystem& files_;
  const ListOptions& options_;
  std::vector<Worker> workers_;
  std::optional<ListPlace> after_;
  bool ask_cache_ = false;
  SessionFiles found_;
  std::vector<std::size_t> order_;  // of found_.files: those to read, in the order of reading
  std::vector<char> same_id_;       // by file
  std::map<std::size_t, std::int64_t> empty_in_;      // folder: how many
  std::map<std::size_t, std::int64_t> odd_names_in_;  // likewise
  SessionList list_;
};

void Lister::find_files(const std::vector<std::string>& roots) {
  found_ = find_project_folders(files_, roots);
  if (!options_.project.empty()) {
    const auto worktrees = options_.worktrees ? Worktrees::kAll : Worktrees::kOnlyThis;
    std::vector<ProjectFolder> wanted;
    for (const std::size_t index : folders_of_project(files_, found_.folders, options_.project,
                                                      worktrees, options_.threads)) {
      wanted.push_back(std::move(found_.folders[index]));
    }
    found_.folders = std::move(wanted);
  }
  const auto agents = options_.subagents ? Agents::kInclude : Agents::kLeaveOut;
  find_files_in_folders(files_, {.agents = agents, .threads = options_.threads}, found_);
  mark_same_ids();
  list_.transcripts = static_cast<std::int64_t>(found_.files.size());
  for (std::size_t i = 0; i < found_.files.size(); ++i) {
    const bool recent =
        options_.since == kNoTime || found_.files[i].info.mtime_ns / 1'000'000 >= options_.since;
    if (recent) order_.push_back(i);
  }
}

void Lister::mark_same_ids() {
  same_id_.resize(found_.files.size());
  std::unordered_map<std::string_view, std::size_t> first;
  first.reserve(found_.files.size());
  for (std::size_t i = 0; i < found_.files.size(); ++i) {
    const SessionFile& file = found_.files[i];
    if (file.is_agent) continue;
    const auto [known, is_new] = first.emplace(file.id, i);
    if (is_new) continue;
    same_id_[i] = same_id_[known->second] = 1;
    found_.findings.push_back(
        {Finding::Kind::kSameIdTwice, file.path,
         "session " + file.id + " is also at " + found_.files[known->second].path});
  }
}

// The order of the list, and only what comes after the cursor.
void Lister::sort_files() {
  const auto key = [&](std::size_t index) {
    const SessionFile& file = found_.files[index];
    const ProjectFolder& folder = found_.folders[file.folder];
    const std::int64_t value = options_.sort == SortBy::kSize ? file.info.size : file.info.mtime_ns;
    return sort_key(value, file.id, folder.key, folder.root);
  };
  // Nearly all differ in the value, which is compared without going to the file.
  std::vector<std::pair<std::int64_t, std::size_t>> values;
  values.reserve(order_.size());
  for (const std::size_t index : order_) {
    const ListSortKey sorted = key(index);
    if (is_after_cursor(sorted)) values.emplace_back(std::get<0>(sorted), index);
  }
  std::sort(values.begin(), values.end(), [&](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : key(a.second) < key(b.second);
  });
  order_.clear();
  for (const auto& [value, index] : values) order_.push_back(index);
}

void Lister::sort_rows() {
  std::erase_if(list_.sessions,
                [&](const SessionRow& row) { return !is_after_cursor(key_of(row)); });
  std::sort(list_.sessions.begin(), list_.sessions.end(),
            [&](const SessionRow& a, const SessionRow& b) { return key_of(a) < key_of(b); });
}

void Lister::read_as_many_as_needed() {
  std::size_t want = order_.size();
  if (options_.limit > 0) {
    // One more than the page, to know whether there is another.
    const auto most = static_cast<std::int64_t>(want);
    want = static_cast<std::size_t>(std::clamp<std::int64_t>(options_.offset, 0, most) +
                                    std::min(options_.limit, most)) +
           1;
  }
  list_.sessions.reserve(std::min(want, order_.size()));
  decide_about_cache(want);
  for (std::size_t next = 0; next < order_.size() && list_.sessions.size() < want;) {
    const std::size_t missing = want - list_.sessions.size();
    const std::size_t count = std::min(missing + missing / 4 + 4, kBatch);
    const std::size_t end = std::min(order_.size(), next + count);
    read_batch(next, end);
    next = end;
    if (options_.stop.is_stopped()) return;
  }
}

// `count`: how many files are going to be read, at least.
void Lister::decide_about_cache(std::size_t count) {
  if (options_.cache == nullptr) return;
  std::int64_t bytes = 0;
  for (std::size_t i = 0; i < std::min(count, order_.size()); ++i) {
    bytes += found_.files[order_[i]].info.size;
  }
  ask_cache_ = options_.cache->is_worth_asking(bytes);
}

void Lister::read_all() {
  list_.sessions.reserve(order_.size());
  decide_about_cache(order_.size());
  for (std::size_t next = 0; next < order_.size(); next += kBatch) {
    read_batch(next, std::min(order_.size(), next + kBatch));
  }
}

void Lister::read_batch(std::size_t begin, std::size_t end) {
  // Large files first, so that no thread is left alone with one at the end.
  std::vector<std::size_t> places(end - begin);  // in order_
  std::iota(places.begin(), places.end(), begin);
  std::sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
    return found_.files[order_[a]].info.size > found_.files[order_[b]].info.size;
  });
  std::vector<Outcome> outcomes(places.size());
  parallel_for(
      static_cast<std::int64_t>(places.size()), options_.threads,
      [&](std::int64_t i, int worker) {
        const std::size_t place = places[static_cast<std::size_t>(i)];
        const std::size_t index = order_[place];
        Outcome& outcome = outcomes[place - begin];
        outcome = read_file_of(found_.files[index], workers_[static_cast<std::size_t>(worker)]);
        if (outcome.row) outcome.row->same_id_elsewhere = same_id_[index] != 0;
      },
      options_.stop);
  for (Outcome& outcome : outcomes) {
    if (outcome.finding) found_.findings.push_back(std::move(*outcome.finding));
    if (outcome.row) accept(std::move(*outcome.row));
  }
}

Result<SessionFacts> Lister::facts_of(const SessionFile& file, Worker& worker) {
  std::optional<SessionFacts> facts;
  if (ask_cache_) facts = options_.cache->find(file.path, file.info);
  const bool count = options_.counts || options_.sort == SortBy::kMessages;
  if (facts && (!count || facts->messages)) return std::move(*facts);
  if (!facts) {
    auto read = worker.reader.read(files_, file.path, count ? Counting::kYes : Counting::kNo);
    if (!read) return read.error();
    facts = std::move(*read);
  } else {
    auto messages = count_messages(files_, file.path, worker.parser);
    if (!messages) return messages.error();
    facts->messages = *messages;
  }
  if (ask_cache_) options_.cache->put(*facts);
  return std::move(*facts);
}

Lister::Outcome Lister::read_file_of(const SessionFile& file, Worker& worker) {
  SessionRow row;
  row.folder = file.folder;
  row.is_agent = file.is_agent;
  row.named_by_uuid = is_uuid(file.id);
  auto facts = facts_of(file, worker);
  if (!facts && facts.error().code == ErrorCode::kNotFound) {
    return {std::nullopt, Finding{Finding::Kind::kVanished, file.path, facts.error().message}};
  }
  if (!facts) {
    row.readable = false;
    row.facts.path = file.path;
    row.facts.id = file.id;
    row.facts.file = file.info;
    return {std::move(row), Finding{Finding::Kind::kUnreadable, file.path, facts.error().message}};
  }
  row.facts = std::move(*facts);
  row.facts.file = file.info;  // it may have grown since; the order of the list goes by this
  row.archived = is_archived(files_, file);
  return {std::move(row), std::nullopt};
}

void Lister::accept(SessionRow row) {
  if (is_strong(row.facts.subagent) && !options_.subagents) {
    ++list_.left_out_subagents;
    return;
  }
  if ((is_empty(row) || has_odd_name(row)) && !options_.empty) {
    ++list_.left_out_empty;
    ++(is_empty(row) ? empty_in_ : odd_names_in_)[row.folder];
    return;
  }
  row.hidden = options_.is_hidden && options_.is_hidden(row, found_.folders[row.folder]);
  if (row.hidden && !options_.show_hidden) {
    ++list_.left_out_hidden;
    return;
  }
  list_.sessions.push_back(std::move(row));
}

void Lister::cut_page() {
  auto& rows = list_.sessions;
  const auto offset = static_cast<std::size_t>(std::max<std::int64_t>(options_.offset, 0));
  rows.erase(rows.begin(),
             rows.begin() + static_cast<std::ptrdiff_t>(std::min(offset, rows.size())));
  if (options_.limit <= 0 || rows.size() <= static_cast<std::size_t>(options_.limit)) return;
  rows.resize(static_cast<std::size_t>(options_.limit));
  const SessionRow& last = rows.back();
  const ProjectFolder& folder = found_.folders[last.folder];
  list_.next_cursor = to_cursor(letter_of(options_.sort), {value_of(options_.sort, last.facts),
                                                           last.facts.id, folder.key, folder.root});
}

// What is worth knowing of many files is said once for each folder.
void Lister::report_rows() {
  for (const auto& [folder, count] : empty_in_) {
    const std::string& path = found_.folders[folder].path;
    found_.findings.push_back({Finding::Kind::kNoConversation, path,
                               std::to_string(count) + " transcripts without a conversation in " +
                                   path + " are not listed"});
  }
  for (const auto& [folder, count] : odd_names_in_) {
    const std::string& path = found_.folders[folder].path;
    found_.findings.push_back({Finding::Kind::kNotAUuid, path,
                               std::to_string(count) + " transcripts in " + path +
                                   " are not named by a session id and not listed"});
  }
}

}  // namespace

Result<SessionList> list_sessions(const FileSystem& files, const std::vector<std::string>& roots,
                                  const ListOptions& options) {
  return Lister(files, options).run(roots);
}

}  // namespace clew
