// SPDX-License-Identifier: MIT
#include "travel/tar_reader.h"

#include <archive.h>
#include <archive_entry.h>
#include <cerrno>
#include <new>
#include <utility>
#include <vector>

namespace clew {

struct TarReader::State {
  explicit State(const RandomAccessFile& from) : file(from) {
    if (reader == nullptr || entry == nullptr) throw std::bad_alloc();
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    archive_entry_free(entry);
    archive_read_free(reader);
  }

  static la_ssize_t more(archive* reader, void* self, const void** bytes) {
    auto& state = *static_cast<State*>(self);
    const auto count = state.file.read_at(state.offset, state.buffer);
    if (!count) {
      state.failed = count.error();
      archive_set_error(reader, EIO, "%s", count.error().message.c_str());
      return ARCHIVE_FATAL;
    }
    state.offset += static_cast<std::int64_t>(*count);
    *bytes = state.buffer.data();
    return static_cast<la_ssize_t>(*count);
  }

  Error error() const {
    if (failed) return *failed;
    const char* why = archive_error_string(reader);
    // libarchive's own words come last: they help to look for it, and say little by themselves.
    return {ErrorCode::kCorrupt, std::string("this is no pack of clew, or it is damaged or cut "
                                             "short; get it again from where it was made (") +
                                     (why != nullptr ? why : "it cannot be read") + ")"};
  }

  const RandomAccessFile& file;
  std::int64_t offset = 0;
  std::vector<char> buffer = std::vector<char>(std::size_t{1} << 16);
  std::optional<Error> failed;  // to read the file
  archive* reader = archive_read_new();
  archive_entry* entry = archive_entry_new();
  std::int64_t position = 0;  // in the entry
};

TarReader::TarReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
TarReader::~TarReader() = default;

Result<std::unique_ptr<TarReader>> TarReader::open(const RandomAccessFile& file) {
  auto state = std::make_unique<State>(file);
  archive_read_support_filter_zstd(state->reader);
  archive_read_support_format_tar(state->reader);
  if (archive_read_open(state->reader, state.get(), nullptr, State::more, nullptr) != ARCHIVE_OK) {
    return state->error();
  }
  return std::unique_ptr<TarReader>(new TarReader(std::move(state)));
}

Result<std::optional<TarReader::Entry>> TarReader::next() {
  const int result = archive_read_next_header2(state_->reader, state_->entry);
  if (result == ARCHIVE_EOF) return std::optional<Entry>();
  if (result != ARCHIVE_OK) return state_->error();
  state_->position = 0;
  const char* name = archive_entry_pathname(state_->entry);
  if (name == nullptr) return Error{ErrorCode::kInvalid, "it holds a file without a name"};
  const bool is_file = archive_entry_filetype(state_->entry) == AE_IFREG &&
                       archive_entry_hardlink(state_->entry) == nullptr &&
                       archive_entry_symlink(state_->entry) == nullptr &&
                       archive_entry_size_is_set(state_->entry) != 0 &&
                       archive_entry_size(state_->entry) >= 0;
  if (!is_file) {
    return Error{ErrorCode::kInvalid,
                 "it holds something that is no plain file: " + std::string(name)};
  }
  return std::optional(Entry{name, static_cast<std::uint64_t>(archive_entry_size(state_->entry))});
}

Result<std::string_view> TarReader::read() {
  const void* bytes = nullptr;
  std::size_t size = 0;
  la_int64_t at = 0;
  do {  // libarchive gives empty blocks in between
    const int result = archive_read_data_block(state_->reader, &bytes, &size, &at);
    if (result == ARCHIVE_EOF) return std::string_view();
    if (result != ARCHIVE_OK) return state_->error();
    if (at != state_->position) return Error{ErrorCode::kInvalid, "it holds a file with holes"};
  } while (size == 0);
  state_->position += static_cast<std::int64_t>(size);
  return std::string_view(static_cast<const char*>(bytes), size);
}

}  // namespace clew
