// SPDX-License-Identifier: MIT

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/numbers.h"
#include "base/text.h"
#include "cli/usage_table.h"
#include "cli/usage_text.h"

namespace clew {
namespace {

std::string safe(std::string_view text) { return terminal_line(text); }

// "$18.75", "$0.125": a price for a million tokens.
std::string price_text(TokenPrice price) {
  std::string text = "$" + std::to_string(price / 1'000'000);
  std::string fraction = std::to_string(1'000'000 + price % 1'000'000).substr(1);
  fraction.erase(fraction.find_last_not_of('0') + 1);
  if (fraction.size() == 1) fraction += "0";
  return fraction.empty() ? text : text + "." + fraction;
}

// One figure of a line, with a star where it is the one that counts.
std::string figure(std::uint32_t value, bool counts) {
  return with_thousands(value) + (counts ? "*" : " ");
}

class ExplanationText {
 public:
  ExplanationText(const UsageExplanation& explanation, Screen& screen)
      : e_(explanation), ledger_(*explanation.source.ledger), screen_(screen) {}

  void print() {
    print_files();
    for (const ExplainedResponse& response : e_.responses) print_response(response);
    print_total();
    print_others();
  }

 private:
  void line(const std::string& text, Ink ink = Ink::kPlain) {
    screen_.fit(screen_.style.paint(ink, text), 4);
  }
  void wrapped(const std::string& text, const std::string& indent, Ink ink = Ink::kPlain) {
    const int room = std::max(20, screen_.style.width - static_cast<int>(indent.size()));
    for (const std::string& part : wrap_to_width(text, room)) line(indent + part, ink);
  }

  // Long names once; below they are numbers.
  void print_files() {
    for (const ExplainedResponse& response : e_.responses) {
      for (const ExplainedLine& one : response.lines) {
        const auto [known, is_new] = numbers_.emplace(one.file, numbers_.size() + 1);
        if (!is_new) continue;
        const std::string path = safe(ledger_.file(one.file).path);  // to be copied: not broken
        screen_.out.line(
            screen_.style.paint(Ink::kDim, "[" + std::to_string(known->second) + "] " + path));
      }
    }
    line("");
  }

  void print_response(const ExplainedResponse& response) {
    const LedgerRow& row = ledger_.responses()[response.response].row();
    const ExplainedLine* first = response.lines.empty() ? nullptr : &response.lines.front();
    std::string heading =
        first == nullptr || first->message_id.empty() ? "(no message.id)" : safe(first->message_id);
    if (first != nullptr && !first->request_id.empty()) heading += "  " + safe(first->request_id);
    line(heading, Ink::kStrong);
    std::string about = safe(e_.source.priced->model_name(response.response));
    about += row.time == kNoTime ? "  (no time)" : "  " + zoned_time(row.time, e_.source.zone.zone);
    if (row.is_sidechain()) about += "  subagent";
    line("  " + about);
    print_lines(response);
    if (response.is_counted) {
      print_price(response);
    } else {
      wrapped("not counted here: session " + safe(ledger_.file(row.file).session) + " owns it",
              "  ", Ink::kWarning);
    }
    line("");
  }

  void print_lines(const ExplainedResponse& response) {
    for (std::size_t i = 0; i < response.lines.size();) {
      const FileId file = response.lines[i].file;
      const bool owner = i == 0;
      UsageTable table;
      table.add_column("  [" + std::to_string(numbers_.at(file)) + "]" + (owner ? "" : " again") +
                       " byte");
      // What writing to the cache is made of goes first where there is no room for all.
      for (const auto& [title, spare] : {std::pair{"input", 0},
                                         {"output", 0},
                                         {"read", 1},
                                         {"write", 0},
                                         {"5m", 2},
                                         {"1h", 3}}) {
        table.add_column(title, Align::kRight, UsageTable::Give::kNo, spare);
      }
      for (; i < response.lines.size() && response.lines[i].file == file; ++i) {
        table.add_line({table_cells(response.lines[i]), Ink::kPlain, -1});
      }
      table.print(screen_);
    }
  }

  static std::vector<std::string> table_cells(const ExplainedLine& one) {
    std::vector<std::string> cells = {"  " + std::to_string(one.offset)};
    // input, output, read, write, 5m, 1h: the order of the fields
    for (std::size_t i = 0; i < 6; ++i)
      cells.push_back(figure(one.tokens.*Tokens::kAll[i], one.counts[i]));
    return cells;
  }

  void print_price(const ExplainedResponse& response) {
    const LedgerRow& row = ledger_.responses()[response.response].row();
    const Cost cost = e_.source.priced->cost(response.response);
    if (cost.rule == nullptr) {
      wrapped("no price is known: " + with_thousands(sums_of(row.tokens).total()) + " tokens", "  ",
              Ink::kWarning);
      return;
    }
    const TokenPrices& prices = cost.above ? cost.rule->above_prices : cost.rule->prices;
    std::string sum;
    const auto add = [&](std::int64_t count, TokenPrice price, std::string_view what) {
      if (count == 0) return;
      if (!sum.empty()) sum += " + ";
      sum += with_thousands(count) + " " + std::string(what) + " x " + price_text(price);
    };
    add(row.tokens.input, prices.input, "input");
    add(row.tokens.output, prices.output, "output");
    add(row.tokens.cache_read, prices.cache_read, "read");
    add(row.tokens.written_5m(), prices.cache_write_5m, "write 5m");
    add(row.tokens.written_1h(), prices.cache_write_1h, "write 1h");
    if (row.tokens.web_searches > 0) {
      sum += (sum.empty() ? "" : " + ") + with_thousands(row.tokens.web_searches) + " searches x " +
             human_usd(cost.rule->web_search);
    }
    if (cost.us) sum += ", x " + exact_usd(cost.rule->us_permille * 1'000'000) + " (US)";
    wrapped(sum + " = $" + exact_usd(cost.total()), "  ");
    wrapped(
        "price of " + safe(cost.rule->model) +
            (cost.rule->tier == PriceTier::kStandard
                 ? ""
                 : ", " + std::string(name_of(cost.rule->tier))) +
            (cost.above ? ", prompt above " + with_thousands(cost.rule->above) + " tokens" : "") +
            ": " + safe(cost.rule->source) + " " + safe(cost.rule->date),
        "  ", Ink::kDim);
    if (row.reported != kNotReported) {
      wrapped("the lines say $" + exact_usd(row.reported), "  ", Ink::kDim);
    }
  }

  void print_total() {
    const TokenSums& t = e_.total.tokens;
    line(with_thousands(e_.total.responses) +
             (e_.total.responses == 1 ? " response, " : " responses, ") + "$" +
             exact_usd(e_.total.cost) + (e_.total.unpriced > 0 ? " and what has no price" : ""),
         Ink::kStrong);
    wrapped(with_thousands(t.input) + " input, " + with_thousands(t.output) + " output, " +
                with_thousands(t.cache_read) + " read, " + with_thousands(t.cache_write_5m) +
                " write 5m, " + with_thousands(t.cache_write_1h) + " write 1h",
            "  ");
    if (e_.total.reported > 0) {
      wrapped("lines that say what they cost: $" + exact_usd(e_.total.reported) +
                  "; the same by list prices: $" + exact_usd(e_.total.recomputed),
              "  ", Ink::kDim);
    }
    if (e_.reported_total != kNotReported) {
      wrapped("the CLI itself says the session cost $" + exact_usd(e_.reported_total), "  ",
              Ink::kDim);
    }
  }

  void print_others() {
    line("");
    line("Other ways of counting the same lines", Ink::kStrong);
    UsageTable table;
    table.add_column("", Align::kLeft, UsageTable::Give::kEnd);
    for (const auto& [title, spare] :
         {std::pair{"tokens", 2}, {"output", 1}, {"cost", 0}, {"differs", 0}}) {
      table.add_column(title, Align::kRight, UsageTable::Give::kNo, spare);
    }
    const auto ours = static_cast<double>(e_.total.cost);
    for (const OtherRule& rule : e_.others) {
      std::string differs = "same";
      if (rule.cost != e_.total.cost && ours > 0) {
        const double percent = 100 * (static_cast<double>(rule.cost) - ours) / ours;
        const auto tenths = static_cast<std::int64_t>(percent * 10 + (percent < 0 ? -0.5 : 0.5));
        const std::int64_t size = tenths < 0 ? -tenths : tenths;
        differs = (percent < 0 ? "-" : "+") + std::to_string(size / 10) + "." +
                  std::to_string(size % 10) + "%";
      }
      table.add_line({{"  " + std::string(rule.description), with_thousands(rule.tokens.total()),
                       with_thousands(rule.tokens.output), human_usd(rule.cost), differs},
                      Ink::kPlain,
                      -1});
    }
    table.print(screen_);
  }

  const UsageExplanation& e_;
  const Ledger& ledger_;
  Screen& screen_;
  std::map<FileId, std::size_t> numbers_;  // as printed
};

}  // namespace

void print_explanation(const UsageExplanation& explanation, Screen& screen) {
  ExplanationText(explanation, screen).print();
}

}  // namespace clew
