// SPDX-License-Identifier: MIT
#include "engine/redact/redacted_files.h"

#include <algorithm>
#include <cstring>

#include "jsonl/line_reader.h"
#include "os/text_file.h"

namespace clew {
namespace {

// A transcript. Only where its pieces lie is held: a line that had a secret is made anew each time
// somebody reads it.
class RedactedTranscript : public RandomAccessFile {
 public:
  RedactedTranscript(std::unique_ptr<RandomAccessFile> base, const SessionSource& source,
                     SessionRedaction& redaction, std::mutex& mutex)
      : base_(std::move(base)), source_(source), redaction_(redaction), mutex_(mutex) {}

  Result<void> find_pieces() {
    auto info = base_->info();
    if (!info) return info.error();
    info_ = *info;
    if (redaction_.is_clean(source_, info_.size)) {
      add({.from = 0, .length = info_.size});
      return {};
    }
    LineReader reader(*base_);
    int64_t done = 0;
    for (;;) {
      auto line = reader.next();
      if (!line) return line.error();
      if (!*line) break;
      const Line& one = **line;
      if (one.too_long) return too_long_error(source_.path, one.number);
      const auto redacted = redaction_.redact_line(source_, one.number, one.text);
      if (!redacted) continue;
      add({.from = done, .length = one.offset - done});
      add({.from = one.offset,
           .length = std::ssize(*redacted),
           .old_length = one.length,
           .line = one.number});
      done = one.offset + one.length;
    }
    add({.from = done, .length = info_.size - done});
    info_.size = size_;
    return {};
  }

  Result<size_t> read_at(int64_t offset, std::span<char> out) const override {
    size_t filled = 0;
    while (filled < out.size() && offset < size_) {
      const Piece& piece =
          *(std::upper_bound(pieces_.begin(), pieces_.end(), offset,
                             [](int64_t at, const Piece& p) { return at < p.at; }) -
            1);
      const int64_t within = offset - piece.at;
      const size_t count =
          std::min(out.size() - filled, static_cast<size_t>(piece.length - within));
      auto got = read_piece(piece, within, out.subspan(filled, count));
      if (!got) return got;
      filled += *got;
      offset += static_cast<int64_t>(*got);
      if (*got < count) break;  // the file became shorter
    }
    return filled;
  }
  Result<FileInfo> info() const override { return info_; }

 private:
  struct Piece {
    int64_t at = 0;      // here
    int64_t from = 0;    // there
    int64_t length = 0;  // here
    int64_t old_length = 0;
    int64_t line = 0;  // 0: as it is there
  };

  void add(Piece piece) {
    if (piece.length <= 0) return;
    piece.at = size_;
    size_ += piece.length;
    pieces_.push_back(piece);
  }

  Result<size_t> read_piece(const Piece& piece, int64_t within, std::span<char> out) const {
    if (piece.line == 0) return base_->read_at(piece.from + within, out);
    const std::lock_guard lock(mutex_);
    if (made_ != &piece) {
      if (auto made = make(piece); !made) return made.error();
    }
    std::memcpy(out.data(), text_.data() + within, out.size());
    return out.size();
  }

  Result<void> make(const Piece& piece) const {
    std::string line(static_cast<size_t>(piece.old_length), '\0');
    auto got = base_->read_at(piece.from, line);
    if (!got) return got.error();
    text_ = redaction_.redact_line(source_, piece.line, line).value_or(std::string());
    // A file that changed meanwhile must not give what nobody has looked at.
    text_.resize(static_cast<size_t>(piece.length), ' ');
    made_ = &piece;
    return {};
  }

  std::unique_ptr<RandomAccessFile> base_;
  const SessionSource& source_;
  SessionRedaction& redaction_;
  std::mutex& mutex_;  // guards what follows, and the redaction
  mutable const Piece* made_ = nullptr;
  mutable std::string text_;  // of the piece that was made last
  FileInfo info_;
  int64_t size_ = 0;
  std::vector<Piece> pieces_;
};

}  // namespace

Result<std::unique_ptr<RandomAccessFile>> RedactedFiles::open(const std::string& path) const {
  const auto& sources = redaction_.sources();
  auto source = std::find_if(sources.begin(), sources.end(),
                             [&](const SessionSource& one) { return one.path == path; });
  if (source == sources.end()) {  // below a root that is a link
    source = std::find_if(sources.begin(), sources.end(), [&](const SessionSource& one) {
      const auto real = base().real_path(one.path);
      return real && *real == path;
    });
  }
  if (source == sources.end()) {
    return Error{ErrorCode::kNotFound, path + " is no file of this session"};
  }
  auto file = base().open(path);
  if (!file) return file;
  if (!source->lines) {
    auto info = (*file)->info();
    if (!info) return info.error();
    const std::lock_guard lock(mutex_);
    auto text = redaction_.redacted_text(*source);
    if (!text) return text.error();
    return std::unique_ptr<RandomAccessFile>(std::make_unique<TextFile>(std::move(*text), *info));
  }
  auto made = std::make_unique<RedactedTranscript>(std::move(*file), *source, redaction_, mutex_);
  const std::lock_guard lock(mutex_);
  if (auto found = made->find_pieces(); !found) return found.error();
  return std::unique_ptr<RandomAccessFile>(std::move(made));
}

}  // namespace clew
