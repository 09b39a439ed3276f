// SPDX-License-Identifier: MIT

#include <cmath>
#include <string>

#include "base/numbers.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/standard_input.h"
#include "engine/usage/usage_status.h"
#include "json/value.h"

namespace clew {
namespace {

std::string cost_text(const StatusCost& cost) {
  return (cost.complete ? "" : "≥") + cents_usd(cost.amount);
}

Ink ink_of_share(double percent) {
  if (percent >= 90) return Ink::kBad;
  return percent >= 70 ? Ink::kWarning : Ink::kGood;
}

// "23% of 5 h": how much of a limit is used, as Claude Code says it.
std::string limit_text(const Style& style, double percent, std::string_view of) {
  return style.paint(ink_of_share(percent), std::to_string(std::lround(percent)) + "%") +
         style.paint(Ink::kDim, " of " + std::string(of));
}

bool is_object(const std::string& text) {
  json::Parser parser;
  const auto value = parser.parse_copy(text);
  return value && value->is_object();
}

}  // namespace

Result<Outcome> statusline_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  Arguments::Given given;
  const bool typed = arguments.maybe_text("status").has_value();
  const std::string text = typed ? arguments.text("status") : read_standard_input();
  // Claude Code calls this several times a minute: what is no status has an empty line.
  if (!typed && !is_object(text)) return Outcome::kFound;
  given["status"] = {text};
  if (const auto zone = arguments.maybe_text("timezone")) given["timezone"] = {*zone};
  auto complete = Arguments::check(*find_operation("statusline"), given);
  if (!complete) return complete.error();
  auto status = usage_status(engine, *complete);
  if (!status) return status.error();
  const Style& style = screen.style;
  const std::string between = style.paint(Ink::kDim, " · ");
  std::string line;
  if (!status->model.empty()) {
    line += style.paint(Ink::kStrong, terminal_line(status->model)) + between;
  }
  line += cost_text(status->session) + style.paint(Ink::kDim, " session") + between;
  line += cost_text(status->today) + style.paint(Ink::kDim, " today");
  if (status->context_percent) {
    const std::string percent = std::to_string(std::lround(*status->context_percent)) + "%";
    line += between + style.paint(ink_of_share(*status->context_percent), percent);
    line +=
        style.paint(Ink::kDim, status->context_size ? " of " + human_count(*status->context_size)
                                                    : std::string(" context"));
  }
  if (status->five_hours) line += between + limit_text(style, *status->five_hours, "5 h");
  if (status->seven_days) line += between + limit_text(style, *status->seven_days, "7 d");
  screen.out.line(line);
  return Outcome::kFound;
}

}  // namespace clew
