// SPDX-License-Identifier: MIT
//
// The rules for whole messages and for what must come in pairs.
#include "doctor/api_check.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "json/unicode_escape.h"

namespace clew {
namespace {

constexpr int kMostCacheMarks = 4;
constexpr std::int64_t kManyImages = 20;
constexpr int kManyImagesSide = 2000;
constexpr std::int64_t kMostPages = 100;
constexpr std::int64_t kBytesPerToken = 4;

std::string without_result(std::size_t message, const std::string& id) {
  return "messages." + std::to_string(message) +
         ": `tool_use` ids were found without `tool_result` blocks immediately after: " + id +
         ". Each `tool_use` block must have a corresponding `tool_result` block in the next "
         "message.";
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

void RequestCheck::refuse(int rule, Defect defect, BlockPlace place, std::string message,
                          std::string id) {
  ApiRefusal& one = refusals_.emplace_back();
  one.rule = rule;
  one.defect = defect;
  one.message = std::move(message);
  one.place = place;
  one.id = std::move(id);
}

bool RequestCheck::ends_blank(std::string_view text) {
  return !text.empty() && std::string_view(" \t\r\n").find(text.back()) != std::string_view::npos;
}

void RequestCheck::tools(json::Value list) {
  tools_known_ = list.is_array();
  bind(list);
  for (const json::Value tool : list.elements()) {
    count(tool);
    if (tool["cache_control"].is_object()) ++cache_marks_;
    const std::string_view name = tool["name"].string_or("");
    if (!tools_.emplace(name).second) {
      refuse(4, Defect::kI2, {}, "tools: Tool names must be unique.", std::string(name));
    }
  }
}

void RequestCheck::system(json::Value prompt) {
  count(prompt);
  bind(prompt);
  for (const json::Value block : prompt.elements()) {
    if (block["cache_control"].is_object()) ++cache_marks_;
  }
}

void RequestCheck::begin_message(bool assistant, std::string_view response) {
  Message& message = messages_.emplace_back();
  message.assistant = assistant;
  message.response = response;
  prefix_of_message_ = prefix_;
  bind(assistant ? "assistant" : "user");
}

void RequestCheck::content(json::Value content, EntryIndex entry) {
  if (messages_.back().entry == kNoEntry) messages_.back().entry = entry;
  if (content.is_string()) {
    count(content);
    const std::string_view text = content.string_or("");
    if (text.empty()) return;  // an empty message, unless more comes
    bind(text);
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
      refuse(8, Defect::kD2, {entry, 0},
             "messages: text content blocks must contain non-whitespace text");
    }
    add(Kind::kText, {entry, 0}, "text");
    messages_.back().trailing_blank = ends_blank(text);
    return;
  }
  std::uint32_t index = 0;
  for (const json::Value one : content.elements()) {
    if (one.is_object()) block(one, {entry, index++});
  }
}

void RequestCheck::added_result(std::string_view id) {
  add(Kind::kResult, {messages_.back().entry, 0}, "tool_result", id);
}

void RequestCheck::counted_tokens(std::int64_t tokens) {
  counted_ = tokens;
  counted_bytes_ = bytes_;
  counted_media_ = media_.size();
}

void RequestCheck::added_text() { add(Kind::kText, {messages_.back().entry, 0}, "text"); }

void RequestCheck::written(std::string_view json, EntryIndex entry) {
  const BadEscapes found = find_bad_escapes(json);
  if (found.lone_surrogates > 0) {
    refuse(2, Defect::kD4, {entry, 0},
           "The request body is not valid JSON: no low surrogate in string");
  }
  if (found.nuls > 0) {
    refuse(2, Defect::kD5, {entry, 0},
           "The request body is not valid JSON: unexpected end of data");
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
    if (!messages_[i].blocks.empty() || last_answer) continue;
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
  } else if (messages_.back().assistant && messages_.back().trailing_blank) {
    refuse(9, Defect::kD15, {messages_.back().entry, 0},
           "messages: final assistant content cannot end with trailing whitespace");
  }
  if (cache_marks_ > kMostCacheMarks) {
    refuse(3, Defect::kI2, {},
           "A maximum of 4 blocks with cache_control may be provided. Found " +
               std::to_string(cache_marks_) + ".");
  }
}

// Neighbours of one role are one message to the API.
std::vector<RequestCheck::Message> RequestCheck::combined() const {
  std::vector<Message> out;
  for (const Message& message : messages_) {
    if (out.empty() || out.back().assistant != message.assistant) {
      out.push_back(message);
      continue;
    }
    Message& to = out.back();
    to.blocks.insert(to.blocks.end(), message.blocks.begin(), message.blocks.end());
    if (to.response != message.response) to.response += "+" + message.response;
  }
  return out;
}

void RequestCheck::check_pairs() {
  const std::vector<Message> all = combined();
  std::set<std::string> seen;
  for (const Message& message : all) {
    for (const Fact& fact : message.blocks) {
      if (fact.kind != Kind::kCall || seen.insert(fact.id).second) continue;
      refuse(13, Defect::kC4, fact.place,
             "messages." + std::to_string(fact.message) + ".content." + std::to_string(fact.index) +
                 ": `tool_use` ids must be unique",
             fact.id);
    }
  }
  const Message none;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].assistant) {
      // What follows an answer at the end is the next prompt, which has no results.
      check_results(all[i], i + 1 < all.size() ? all[i + 1].blocks : none.blocks);
    } else if (i == 0) {
      check_results(none, all[i].blocks);
    }
  }
  check_server_pairs(all);
  check_last_turn(all);
}

void RequestCheck::check_results(const Message& calls, const std::vector<Fact>& results) {
  std::map<std::string, int> answered;
  const Fact* words = nullptr;
  for (const Fact& fact : calls.blocks) {
    if (fact.kind == Kind::kCall) answered.emplace(fact.id, 0);
  }
  for (const Fact& fact : results) {
    if (fact.kind != Kind::kResult) {
      words = &fact;
      continue;
    }
    const std::string where =
        "messages." + std::to_string(fact.message) + ".content." + std::to_string(fact.index);
    const auto call = answered.find(fact.id);
    if (call == answered.end()) {
      refuse(15, Defect::kC2, fact.place,
             where + ": unexpected `tool_use_id` found in `tool_result` blocks: " + fact.id +
                 ". Each `tool_result` block must have a corresponding `tool_use` block in the "
                 "previous message.",
             fact.id);
    } else if (words != nullptr && words->message == fact.message &&
               words->place.entry == fact.place.entry) {
      ++call->second;
      refuse(17, Defect::kC5, fact.place, without_result(calls.blocks.front().message, fact.id),
             fact.id);
    } else if (++call->second > 1) {
      refuse(16, Defect::kC3, fact.place,
             where +
                 ": each tool_use must have a single result. Found multiple `tool_result` "
                 "blocks with id: " +
                 fact.id,
             fact.id);
    }
  }
  for (const Fact& fact : calls.blocks) {
    if (fact.kind != Kind::kCall || answered[fact.id] > 0) continue;
    refuse(14, Defect::kC1, fact.place, without_result(fact.message, fact.id), fact.id);
  }
}

void RequestCheck::check_server_pairs(const std::vector<Message>& messages) {
  for (std::size_t i = 0; i < messages.size(); ++i) {
    std::set<std::string> open;
    for (const Fact& fact : messages[i].blocks) {
      if (fact.kind == Kind::kServerCall) open.insert(fact.id);
      if (fact.kind != Kind::kServerResult || open.contains(fact.id)) continue;
      refuse(18, Defect::kC6, fact.place,
             "messages." + std::to_string(fact.message) + ".content." + std::to_string(fact.index) +
                 ": unexpected `tool_use_id` found in `" + fact.type + "` blocks: " + fact.id +
                 ". Each `" + fact.type +
                 "` block must have a corresponding `server_tool_use` block before it.",
             fact.id);
    }
  }
}

// Thinking of the latest answer must be that of one response.
void RequestCheck::check_last_turn(const std::vector<Message>& messages) {
  const auto last = std::find_if(messages.rbegin(), messages.rend(),
                                 [](const Message& message) { return message.assistant; });
  if (last == messages.rend()) return;
  std::set<std::string> responses;
  const Fact* second = nullptr;
  for (const Fact& fact : last->blocks) {
    if (fact.kind != Kind::kThinking) continue;
    if (responses.insert(messages_[fact.message].response).second && responses.size() == 2) {
      second = &fact;
    }
  }
  if (second != nullptr) {
    refuse(
        22, Defect::kE2, second->place,
        "messages." + std::to_string(second->message) + ".content." +
            std::to_string(second->index) +
            ": `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be "
            "modified. These blocks must remain as they were in the original response.");
  }
  const bool open = !messages.back().assistant && !messages.back().blocks.empty() &&
                    messages.back().blocks.back().kind == Kind::kResult;
  if (rules_.manual_thinking && open && last->blocks.front().kind != Kind::kThinking) {
    const Fact& first = last->blocks.front();
    refuse(23, Defect::kE3, first.place,
           "messages." + std::to_string(first.message) +
               ".content.0.type: Expected `thinking` or `redacted_thinking`, but found `" +
               first.type + "`.");
  }
}

void RequestCheck::check_sizes() {
  std::int64_t images = 0;
  std::int64_t pages = 0;
  for (const Media& one : media_) {
    images += one.image ? 1 : 0;
    pages += one.pages;
  }
  for (const Media& one : media_) {
    if (images > kManyImages && one.longest_side > kManyImagesSide) {
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
      if (one.image) continue;
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
    by_bytes -= media_[i].bytes;
    tokens += media_[i].tokens;
    if (i < counted_media_) continue;
    by_count -= media_[i].bytes;
    later += media_[i].tokens;
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
  check.written(body, kNoEntry);
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
