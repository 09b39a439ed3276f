// SPDX-License-Identifier: MIT

#include "engine/read/session.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/numbers.h"
#include "base/text.h"
#include "catalog/layout/file_mark.h"
#include "catalog/layout/transcript_file.h"
#include "engine/call/prompt_parts.h"
#include "jsonl/line_ranges.h"
#include "os/heap.h"
#include "os/paths.h"
#include "transcript/passages.h"
#include "transcript/seen_entries.h"
#include "transcript/side_threads.h"

namespace clew {
namespace {

constexpr std::size_t kNearest = 3;

// As much of a piece as ends with a whole character; all of it when that is nowhere near.
std::string_view whole_characters(std::string_view piece) {
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, piece.size()); ++back) {
    const auto c = static_cast<unsigned char>(piece[piece.size() - back]);
    if (c < 0x80) break;
    const std::size_t length = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : c >= 0xC0 ? 2 : 0;
    if (length > back && piece.size() > back) return piece.substr(0, piece.size() - back);
    if (length > 0) break;
  }
  return piece;
}

// The mark of the end of what was read, if it can be gone on from there: not from within a line,
// and not when the file was written anew while it was read. `mark` stood before `known` at the
// start.
std::optional<std::uint64_t> end_mark(const RandomAccessFile& file, const Transcript& transcript,
                                      std::int64_t known, std::uint64_t mark) {
  if (!transcript.end.whole) return std::nullopt;
  const auto end = mark_before(file, transcript.end.offset);
  const auto still = mark_before(file, known);
  return end && still && *still == mark ? std::optional(*end) : std::nullopt;
}

}  // namespace

Session::Session(std::string path, std::unique_ptr<RandomAccessFile> file, const FileInfo& info,
                 Transcript transcript, std::optional<std::uint64_t> mark)
    : path_(std::move(path)),
      opened_(std::move(file)),
      info_(info),
      transcript_(std::move(transcript)),
      mark_(mark),
      tree_(transcript_),
      preview_lines_(*opened_),
      previews_(transcript_, preview_lines_) {}

Result<SharedSession> Session::open(const FileSystem& files, const std::string& path,
                                    const StopSignal* stop) {
  auto file = files.open(path);
  if (!file) return file.error();
  auto info = (*file)->info();
  if (!info) return info.error();
  const auto mark = mark_before(**file, info->size);
  if (!mark) return mark.error();
  auto transcript = stop ? read_transcript(StoppableFile(**file, *stop)) : read_transcript(**file);
  if (!transcript) return with_context("reading " + path, transcript.error());
  const auto end = end_mark(**file, *transcript, info->size, *mark);
  return SharedSession(new Session(path, std::move(*file), *info, std::move(*transcript), end));
}

// Whether the file has what was read, with something behind it.
bool Session::is_begin_of(const RandomAccessFile& file, const FileInfo& now) const {
  if (!mark_ || now.device != info_.device || now.inode != info_.inode) return false;
  if (now.size <= transcript_.end.offset) return false;
  const auto mark = mark_before(file, transcript_.end.offset);
  return mark && *mark == *mark_;
}

Result<SharedSession> Session::grown(const Session& before, const FileSystem& files,
                                     const StopSignal* stop) {
  auto file = files.open(before.path_);
  if (!file) return file.error();
  auto info = (*file)->info();
  if (!info) return info.error();
  if (!before.is_begin_of(**file, *info)) return SharedSession();
  Transcript transcript = before.transcript_;
  auto read = stop ? read_growth(StoppableFile(**file, *stop), transcript)
                   : read_growth(**file, transcript);
  if (!read) return with_context("reading " + before.path_, read.error());
  const auto end = end_mark(**file, transcript, before.transcript_.end.offset, *before.mark_);
  if (!end && transcript.end.whole) return SharedSession();  // written anew while it was read
  return SharedSession(
      new Session(before.path_, std::move(*file), *info, std::move(transcript), end));
}

Result<void> Session::check_has_lines() const {
  if (!transcript_.entries.empty()) return {};
  if (transcript_.lines == 0) {
    const bool blank = info_.size > 0;
    return Error{ErrorCode::kInvalid,
                 path_ +
                     (blank ? " holds " + counted(info_.size, "byte") + " and no line of text"
                            : " is empty") +
                     ": there is no session in it"};
  }
  return Error{ErrorCode::kInvalid,
               path_ + " is not a transcript: none of its " + std::to_string(transcript_.lines) +
                   (transcript_.lines == 1 ? " line" : " lines") + " is a JSON object"};
}

const MessageTree& Session::messages() const {
  constexpr NodeId kMany = 100'000;
  std::call_once(messages_built_, [&] {
    messages_ = std::make_unique<MessageTree>(tree_);
    if (tree_.size() > kMany) give_back_freed_memory();  // what building took
  });
  return *messages_;
}

std::string Session::id() const {
  std::map<Symbol, std::int64_t> counts;
  for (const Entry& entry : transcript_.entries) {
    const Symbol session = transcript_.origin(entry).session;
    if (session != kNoSymbol) ++counts[session];
  }
  Symbol most = kNoSymbol;
  for (const auto& [symbol, count] : counts) {
    if (most == kNoSymbol || count > counts[most]) most = symbol;
  }
  return std::string(most == kNoSymbol ? stem(path_) : transcript_.text(most));
}

const SessionFacts& Session::facts() const {
  std::call_once(facts_read_, [&] {
    if (auto facts = FactsReader().read(*opened_, path_, info_, transcript_))
      facts_ = std::move(*facts);
    facts_.path = path_;
    facts_.id = stem(path_);
    facts_.file = info_;
  });
  return facts_;
}

Result<EntryIndex> Session::find_entry(const std::string& uuid) const {
  std::vector<std::pair<std::size_t, EntryIndex>> near;  // length of the common start
  for (EntryIndex i = transcript_.count(); i-- > 0;) {
    const std::string_view candidate = transcript_.text(transcript_[i].uuid);
    if (candidate.empty()) continue;
    if (candidate == uuid) return i;
    const auto mismatch =
        std::mismatch(candidate.begin(), candidate.end(), uuid.begin(), uuid.end());
    near.push_back({static_cast<std::size_t>(mismatch.first - candidate.begin()), i});
  }
  std::stable_sort(near.begin(), near.end(), [](auto a, auto b) { return a.first > b.first; });
  // A uuid that is on several lines counts once, as its last line.
  std::set<Symbol> seen;
  std::erase_if(near, [&](const auto& candidate) {
    return !seen.insert(transcript_[candidate.second].uuid).second;
  });
  const auto begin_so = std::count_if(near.begin(), near.end(), [&](const auto& candidate) {
    return candidate.first == uuid.size();
  });
  constexpr std::size_t kShortest = 4;
  if (uuid.size() >= kShortest && begin_so == 1) return near.front().second;
  const bool several = uuid.size() >= kShortest && begin_so > 1;
  std::string message = several ? std::to_string(begin_so) + " lines of " + path_ +
                                      " have a uuid that begins with " + uuid
                                : "no line with uuid " + uuid + " in " + path_;
  const std::size_t count = several ? static_cast<std::size_t>(begin_so) : near.size();
  for (std::size_t i = 0; i < std::min(kNearest, count); ++i) {
    message += i > 0 ? ", " : several ? ": " : "; nearest: ";
    message += one_line(transcript_.text(transcript_[near[i].second].uuid));
  }
  if (several && count > kNearest) message += ", ...";
  return Error{several ? ErrorCode::kInvalid : ErrorCode::kNotFound, message};
}

Result<ChosenPath> Session::path(RuleSet rules, const std::string& leaf) const {
  if (leaf.empty()) return find_path(tree_, rules);
  auto entry = find_entry(leaf);
  if (!entry) return entry.error();
  const Entry& line = transcript_[*entry];
  if (tree_.find(line.uuid) == kNoNode) {
    return Error{ErrorCode::kInvalid, "line " + std::to_string(line.line) + " of " + path_ +
                                          " is not part of the conversation tree (" +
                                          std::string(transcript_.type_name(line)) + ")"};
  }
  return find_path(tree_, rules, line.uuid);
}

std::vector<EntryIndex> Session::transcript_view(const ChosenPath& path) const {
  return seen_entries(messages(), path);
}

ChosenPath Session::path_through(const ChosenPath& path, EntryIndex entry) const {
  const NodeId node = tree_.find(transcript_[entry].uuid);
  if (node == kNoNode) return path;
  const MessageId wanted = messages().message_of(node);
  if (wanted == kNoMessage) return path;
  for (const Branch& branch : find_branches(messages(), path)) {
    MessageId message = branch.tip_message;
    while (message > wanted) message = messages()[message].parent;  // parents have smaller ids
    if (message == wanted && branch.tip != kNoEntry)
      return find_path(tree_, path.rules, transcript_[branch.tip].uuid);
  }
  return find_path(tree_, path.rules, transcript_[entry].uuid);
}

std::vector<EntryIndex> Session::side_thread(EntryIndex entry) const {
  for (SideThread& thread : side_threads(tree_)) {
    if (std::binary_search(thread.lines.begin(), thread.lines.end(), entry)) return thread.lines;
  }
  return {entry};
}

Result<void> Session::raw(EntryIndex entry,
                          const std::function<bool(std::string_view)>& visit) const {
  constexpr std::int64_t kPiece = 1 << 18;
  const Entry& line = transcript_[entry];
  for (std::int64_t done = 0; done < line.length;) {
    auto piece = read_line_at(*opened_, line.offset + done, std::min(kPiece, line.length - done));
    if (!piece) return piece.error();
    const bool last = done + std::ssize(*piece) == line.length;
    const std::string_view whole = last ? std::string_view(*piece) : whole_characters(*piece);
    if (!visit(whole)) break;
    done += std::ssize(whole);
  }
  return {};
}

std::string Session::searched_text(EntryIndex entry) const {
  FileLines file = lines();
  auto line = file.line(transcript_[entry]);
  if (!line) return {};
  json::Parser parser;
  const auto root = parser.parse(*line);
  if (!root) return {};
  std::string text;
  PassageReader reader;
  for (const Passage& passage : reader.read(LineFields(*root))) {
    if (!text.empty()) text += '\n';
    text += passage.text;
  }
  return text;
}

std::string Session::prompt_preview(EntryIndex entry, std::size_t cells) const {
  if (entry == kNoEntry) return {};
  const EntryIndex one[] = {entry};
  const auto plans = plan_messages(transcript_, one, Detail::kAll);
  if (plans.empty()) return {};
  auto message = [&] {
    const std::lock_guard lock(preview_mutex_);
    return previews_.read(plans.front());
  }();
  if (!message) return {};
  std::string text = split_prompt(message->text).text;
  if (text.empty()) text = message->text;
  if (text.empty() && !message->tools.empty()) {
    const ToolCall& tool = message->tools.front();
    text = tool.name.empty() ? "[result] " + tool.result : "[" + tool.name + "]";
  }
  if (text.empty() && !message->parts.empty()) text = "[" + message->parts.front().media_type + "]";
  if (text.empty() && (message->thought_hidden || !message->thought.empty())) {
    text = "[thinking] " + message->thought;
  }
  return truncate_to_width(one_line(terminal_safe(text)), static_cast<int>(cells));
}

}  // namespace clew
