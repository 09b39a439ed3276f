// SPDX-License-Identifier: MIT
//
// What the Messages API would refuse. The rules are numbered as in docs/doctor.md. They are checked
// on a request as it is sent, or on the lines of a session as a version of Claude Code would send
// them (sent_request.h). What only the API itself can know is not checked: whether it issued a
// signature, and for which conversation.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "doctor/block_facts.h"
#include "doctor/defects.h"
#include "json/value.h"
#include "transcript/entry.h"
#include "transcript/symbols.h"

namespace clew {

// Rules that depend on the model or the host.
struct ApiRules {
  std::int64_t most_bytes = std::int64_t{32} << 20;
  std::int64_t window = 0;                                // tokens; 0: not checked
  static constexpr std::int64_t kMostMediaOfSmall = 100;  // where the window has 200,000 tokens

  std::int64_t most_media = 600;  // pictures and pages
  bool first_is_user = true;
  bool prefill = true;           // may end with words of the model
  bool manual_thinking = false;  // an open tool loop must begin with thinking
  bool unknown_blocks = true;    // are let through
  bool own_signatures = false;   // only those of sign_thinking() are taken
  bool prefix_binding = false;   // and only behind the messages that they were given for
};

// Where a block comes from, for who has to find or change it.
struct BlockPlace {
  EntryIndex entry = kNoEntry;
  std::uint32_t block = 0;  // among the objects of the line's content
};

struct ApiRefusal {
  int rule = 0;
  Defect defect = Defect::kC1;
  std::string message;  // in the words of the API
  BlockPlace place;
  std::string id;     // of the call or tool that it is about
  bool fatal = true;  // false: Claude Code mends it on the way, or it is not certain to be refused
  bool inside = false;      // about a part of a result, not about all of it
  std::int64_t excess = 0;  // bytes that are too many
};

// Escapes in JSON text that make it unreadable to the API.
struct BadEscapes {
  std::int64_t lone_surrogates = 0;
  std::int64_t nuls = 0;
  bool any() const { return lone_surrogates + nuls > 0; }
};

// Is given a request piece by piece and holds only what the rules need of it.
class RequestCheck {
 public:
  explicit RequestCheck(const ApiRules& rules = {}) : rules_(rules) {}

  // For so many messages and blocks, which may be a million.
  void reserve(std::size_t messages, std::size_t blocks);
  // Without it nothing is said about tools that are not offered.
  void tools(json::Value list);
  void system(json::Value prompt);
  // `response`: which answer of the API this is from, if that is known.
  void begin_message(bool assistant, std::string_view response = {});
  // The content of a message, or a part of it that one line holds: blocks, or a text alone.
  void content(json::Value content, EntryIndex entry);
  // The same one by one, from who has read them before.
  void begin_line(EntryIndex entry);
  void block(const BlockFacts& block, BlockPlace place);
  // What Claude Code adds by itself: a result for this call, a text for an empty message.
  void added_result(std::string_view id);
  void added_text();
  // How many tokens all that was given so far has, as the API itself counted them.
  void counted_tokens(std::int64_t tokens);
  // What is wrong with the JSON of what was given, as it is written.
  void written(const BadEscapes& escapes, EntryIndex entry);

  // By rule and place; the first is what the API would answer.
  std::vector<ApiRefusal> finish();

  // Of all that was given so far, but for marks of the cache: what thinking is bound to.
  std::uint64_t prefix() const { return prefix_; }

 private:
  // There may be a million of each.
  struct Fact {
    SentKind kind = SentKind::kOther;
    Symbol id = kNoSymbol;
    Symbol type = kNoSymbol;  // as written
    BlockPlace place;
    std::uint32_t index = 0;  // in the content as it is sent
    std::uint32_t message = 0;
  };
  struct Message {
    bool assistant = false;
    bool ends_blank = false;  // it ends with a text that ends with white space
    Symbol response = kNoSymbol;
    EntryIndex entry = kNoEntry;
    std::uint32_t first = 0;  // of facts_
  };
  // Neighbours of one role are one message to the API.
  struct Joined {
    bool assistant = false;
    std::span<const Fact> blocks;
  };
  struct Media {
    BlockPlace place;
    std::string path;
    BlockMedia facts;
  };

  void refuse(int rule, Defect defect, BlockPlace place, std::string message, std::string id = {});
  std::string path() const;  // of the block that comes next
  static std::string path(const Fact& fact);
  std::string text(Symbol name) const { return std::string(names_.text(name)); }
  std::span<const Fact> blocks_of(std::size_t message) const;
  void add(SentKind kind, BlockPlace place, std::string_view type, std::string_view id = {});
  void take_details(const BlockDetails& details, BlockPlace place);
  void json_block(json::Value block, BlockPlace place);
  void bind(json::Value value);
  void bind(std::string_view text);
  void check_own_signature(json::Value block, BlockPlace place);
  void check_messages();
  void check_pairs();
  void check_results(std::span<const Fact> calls, std::span<const Fact> results);
  void check_server_pairs(const std::vector<Joined>& messages);
  void check_last_turn(const std::vector<Joined>& messages);
  void check_sizes();
  void check_tokens();
  std::vector<Joined> joined() const;

  ApiRules rules_;
  SymbolTable names_;  // ids, types, responses
  std::vector<Message> messages_;
  std::vector<Fact> facts_;  // of all messages, in their order
  std::vector<Media> media_;
  std::set<std::string, std::less<>> tools_;
  bool tools_known_ = false;
  int cache_marks_ = 0;
  std::int64_t bytes_ = 0;
  std::int64_t counted_ = 0;        // tokens, of
  std::int64_t counted_bytes_ = 0;  // so many bytes
  std::size_t counted_media_ = 0;   // and so many pictures and documents
  std::uint64_t prefix_ = 0;
  std::uint64_t prefix_of_message_ = 0;  // before the message that is being given
  std::vector<ApiRefusal> refusals_;
};

// All that would be refused of a request as it is sent: {"messages":[...],"tools":[...],...}.
std::vector<ApiRefusal> check_request(std::string_view body, const ApiRules& rules = {});

// How a stub of the API signs thinking that it answers a request with.
std::string sign_thinking(std::uint64_t prefix, std::string_view thinking);
// What an answer to this request is bound to.
std::uint64_t prefix_of_request(std::string_view body);

// In JSON text.
BadEscapes find_bad_escapes(std::string_view json);
// The same JSON with U+FFFD in their place.
std::string replace_bad_escapes(std::string_view json);
// The same JSON with the escapes themselves as text in their place, for who wants to see them.
std::string show_bad_escapes(std::string_view json);

}  // namespace clew
