// SPDX-License-Identifier: MIT
//
// index for people.

#include <chrono>
#include <cstdio>
#include <unistd.h>

#include "base/numbers.h"
#include "base/text.h"
#include "base/time.h"
#include "cli/commands.h"
#include "engine/search/search_index.h"
#include "os/terminal.h"

namespace clew {
namespace {

// How far it is, on standard error: one line that changes on a terminal, elsewhere a line now and
// then.
class ProgressLine {
 public:
  void show(const IndexProgress& progress) {
    const auto now = std::chrono::steady_clock::now();
    const auto pause = terminal_ ? std::chrono::milliseconds(100) : std::chrono::seconds(5);
    if (progress.bytes == 0 || now - shown_ < pause) return;
    shown_ = now;
    drawn_ = true;
    const double seconds = std::chrono::duration<double>(now - started_).count();
    const double rate = static_cast<double>(progress.bytes_done) / std::max(seconds, 0.001);
    const double left =
        static_cast<double>(progress.bytes - progress.bytes_done) / std::max(rate, 1.0);
    const double share =
        static_cast<double>(progress.bytes_done) / static_cast<double>(progress.bytes);
    std::string text = std::to_string(static_cast<int>(share * 100)) + " %, " +
                       human_bytes(progress.bytes_done) + " of " + human_bytes(progress.bytes) +
                       ", " + human_bytes(static_cast<std::int64_t>(rate)) + "/s, " +
                       format_duration(static_cast<std::int64_t>(left * 1000)) + " left";
    if (!terminal_) {
      std::fprintf(stderr, "indexing: %s\n", text.c_str());
      return;
    }
    constexpr int kCells = 24;
    const int full = static_cast<int>(share * kCells);
    std::string bar;
    for (int i = 0; i < kCells; ++i) bar += i < full ? "█" : "░";
    std::fprintf(stderr, "\r\x1b[K%s %s", bar.c_str(), text.c_str());
    std::fflush(stderr);
  }
  void finish() const {
    if (terminal_ && drawn_) std::fprintf(stderr, "\r\x1b[K");
  }

 private:
  bool terminal_ = is_terminal(STDERR_FILENO);
  bool drawn_ = false;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point shown_ = started_;
};

void write_findings(Screen& screen, const Findings& findings) {
  for (const Finding& finding : findings) {
    screen.out.line(screen.style.paint(Ink::kWarning, terminal_safe(finding.reason)));
  }
}

Result<Outcome> status_text(Engine& engine, Screen& screen) {
  auto status = index_status(engine);
  if (!status) return status.error();
  if (!status->exists) {
    screen.out.line("There is no index; clew index makes one.");
    return Outcome::kNothing;
  }
  screen.out.line(terminal_safe(index_path(engine)));
  if (!status->findings.empty()) {
    write_findings(screen, status->findings);
    return Outcome::kFound;
  }
  screen.out.line(counted(status->files, "file") + ", " + counted(status->documents, "passage") +
                  ", " + human_bytes(status->bytes) + " in " +
                  counted(status->segments, "segment"));
  screen.out.line(status->behind == 0 ? "up to date"
                                      : "behind: " + counted(status->behind, "file") + ", " +
                                            human_bytes(status->behind_bytes));
  return Outcome::kFound;
}

Result<Outcome> build_text(Engine& engine, Screen& screen) {
  ProgressLine progress;
  auto report = build_index(engine, [&](const IndexProgress& now) { progress.show(now); });
  progress.finish();
  if (!report) return report.error();
  const IndexOutcome& outcome = report->outcome;
  screen.out.line(counted(report->files, "file") + ", " + counted(report->documents, "passage") +
                  ", " + human_bytes(report->bytes) + "; read " + human_bytes(outcome.bytes) +
                  " in " + format_duration(report->took_ms));
  std::string changes;
  const auto add = [&](std::int64_t count, std::string_view what) {
    if (count > 0)
      changes += (changes.empty() ? "" : ", ") + with_thousands(count) + " " + std::string(what);
  };
  add(outcome.added, "new");
  add(outcome.grown, "grown");
  add(outcome.rewritten, "rewritten");
  add(outcome.moved, "moved");
  add(outcome.gone, "gone");
  screen.out.line(screen.style.paint(Ink::kDim, changes.empty() ? "nothing had changed" : changes));
  write_findings(screen, outcome.findings);
  return Outcome::kFound;
}

}  // namespace

Result<Outcome> index_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  const std::string what = arguments.text("what");
  if (what == "status") return status_text(engine, screen);
  if (what == "build") return build_text(engine, screen);
  if (what == "verify") {
    if (auto verified = verify_index(engine); !verified) return verified.error();
    screen.out.line("The index is in order.");
    return Outcome::kFound;
  }
  if (auto dropped = drop_index(engine); !dropped) return dropped.error();
  screen.out.line("The index is gone.");
  return Outcome::kFound;
}

}  // namespace clew
