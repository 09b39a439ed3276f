// SPDX-License-Identifier: MIT
#include "engine/export/export_operation.h"

#include <map>
#include <memory>
#include <utility>

#include "engine/call/json_pieces.h"
#include "engine/export/export_source.h"
#include "engine/travel/new_file.h"

namespace clew {
namespace {

// The lines themselves, whole ones alone: what cannot be read as JSON would spoil the file.
Result<void> write_lines(const ExportSource& source, const AppendText& append) {
  const Session& session = source.session();
  for (const EntryIndex line : source.lines()) {
    Result<void> appended;
    auto done = session.raw(line, [&](std::string_view piece) {
      appended = append(piece);
      return appended.has_value();
    });
    if (!done) return done;
    if (!appended) return appended;
    if (auto ended = append("\n"); !ended) return ended;
  }
  return {};
}

using WriteFormat = Result<void> (*)(const Exported&, const AppendText&);
const std::map<std::string, WriteFormat, std::less<>>& formats() {
  static const std::map<std::string, WriteFormat, std::less<>> kFormats = {
      {"atif", write_atif}, {"csv", write_csv},     {"markdown", write_markdown},
      {"otlp", write_otlp}, {"patch", write_patch}, {"text", write_text}};
  return kFormats;
}

Result<void> write_format(const ExportSource& source, const std::string& format,
                          const AppendText& append) {
  if (format == "jsonl") return write_lines(source, append);
  return formats().find(format)->second(source.exported(), append);
}

// Gathers small texts into pieces that are worth a call.
class Pieces {
 public:
  explicit Pieces(AppendText append) : append_(std::move(append)) {}

  Result<void> add(std::string_view text) {
    constexpr std::size_t kPiece = std::size_t{1} << 16;
    held_ += text;
    return held_.size() < kPiece ? Result<void>() : flush();
  }
  Result<void> flush() {
    if (held_.empty()) return {};
    const std::string piece = std::exchange(held_, {});
    return append_(piece);
  }

 private:
  AppendText append_;
  std::string held_;
};

Result<void> write_pieces(const ExportSource& source, const std::string& format,
                          const AppendText& append) {
  Pieces pieces(append);
  auto done = write_format(source, format, [&](std::string_view text) { return pieces.add(text); });
  if (!done) return done;
  return pieces.flush();
}

class ExportedText : public Flow<std::string>::Source {
 public:
  ExportedText(std::shared_ptr<const ExportSource> source, std::string format)
      : source_(std::move(source)), format_(std::move(format)) {}

  Result<bool> each(const Flow<std::string>::Take& take) override {
    bool listening = true;
    auto done = write_pieces(*source_, format_, [&](std::string_view piece) -> Result<void> {
      listening = take(std::string(piece));
      if (listening) return {};
      return Error{ErrorCode::kCancelled, "nobody listens"};
    });
    if (!done && listening) return done.error();
    return listening;
  }

  Result<bool> each_written(const Flow<std::string>::Write& write, json::Writer& out,
                            const Sink& sink) override {
    return each([&](const std::string& piece) {
      write(out, piece);
      return send_full_piece(out, sink);
    });
  }

 private:
  std::shared_ptr<const ExportSource> source_;
  std::string format_;
};

}  // namespace

Result<ExportAnswer> export_answer(Engine& engine, const Arguments& arguments) {
  auto source = ExportSource::open(engine, arguments);
  if (!source) return source.error();
  ExportAnswer answer;
  answer.session = (*source)->id();
  answer.format = arguments.text("format");
  answer.hidden = (*source)->hidden();
  const auto output = arguments.maybe_text("output");
  if (!output) {
    answer.text.emplace(std::make_shared<ExportedText>(std::move(*source), answer.format));
    return answer;
  }
  auto file = NewFile::begin(engine, *output);
  if (!file) return file.error();
  auto written = write_pieces(**source, answer.format,
                              [&](std::string_view piece) { return (*file)->append(piece); });
  if (!written) return written.error();
  if (auto finished = (*file)->finish(); !finished) return finished.error();
  answer.file = (*file)->path();
  answer.size = (*file)->size();
  return answer;
}

}  // namespace clew
