// SPDX-License-Identifier: MIT
//
// What is wrong with a session. An alarm is what makes a resume by Claude Code 2.1 fail or forget;
// what it copes with by itself is a note. What only looks like a defect (several leaves, empty
// thinking that is signed, snapshots with a message's id, unknown types) is not reported.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "doctor/defects.h"
#include "doctor/physical_lines.h"
#include "doctor/sent_request.h"
#include "transcript/line_source.h"
#include "transcript/message_tree.h"
#include "transcript/rules.h"

namespace clew {

enum class Sureness : std::uint8_t { kCertain, kLikely, kPossible };
std::string_view name_of(Sureness sure);
constexpr Sureness last_of(Sureness) { return Sureness::kPossible; }

// One kind of trouble and where it is.
struct Trouble {
  static constexpr std::size_t kMostLines = 50;

  Defect defect = Defect::kA1;
  bool alarm = false;
  Sureness sure = Sureness::kCertain;
  std::vector<std::int64_t> lines;  // the first of them
  std::int64_t count = 0;           // all
  std::string api;                  // what the API says to it
  std::string detail;               // what is particular to this file
  bool hopeless = false;            // nothing is there that a repair could use
  bool named = false;               // no rule shows it: the error at the end names it,
  bool unfound = false;             // and no line is there that it could be about
  std::vector<std::string> ends{};  // uuids; a person has to say which of them is meant

  bool is_mendable() const { return !hopeless && !info_of(defect).repair.empty(); }
  // What a repair does about it.
  std::string_view repair() const;
  // Who is affected here, and what 2.1 does about a note; empty where it is not about a resume.
  std::string_view versions() const;
  std::string_view way_of_21() const;
};

// What a version would do.
struct Verdict {
  RuleSet rules = RuleSet::k21;
  std::string refused;  // why it would not even start
  std::string api;      // the first that the API would refuse of what it sends, and that matters
  std::vector<ApiRefusal> refusals{};  // all of it, also what does not matter

  bool fails() const { return !refused.empty() || !api.empty(); }
};

// The error that the conversation ends with.
struct LastError {
  std::string text;  // empty: there is none
  std::int64_t line = 0;
  std::int64_t times = 0;
  std::vector<Defect> defects;
  std::string back{};  // uuid of the last line before what was answered so; empty: there is none

  // Another content, other settings or another day may help, but no other file.
  bool is_of_file() const;
};

struct Diagnosis {
  LastError error;
  std::vector<Trouble> troubles;  // alarms first
  std::vector<Verdict> verdicts;
  EntryIndex end = kNoEntry;  // of the conversation that 2.1 resumes
  bool says_nothing = false;  // nobody ever said a word in it

  bool will_fail() const;
  // The alarm that nothing in the file explains, if there is one.
  const Trouble* unexplained() const;
  const Verdict* verdict(RuleSet rules) const;
  const Trouble* find(Defect defect) const;
};

struct DoctorLimits {
  std::int64_t big_file = std::int64_t{5} << 20;  // above it 2.1 drops what is before a compaction
  std::int64_t bloat = std::int64_t{64} << 20;    // of lines that nobody needs
  std::int64_t too_big = 536'870'888;             // the longest string of the CLI's engine
  std::int64_t giant_line = std::int64_t{8} << 20;
  ApiRules api{};
};

struct Patient {
  const Transcript& transcript;
  const MessageTree& messages;
  LineSource& lines;
  ByteSource& file;
  bool forked = false;  // made of another session
  DoctorLimits limits{};
  Symbol leaf = kNoSymbol;  // the end that is meant; none: that of 2.1
  bool subagent = false;    // the file is of a subagent, which nobody resumes
  LineSources sources{};    // for large files; none: one thread reads them
};

Result<Diagnosis> diagnose(const Patient& patient);

// The API's rules for this conversation: how much fits depends on who it is with.
ApiRules rules_for(const Patient& patient, const ChosenPath& path);

// What the version whose path this is would do with it, and what the API would say. A prompt
// follows what is sent, so that nothing is asked of its end.
Verdict verdict_on(const Patient& patient, const ChosenPath& path);

// The parts of a diagnosis; each adds what it finds.
class Troubles {
 public:
  // Adds a place to the trouble of this kind.
  Trouble& add(Defect defect, bool alarm, Sureness sure, std::int64_t line);
  std::vector<Trouble> take() { return std::move(all_); }
  Trouble* find(Defect defect);

 private:
  std::vector<Trouble> all_;
};
// Gives the number of records that no reader of lines sees.
Result<std::int64_t> find_physical(const Patient& patient, Troubles& out);
void find_in_tree(const Patient& patient, const ChosenPath& path, Troubles& out);
void find_in_requests(const Patient& patient, const ChosenPath& path, SentFacts& facts,
                      Diagnosis& diagnosis, Troubles& out);
void find_in_blocks(const Patient& patient, const ChosenPath& path, SentFacts& facts,
                    Troubles& out);
// An attachment at which a resume can break: without a type, or names that are no list.
bool is_bad_attachment(const Transcript& transcript, const Entry& line, LineSource& lines);
void find_in_sizes(const Patient& patient, Troubles& out);
LastError find_last_error(const Patient& patient, const ChosenPath& path);

}  // namespace clew
