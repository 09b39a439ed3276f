// SPDX-License-Identifier: MIT
#include "catalog/list/sessions.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "base/hash.h"
#include "base/hash_index.h"
#include "base/uuid.h"
#include "catalog/facts/facts_codec.h"
#include "catalog/facts/message_count.h"
#include "catalog/list/list_cursor.h"
#include "catalog/list/project_lookup.h"
#include "json/value.h"
#include "os/paths.h"

namespace clew {
namespace {

// Files read before their rows are looked at, when it is not known how many are needed.
constexpr std::size_t kBatch = 4096;

// Files beyond this are work for a thread by themselves.
constexpr std::int64_t kLarge = 1 << 20;

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

std::int64_t value_of(SortBy sort, const SessionRow& row) {
  switch (sort) {
    case SortBy::kUpdated:
      return row.file.mtime_ns;
    case SortBy::kCreated:
      return row.facts().created_at();
    case SortBy::kSize:
      return row.file.size;
    case SortBy::kMessages:
      return row.facts().messages.value_or(0);
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
bool is_empty(const FactsView& facts) {
  const TitleSource source = facts.title_source();
  return source == TitleSource::kNone || source == TitleSource::kFirstReply;
}

// What is done with a file.
enum class Fate : std::uint8_t {
  kVanished,
  kListed,
  kSubagent,  // left out, and so are the following
  kEmpty,
  kOddName,  // not a name that `claude --resume` could take
  kHidden,
};

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
    const bool load = options_.cache != nullptr && needs_all();
    parallel_for(load ? 2 : 1, options_.threads,
                 [&](std::int64_t i, int) { i == 0 ? find_files(roots) : options_.cache->load(); });
    if (is_order_of_files(options_.sort)) leave_out_before_cursor();
    read_as_many_as_needed();
    if (!is_order_of_files(options_.sort)) sort_rows();
    keep_memory();
    if (options_.stop.is_stopped()) return Error{ErrorCode::kCancelled, "the list was stopped"};
    cut_page();
    report_rows();
    if (list_.project.empty()) list_.project = options_.project;
    list_.folders = std::move(found_.folders);
    list_.findings = std::move(found_.findings);
    return std::move(list_);
  }

 private:
  // What each thread reads with, and what it leaves behind.
  struct Worker {
    FactsReader reader;
    std::shared_ptr<FactsRecords> for_cache = std::make_shared<FactsRecords>();
    std::shared_ptr<FactsRecords> for_list = std::make_shared<FactsRecords>();
    std::vector<std::pair<std::size_t, Finding>> findings;  // by place in the order
  };
  // Where a file stands in the order of the list; smaller values come first.
  struct Place {
    std::int64_t value = 0;
    std::uint32_t file = 0;  // of found_.files
    bool large = false;
  };
  // What the names of all files say, found in one pass over them.
  struct NameMarks {
    bool is_uuid = false;
    bool same_id = false;  // as another file
  };

  // Whether reading the first files is enough.
  bool is_page() const { return options_.limit > 0 && is_order_of_files(options_.sort); }
  bool needs_all() const;
  void find_files(const std::vector<std::string>& roots);
  void mark_names();
  void leave_out_before_cursor();
  void sort_files(std::size_t end);
  void sort_rows();
  void read_as_many_as_needed();
  void decide_about_cache(std::size_t count);
  void read_batch(std::size_t begin, std::size_t end);
  void read_side_by_side(std::size_t begin, std::size_t end, std::span<SessionRow> rows,
                         std::span<Fate> fates);
  Fate read_row(std::size_t place, Worker& worker, SessionRow& row);
  Result<FactsView> facts_of(const SessionFile& file, Worker& worker, std::string_view& record);
  Fate fate_of(const FactsView& facts, SessionRow& row) const;
  void count(Fate fate, std::size_t folder);
  void report_batch();
  void cut_page();
  void report_rows();
  void keep_memory();

  const SessionFile& file_at(std::size_t place) const { return found_.files[order_[place].file]; }
  ListSortKey key_of(std::int64_t value, std::string_view id, std::size_t folder) const {
    return sort_key(value, id, found_.folders[folder].key, found_.folders[folder].root);
  }
  ListSortKey key_of(const SessionRow& row) const {
    return key_of(value_of(options_.sort, row), row.facts().id, row.folder);
  }
  ListSortKey key_of(const Place& place) const {
    const SessionFile& file = found_.files[place.file];
    return key_of(~place.value, file.id, file.folder);
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
  std::vector<Place> order_;                          // those to read, in the order of reading,
  std::size_t sorted_ = 0;                            // of which so many are sorted
  std::int64_t order_bytes_ = 0;                      // of all of them, or more
  std::vector<NameMarks> names_;                      // by file
  std::map<std::size_t, std::int64_t> empty_in_;      // folder: how many
  std::map<std::size_t, std::int64_t> odd_names_in_;  // likewise
  SessionList list_;
};

// Whether every file will be read, as far as that is known before any was seen.
bool Lister::needs_all() const {
  return !is_page() && options_.project.empty() && !options_.when.any();
}

void Lister::find_files(const std::vector<std::string>& roots) {
  found_ = find_project_folders(files_, roots);
  if (!options_.project.empty()) {
    const auto worktrees = options_.worktrees ? Worktrees::kAll : Worktrees::kOnlyThis;
    const auto folders_of = [&](const std::string& path) {
      return folders_of_project(files_, found_.folders, path, worktrees, options_.threads);
    };
    std::vector<std::size_t> indices = folders_of(options_.project);
    if (indices.empty() && options_.above) {
      const std::string above = project_above(found_.folders, options_.project);
      if (!above.empty()) {
        indices = folders_of(above);
        list_.project = above;
      }
    }
    std::vector<ProjectFolder> wanted;
    wanted.reserve(indices.size());
    for (const std::size_t index : indices) wanted.push_back(std::move(found_.folders[index]));
    found_.folders = std::move(wanted);
  }
  const auto agents = options_.subagents ? Agents::kInclude : Agents::kLeaveOut;
  find_files_in_folders(files_, {.agents = agents, .threads = options_.threads}, found_);
  mark_names();
  list_.transcripts = static_cast<std::int64_t>(found_.files.size());
  order_.reserve(found_.files.size());
  for (std::size_t i = 0; i < found_.files.size(); ++i) {
    const FileInfo& info = found_.files[i].info;
    if (!options_.when.contain(info.mtime_ns / 1'000'000)) continue;
    const std::int64_t value = options_.sort == SortBy::kSize ? info.size : info.mtime_ns;
    // ~ as in sort_key()
    order_.push_back({~value, static_cast<std::uint32_t>(i), info.size > kLarge});
    order_bytes_ += info.size;
  }
}

void Lister::mark_names() {
  names_.resize(found_.files.size());
  HashIndex first;
  for (std::size_t i = 0; i < found_.files.size(); ++i) {
    const SessionFile& file = found_.files[i];
    names_[i].is_uuid = is_uuid(file.id);
    if (file.is_agent) continue;
    const auto same = [&](std::uint32_t other) { return found_.files[other].id == file.id; };
    const std::uint64_t hash = hash_bytes(file.id);
    const auto known = first.find(hash, same);
    if (!known) {
      first.put(hash, static_cast<std::uint32_t>(i), same);
      continue;
    }
    names_[i].same_id = names_[*known].same_id = true;
    found_.findings.push_back({Finding::Kind::kSameIdTwice, file.path,
                               "session " + file.id + " is also at " + found_.files[*known].path});
  }
}

void Lister::leave_out_before_cursor() {
  if (!after_) return;
  std::erase_if(order_, [&](const Place& place) { return !is_after_cursor(key_of(place)); });
}

// Brings the files before `end` into the order of the list. A page needs no more.
void Lister::sort_files(std::size_t end) {
  if (!is_order_of_files(options_.sort) || end <= sorted_) return;
  // Nearly all differ in the value, which is compared without going to the file.
  const auto before = [&](const Place& a, const Place& b) {
    return a.value != b.value ? a.value < b.value : key_of(a) < key_of(b);
  };
  const auto at = [&](std::size_t place) {
    return order_.begin() + static_cast<std::ptrdiff_t>(place);
  };
  if (end < order_.size()) std::nth_element(at(sorted_), at(end), order_.end(), before);
  std::sort(at(sorted_), at(end), before);
  sorted_ = end;
}

void Lister::sort_rows() {
  struct Value {
    ListSortKey key;
    std::size_t row = 0;
  };
  std::vector<Value> values;
  values.reserve(list_.sessions.size());
  for (std::size_t i = 0; i < list_.sessions.size(); ++i) {
    const ListSortKey key = key_of(list_.sessions[i]);
    if (is_after_cursor(key)) values.push_back({key, i});
  }
  std::sort(values.begin(), values.end(),
            [](const Value& a, const Value& b) { return a.key < b.key; });
  std::vector<SessionRow> sorted;
  sorted.reserve(values.size());
  for (const Value& value : values) sorted.push_back(list_.sessions[value.row]);
  list_.sessions = std::move(sorted);
}

void Lister::read_as_many_as_needed() {
  std::size_t want = order_.size();
  if (is_page()) {
    // One more than the page, to know whether there is another.
    const auto most = static_cast<std::int64_t>(want);
    want = static_cast<std::size_t>(std::clamp<std::int64_t>(options_.offset, 0, most) +
                                    std::min(options_.limit, most)) +
           1;
  }
  sort_files(std::min(want, order_.size()));
  decide_about_cache(want);
  for (std::size_t next = 0; next < order_.size() && list_.sessions.size() < want;) {
    const std::size_t missing = want - list_.sessions.size();
    const std::size_t count =
        is_page() ? std::min(missing + missing / 4 + 4, kBatch) : order_.size();
    const std::size_t end = std::min(order_.size(), next + count);
    sort_files(end);
    read_batch(next, end);
    next = end;
    if (options_.stop.is_stopped()) return;
  }
}

// `count`: how many files are going to be read, at least.
void Lister::decide_about_cache(std::size_t count) {
  if (options_.cache == nullptr) return;
  std::int64_t bytes = order_bytes_;
  if (count < order_.size()) {
    bytes = 0;
    for (std::size_t i = 0; i < count; ++i) bytes += file_at(i).info.size;
  }
  ask_cache_ = options_.cache->is_worth_asking(bytes);
}

void Lister::read_batch(std::size_t begin, std::size_t end) {
  std::vector<SessionRow>& rows = list_.sessions;
  const std::size_t first = rows.size();
  rows.resize(first + (end - begin));
  std::vector<Fate> fates(end - begin);
  read_side_by_side(begin, end, std::span(rows).subspan(first), fates);
  std::size_t kept = first;
  for (std::size_t i = 0; i < fates.size(); ++i) {
    count(fates[i], rows[first + i].folder);
    if (fates[i] == Fate::kListed) rows[kept++] = rows[first + i];
  }
  rows.resize(kept);
  report_batch();
}

// A few files at a time for each thread; large ones alone and first, so that no thread is left with
// one at the end.
void Lister::read_side_by_side(std::size_t begin, std::size_t end, std::span<SessionRow> rows,
                               std::span<Fate> fates) {
  constexpr std::size_t kMost = 64;
  std::vector<std::size_t> large;
  for (std::size_t place = begin; place < end; ++place) {
    if (order_[place].large) large.push_back(place);
  }
  const std::size_t some = std::clamp<std::size_t>((end - begin) / (8 * workers_.size()), 1, kMost);
  const auto read = [&](std::size_t place, int worker) {
    fates[place - begin] =
        read_row(place, workers_[static_cast<std::size_t>(worker)], rows[place - begin]);
  };
  const std::size_t tasks = large.size() + (end - begin + some - 1) / some;
  parallel_for(
      static_cast<std::int64_t>(tasks), options_.threads,
      [&](std::int64_t i, int worker) {
        const auto task = static_cast<std::size_t>(i);
        if (task < large.size()) return read(large[task], worker);
        const std::size_t start = begin + (task - large.size()) * some;
        for (std::size_t place = start; place < std::min(end, start + some); ++place) {
          if (!order_[place].large) read(place, worker);
        }
      },
      options_.stop);
}

// `record`: where the facts lie that it returns.
Result<FactsView> Lister::facts_of(const SessionFile& file, Worker& worker,
                                   std::string_view& record) {
  const bool count = options_.counts || options_.sort == SortBy::kMessages;
  std::optional<FactsView> known;
  if (ask_cache_) {
    if (const auto found = options_.cache->find(file.path, file.info)) {
      record = *found;
      known = parse_facts(record);
    }
  }
  if (known && (!count || known->messages)) return *known;
  const auto keep = [&](const auto& facts) {
    const bool cached = ask_cache_ && options_.cache->may_keep(facts.file);
    record = (cached ? worker.for_cache : worker.for_list)->add(facts);
    return *parse_facts(record);
  };
  std::optional<std::int64_t> messages;
  if (count) {
    const auto counted = count_messages(files_, file.path);
    if (!counted) return counted.error();
    messages = *counted;
  }
  if (known) {
    known->messages = messages;
    return keep(*known);
  }
  auto read = worker.reader.read(files_, file.path, file.info);
  if (!read) return read.error();
  read->messages = messages;
  return keep(*read);
}

Fate Lister::read_row(std::size_t place, Worker& worker, SessionRow& row) {
  const SessionFile& file = file_at(place);
  row.folder = file.folder;
  row.file = file.info;
  row.is_agent = file.is_agent;
  row.named_by_uuid = names_[order_[place].file].is_uuid;
  row.same_id_elsewhere = names_[order_[place].file].same_id;
  const auto facts = facts_of(file, worker, row.record);
  if (facts) {
    row.archived = is_archived(files_, file);
    return fate_of(*facts, row);
  }
  const bool vanished = facts.error().code == ErrorCode::kNotFound;
  worker.findings.emplace_back(
      place, Finding{vanished ? Finding::Kind::kVanished : Finding::Kind::kUnreadable, file.path,
                     facts.error().message});
  if (vanished) return Fate::kVanished;
  row.readable = false;
  FactsView name;
  name.path = file.path;
  name.id = file.id;
  row.record = worker.for_list->add(name);
  return fate_of(name, row);
}

Fate Lister::fate_of(const FactsView& facts, SessionRow& row) const {
  if (is_strong(facts.subagent) && !options_.subagents) return Fate::kSubagent;
  if (!options_.empty) {
    if (row.readable && is_empty(facts)) return Fate::kEmpty;
    if (!row.named_by_uuid && !row.is_agent) return Fate::kOddName;
  }
  row.hidden = options_.is_hidden && options_.is_hidden(facts, found_.folders[row.folder]);
  return row.hidden && !options_.show_hidden ? Fate::kHidden : Fate::kListed;
}

void Lister::count(Fate fate, std::size_t folder) {
  if (fate == Fate::kSubagent) ++list_.left_out_subagents;
  if (fate == Fate::kHidden) ++list_.left_out_hidden;
  if (fate == Fate::kEmpty) ++empty_in_[folder];
  if (fate == Fate::kOddName) ++odd_names_in_[folder];
  if (fate == Fate::kEmpty || fate == Fate::kOddName) ++list_.left_out_empty;
}

// What the threads found, in the order of the list.
void Lister::report_batch() {
  std::vector<std::pair<std::size_t, Finding>> all;
  for (Worker& worker : workers_) {
    std::move(worker.findings.begin(), worker.findings.end(), std::back_inserter(all));
    worker.findings.clear();
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto& [place, finding] : all) found_.findings.push_back(std::move(finding));
}

// Of all that rows can look into; the cache learns what is new.
void Lister::keep_memory() {
  if (ask_cache_) list_.memory.push_back(options_.cache->memory());
  for (const Worker& worker : workers_) {
    list_.memory.push_back(worker.for_list);
    list_.memory.push_back(worker.for_cache);
    if (ask_cache_) options_.cache->put(worker.for_cache);
  }
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
  list_.next_cursor = to_cursor(
      letter_of(options_.sort),
      {value_of(options_.sort, last), std::string(last.facts().id), folder.key, folder.root});
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

FactsView SessionRow::facts() const {
  FactsView facts = parse_facts(record).value_or(FactsView{});
  facts.file = file;
  return facts;
}

Result<SessionList> list_sessions(const FileSystem& files, const std::vector<std::string>& roots,
                                  const ListOptions& options) {
  auto list = Lister(files, options).run(roots);
  const bool may_be_all = options.or_all && !options.project.empty() && options.cursor.empty();
  if (!may_be_all || !list || !list->sessions.empty()) return list;
  ListOptions all = options;
  all.project.clear();
  return Lister(files, all).run(roots);
}

}  // namespace clew
