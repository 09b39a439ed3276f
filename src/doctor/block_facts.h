// SPDX-License-Identifier: MIT
//
// What the rules of the API need to know of one block of a message. It is told from the block
// alone: where that stands in a request, and in which, does not matter.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "doctor/defects.h"
#include "json/value.h"

namespace clew {

enum class SentKind : std::uint8_t {
  kText,
  kCall,
  kResult,
  kServerCall,
  kServerResult,
  kThinking,
  kOther,
  kNothing,  // an empty text that is all of a message's content
};

// What is wrong with a block wherever it stands.
struct BlockRefusal {
  int rule = 0;
  Defect defect = Defect::kC1;
  std::string message;
  std::string id;       // of the call or member that it is about
  bool placed = true;   // the message begins with the place of the block in the request
  bool inside = false;  // about a part of a result, not about all of it
};

// A picture or document in it.
struct BlockMedia {
  std::string where;  // behind the place of the block
  bool image = false;
  int longest_side = 0;
  std::int64_t pages = 0;
  std::int64_t bytes = 0;   // of its base64 text
  std::int64_t tokens = 0;  // about
};

// A tool that is named by a result: whether it is offered only the request says.
struct ToolReference {
  std::string where;
  std::string name;
};

// What few blocks have.
struct BlockDetails {
  std::vector<BlockRefusal> refusals;
  std::vector<BlockMedia> media;
  std::vector<ToolReference> tools;

  bool any() const { return !refusals.empty() || !media.empty() || !tools.empty(); }
};

struct BlockFacts {
  SentKind kind = SentKind::kOther;
  bool cache_mark = false;
  bool ends_blank = false;  // a text that ends with white space
  std::string_view type;    // as written
  std::string_view id;      // of the call
  std::int64_t bytes = 0;   // that it takes in a request, about
  const BlockDetails* details = nullptr;
};

// Facts are valid until the next read, and as long as the values they were read from.
class SentBlockReader {
 public:
  // `unknown_blocks`: types that nobody knows are let through.
  explicit SentBlockReader(bool unknown_blocks) : unknown_blocks_(unknown_blocks) {}

  BlockFacts read(json::Value block);
  // A text that is the whole content of a message.
  BlockFacts read_text(json::Value text);

 private:
  void refuse(int rule, Defect defect, std::string message, std::string_view id = {});
  void refuse_unplaced(int rule, Defect defect, std::string_view message);
  void read_by_type(json::Value block);
  void read_text_block(json::Value block);
  void read_call(json::Value block);
  void read_server_call(json::Value block);
  void read_result(json::Value block);
  void read_part_of_result(json::Value part, const std::string& where);
  void read_server_result(json::Value block);
  void read_thinking(json::Value block);
  void check_members(json::Value block);
  void note_tool(json::Value reference, std::string where);
  void read_media(json::Value block, const std::string& where, bool image);
  void read_image(std::string_view type, std::string_view data, const std::string& where);
  void read_document(std::string_view data, const std::string& where);

  const bool unknown_blocks_;
  BlockFacts facts_;
  BlockDetails details_;
  bool inside_ = false;  // a result
};

// About the bytes that a value takes in a request.
std::int64_t sent_bytes(json::Value value);

}  // namespace clew
