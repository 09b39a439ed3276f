// SPDX-License-Identifier: MIT
#include "doctor/named_by_error.h"

#include <algorithm>
#include <charconv>

#include "json/spans.h"
#include "transcript/line_fields.h"

namespace clew {
namespace {

constexpr std::string_view kDigits = "0123456789";
constexpr std::int64_t kNothing = -1;

// The number that stands at the end of `text`, or at its beginning.
std::int64_t number_at(std::string_view text) {
  std::int64_t out = kNothing;
  const auto end = text.find_first_not_of(kDigits);
  std::from_chars(text.data(), text.data() + std::min(end, text.size()), out);
  return out;
}
std::int64_t number_before(std::string_view text) {
  const std::size_t last = text.find_last_of(kDigits);
  if (last == std::string_view::npos) return kNothing;
  const std::size_t before = text.find_last_not_of(kDigits, last);
  return number_at(text.substr(before == std::string_view::npos ? 0 : before + 1));
}
std::int64_t number_behind(std::string_view text, std::string_view word) {
  const std::size_t at = text.find(word);
  return at == std::string_view::npos ? kNothing : number_at(text.substr(at + word.size()));
}

class NamedFinder {
 public:
  NamedFinder(const LastError& error, const Patient& patient, const ChosenPath& path)
      : error_(error), patient_(patient), t_(patient.transcript), path_(path) {}

  NamedLines run(Defect defect) {
    switch (defect) {
      case Defect::kE1:
      case Defect::kE2:
      case Defect::kE4:
      case Defect::kE5:
        take([&](const Entry& line) { return thinks(line); });
        find_culprit();
        break;
      case Defect::kE3:
        take([&](const Entry& line) { return has(line, BlockKind::kToolUse); });
        if (out_.any) out_.all.erase(out_.all.begin(), out_.all.end() - 1);
        break;
      case Defect::kC7:
        take([&](const Entry& line) { return has_reference(line); });
        break;
      case Defect::kF7:
        take([&](const Entry& line) { return has_media(line, BlockKind::kImage, "image"); });
        drop_before_last_answer();
        break;
      case Defect::kF8:
      case Defect::kF9:
        take([&](const Entry& line) { return has_media(line, BlockKind::kDocument, "document"); });
        break;
      case Defect::kG1:
      case Defect::kF10:
        out_.any = is_large_enough(defect);
        break;
      default:
        break;
    }
    return std::move(out_);
  }

 private:
  template <class Test>
  void take(Test test) {
    for (const EntryIndex index : path_.chain) {
      const Entry& line = t_[index];
      if (line.is_conversation() && !line.api_error && test(line)) out_.all.push_back(index);
    }
    out_.any = !out_.all.empty();
  }

  bool has(const Entry& line, BlockKind kind) const {
    const auto blocks = t_.blocks_of(line);
    return std::any_of(blocks.begin(), blocks.end(),
                       [&](const Block& block) { return block.kind == kind; });
  }
  bool thinks(const Entry& line) const {
    return line.type == EntryType::kAssistant &&
           (has(line, BlockKind::kThinking) || has(line, BlockKind::kRedactedThinking));
  }

  // Also in a result.
  bool has_media(const Entry& line, BlockKind kind, std::string_view type) {
    if (has(line, kind)) return true;
    if (!has(line, BlockKind::kToolResult)) return false;
    auto text = patient_.lines.line(line);
    auto root = text ? parser_.parse(*text) : Result<json::Value>(text.error());
    if (!root) return false;
    for (const json::Value block : LineFields(*root).message().content.elements()) {
      for (const json::Value part : block["content"].elements()) {
        if (part["type"].string_or("") == type) return true;
      }
    }
    return false;
  }

  bool has_reference(const Entry& line) {
    auto text = patient_.lines.line(line);
    if (!text || text->find("tool_reference") == std::string_view::npos) return false;
    auto root = parser_.parse(*text);
    if (!root) return false;
    const std::string_view tool = tool_named_by(error_.text);
    const auto names = [&](json::Value list) {
      for (const json::Value one : list.elements()) {
        if (one["tool_name"].string_or("") == tool) return true;
      }
      return false;
    };
    for (const json::Value block : LineFields(*root).message().content.elements()) {
      if (names(block["content"]) || names(block["content"]["tool_references"])) return true;
    }
    return false;
  }

  // What the API has answered to once it can read.
  void drop_before_last_answer() {
    EntryIndex answer = kNoEntry;
    for (const EntryIndex index : path_.chain) {
      const Entry& line = t_[index];
      if (line.type == EntryType::kAssistant && !line.api_error) answer = std::max(answer, index);
    }
    std::erase_if(out_.all, [&](EntryIndex line) { return line < answer; });
    out_.any = !out_.all.empty();
  }

  // "messages.N.content.M": counted in what was sent before the answer, which 2.1 still sends.
  void find_culprit() {
    const std::int64_t number = number_behind(error_.text, "messages.");
    const auto messages = sent_messages(t_, path_);
    if (number < 0 || number >= std::ssize(messages)) return;
    for (const SentMessage::Part& part : messages[static_cast<std::size_t>(number)].parts) {
      const bool named = std::find(out_.all.begin(), out_.all.end(), part.entry) != out_.all.end();
      if (named && out_.culprit == kNoEntry) out_.culprit = part.entry;
    }
  }

  // A short conversation is not what is too long: that are tools, settings and attached files.
  bool is_large_enough(Defect defect) const {
    constexpr std::int64_t kPart = 8;
    const ApiRules rules = rules_for(patient_, path_);
    const std::int64_t most =
        defect == Defect::kF10 ? rules.most_bytes : rules.window * kBytesOfToken;
    return content_bytes(patient_, path_.chain) >= most / kPart;
  }

  const LastError& error_;
  const Patient& patient_;
  const Transcript& t_;
  const ChosenPath& path_;
  json::Parser parser_;
  NamedLines out_;
};

}  // namespace

NamedLines lines_named_by(const LastError& error, Defect defect, const Patient& patient,
                          const ChosenPath& path) {
  return NamedFinder(error, patient, path).run(defect);
}

std::string_view tool_named_by(std::string_view error) {
  constexpr std::string_view kStart = "Tool reference '";
  const std::size_t begin = error.find(kStart);
  if (begin == std::string_view::npos) return {};
  const std::string_view name = error.substr(begin + kStart.size());
  return name.substr(0, name.find('\''));
}

std::optional<std::int64_t> media_limit_in(std::string_view error) {
  const std::size_t at = error.find("Too much media");
  if (at == std::string_view::npos) return std::nullopt;
  const std::int64_t most = number_behind(error.substr(at), " > ");
  return most > 0 ? std::optional(most) : std::nullopt;
}

std::optional<TokenCounts> token_counts_in(std::string_view error) {
  constexpr std::string_view kBetween = " tokens > ";
  const std::size_t at = error.find(kBetween);
  if (at == std::string_view::npos) return std::nullopt;
  const TokenCounts counts{number_before(error.substr(0, at)), number_behind(error, kBetween)};
  return counts.sent > counts.most && counts.most > 0 ? std::optional(counts) : std::nullopt;
}

std::int64_t content_bytes(std::string_view line, const Entry& entry) {
  const json::Span all{0, line.size()};
  if (entry.type == EntryType::kAttachment) {
    const json::Span attached = json::find_member(line, all, "attachment");
    return static_cast<std::int64_t>(attached.end - attached.begin);
  }
  if (!entry.is_conversation() || entry.api_error) return 0;
  const json::Span message = json::find_member(line, all, name_of(Field::kMessage));
  const json::Span content = json::find_member(line, message, "content");
  return static_cast<std::int64_t>(content.end - content.begin);
}

std::int64_t content_bytes(const Patient& patient, const std::vector<EntryIndex>& chain) {
  std::int64_t sum = 0;
  for (const EntryIndex index : chain) {
    const Entry& entry = patient.transcript[index];
    auto line = patient.lines.line(entry);
    if (line) sum += content_bytes(*line, entry);
  }
  return sum;
}

}  // namespace clew
