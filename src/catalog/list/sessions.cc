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
#include "catalog/layout/folder_of_key.h"
#include "catalog/layout/project_key.h"
#include "catalog/list/list_cursor.h"
#include "catalog/list/project_lookup.h"
#include "json/value.h"
#include "os/paths.h"

namespace clew {
namespace {

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

// Whether something is known of a file's place in the order before it is opened.
bool is_bounded(SortBy sort) { return sort == SortBy::kUpdated || sort == SortBy::kSize; }

// What a row of this file is sorted by is no more than this. The times of its lines are not known
// yet, but no line was written after the file last changed. (Its modification time is no such
// bound: archives and mirrors set it to whatever they like.)
std::int64_t bound_of(SortBy sort, const FileInfo& file) {
  if (sort == SortBy::kSize) return file.size;
  if (file.ctime_ns == 0) return INT64_MAX;
  return std::max(file.ctime_ns, file.mtime_ns) / 1'000'000;
}

std::int64_t value_of(SortBy sort, const FactsView& facts) {
  switch (sort) {
    case SortBy::kUpdated:
      return facts.updated_at();
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
bool is_empty(const FactsView& facts) {
  const TitleSource source = facts.title_source();
  return source == TitleSource::kNone || source == TitleSource::kFirstReply;
}

// What is done with a file.
enum class Fate : std::uint8_t {
  kVanished,
  kListed,
  kSubagent,  // left out, and so are the following
  kWarmup,
  kEmpty,
  kOddName,  // not a name that `claude --resume` could take
  kHidden,
  kOutside,  // of the time asked for
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
    read_as_many_as_needed();
    sort_rows();
    keep_memory();
    if (options_.stop.is_stopped()) return Error{ErrorCode::kCancelled, "the list was stopped"};
    cut_page();
    count_left_out();
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
  // Where a file stands in the order of reading; large bounds come first.
  struct Place {
    std::int64_t bound = 0;
    std::uint32_t file = 0;  // of found_.files
    bool large = false;
  };
  // A file that was read and is no row. Where its row would be says on which page it is counted.
  struct LeftOutFile {
    Fate fate = Fate::kVanished;
    std::size_t folder = 0;
    ListSortKey key{};
  };
  // What a row is sorted by, found when its facts are read: the id looks into its record.
  struct SortValue {
    std::int64_t value = 0;
    std::string_view id;
  };
  // What is found out about a file.
  struct Outcome {
    Fate fate = Fate::kVanished;
    SortValue sort{};
  };
  // What the names of all files say, found in one pass over them.
  struct NameMarks {
    bool is_uuid = false;
    bool same_id = false;  // as another file
    bool is_copy = false;  // ListOptions::machines
  };

  // Whether reading the first files is enough.
  bool is_page() const { return options_.limit > 0 && is_bounded(options_.sort); }
  bool needs_all() const;
  void find_files(const std::vector<std::string>& roots);
  void mark_names();
  void sort_files(std::size_t end);
  std::size_t rows_wanted(std::size_t most) const;
  void sort_rows();
  void read_as_many_as_needed();
  std::size_t rows_before(std::int64_t bound) const;
  void decide_about_cache(std::size_t begin, std::size_t end);
  void read_batch(std::size_t begin, std::size_t end);
  void read_side_by_side(std::size_t begin, std::size_t end, std::span<SessionRow> rows,
                         std::span<Outcome> outcomes);
  Outcome read_row(std::size_t place, Worker& worker, SessionRow& row);
  Result<FactsView> facts_of(const SessionFile& file, Worker& worker, std::string_view& record);
  Fate fate_of(const FactsView& facts, SessionRow& row) const;
  void count_left_out();
  void report_batch();
  void cut_page();
  void report_left_out(const std::map<std::size_t, std::int64_t>& empty,
                       const std::map<std::size_t, std::int64_t>& odd_names);
  void keep_memory();

  const SessionFile& file_at(std::size_t place) const { return found_.files[order_[place].file]; }
  ListSortKey key_of(const SortValue& sort, std::size_t folder) const {
    return sort_key(sort.value, sort.id, found_.folders[folder].key, found_.folders[folder].root);
  }
  ListSortKey key_of(std::size_t row) const {
    return key_of(sort_values_[row], list_.sessions[row].folder);
  }
  SortValue sort_value(const FactsView& facts) const {
    return {value_of(options_.sort, facts), facts.id};
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
  std::vector<Place> order_;      // those to read, in the order of reading,
  std::size_t sorted_ = 0;        // of which so many are sorted
  std::vector<NameMarks> names_;  // by file
  std::vector<LeftOutFile> left_out_;
  SessionList list_;
  std::vector<SortValue> sort_values_;  // by row
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
  // Subagents are counted by their names, but which of them were at work at some time only their
  // lines tell.
  const auto agents = options_.subagents || options_.when.any() ? Agents::kInclude : Agents::kCount;
  find_files_in_folders(files_, {.agents = agents, .threads = options_.threads}, found_);
  mark_names();
  list_.left_out_subagents = found_.agents;
  order_.reserve(found_.files.size());
  for (std::size_t i = 0; i < found_.files.size(); ++i) {
    const FileInfo& info = found_.files[i].info;
    if (bound_of(SortBy::kUpdated, info) < options_.when.since || names_[i].is_copy) continue;
    order_.push_back(
        {bound_of(options_.sort, info), static_cast<std::uint32_t>(i), info.size > kLarge});
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
    const auto machine = options_.machines.find(found_.folders[file.folder].root);
    const auto root_of = [&](const SessionFile& one) { return found_.folders[one.folder].root; };
    if (machine != options_.machines.end() && root_of(file) != root_of(found_.files[*known])) {
      names_[i].is_copy = true;
      list_.copies[file.id].push_back({machine->second, file.path});
      continue;
    }
    names_[i].same_id = names_[*known].same_id = true;
    found_.findings.push_back({Finding::Kind::kSameIdTwice, file.path,
                               "session " + file.id + " is also at " + found_.files[*known].path});
  }
}

// Brings the files before `end` into the order of reading. A page needs no more.
void Lister::sort_files(std::size_t end) {
  if (!is_page() || end <= sorted_) return;
  const auto before = [](const Place& a, const Place& b) {
    return a.bound != b.bound ? a.bound > b.bound : a.file < b.file;
  };
  const auto at = [&](std::size_t place) {
    return order_.begin() + static_cast<std::ptrdiff_t>(place);
  };
  if (end < order_.size()) std::nth_element(at(sorted_), at(end), order_.end(), before);
  std::sort(at(sorted_), at(end), before);
  sorted_ = end;
}

// Of `most` rows those up to the end of the page, and one to know whether there is another.
std::size_t Lister::rows_wanted(std::size_t most) const {
  const auto all = static_cast<std::int64_t>(most);
  if (options_.limit <= 0) return most;
  const std::int64_t before = std::clamp<std::int64_t>(options_.offset, 0, all);
  return static_cast<std::size_t>(std::min(all, before + std::min(options_.limit, all) + 1));
}

void Lister::sort_rows() {
  struct Value {
    ListSortKey key;
    std::size_t row = 0;
  };
  std::vector<Value> values;
  values.reserve(list_.sessions.size());
  for (std::size_t i = 0; i < list_.sessions.size(); ++i) {
    const ListSortKey key = key_of(i);
    if (is_after_cursor(key)) values.push_back({key, i});
  }
  const std::size_t count = rows_wanted(values.size());
  const auto end = values.begin() + static_cast<std::ptrdiff_t>(count);
  std::partial_sort(values.begin(), end, values.end(),
                    [](const Value& a, const Value& b) { return a.key < b.key; });
  values.resize(count);
  std::vector<SessionRow> sorted;
  std::vector<SortValue> sort_values;
  sorted.reserve(values.size());
  sort_values.reserve(values.size());
  for (const Value& value : values) {
    sorted.push_back(list_.sessions[value.row]);
    sort_values.push_back(sort_values_[value.row]);
  }
  list_.sessions = std::move(sorted);
  sort_values_ = std::move(sort_values);
}

// How many rows of the page stand before everything that has no more than `bound`.
std::size_t Lister::rows_before(std::int64_t bound) const {
  std::size_t count = 0;
  for (std::size_t row = 0; row < sort_values_.size(); ++row) {
    if (sort_values_[row].value > bound && (!after_ || is_after_cursor(key_of(row)))) ++count;
  }
  return count;
}

// For a page those files whose bounds are largest, until its rows are known to come before all that
// were not read: few where files were last changed by who wrote them, all in a tree that was
// copied.
void Lister::read_as_many_as_needed() {
  const std::size_t want = is_page() ? rows_wanted(order_.size()) : order_.size();
  for (std::size_t next = 0; next < order_.size();) {
    // Many more each time, so that looking at the rows again costs less than reading them.
    const std::size_t count = std::max(want + want / 4 + 4, 7 * next);
    const std::size_t end = next + std::min(count, order_.size() - next);
    sort_files(std::min(end + 1, order_.size()));
    // What the first files do not settle mostly takes all.
    decide_about_cache(next, next == 0 ? end : order_.size());
    read_batch(next, end);
    next = end;
    if (options_.stop.is_stopped()) return;
    if (next < order_.size() && rows_before(order_[next].bound) >= want) return;
  }
}

void Lister::decide_about_cache(std::size_t begin, std::size_t end) {
  if (options_.cache == nullptr || ask_cache_) return;
  std::int64_t bytes = 0;
  for (std::size_t i = begin; i < end; ++i) bytes += file_at(i).info.size;
  ask_cache_ = options_.cache->is_worth_asking(bytes);
}

void Lister::read_batch(std::size_t begin, std::size_t end) {
  std::vector<SessionRow>& rows = list_.sessions;
  const std::size_t first = rows.size();
  rows.resize(first + (end - begin));
  sort_values_.resize(rows.size());
  std::vector<Outcome> outcomes(end - begin);
  read_side_by_side(begin, end, std::span(rows).subspan(first), outcomes);
  std::size_t kept = first;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const SessionRow& row = rows[first + i];
    const auto [fate, sort] = outcomes[i];
    if (fate == Fate::kListed) {
      sort_values_[kept] = sort;
      rows[kept++] = row;
    } else if (fate != Fate::kVanished && fate != Fate::kOutside) {
      left_out_.push_back({fate, row.folder, key_of(sort, row.folder)});
    }
  }
  sort_values_.resize(kept);
  rows.resize(kept);
  report_batch();
}

// A few files at a time for each thread; large ones alone and first, so that no thread is left with
// one at the end.
void Lister::read_side_by_side(std::size_t begin, std::size_t end, std::span<SessionRow> rows,
                               std::span<Outcome> outcomes) {
  constexpr std::size_t kMost = 64;
  std::vector<std::size_t> large;
  for (std::size_t place = begin; place < end; ++place) {
    if (order_[place].large) large.push_back(place);
  }
  const std::size_t some = std::clamp<std::size_t>((end - begin) / (8 * workers_.size()), 1, kMost);
  const auto read = [&](std::size_t place, int worker) {
    outcomes[place - begin] =
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

Lister::Outcome Lister::read_row(std::size_t place, Worker& worker, SessionRow& row) {
  const SessionFile& file = file_at(place);
  row.folder = file.folder;
  row.file = file.info;
  row.is_agent = file.is_agent;
  row.named_by_uuid = names_[order_[place].file].is_uuid;
  row.same_id_elsewhere = names_[order_[place].file].same_id;
  const auto facts = facts_of(file, worker, row.record);
  if (facts) {
    row.archived = is_archived(files_, file);
    return {fate_of(*facts, row), sort_value(*facts)};
  }
  const bool vanished = facts.error().code == ErrorCode::kNotFound;
  worker.findings.emplace_back(
      place, Finding{vanished ? Finding::Kind::kVanished : Finding::Kind::kUnreadable, file.path,
                     facts.error().message});
  if (vanished) return {};
  row.readable = false;
  // It keeps its name and its place in the list where those are known.
  FactsView name;
  if (const auto last = options_.cache ? options_.cache->find_last(file.path) : std::nullopt)
    name = parse_facts(*last).value_or(FactsView{});
  name.path = file.path;
  name.id = file.id;
  name.file = file.info;
  row.record = worker.for_list->add(name);
  const FactsView stored = row.facts();  // its texts are not of this call
  return {fate_of(stored, row), sort_value(stored)};
}

Fate Lister::fate_of(const FactsView& facts, SessionRow& row) const {
  if (!options_.when.contain(facts.updated_at())) return Fate::kOutside;
  if (options_.is_wanted && !options_.is_wanted(facts, found_.folders[row.folder]))
    return Fate::kOutside;
  if (!options_.subagents) {
    if (row.is_agent) return Fate::kSubagent;
    if (facts.warmup) return Fate::kWarmup;
    if (is_strong(facts.subagent)) return Fate::kSubagent;
  }
  if (!options_.empty) {
    if (row.readable && is_empty(facts)) return Fate::kEmpty;
    if (!row.named_by_uuid && !row.is_agent) return Fate::kOddName;
  }
  row.hidden = options_.is_hidden && options_.is_hidden(facts, found_.folders[row.folder]);
  return row.hidden && !options_.show_hidden ? Fate::kHidden : Fate::kListed;
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
  const auto skipped = static_cast<std::ptrdiff_t>(std::min(offset, rows.size()));
  rows.erase(rows.begin(), rows.begin() + skipped);
  sort_values_.erase(sort_values_.begin(), sort_values_.begin() + skipped);
  if (options_.limit <= 0 || rows.size() <= static_cast<std::size_t>(options_.limit)) return;
  rows.resize(static_cast<std::size_t>(options_.limit));
  sort_values_.resize(rows.size());
  const ProjectFolder& folder = found_.folders[rows.back().folder];
  const auto& [value, id] = sort_values_.back();
  list_.next_cursor =
      to_cursor(letter_of(options_.sort), {value, std::string(id), folder.key, folder.root});
}

// Those that lie between the rows of the page, or before its first: what was read beyond is none of
// its business, and how much that is depends on times that the page does not show.
void Lister::count_left_out() {
  std::optional<ListSortKey> last;
  if (!list_.next_cursor.empty()) last = key_of(list_.sessions.size() - 1);
  std::map<std::size_t, std::int64_t> empty;      // folder: how many
  std::map<std::size_t, std::int64_t> odd_names;  // likewise
  for (const LeftOutFile& file : left_out_) {
    if (!is_after_cursor(file.key) || (last && *last < file.key)) continue;
    if (file.fate == Fate::kSubagent) ++list_.left_out_subagents;
    if (file.fate == Fate::kWarmup) ++list_.left_out_warmups;
    if (file.fate == Fate::kHidden) ++list_.left_out_hidden;
    if (file.fate == Fate::kEmpty) ++empty[file.folder];
    if (file.fate == Fate::kOddName) ++odd_names[file.folder];
    if (file.fate == Fate::kEmpty || file.fate == Fate::kOddName) ++list_.left_out_empty;
  }
  report_left_out(empty, odd_names);
}

// What is worth knowing of many files is said once for each folder.
void Lister::report_left_out(const std::map<std::size_t, std::int64_t>& empty,
                             const std::map<std::size_t, std::int64_t>& odd_names) {
  for (const auto& [folder, count] : empty) {
    const std::string& path = found_.folders[folder].path;
    found_.findings.push_back({Finding::Kind::kNoConversation, path,
                               std::to_string(count) + " transcripts without a conversation in " +
                                   path + " are not listed"});
  }
  for (const auto& [folder, count] : odd_names) {
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
  // A project of which all is hidden is not one without sessions.
  if (!may_be_all || !list || !list->sessions.empty() || list->left_out_hidden > 0) return list;
  ListOptions all = options;
  all.project.clear();
  return Lister(files, all).run(roots);
}

void find_moved(const FileSystem& files, SessionList& list) {
  std::size_t folder = list.folders.size();  // of the row before, and what it said: most are alike
  std::string_view cwd;
  for (const SessionRow& row : list.sessions) {
    const FactsView facts = row.facts();
    if (facts.cwd.empty() || (row.folder == folder && facts.cwd == cwd)) continue;
    folder = row.folder;
    cwd = facts.cwd;
    if (list.moved.contains(folder)) continue;
    std::string now = folder_now(files, list.folders[folder].key, cwd);
    if (now != cwd) list.moved.emplace(folder, std::move(now));
  }
}

FactsView facts_now(const SessionList& list, const SessionRow& row) {
  FactsView facts = row.facts();
  const auto moved = list.moved.find(row.folder);
  const bool elsewhere = moved != list.moved.end() && !facts.cwd.empty() &&
                         !is_key_of(list.folders[row.folder].key, facts.cwd);
  if (elsewhere) facts.cwd = moved->second;
  return facts;
}

}  // namespace clew
