// SPDX-License-Identifier: MIT
//
// The rules for whole messages and for what must come in pairs.
#include "doctor/api_check.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "base/hash.h"
#include "json/unicode_escape.h"

namespace clew {
namespace {

constexpr int kMostCacheMarks = 4;
constexpr std::int64_t kManyImages = 20;
constexpr int kManyImagesSide = 2000;
constexpr std::int64_t kMostPages = 100;
constexpr std::int64_t kBytesPerToken = 4;

std::string without_result(std::size_t message, std::string_view id) {
  return "messages." + std::to_string(message) +
         ": `tool_use` ids were found without `tool_result` blocks immediately after: " +
         std::string(id) +
         ". Each `tool_use` block must have a corresponding `tool_result` block in the next "
         "message.";
}

std::string hex(std::uint64_t number) {
  std::string out(16, '0');
  for (auto digit = out.rbegin(); digit != out.rend(); ++digit, number >>= 4) {
    *digit = "0123456789abcdef"[number & 15];
  }
  return out;
}

// Calls `bad(at, nul)` for each escape that the API cannot read.
template <class Bad>
void each_bad_escape(std::string_view json, Bad bad) {
  for (std::size_t at = json.find('\\'); at != std::string_view::npos; at = json.find('\\', at)) {
    const int unit = json::unicode_escape(json, at);
    if (unit < 0) {
      at += 2;
      if (at >= json.size()) return;
      continue;
    }
    if (json::is_high_surrogate(unit) &&
        json::is_low_surrogate(json::unicode_escape(json, at + 6))) {
      at += 12;
      continue;
    }
    if (unit == 0 || json::is_high_surrogate(unit) || json::is_low_surrogate(unit))
      bad(at, unit == 0);
    at += 6;
  }
}

}  // namespace

BadEscapes find_bad_escapes(std::string_view json) {
  BadEscapes found;
  each_bad_escape(json,
                  [&](std::size_t, bool nul) { ++(nul ? found.nuls : found.lone_surrogates); });
  return found;
}

std::string replace_bad_escapes(std::string_view json) {
  std::string out(json);
  each_bad_escape(json, [&](std::size_t at, bool) { out.replace(at, 6, "\\ufffd"); });
  return out;
}

std::string show_bad_escapes(std::string_view json) {
  std::string out;
  std::size_t from = 0;
  each_bad_escape(json, [&](std::size_t at, bool) {
    out.append(json, from, at - from);
    out += '\\';
    from = at;
  });
  return out.append(json, from);
}

std::string sign_thinking(std::uint64_t prefix, std::string_view thinking) {
  return "sig-" + hex(prefix) + "-" + hex(hash_bytes(thinking));
}

void RequestCheck::refuse(int rule, Defect defect, BlockPlace place, std::string message,
                          std::string id) {
  ApiRefusal& one = refusals_.emplace_back();
  one.rule = rule;
  one.defect = defect;
  one.message = std::move(message);
  one.place = place;
  one.id = std::move(id);
}

std::string RequestCheck::path(const Fact& fact) {
  return "messages." + std::to_string(fact.message) + ".content." + std::to_string(fact.index);
}

std::string RequestCheck::path() const {
  Fact next;
  next.message = static_cast<std::uint32_t>(messages_.size() - 1);
  next.index = static_cast<std::uint32_t>(facts_.size()) - messages_.back().first;
  return path(next);
}

std::span<const RequestCheck::Fact> RequestCheck::blocks_of(std::size_t message) const {
  const std::size_t begin = messages_[message].first;
  const std::size_t end =
      message + 1 < messages_.size() ? messages_[message + 1].first : facts_.size();
  return std::span(facts_).subspan(begin, end - begin);
}

void RequestCheck::reserve(std::size_t messages, std::size_t blocks) {
  messages_.reserve(messages);
  facts_.reserve(blocks);
}

void RequestCheck::tools(json::Value list) {
  tools_known_ = list.is_array();
  bind(list);
  for (const json::Value tool : list.elements()) {
    bytes_ += sent_bytes(tool);
    if (tool["cache_control"].is_object()) ++cache_marks_;
    const std::string_view name = tool["name"].string_or("");
    if (!tools_.emplace(name).second) {
      refuse(4, Defect::kI2, {}, "tools: Tool names must be unique.", std::string(name));
    }
  }
}

void RequestCheck::system(json::Value prompt) {
  bytes_ += sent_bytes(prompt);
  bind(prompt);
  for (const json::Value block : prompt.elements()) {
    if (block["cache_control"].is_object()) ++cache_marks_;
  }
}

void RequestCheck::begin_message(bool assistant, std::string_view response) {
  Message& message = messages_.emplace_back();
  message.assistant = assistant;
  message.response = names_.intern(response);
  message.first = static_cast<std::uint32_t>(facts_.size());
  prefix_of_message_ = prefix_;
  bind(assistant ? "assistant" : "user");
}

void RequestCheck::begin_line(EntryIndex entry) {
  if (messages_.back().entry == kNoEntry) messages_.back().entry = entry;
}

void RequestCheck::content(json::Value content, EntryIndex entry) {
  begin_line(entry);
  if (content.is_string()) {
    bind(content.string_or(""));
    return block(SentBlockReader(rules_.unknown_blocks).read_text(content), {entry, 0});
  }
  std::uint32_t index = 0;
  for (const json::Value one : content.elements()) {
    if (one.is_object()) json_block(one, {entry, index++});
  }
}

void RequestCheck::json_block(json::Value one, BlockPlace place) {
  // A text is the same as a block and as the whole content.
  const std::string_view type = one["type"].string_or("");
  if (type == "text") {
    bind(one["text"].string_or(""));
  } else {
    bind(one);
  }
  if (type == "thinking" && rules_.own_signatures) check_own_signature(one, place);
  SentBlockReader reader(rules_.unknown_blocks);
  block(reader.read(one), place);
}

void RequestCheck::block(const BlockFacts& block, BlockPlace place) {
  begin_line(place.entry);
  bytes_ += block.bytes;
  if (block.cache_mark) ++cache_marks_;
  if (block.kind == SentKind::kNothing) return;  // unless more comes the message is empty
  if (block.details != nullptr) take_details(*block.details, place);
  add(block.kind, place, block.type, block.id);
  messages_.back().ends_blank = block.ends_blank;
}

void RequestCheck::take_details(const BlockDetails& details, BlockPlace place) {
  const std::string here = path();
  for (const BlockRefusal& one : details.refusals) {
    refuse(one.rule, one.defect, place, (one.placed ? here : std::string()) + one.message, one.id);
    refusals_.back().inside = one.inside;
  }
  for (const ToolReference& tool : details.tools) {
    if (!tools_known_ || tools_.contains(tool.name)) continue;
    refuse(12, Defect::kC7, place,
           "Tool reference '" + tool.name + "' not found in available tools", tool.name);
  }
  for (const BlockMedia& one : details.media) media_.push_back({place, here + one.where, one});
}

void RequestCheck::add(SentKind kind, BlockPlace place, std::string_view type,
                       std::string_view id) {
  Message& message = messages_.back();
  message.ends_blank = false;
  facts_.push_back({kind, names_.intern(id), names_.intern(type), place,
                    static_cast<std::uint32_t>(facts_.size()) - message.first,
                    static_cast<std::uint32_t>(messages_.size()) - 1});
}

void RequestCheck::added_result(std::string_view id) {
  add(SentKind::kResult, {messages_.back().entry, 0}, "tool_result", id);
}

void RequestCheck::counted_tokens(std::int64_t tokens) {
  counted_ = tokens;
  counted_bytes_ = bytes_;
  counted_media_ = media_.size();
}

void RequestCheck::added_text() { add(SentKind::kText, {messages_.back().entry, 0}, "text"); }

void RequestCheck::written(const BadEscapes& escapes, EntryIndex entry) {
  if (escapes.lone_surrogates > 0) {
    refuse(2, Defect::kD4, {entry, 0},
           "The request body is not valid JSON: no low surrogate in string");
  }
  if (escapes.nuls > 0) {
    refuse(2, Defect::kD5, {entry, 0},
           "The request body is not valid JSON: unexpected end of data");
  }
}

void RequestCheck::check_own_signature(json::Value block, BlockPlace place) {
  const std::string_view signature = block["signature"].string_or("");
  if (signature.empty()) return;  // is refused anyway
  const std::string good = sign_thinking(prefix_of_message_, block["thinking"].string_or(""));
  if (signature == good) return;
  const std::string invalid = path() + ": Invalid `signature` in `thinking` block";
  // The text is signed behind the prefix.
  const std::size_t text = good.rfind('-');
  const bool ours = signature.starts_with("sig-") && signature.size() == good.size() &&
                    signature.substr(text) == std::string_view(good).substr(text);
  if (!ours) {
    refuse(20, Defect::kE1, place, invalid);
  } else if (rules_.prefix_binding) {
    refuse(24, Defect::kE5, place,
           invalid +
               ". The block is bound to a different conversation. Remove the block, or set "
               "thinking.block_binding.prefix_mismatch_behavior to \"drop_block\".");
  }
}

void RequestCheck::bind(std::string_view text) {
  // Of gigabytes it takes long, and nobody needs it without signatures of our own.
  if (rules_.own_signatures) prefix_ = hash_bytes(text, prefix_);
}

void RequestCheck::bind(json::Value value) {
  if (!rules_.own_signatures) return;
  if (value.is_object()) {
    for (const auto [key, member] : value.members()) {
      if (key == "cache_control") continue;
      bind(key);
      bind(member);
    }
  } else if (value.is_array()) {
    for (const json::Value element : value.elements()) bind(element);
  } else if (!value.is_missing()) {
    bind(value.is_string() ? value.string_or("") : std::string_view(value.to_json()));
  }
}

std::vector<ApiRefusal> RequestCheck::finish() {
  check_messages();
  check_pairs();
  check_sizes();
  std::stable_sort(refusals_.begin(), refusals_.end(),
                   [](const ApiRefusal& a, const ApiRefusal& b) { return a.rule < b.rule; });
  return std::move(refusals_);
}

void RequestCheck::check_messages() {
  if (messages_.empty()) {
    return refuse(5, Defect::kB13, {}, "messages: at least one message is required");
  }
  if (rules_.first_is_user && messages_.front().assistant) {
    refuse(5, Defect::kB15, {messages_.front().entry, 0},
           "messages: first message must use the \"user\" role");
  }
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    const bool last_answer = i + 1 == messages_.size() && messages_[i].assistant;
    if (!blocks_of(i).empty() || last_answer) continue;
    refuse(6, Defect::kD3, {messages_[i].entry, 0},
           "messages." + std::to_string(i) +
               ": all messages must have non-empty content except for the optional final assistant "
               "message");
  }
  if (!rules_.prefill && messages_.back().assistant) {
    refuse(
        9, Defect::kD15, {messages_.back().entry, 0},
        "This model does not support assistant message prefill. The conversation must end with a "
        "user message.");
  } else if (messages_.back().assistant && messages_.back().ends_blank) {
    refuse(9, Defect::kD15, {messages_.back().entry, 0},
           "messages: final assistant content cannot end with trailing whitespace");
  }
  if (cache_marks_ > kMostCacheMarks) {
    refuse(3, Defect::kI2, {},
           "A maximum of 4 blocks with cache_control may be provided. Found " +
               std::to_string(cache_marks_) + ".");
  }
}

std::vector<RequestCheck::Joined> RequestCheck::joined() const {
  std::vector<Joined> out;
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    const std::span<const Fact> blocks = blocks_of(i);
    if (out.empty() || out.back().assistant != messages_[i].assistant) {
      out.push_back({messages_[i].assistant, blocks});
    } else {
      // The blocks of all messages stand one behind the other.
      std::span<const Fact>& all = out.back().blocks;
      all = all.empty() ? blocks : std::span(all.data(), all.size() + blocks.size());
    }
  }
  return out;
}

void RequestCheck::check_pairs() {
  std::vector<bool> seen(names_.size(), false);
  for (const Fact& fact : facts_) {
    if (fact.kind != SentKind::kCall) continue;
    if (!seen[fact.id]) {
      seen[fact.id] = true;
      continue;
    }
    refuse(13, Defect::kC4, fact.place, path(fact) + ": `tool_use` ids must be unique",
           text(fact.id));
  }
  const std::vector<Joined> all = joined();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].assistant) {
      // What follows an answer at the end is the next prompt, which has no results.
      check_results(all[i].blocks,
                    i + 1 < all.size() ? all[i + 1].blocks : std::span<const Fact>());
    } else if (i == 0) {
      check_results({}, all[i].blocks);
    }
  }
  check_server_pairs(all);
  check_last_turn(all);
}

void RequestCheck::check_results(std::span<const Fact> calls, std::span<const Fact> results) {
  std::map<Symbol, int> answered;
  const Fact* words = nullptr;
  for (const Fact& fact : calls) {
    if (fact.kind == SentKind::kCall) answered.emplace(fact.id, 0);
  }
  for (const Fact& fact : results) {
    if (fact.kind != SentKind::kResult) {
      words = &fact;
      continue;
    }
    const auto call = answered.find(fact.id);
    if (call == answered.end()) {
      refuse(15, Defect::kC2, fact.place,
             path(fact) +
                 ": unexpected `tool_use_id` found in `tool_result` blocks: " + text(fact.id) +
                 ". Each `tool_result` block must have a corresponding `tool_use` block in the "
                 "previous message.",
             text(fact.id));
    } else if (words != nullptr && words->message == fact.message &&
               words->place.entry == fact.place.entry) {
      ++call->second;
      refuse(17, Defect::kC5, fact.place,
             without_result(calls.front().message, names_.text(fact.id)), text(fact.id));
    } else if (++call->second > 1) {
      refuse(16, Defect::kC3, fact.place,
             path(fact) +
                 ": each tool_use must have a single result. Found multiple `tool_result` "
                 "blocks with id: " +
                 text(fact.id),
             text(fact.id));
    }
  }
  for (const Fact& fact : calls) {
    if (fact.kind != SentKind::kCall || answered[fact.id] > 0) continue;
    refuse(14, Defect::kC1, fact.place, without_result(fact.message, names_.text(fact.id)),
           text(fact.id));
  }
}

void RequestCheck::check_server_pairs(const std::vector<Joined>& messages) {
  for (const Joined& message : messages) {
    std::set<Symbol> open;
    for (const Fact& fact : message.blocks) {
      if (fact.kind == SentKind::kServerCall) open.insert(fact.id);
      if (fact.kind != SentKind::kServerResult || open.contains(fact.id)) continue;
      const std::string type = text(fact.type);
      refuse(18, Defect::kC6, fact.place,
             path(fact) + ": unexpected `tool_use_id` found in `" + type +
                 "` blocks: " + text(fact.id) + ". Each `" + type +
                 "` block must have a corresponding `server_tool_use` block before it.",
             text(fact.id));
    }
  }
}

// Thinking of the latest answer must be that of one response.
void RequestCheck::check_last_turn(const std::vector<Joined>& messages) {
  const auto last = std::find_if(messages.rbegin(), messages.rend(),
                                 [](const Joined& message) { return message.assistant; });
  if (last == messages.rend() || last->blocks.empty()) return;
  std::set<Symbol> responses;
  const Fact* second = nullptr;
  for (const Fact& fact : last->blocks) {
    if (fact.kind != SentKind::kThinking) continue;
    if (responses.insert(messages_[fact.message].response).second && responses.size() == 2) {
      second = &fact;
    }
  }
  if (second != nullptr) {
    refuse(
        22, Defect::kE2, second->place,
        path(*second) +
            ": `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be "
            "modified. These blocks must remain as they were in the original response.");
  }
  const bool open = !messages.back().assistant && !messages.back().blocks.empty() &&
                    messages.back().blocks.back().kind == SentKind::kResult;
  const Fact& first = last->blocks.front();
  if (rules_.manual_thinking && open && first.kind != SentKind::kThinking) {
    refuse(23, Defect::kE3, first.place,
           "messages." + std::to_string(first.message) +
               ".content.0.type: Expected `thinking` or `redacted_thinking`, but found `" +
               text(first.type) + "`.");
  }
}

void RequestCheck::check_sizes() {
  std::int64_t images = 0;
  std::int64_t pages = 0;
  for (const Media& one : media_) {
    images += one.facts.image ? 1 : 0;
    pages += one.facts.pages;
  }
  for (const Media& one : media_) {
    if (images > kManyImages && one.facts.longest_side > kManyImagesSide) {
      refuse(
          27, Defect::kF3, one.place,
          one.path +
              ".data: At least one of the image dimensions exceed max allowed size for many-image "
              "requests: 2000 pixels");
    }
  }
  const std::int64_t excess = images + pages - rules_.most_media;
  for (std::int64_t i = 0; i < std::min(excess, std::ssize(media_)); ++i) {
    refuse(28, Defect::kF4, media_[static_cast<std::size_t>(i)].place,
           "Too much media: " + std::to_string(pages) + " document pages + " +
               std::to_string(images) + " images > " + std::to_string(rules_.most_media));
  }
  if (pages > kMostPages) {
    for (const Media& one : media_) {
      if (one.facts.image) continue;
      refuse(29, Defect::kF8, one.place, "A maximum of 100 PDF pages may be provided.");
    }
  }
  if (bytes_ > rules_.most_bytes) {
    refuse(1, Defect::kF10, {}, "Request too large");
    refusals_.back().excess = bytes_ - rules_.most_bytes;
  }
  if (rules_.window > 0) check_tokens();
}

// By the bytes, and by what the API counted: both are wrong at times, the bytes for languages and
// pictures, the count for what was changed since. What both find too long is too long.
void RequestCheck::check_tokens() {
  std::int64_t by_bytes = bytes_;
  std::int64_t by_count = bytes_ - counted_bytes_;
  std::int64_t tokens = 0;
  std::int64_t later = 0;
  for (std::size_t i = 0; i < media_.size(); ++i) {
    by_bytes -= media_[i].facts.bytes;
    tokens += media_[i].facts.tokens;
    if (i < counted_media_) continue;
    by_count -= media_[i].facts.bytes;
    later += media_[i].facts.tokens;
  }
  tokens += by_bytes / kBytesPerToken;
  std::int64_t most = tokens;
  if (counted_ > 0) {
    const std::int64_t counted = counted_ + later + by_count / kBytesPerToken;
    most = std::max(tokens, counted);
    tokens = std::min(tokens, counted);
  }
  if (tokens <= rules_.window) return;
  refuse(30, Defect::kG1, {},
         "prompt is too long: " + std::to_string(tokens) + " tokens > " +
             std::to_string(rules_.window) + " maximum");
  refusals_.back().excess = (most - rules_.window) * kBytesPerToken;
}

namespace {

void give(json::Value request, RequestCheck& check) {
  check.system(request["system"]);
  check.tools(request["tools"]);
  EntryIndex index = 0;
  for (const json::Value message : request["messages"].elements()) {
    // What 2.1 adds in the middle comes as messages of their own, which may be empty.
    if (message["role"].string_or("") == "system") continue;
    check.begin_message(message["role"].string_or("") == "assistant");
    check.content(message["content"], index++);
  }
}

}  // namespace

std::vector<ApiRefusal> check_request(std::string_view body, const ApiRules& rules) {
  RequestCheck check(rules);
  json::Parser parser;
  auto root = parser.parse_copy(body);
  if (!root || !root->is_object()) {
    ApiRefusal refusal;
    refusal.rule = 2;
    refusal.defect = Defect::kD5;
    refusal.message = "The request body is not valid JSON: unexpected end of data";
    return {refusal};
  }
  check.written(find_bad_escapes(body), kNoEntry);
  give(*root, check);
  return check.finish();
}

std::uint64_t prefix_of_request(std::string_view body) {
  ApiRules rules;
  rules.own_signatures = true;
  RequestCheck check(rules);
  json::Parser parser;
  auto root = parser.parse_copy(body);
  if (root) give(*root, check);
  return check.prefix();
}

}  // namespace clew
