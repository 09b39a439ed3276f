// SPDX-License-Identifier: MIT
//
// The table of operations: what Clew can do, once. Every front end is made from it: the commands
// and
// `--json` of the command line, the man page and completions, HTTP routes, JSON-RPC methods and MCP
// tools. Adding an operation is adding a row (engine/table).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace clew {

class Engine;
class Arguments;
class ShapeCollector;

enum class ParamType : std::uint8_t {
  kText,
  kInteger,
  kFlag,
  kTextList,  // may be given several times
};

struct Param {
  std::string_view name;  // "max-line": --max-line on the command line, "maxLine" in JSON
  char letter = '\0';     // 'l': -l on the command line
  ParamType type = ParamType::kText;
  std::string_view help;
  std::string_view value = {};  // what stands for the value in help: UUID, N, ...
  bool required = false;
  bool positional = false;
  std::string_view fallback = {};  // default, as text
  std::vector<std::string_view> choices = {};
  std::int64_t min = 0;
  std::int64_t max = INT64_MAX;
  bool local = false;  // a file of this machine: only for the command line
};

// Takes the JSON answer piece by piece; false means that nobody listens any more. An empty piece
// only asks whether anybody does: endless operations send one now and then.
using Sink = std::function<bool(std::string_view)>;

enum class Outcome : std::uint8_t {
  kFound,
  kNothing,  // a valid answer that holds nothing: exit code 1 on the command line
};

// How an operation is run, and what it answers with (answer.h makes both from one function).
struct Handler {
  Result<Outcome> (*run)(Engine&, const Arguments&, const Sink&) = nullptr;
  // The type of the answer; of an operation that streams: of each line. Null: not JSON.
  std::string (*type)(ShapeCollector&) = nullptr;
  // Tells handlers apart, without their code: the address is that of no other function's answers.
  const void* made_by = nullptr;
};

// A row: the text of the member that these names lead to.
using RowText = std::function<std::string(std::span<const std::string> names)>;
using TakeRow = std::function<bool(const RowText&)>;  // false: nobody listens any more

// The member of an answer that lists what was asked for, one row each (answer_rows.h): what
// --format writes.
struct Rows {
  std::string_view member = {};
  Result<Outcome> (*each)(Engine&, const Arguments&, std::string_view member,
                          const TakeRow&) = nullptr;
  bool empty() const { return member.empty(); }
};

struct Example {
  std::string_view command;
  std::string_view what;
};

struct Operation {
  std::string_view name;
  std::string_view help;         // one line
  std::string_view description;  // paragraphs for the manual
  std::vector<Param> params;
  std::vector<Example> examples = {};
  bool read_only = true;
  // Of one that is not read-only: it may be stopped anywhere, keeps what was done, and goes on from
  // there the next time. All others that write are short, and end what they began.
  bool resumes = false;
  bool local = false;      // only for the command line, never over a protocol
  bool streams = false;    // the sink gets one JSON object with its line end at a time, when known
  bool in_server = false;  // about what `clew serve` keeps: a command asks the one that runs
  bool drives = false;     // starts or steers claude: a server needs a permission of its own for it
  // Its answer depends on nothing but the file of `session` and the parameters: while the file is
  // the same, so is the answer.
  bool one_file = false;
  Rows rows = {};
  Handler handler = {};

  Result<Outcome> run(Engine& engine, const Arguments& arguments, const Sink& sink) const {
    return handler.run(engine, arguments, sink);
  }
};

std::span<const Operation> operations();
const Operation* find_operation(std::string_view name);

}  // namespace clew
