// SPDX-License-Identifier: MIT
#include "engine/redact/session_redaction.h"

#include <algorithm>

#include "base/stop.h"
#include "catalog/beside/session_parts.h"
#include "jsonl/line_reader.h"
#include "os/paths.h"

namespace clew {
namespace {

// Copies of files beyond this are not looked into, and not copied: nobody's keys are that long.
constexpr std::int64_t kLargestText = 256 << 20;

bool has_lines(std::string_view file) { return session_id_of(base_name(file)).has_value(); }

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

}  // namespace

std::vector<SessionSource> sources_of(Engine& engine, const NamedSession& session) {
  std::vector<SessionSource> out;
  const std::string& root = session.folder.root;
  if (root.empty()) {
    out.push_back({session.path, std::string(base_name(session.path)), true});
    return out;
  }
  const RootFiles all = find_root_files(engine.files(), root);
  for (const RootFile& one : files_of_session(engine.files(), all, session)) {
    out.push_back({root + "/" + one.file, one.file, has_lines(one.file)});
  }
  std::stable_partition(out.begin(), out.end(),
                        [&](const SessionSource& one) { return one.path == session.path; });
  return out;
}

Result<void> each_line(const FileSystem& files, const std::string& path, const TakeLine& take) {
  auto file = files.open(path);
  if (!file) return file.error();
  LineReader reader(**file);
  for (;;) {
    auto line = reader.next();
    if (!line) return line.error();
    if (!*line) return {};
    take((*line)->text, (*line)->number);
  }
}

SessionRedaction::SessionRedaction(Engine& engine, const NamedSession& session,
                                   const redact::Finder& finder, const RedactDecisions* decisions)
    : engine_(engine),
      session_(session.id.text()),
      sources_(sources_of(engine, session)),
      decisions_(decisions),
      redactor_(finder, [this](const redact::TextFinding& one) {
        return decisions_ && decisions_->keeps(one.kind, one.secret, {session_, file_, line_});
      }) {}

Result<std::unique_ptr<SessionRedaction>> SessionRedaction::collect(
    Engine& engine, const NamedSession& session, const redact::Finder& finder,
    const RedactDecisions* decisions) {
  std::unique_ptr<SessionRedaction> made(
      new SessionRedaction(engine, session, finder, decisions));
  if (auto done = made->collect_all(); !done) return done.error();
  return made;
}

Result<void> SessionRedaction::collect_all() {
  for (const SessionSource& source : sources_) {
    if (engine_.stop().is_stopped()) return stopped_error();
    file_ = source.file;
    line_ = 0;
    if (source.lines) {
      auto done = each_line(engine_.files(), source.path, [&](std::string_view line, std::int64_t number) {
        line_ = number;
        redactor_.collect_line(line);
      });
      if (!done) return done;
    } else if (auto text = read_file(engine_.files(), source.path, kLargestText)) {
      redactor_.collect_text(*text);
    }
  }
  redactor_.finish();
  return {};
}

Result<void> SessionRedaction::each_finding(const See& see) {
  for (const SessionSource& source : sources_) {
    if (engine_.stop().is_stopped()) return stopped_error();
    file_ = source.file;
    line_ = 0;
    const auto seen = [&](const redact::LineFinding& one) { see(source, line_, one); };
    if (source.lines) {
      auto done = each_line(engine_.files(), source.path, [&](std::string_view line, std::int64_t number) {
        line_ = number;
        redactor_.look_at_line(line, seen);
      });
      if (!done) return done;
    } else if (auto text = read_file(engine_.files(), source.path, kLargestText)) {
      redactor_.look_at_text(*text, seen);
    }
  }
  return {};
}

std::optional<std::string> SessionRedaction::redact_line(const SessionSource& source,
                                                         std::int64_t number,
                                                         std::string_view line) {
  file_ = source.file;
  line_ = number;
  return redactor_.redact_line(line);
}

Result<std::string> SessionRedaction::redacted_text(const SessionSource& source) {
  file_ = source.file;
  line_ = 0;
  auto text = read_file(engine_.files(), source.path, kLargestText);
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
  auto file = engine_.files().open(source.path);
  if (!file) return file.error();
  LineReader reader(**file);
  std::string out;
  std::int64_t done = 0;
  for (;;) {
    auto line = reader.next();
    if (!line) return line.error();
    if (!*line) break;
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
