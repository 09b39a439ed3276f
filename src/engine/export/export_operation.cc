// SPDX-License-Identifier: MIT
#include "engine/export/export_operation.h"

#include <map>
#include <memory>
#include <utility>

#include "engine/call/json_pieces.h"
#include "engine/export/export_source.h"
#include "engine/export/html_format.h"
#include "engine/export/otlp_endpoint.h"
#include "engine/export/patch_format.h"
#include "engine/travel/new_file.h"

namespace clew {
namespace {

// The lines themselves, whole ones alone: see ExportSource::torn_lines().
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
  if (format == "html") return write_html(source, append);
  return formats().find(format)->second(source.exported(), append);
}

// Where the last character of a text begins that is not there whole; its size when all are.
std::size_t length_of_whole_characters(std::string_view text) {
  const auto continues = [&](std::size_t at) { return (text[at] & 0xC0) == 0x80; };
  std::size_t begin = text.size();
  for (int i = 0; i < 4 && begin > 0; ++i) {
    if (!continues(--begin)) break;
  }
  if (begin >= text.size() || continues(begin)) return text.size();
  const auto first = static_cast<unsigned char>(text[begin]);
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
  return text.size() - begin < length ? begin : text.size();
}

// Gathers small texts into pieces that are worth a call, and cuts none within a character: peers
// get each as a text of its own.
class Pieces {
 public:
  Pieces(AppendText append, HiddenLabels* labels) : append_(std::move(append)), labels_(labels) {}

  Result<void> add(std::string_view text) {
    constexpr std::size_t kPiece = std::size_t{1} << 16;
    held_ += text;
    return held_.size() < kPiece ? Result<void>() : send(length_of_whole_characters(held_));
  }
  Result<void> flush() { return send(held_.size()); }

 private:
  Result<void> send(std::size_t size) {
    if (size == 0) return {};
    std::string rest = held_.substr(size);
    held_.resize(size);
    const std::string piece = std::exchange(held_, std::move(rest));
    if (labels_ != nullptr) labels_->look_at(piece);
    return append_(piece);
  }

  AppendText append_;
  HiddenLabels* labels_;
  std::string held_;
};

Result<void> write_pieces(const ExportSource& source, const std::string& format,
                          HiddenLabels* labels, const AppendText& append) {
  Pieces pieces(append, labels);
  auto done = write_format(source, format, [&](std::string_view text) { return pieces.add(text); });
  if (!done) return done;
  return pieces.flush();
}

class ExportedText : public Flow<std::string>::Source {
 public:
  ExportedText(std::shared_ptr<const ExportSource> source, std::string format,
               std::shared_ptr<HiddenLabels> labels)
      : source_(std::move(source)), format_(std::move(format)), labels_(std::move(labels)) {}

  Result<bool> each(const Flow<std::string>::Take& take) override {
    bool listening = true;
    auto done =
        write_pieces(*source_, format_, labels_.get(), [&](std::string_view piece) -> Result<void> {
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
  std::shared_ptr<HiddenLabels> labels_;
};

// Forms that say at their beginning how many secrets the session has; the others have only those of
// what they take from it.
bool says_hidden_itself(std::string_view format) {
  return format == "atif" || format == "html" || format == "markdown" || format == "text";
}

Result<void> write_file(Engine& engine, const ExportSource& source, const std::string& path,
                        bool force, ExportAnswer& answer) {
  auto file =
      NewFile::begin(engine, path, force ? NewFile::Replace::kAFile : NewFile::Replace::kNothing);
  if (!file) {
    Error error = file.error();
    if (!force && error.message.ends_with("nothing was written")) {
      error.message += "; --force writes over it";
    }
    return error;
  }
  HiddenLabels labels(source.labels());
  auto written = write_pieces(source, answer.format, &labels,
                              [&](std::string_view piece) { return (*file)->append(piece); });
  if (!written) return written;
  if (auto finished = (*file)->finish(); !finished) return finished;
  if (answer.hidden && !says_hidden_itself(answer.format)) answer.hidden = labels.count();
  answer.file = (*file)->path();
  answer.size = (*file)->size();
  return {};
}

Result<void> check_goal(const Arguments& arguments) {
  const bool endpoint = arguments.maybe_text("endpoint").has_value();
  if (endpoint && arguments.text("format") != "otlp") {
    return Error{ErrorCode::kInvalid, "--endpoint takes spans: it goes with --format otlp"};
  }
  if (endpoint && arguments.maybe_text("output")) {
    return Error{ErrorCode::kInvalid, "--endpoint and --output cannot be had together"};
  }
  if (arguments.flag("force") && !arguments.maybe_text("output")) {
    return Error{ErrorCode::kInvalid, "--force goes with --output"};
  }
  return {};
}

}  // namespace

Result<ExportAnswer> export_answer(Engine& engine, const Arguments& arguments) {
  if (auto checked = check_goal(arguments); !checked) return checked.error();
  auto source = ExportSource::open(engine, arguments);
  if (!source) return source.error();
  ExportAnswer answer;
  answer.session = (*source)->id();
  answer.title = (*source)->title();
  answer.format = arguments.text("format");
  answer.hidden = (*source)->hidden();
  if (answer.format == "jsonl") answer.torn_lines = (*source)->torn_lines();
  if (const auto endpoint = arguments.maybe_text("endpoint")) {
    auto sent = send_to_endpoint((*source)->exported(), *endpoint);
    if (!sent) return sent.error();
    answer.endpoint = std::move(sent->url);
    answer.spans = sent->spans;
    return answer;
  }
  if (const auto output = arguments.maybe_text("output")) {
    auto done = write_file(engine, **source, *output, arguments.flag("force"), answer);
    if (!done) return done.error();
    return answer;
  }
  std::shared_ptr<HiddenLabels> labels;
  if (answer.hidden && !says_hidden_itself(answer.format))
    labels = std::make_shared<HiddenLabels>((*source)->labels());
  answer.written = labels;
  answer.text.emplace(
      std::make_shared<ExportedText>(std::move(*source), answer.format, std::move(labels)));
  return answer;
}

}  // namespace clew
