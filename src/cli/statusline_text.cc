// SPDX-License-Identifier: MIT

#include <cerrno>
#include <cmath>
#include <string>
#include <unistd.h>

#include "base/numbers.h"
#include "base/text.h"
#include "cli/commands.h"
#include "engine/usage/usage_status.h"

namespace clew {
namespace {

constexpr std::size_t kMostInput = std::size_t{1} << 20U;

std::string read_input() {
  std::string text;
  char buffer[1 << 14];
  while (text.size() < kMostInput) {
    const ssize_t count = ::read(STDIN_FILENO, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    text.append(buffer, static_cast<std::size_t>(count));
  }
  return text;
}

std::string cost_text(const StatusCost& cost) {
  return (cost.complete ? "" : "≥") + cents_usd(cost.amount);
}

Ink ink_of_context(double percent) {
  if (percent >= 90) return Ink::kBad;
  return percent >= 70 ? Ink::kWarning : Ink::kGood;
}

}  // namespace

Result<Outcome> statusline_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  Arguments::Given given;
  given["status"] = {arguments.maybe_text("status") ? arguments.text("status") : read_input()};
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
    line += between + style.paint(ink_of_context(*status->context_percent), percent);
    line +=
        style.paint(Ink::kDim, status->context_size ? " of " + human_count(*status->context_size)
                                                    : std::string(" context"));
  }
  screen.out.line(line);
  return Outcome::kFound;
}

}  // namespace clew
