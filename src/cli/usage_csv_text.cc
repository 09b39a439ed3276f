// SPDX-License-Identifier: MIT

#include <string>

#include "cli/usage_text.h"

namespace clew {
namespace {

// Quoted where needed. A spreadsheet takes what begins with one of these for a formula, and names
// come from transcripts, that is from anywhere.
std::string field(std::string_view text) {
  std::string safe(text);
  if (!safe.empty() && std::string_view("=+@\t\r").find(safe.front()) != std::string_view::npos) {
    safe.insert(0, "'");
  }
  if (safe.find_first_of(",\"\r\n") == std::string::npos) return safe;
  std::string quoted = "\"";
  for (const char c : safe) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

class CsvWriter {
 public:
  CsvWriter(const UsageView& view, bool breakdown, Screen& screen)
      : view_(view), breakdown_(breakdown), screen_(screen) {}

  void run() {
    std::string heading = heading_of_name();
    if (view_.kind == "sessions") heading += ",project";
    if (view_.kind == "tools") heading += ",calls";
    screen_.out.line(heading + (breakdown_ ? ",model" : ",models") +
                     ",responses,input,output,cache_read,cache_write_5m,cache_write_1h,"
                     "web_searches,thinking,cost_usd,complete");
    for (const UsageGroup& group : view_.report.groups) write(group);
  }

 private:
  std::string heading_of_name() const {
    if (view_.kind == "daily") return "day";
    if (view_.kind == "weekly") return "week";
    if (view_.kind == "monthly") return "month";
    if (view_.kind == "branches") return "branch";
    if (view_.kind == "people") return "person";
    if (view_.kind == "repositories") return "repository";
    return view_.kind.substr(0, view_.kind.size() - 1);
  }

  void write(const UsageGroup& group) {
    std::string name = field(group.name);
    if (view_.kind == "sessions") name += "," + field(group.project);
    if (view_.kind == "tools") name += "," + std::to_string(group.calls);
    if (breakdown_) {
      for (const NamedTally& model : group.models) write(name, model.name, model.tally);
      return;
    }
    std::string models;
    for (const NamedTally& model : group.models) models += (models.empty() ? "" : " ") + model.name;
    write(name, models, group.all);
  }

  void write(const std::string& name, const std::string& model, const Tally& tally) {
    std::string line = name + "," + field(model);
    const TokenSums& t = tally.tokens;
    for (const std::int64_t number :
         {tally.responses, t.input, t.output, t.cache_read, t.cache_write_5m, t.cache_write_1h,
          t.web_searches, t.thinking}) {
      line += "," + std::to_string(number);
    }
    line += "," + exact_usd(tally.cost) + (tally.unpriced == 0 ? ",true" : ",false");
    screen_.out.line(screen_.plain(line));
  }

  const UsageView& view_;
  bool breakdown_;
  Screen& screen_;
};

}  // namespace

void print_usage_csv(Engine&, const UsageView& view, bool breakdown, Screen& screen) {
  CsvWriter(view, breakdown, screen).run();
}

}  // namespace clew
