// SPDX-License-Identifier: MIT
#include "engine/redact/session_redaction.h"

#include <algorithm>

#include "base/parallel.h"
#include "base/stop.h"
#include "catalog/beside/session_parts.h"
#include "catalog/layout/kept_places.h"
#include "catalog/layout/layout.h"
#include "jsonl/line_ranges.h"
#include "jsonl/line_reader.h"
#include "os/paths.h"

namespace clew {
namespace {

// Copies of files beyond this are not looked into, and not copied: nobody's keys are that long.
constexpr std::int64_t kLargestText = 256 << 20;

// The bytes of a file from one place to another, as they are.
Result<void> copy_bytes(const RandomAccessFile& file, std::int64_t from, std::int64_t to,
                        std::string& out) {
  if (to <= from) return {};
  const std::size_t old = out.size();
  out.resize(old + static_cast<std::size_t>(to - from));
  auto got = file.read_at(from, std::span<char>(out).subspan(old));
  if (!got) return got.error();
  out.resize(old + *got);
  return {};
}

// What was found in a part of a file, before anybody was asked whether to keep it.
struct RangeFindings {
  std::int64_t lines = 0;
  std::int64_t too_long = 0;  // the number of such a line
  std::vector<std::pair<std::int64_t, redact::TextFinding>> found;
  std::vector<std::int64_t> hiding;  // lines that may hide copies
  std::optional<Error> error;
};

void look_through(const RandomAccessFile& file, std::pair<std::int64_t, std::int64_t> range,
                  const redact::Finder& finder, LongLine long_line, RangeFindings& out) {
  const redact::Redactor redactor(finder);
  LineReader reader(file, {.start = range.first, .end = range.second, .keep_blank = true});
  for (;;) {
    auto line = reader.next();
    if (!line) out.error = line.error();
    if (!line || !*line) return;
    out.lines = (*line)->number;
    if ((*line)->too_long) {
      if (long_line == LongLine::kIsPassedOver) continue;
      out.too_long = out.lines;
      return;
    }
    redact::Redactor::Looked looked = redactor.findings_of((*line)->text);
    if (looked.hides_copies) out.hiding.push_back(out.lines);
    for (redact::TextFinding& one : looked.found) {
      out.found.emplace_back(out.lines, std::move(one));
    }
  }
}

}  // namespace

bool has_lines(std::string_view file) {
  return is_transcript_name(base_name(file)) || is_typed_prompts(file);
}

std::vector<SessionSource> sources_of(Engine& engine, const NamedSession& session) {
  std::vector<SessionSource> out;
  const std::string& root = session.folder.root;
  if (root.empty()) {
    out.push_back({session.path, std::string(base_name(session.path)), true});
    return out;
  }
  const RootFiles all = find_root_files(engine.files(), root);
  return sources_of(session, files_of_session(engine.files(), all, session));
}

std::vector<SessionSource> sources_of(const NamedSession& session,
                                      const std::vector<RootFile>& files) {
  std::vector<SessionSource> out;
  out.reserve(files.size());
  const std::string& root = session.folder.root;
  for (const RootFile& one : files) {
    out.push_back({root + "/" + one.file, one.file, has_lines(one.file)});
  }
  const auto is_it = [&](const SessionSource& one) { return one.path == session.path; };
  std::stable_partition(out.begin(), out.end(), is_it);
  // A link is read, though it is no file of the root.
  if (out.empty() || !is_it(out.front())) {
    const bool below = session.path.starts_with(root + "/");
    const std::string file = below ? session.path.substr(root.size() + 1) : session.path;
    out.insert(out.begin(), {session.path, file, true});
  }
  return out;
}

Error too_long_error(const std::string& path, std::int64_t line) {
  return {ErrorCode::kUnsupported,
          path + ": line " + std::to_string(line) +
              " has more than 256 MB, too much to be looked through for secrets"};
}

Result<void> each_line(const FileSystem& files, const std::string& path, const TakeLine& take,
                       LongLine long_line) {
  auto file = files.open(path);
  if (!file) return file.error();
  LineReader reader(**file);
  for (;;) {
    auto line = reader.next();
    if (!line) return line.error();
    if (!*line) return {};
    if (!(*line)->too_long) {
      take((*line)->text, (*line)->number);
    } else if (long_line == LongLine::kIsError) {
      return too_long_error(path, (*line)->number);
    }
  }
}

SessionRedaction::SessionRedaction(SessionReading reading, const redact::Finder& finder,
                                   const RedactDecisions* decisions)
    : reading_(std::move(reading)),
      decisions_(decisions),
      redactor_(finder, [this](const redact::TextFinding& one) {
        return decisions_ &&
               decisions_->keeps(one.kind, one.secret, {reading_.session, file_, line_});
      }) {}

Result<std::unique_ptr<SessionRedaction>> SessionRedaction::collect(
    Engine& engine, const NamedSession& session, const redact::Finder& finder,
    const RedactDecisions* decisions) {
  return collect({engine.files(), engine.stop(), session.id.text(), sources_of(engine, session)},
                 finder, decisions);
}

Result<std::unique_ptr<SessionRedaction>> SessionRedaction::collect(
    SessionReading reading, const redact::Finder& finder, const RedactDecisions* decisions) {
  std::unique_ptr<SessionRedaction> made(
      new SessionRedaction(std::move(reading), finder, decisions));
  if (auto done = made->collect_all(); !done) return done.error();
  return made;
}

Result<void> SessionRedaction::collect_lines(std::size_t index) {
  constexpr std::int64_t kWorthThreads = 4 << 20;
  const SessionSource& source = reading_.sources[index];
  auto file = reading_.files.open(source.path);
  if (!file) return file.error();
  auto info = (*file)->info();
  if (!info) return info.error();
  auto ranges = split_at_lines(**file, info->size < kWorthThreads ? 1 : 4 * default_threads());
  if (!ranges) return ranges.error();
  std::vector<RangeFindings> all(ranges->size());
  parallel_for(
      std::ssize(all), default_threads(),
      [&](std::int64_t i, int) {
        const auto at = static_cast<std::size_t>(i);
        look_through(**file, (*ranges)[at], redactor_.finder(), reading_.long_line, all[at]);
      },
      reading_.stop);
  if (reading_.stop.is_stopped()) return stopped_error();
  std::int64_t before = 0;
  for (const RangeFindings& range : all) {
    if (range.error) return *range.error;
    if (range.too_long > 0) return too_long_error(source.path, before + range.too_long);
    Looked& looked = looked_[index];
    for (const auto& [line, finding] : range.found) {
      line_ = before + line;
      redactor_.collect(finding);
      if (looked.telling.empty() || looked.telling.back() != line_) looked.telling.push_back(line_);
    }
    for (const std::int64_t line : range.hiding) looked.hiding.push_back(before + line);
    before += range.lines;
  }
  looked_[index].lines = before;
  looked_[index].bytes = ranges->empty() ? 0 : ranges->back().second;
  return {};
}

Result<void> SessionRedaction::collect_all() {
  looked_.resize(reading_.sources.size());
  for (std::size_t i = 0; i < reading_.sources.size(); ++i) {
    const SessionSource& source = reading_.sources[i];
    if (reading_.stop.is_stopped()) return stopped_error();
    file_ = source.file;
    line_ = 0;
    if (source.lines) {
      if (auto done = collect_lines(i); !done) return done;
    } else if (auto text = read_file(reading_.files, source.path, kLargestText)) {
      redactor_.collect_text(*text);
    }
  }
  redactor_.finish();
  return {};
}

Result<void> SessionRedaction::each_finding(const See& see) {
  for (const SessionSource& source : reading_.sources) {
    if (reading_.stop.is_stopped()) return stopped_error();
    file_ = source.file;
    line_ = 0;
    if (!source.lines) {
      const auto text = read_file(reading_.files, source.path, kLargestText);
      if (!text) continue;
      redactor_.look_at_text(*text, [&](const redact::LineFinding& one) {
        see({source, 0, {}}, one);
      });
      continue;
    }
    const auto info = reading_.files.stat(source.path);
    if (info && is_clean(source, info->size)) continue;
    const auto look = [&](std::string_view line, std::int64_t number) {
      if (!is_worth_a_look(source, number, line)) return;
      redactor_.look_at_line(line, [&](const redact::LineFinding& one) {
        see({source, number, line}, one);
      });
    };
    if (auto done = each_line(reading_.files, source.path, look, reading_.long_line); !done)
      return done;
  }
  return {};
}

const SessionRedaction::Looked& SessionRedaction::looked(const SessionSource& source) const {
  return looked_[static_cast<std::size_t>(&source - reading_.sources.data())];
}

bool SessionRedaction::is_clean(const SessionSource& source, std::int64_t size) const {
  return book().size() == 0 && looked(source).telling.empty() && looked(source).bytes == size;
}

bool SessionRedaction::is_worth_a_look(const SessionSource& source, std::int64_t number,
                                       std::string_view line) {
  file_ = source.file;
  line_ = number;
  // Most lines have nothing of their own, and only copies of what others tell have to be looked
  // for.
  const Looked& before = looked(source);
  const auto among = [number](const std::vector<std::int64_t>& lines) {
    return std::binary_search(lines.begin(), lines.end(), number);
  };
  const bool own = number == 0 || number > before.lines || among(before.telling) ||
                   (book().size() > 0 && among(before.hiding));
  return own || redactor_.may_hold_known(line);
}

std::optional<std::string> SessionRedaction::redact_line(const SessionSource& source,
                                                         std::int64_t number,
                                                         std::string_view line) {
  if (!is_worth_a_look(source, number, line)) return std::nullopt;
  return redactor_.redact_line(line);
}

Result<std::vector<SecretPlaceInFile>> SessionRedaction::places_in(const SessionSource& source,
                                                                   std::int64_t size) {
  std::vector<SecretPlaceInFile> out;
  const auto add = [&](std::int64_t offset, std::vector<redact::Redactor::Replacement> found) {
    for (redact::Redactor::Replacement& one : found) {
      out.push_back({offset + static_cast<std::int64_t>(one.span.begin),
                     static_cast<std::int64_t>(one.span.end - one.span.begin),
                     std::move(one.label)});
    }
  };
  if (source.lines && is_clean(source, size)) return out;
  auto file = reading_.files.open(source.path);
  if (!file) return file.error();
  if (source.lines) {
    LineReader reader(**file, {.end = size});
    for (;;) {
      auto line = reader.next();
      if (!line) return line.error();
      if (!*line) break;
      if ((*line)->too_long) return too_long_error(source.path, (*line)->number);
      if (is_worth_a_look(source, (*line)->number, (*line)->text))
        add((*line)->offset, redactor_.replacements_in_line((*line)->text));
    }
  } else {
    file_ = source.file;
    line_ = 0;
    auto text = read_file(reading_.files, source.path, kLargestText);
    if (!text) return text.error();
    add(0, redactor_.replacements_in_text(*text));
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
  return out;
}

Result<std::string> SessionRedaction::redacted_text(const SessionSource& source) {
  file_ = source.file;
  line_ = 0;
  auto text = read_file(reading_.files, source.path, kLargestText);
  if (!text) return text.error();
  return redactor_.redact_text(*text).value_or(*text);
}

Result<void> SessionRedaction::write_copy(const SessionSource& source, const Append& append) {
  if (!source.lines) {
    auto text = redacted_text(source);
    if (!text) return text.error();
    return append(*text);
  }
  constexpr std::size_t kPiece = 1 << 20;
  auto file = reading_.files.open(source.path);
  if (!file) return file.error();
  LineReader reader(**file);
  std::string out;
  std::int64_t done = 0;
  for (;;) {
    auto line = reader.next();
    if (!line) return line.error();
    if (!*line) break;
    if ((*line)->too_long) return too_long_error(source.path, (*line)->number);
    if (auto gap = copy_bytes(**file, done, (*line)->offset, out); !gap) return gap;
    const std::string_view text = (*line)->text;
    if (auto redacted = redact_line(source, (*line)->number, text)) {
      out += *redacted;
    } else {
      out += text;
    }
    done = (*line)->offset + (*line)->length;
    if (out.size() < kPiece) continue;
    if (auto written = append(out); !written) return written;
    out.clear();
  }
  auto info = (*file)->info();
  if (!info) return info.error();
  if (auto rest = copy_bytes(**file, done, info->size, out); !rest) return rest;
  return append(out);
}

}  // namespace clew
