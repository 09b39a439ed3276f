// SPDX-License-Identifier: MIT
//
// What of a transcript line can be searched. A passage is the text of one role in one line: real
// lines carry one block each (37,706 of 37,817), so nearly always a line is one passage or none.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "transcript/entry.h"
#include "transcript/line_fields.h"

namespace clew {

enum class PassageRole : std::uint8_t {
  kUser,       // words of a person, also commands
  kAssistant,  // answers, and summaries that the model wrote
  kTool,       // calls and results, and what else the CLI put in
  kThinking,
  kTitle,
};
inline constexpr int kPassageRoles = 5;

std::string_view name_of(PassageRole role);  // "user", ...
constexpr PassageRole last_of(PassageRole) { return PassageRole::kTitle; }

// Views are valid until the next line is read.
struct Passage {
  PassageRole role = PassageRole::kTool;
  bool error = false;  // of a failed tool, or from the API
  std::string_view text;
  std::string_view tool;  // of the call, or of the call that this answers
  std::string_view file;  // the file that call was about
  static constexpr std::uint32_t kNoBlock = UINT32_MAX;
  std::uint32_t block = kNoBlock;  // of the message: the first that it is made of
};

// Encoded data: long, and without anything that stands between words. Its beginning tells.
inline constexpr std::size_t kEncodedHead = 4096;
bool is_encoded(std::string_view text);
// Members that hold such data, wherever they are.
bool is_encoded_member(std::string_view name);

// What is known of the line itself.
struct PassageLine {
  TimeMs time = kNoTime;
  std::string_view uuid;
  std::string_view session;
  std::string_view model;
  std::string_view git_branch;
  std::string_view cwd;
};

// Reads the lines of one file in order. It remembers two things from line to line: which calls
// wait for their result (a result does not say whose it is), and which titles were seen (the CLI
// writes the same title again and again; it is a passage once). Both can be saved, so that reading
// may go on where it stopped in another process.
class PassageReader {
 public:
  // The passages of `line`. Base64, signatures, progress and bookkeeping give none.
  const std::vector<Passage>& read(const LineFields& line);
  const PassageLine& line() const { return line_; }
  // Of the texts of the message.
  PassageRole content_role() const { return content_role_; }
  bool content_error() const { return content_error_; }

  std::string state() const;
  void set_state(std::string_view state);  // what is no state of ours counts as none

 private:
  struct Call {
    std::string tool;
    std::string file;
  };

  void read_content(json::Value content, PassageRole role, bool error);
  void read_block(json::Value block, PassageRole role, bool error);
  void read_call(const BlockFields& block);
  void read_result(const BlockFields& block);
  void read_user(const LineFields& line);
  void read_system(const LineFields& line);
  void read_attachment(json::Value attachment);
  void read_title(std::string_view text, std::string_view kind);
  void add(PassageRole role, std::string_view text, bool error);
  std::string& fresh_text();

  std::vector<Passage> passages_;
  PassageLine line_;
  PassageRole content_role_ = PassageRole::kTool;
  bool content_error_ = false;
  json::Value structured_;         // what the line says of a result beside the message
  std::deque<std::string> texts_;  // joined texts of the current line; reused
  std::size_t used_texts_ = 0;
  std::map<std::string, Call, std::less<>> calls_;  // by id, not answered yet
  Call answered_;                                   // of the current line
  std::set<std::uint64_t> titles_;                  // hashes
};

// The path ends at which a file: filter finds a file: "x.cc", "src/x.cc", ... and the whole path.
std::vector<std::string> file_filter_terms(std::string_view path);

}  // namespace clew
