// SPDX-License-Identifier: MIT
//
// How a file is read. From the start every line is parsed until the first prompt, the folder and
// the time are known: mostly five lines, but as many as it takes, where the official SDK gives up
// after 64 KiB and hides the session. From the end lines are parsed until branch, version and model
// are known. In between only the first bytes of each line are looked at (label_lines.h).
//
// Why the middle is not left out. CLIs from about 2.1.71 repeat titles near the end, but 2.1.325
// no longer repeats a custom title, 2.0.64 to 2.1.70 never did, the SDK's rename and tag append
// once to whatever is there, and summaries of 1.0 to 2.1.29 stand anywhere. No window is right for
// all; reading on at memory speed is, and costs a list of 2,574 sessions (1 GB) less than 0.1 s.
#include "catalog/session_facts.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>

#include "base/text.h"
#include "catalog/first_prompt.h"
#include "catalog/message_count.h"
#include "catalog/session_files.h"
#include "jsonl/line_stream.h"
#include "jsonl/reverse_line_reader.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::size_t kBlock = 128 << 10;
constexpr std::size_t kTailBlock = 8 << 10;  // mostly one line is enough
// How far back the last branch, version and model are looked for.
constexpr std::int64_t kTail = 256 << 10;

bool has(std::string_view text, std::string_view part) {
  return ::memmem(text.data(), text.size(), part.data(), part.size()) != nullptr;
}

TimeMs time_of(const json::Value& line) {
  const json::Value time = line["timestamp"];
  if (time.kind() == json::Kind::kNumber) return time.int_or(kNoTime);
  return parse_time(time.string_or("")).value_or(kNoTime);
}

void set_once(std::string& fact, const json::Value& value) {
  if (fact.empty()) fact = value.string_or("");
}

// Words that hand a task over to a subagent.
bool reads_like_a_task(std::string_view prompt) {
  return prompt.starts_with("You are a specialized agent") || prompt.starts_with("Task:") ||
         has(prompt, "This is a sub-task") || has(prompt, "[subagent]");
}

// The way through one file from its start.
class Head {
 public:
  Head(SessionFacts& facts, bool is_agent) : facts_(facts), is_agent_(is_agent) {}

  // Whether further lines can tell anything. `offset` is that of the next line.
  bool done(std::int64_t offset) const {
    const bool prompt = is_agent_ ? side_prompt_.found() || prompt_.found() : prompt_.found();
    const bool rest = !facts_.cwd.empty() && facts_.created != kNoTime;
    return prompt && (rest || offset > static_cast<std::int64_t>(kBlock));
  }

  void take(const json::Value& line) {
    if (facts_.created == kNoTime) facts_.created = time_of(line);
    set_once(facts_.recorded_id, line["sessionId"]);
    set_once(facts_.cwd, line["cwd"]);
    set_once(facts_.entrypoint, line["entrypoint"]);
    set_once(facts_.slug, line["slug"]);
    set_once(facts_.forked_from, line["forkedFrom"]["sessionId"]);
    const std::string_view type = line["type"].string_or("");
    if (type != "user" && type != "assistant") return;
    const bool meta = line["isMeta"].bool_or(false);
    if (!meta) facts_.has_conversation = true;
    const bool side = line["isSidechain"].bool_or(false);
    (side ? any_side_ : any_main_) = true;
    if (type == "assistant") {
      take_reply(line);
    } else if (!meta) {
      (line["userType"].string_or("") == "internal" ? any_internal_ : any_external_) = true;
    }
    FirstPrompt& prompt = side ? side_prompt_ : prompt_;
    if (!prompt.found()) prompt.offer(line);
  }

  void finish() {
    facts_.first_prompt = prompt_.text().empty() ? side_prompt_.text() : prompt_.text();
    if (!facts_.first_prompt.empty()) facts_.first_reply.clear();
    const bool only_side = any_side_ && !any_main_;
    if (is_agent_) {
      facts_.subagent = SubagentSign::kFileName;
    } else if (only_side) {
      facts_.subagent = SubagentSign::kSidechain;
    } else if (any_internal_ && !any_external_) {
      facts_.subagent = SubagentSign::kInternalUser;
    } else if (reads_like_a_task(facts_.first_prompt)) {
      facts_.subagent = SubagentSign::kPromptShape;
    }
    facts_.warmup = (is_agent_ || only_side) && facts_.first_prompt == "Warmup";
  }

 private:
  void take_reply(const json::Value& line) {
    if (!facts_.first_reply.empty()) return;
    const json::Value content = line["message"]["content"];
    if (content.is_string()) facts_.first_reply = preview_of(content.string_or(""));
    for (const json::Value block : content.elements()) {
      if (block["type"].string_or("") != "text" || !facts_.first_reply.empty()) continue;
      facts_.first_reply = preview_of(block["text"].string_or(""));
    }
  }

  SessionFacts& facts_;
  bool is_agent_;
  FirstPrompt prompt_;
  FirstPrompt side_prompt_;  // of lines beside the main thread, such as a warm-up before it
  bool any_side_ = false;
  bool any_main_ = false;
  bool any_internal_ = false;
  bool any_external_ = false;
};

bool is_compaction(const json::Value& line) {
  return line["subtype"].string_or("") == "compact_boundary" ||
         line["isCompactSummary"].bool_or(false);
}

// Whether a line that is past the head is worth parsing.
bool is_of_interest(std::string_view text, LineHint hint, bool head_done) {
  if (hint == LineHint::kLabel || hint == LineHint::kAny) return true;
  if (hint == LineHint::kStart &&
      (has(text, "compact_boundary") || has(text, "isCompactSummary"))) {
    return true;
  }
  // Still without a prompt: only lines of users and, for what they are, of the model.
  return !head_done && (has(text, R"("user")") || has(text, R"("assistant")"));
}

// A small file is read once; both ways through it then go through memory. Borrows the bytes.
class FileInMemory : public RandomAccessFile {
 public:
  FileInMemory(std::span<const char> bytes, const FileInfo& info) : bytes_(bytes), info_(info) {
    info_.size = std::ssize(bytes);
  }
  Result<std::size_t> read_at(std::int64_t offset, std::span<char> out) const override {
    if (offset >= std::ssize(bytes_)) return std::size_t{0};
    const auto there = bytes_.subspan(static_cast<std::size_t>(offset));
    const std::size_t count = std::min(there.size(), out.size());
    std::memcpy(out.data(), there.data(), count);
    return count;
  }
  Result<FileInfo> info() const override { return info_; }

 private:
  std::span<const char> bytes_;
  FileInfo info_;
};

Result<void> read_forwards(const RandomAccessFile& file, json::Parser& parser, bool is_agent,
                           SessionFacts& facts) {
  const auto block = std::min(kBlock, static_cast<std::size_t>(facts.file.size) + 1);
  LineReader lines(file, {.end = facts.file.size, .block_size = block, .max_line = kGiantLine});
  Head head(facts, is_agent);
  for (;;) {
    auto next = lines.next();
    if (!next) return next.error();
    if (!*next) break;
    const Line& line = **next;
    const bool head_done = head.done(line.offset);
    // Labels are never so long.
    if (line.too_long && head_done) continue;
    std::string giant;
    const std::string_view text = text_of(file, line, giant);
    const bool parse = (!head_done && line.offset < static_cast<std::int64_t>(kBlock)) ||
                       is_of_interest(text, hint_of(text), head_done);
    if (!parse) continue;
    auto value = parser.parse(text);
    if (!value) continue;
    if (!head_done) head.take(*value);
    take_label(*value, facts.labels);
    if (is_compaction(*value)) facts.compacted = true;
  }
  head.finish();
  if (!facts.labels.continues.empty()) facts.compacted = true;
  return {};
}

// Takes what the last lines say; true when nothing is left to find out.
bool take_tail(const json::Value& line, SessionFacts& facts) {
  if (facts.updated == kNoTime) facts.updated = time_of(line);
  set_once(facts.version, line["version"]);
  set_once(facts.git_branch, line["gitBranch"]);
  set_once(facts.slug, line["slug"]);
  const std::string_view model = line["message"]["model"].string_or("");
  if (facts.model.empty() && model != "<synthetic>") facts.model = model;
  return facts.updated != kNoTime && !facts.version.empty() && !facts.git_branch.empty() &&
         !facts.model.empty();
}

Result<void> read_backwards(const RandomAccessFile& file, json::Parser& parser,
                            SessionFacts& facts) {
  ReverseLineReader lines(
      file, {.end = facts.file.size, .block_size = kTailBlock, .max_line = kGiantLine});
  for (;;) {
    auto next = lines.next();
    if (!next) return next.error();
    if (!*next) return {};
    const Line& line = **next;
    std::string giant;
    auto value = parser.parse(text_of(file, line, giant));
    if (value && take_tail(*value, facts)) return {};
    if (facts.file.size - line.offset > kTail) return {};
  }
}

}  // namespace

std::string_view name_of(TitleSource source) {
  switch (source) {
    case TitleSource::kNone:
      return "none";
    case TitleSource::kCustom:
      return "custom";
    case TitleSource::kAi:
      return "ai";
    case TitleSource::kLastPrompt:
      return "last-prompt";
    case TitleSource::kSummary:
      return "summary";
    case TitleSource::kFirstPrompt:
      return "first-prompt";
    case TitleSource::kFirstReply:
      return "first-reply";
  }
  return "none";
}

template <class Text>
TitleSource BasicFacts<Text>::title_source() const {
  if (!labels.custom_title.empty()) return TitleSource::kCustom;
  if (!labels.ai_title.empty()) return TitleSource::kAi;
  if (!labels.last_prompt.empty()) return TitleSource::kLastPrompt;
  if (!labels.summary.empty()) return TitleSource::kSummary;
  if (!first_prompt.empty()) return TitleSource::kFirstPrompt;
  return first_reply.empty() ? TitleSource::kNone : TitleSource::kFirstReply;
}

template <class Text>
std::string_view BasicFacts<Text>::title() const {
  switch (title_source()) {
    case TitleSource::kNone:
      return {};
    case TitleSource::kCustom:
      return labels.custom_title;
    case TitleSource::kAi:
      return labels.ai_title;
    case TitleSource::kLastPrompt:
      return labels.last_prompt;
    case TitleSource::kSummary:
      return labels.summary;
    case TitleSource::kFirstPrompt:
      return first_prompt;
    case TitleSource::kFirstReply:
      return first_reply;
  }
  return {};
}

template <class Text>
std::string short_name(const BasicFacts<Text>& facts) {
  constexpr std::size_t kLongest = 50;
  std::string line = one_line(facts.title());
  if (line.empty()) {
    return std::string(
        facts.id.substr(facts.id.size() - std::min<std::size_t>(8, facts.id.size())));
  }
  if (facts.title_source() < TitleSource::kFirstPrompt) return line;
  const std::string_view kept = cut_utf16(line, kLongest);
  return kept.size() == line.size() ? line : std::string(trim(kept)) + "…";
}

template struct BasicFacts<std::string>;
template struct BasicFacts<std::string_view>;
template std::string short_name(const SessionFacts& facts);
template std::string short_name(const FactsView& facts);

Result<SessionFacts> FactsReader::read(const FileSystem& files, const std::string& path) {
  auto file = files.open(path);
  if (!file) return file.error();
  const auto info = (*file)->info();
  if (!info) return info.error();
  return read(**file, path, *info);
}

Result<SessionFacts> FactsReader::read(const FileSystem& files, const std::string& path,
                                       const FileInfo& seen) {
  auto file = files.open(path);
  if (!file) return file.error();
  return read(**file, path, seen);
}

Result<SessionFacts> FactsReader::read(const RandomAccessFile& file, const std::string& path,
                                       const FileInfo& info) {
  constexpr std::size_t kSmall = 64 << 10;
  SessionFacts facts;
  facts.path = path;
  facts.id = stem(path);
  facts.file = info;
  const bool is_agent = is_agent_name(facts.id);
  std::optional<FileInMemory> small;
  if (info.size <= static_cast<std::int64_t>(kSmall)) {
    small_.resize(kSmall);
    const auto count =
        file.read_at(0, std::span(small_).first(static_cast<std::size_t>(info.size)));
    if (!count) return count.error();
    small.emplace(std::span(small_).first(*count), info);
  }
  const RandomAccessFile& source = small ? *small : file;
  if (auto done = read_forwards(source, parser_, is_agent, facts); !done) return done.error();
  if (auto done = read_backwards(source, parser_, facts); !done) return done.error();
  return facts;
}

}  // namespace clew
