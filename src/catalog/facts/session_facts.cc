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
#include "catalog/facts/session_facts.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>

#include "base/text.h"
#include "catalog/facts/message_count.h"
#include "catalog/layout/layout.h"
#include "jsonl/line_ranges.h"
#include "jsonl/line_stream.h"
#include "jsonl/reverse_line_reader.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::size_t kBlock = 128 << 10;
constexpr std::size_t kTailBlock = 8 << 10;  // mostly one line is enough
// How far back the last branch, version and model are looked for.
constexpr std::int64_t kTail = 256 << 10;

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

// The lines behind `start` that may matter, of a file that was parsed.
Result<void> read_known_lines(const RandomAccessFile& file, json::Parser& parser,
                              const Transcript& parsed, std::int64_t start, SessionFacts& facts) {
  for (const Entry& entry : parsed.entries) {
    if (entry.offset < start || entry.length > kGiantLine || !may_matter_to_lists(parsed, entry)) {
      continue;
    }
    const auto text = read_line_at(file, entry.offset, entry.length);
    if (!text) return text.error();
    if (!may_matter_to_lists(*text, hint_of(*text))) continue;
    if (auto value = parser.parse(*text)) take_anywhere(LineFields(*value), facts);
  }
  return {};
}

Result<void> read_forwards(const RandomAccessFile& file, json::Parser& parser, bool is_agent,
                           const Transcript* parsed, SessionFacts& facts) {
  const auto block = std::min(kBlock, static_cast<std::size_t>(facts.file.size) + 1);
  LineReader lines(file, {.end = facts.file.size, .block_size = block, .max_line = kGiantLine});
  FactsFromStart head(facts, is_agent);
  for (;;) {
    auto next = lines.next();
    if (!next) return next.error();
    if (!*next) break;
    const Line& line = **next;
    const bool far = line.offset > static_cast<std::int64_t>(kBlock);
    const bool head_done = head.done(far);
    if (head_done && parsed != nullptr) {
      head.finish();
      return read_known_lines(file, parser, *parsed, line.offset, facts);
    }
    // Labels are never so long.
    if (line.too_long && head_done) continue;
    std::string giant;
    const std::string_view text = text_of(file, line, giant);
    const bool parse = (!head_done && !far) || may_matter_to_lists(text, hint_of(text)) ||
                       (!head_done && FactsFromStart::may_hold_prompt(text));
    if (!parse) continue;
    auto value = parser.parse(text);
    if (!value) continue;
    const LineFields fields(*value);
    if (!head_done) head.take(fields);
    take_anywhere(fields, facts);
  }
  head.finish();
  return {};
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
    if (value && take_from_end(LineFields(*value), facts)) return {};
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
  if (!this->labels.custom_title.empty()) return TitleSource::kCustom;
  if (!this->labels.ai_title.empty()) return TitleSource::kAi;
  if (!this->labels.last_prompt.empty()) return TitleSource::kLastPrompt;
  if (!this->labels.summary.empty()) return TitleSource::kSummary;
  if (!this->first_prompt.empty()) return TitleSource::kFirstPrompt;
  return this->first_reply.empty() ? TitleSource::kNone : TitleSource::kFirstReply;
}

template <class Text>
std::string_view BasicFacts<Text>::title() const {
  switch (title_source()) {
    case TitleSource::kNone:
      return {};
    case TitleSource::kCustom:
      return this->labels.custom_title;
    case TitleSource::kAi:
      return this->labels.ai_title;
    case TitleSource::kLastPrompt:
      return this->labels.last_prompt;
    case TitleSource::kSummary:
      return this->labels.summary;
    case TitleSource::kFirstPrompt:
      return this->first_prompt;
    case TitleSource::kFirstReply:
      return this->first_reply;
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
  return read(file, path, info, nullptr);
}

Result<SessionFacts> FactsReader::read(const RandomAccessFile& file, const std::string& path,
                                       const FileInfo& info, const Transcript& parsed) {
  return read(file, path, info, &parsed);
}

Result<SessionFacts> FactsReader::read(const RandomAccessFile& file, const std::string& path,
                                       const FileInfo& info, const Transcript* parsed) {
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
  if (auto done = read_forwards(source, parser_, is_agent, parsed, facts); !done)
    return done.error();
  if (auto done = read_backwards(source, parser_, facts); !done) return done.error();
  return facts;
}

}  // namespace clew
