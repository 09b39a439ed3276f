// SPDX-License-Identifier: MIT
#include "keep/pack_writer.h"

#include <algorithm>
#include <utility>

#include "keep/keep_names.h"

namespace clew {
namespace {

std::vector<PackHead::Run> runs_of(const std::set<std::uint32_t>& numbers) {
  std::vector<PackHead::Run> runs;
  for (const std::uint32_t number : numbers) {
    if (!runs.empty() && runs.back().last + 1 == number) {
      runs.back().last = number;
    } else {
      runs.push_back({number, number});
    }
  }
  return runs;
}

}  // namespace

PackWriter::PackWriter(DurableFileSystem& files, PathBelow folder, const KeptMachine& machine,
                       Begin begin, Holds holds)
    : files_(files),
      folder_(std::move(folder)),
      machine_(machine.title),
      holds_(holds),
      cipher_(machine.cipher) {
  if (machine.packs.empty()) return;
  for (const auto& [number, pack] : machine.packs) others_.insert(number);
  last_number_ = machine.packs.rbegin()->first;
  const auto last = std::find_if(
      machine.packs.rbegin(), machine.packs.rend(),
      [holds](const auto& one) { return one.second.shared == (holds == Holds::kShared); });
  if (last == machine.packs.rend()) return;
  const auto& [number, pack] = *last;
  if (begin == Begin::kInNew || !pack.there || pack.file_size != pack.described() || !pack.whole)
    return;
  if (pack.file_size >= kPack || pack.manifest_size >= kManifest) return;
  pack_ = number;
  size_ = pack.file_size;
  manifest_size_ = pack.manifest_size;
  length_ = pack.length();
  line_count_ = pack.lines;
}

Result<PackPlace> PackWriter::add(std::string_view bytes) {
  if (waiting_.size() >= (holds_ == Holds::kShared ? kSharedFrame : kFrame)) {
    if (auto flushed = flush(); !flushed) return flushed.error();
  }
  const bool full = size_ >= kPack || manifest_size_ >= kManifest;
  if (pack_ == 0 || (full && waiting_.empty())) {
    if (auto begun = begin_pack(); !begun) return begun.error();
  }
  const PackPlace place{pack_, length_ + waiting_.size()};
  waiting_ += bytes;
  return place;
}

Result<void> PackWriter::commit() {
  if (!waiting_.empty()) {
    if (auto flushed = flush(); !flushed) return flushed;
  }
  if (auto finished = finish_frame(); !finished) return finished;
  if (lines_.empty() && sealed_later_.empty()) return {};
  if (stands_on_ != nullptr) {
    if (auto safe = stands_on_->commit(); !safe) return safe;
  }
  if (pack_ == 0) {
    if (auto begun = begin_pack(); !begun) return begun;
  }
  if (auto safe = files_.sync(folder_ / pack_name(pack_)); !safe) return safe;
  const std::string lines = take_lines();
  manifest_size_ += lines.size();
  if (auto noted = append(manifest_name(pack_), lines); !noted) return noted;
  return files_.sync(folder_ / manifest_name(pack_));
}

Result<void> PackWriter::begin_pack() {
  // What the manifest of the last one has to say must not come later than what stands on it.
  if (pack_ != 0) {
    if (auto done = commit(); !done) return done;
  }
  // A number may be taken by what another process, or this machine before it was restored from a
  // backup, has written.
  for (int attempt = 0; attempt < 1000; ++attempt) {
    const std::uint32_t number = ++last_number_;
    const auto is_taken = [](const Result<void>& made) {
      return !made && made.error().code == ErrorCode::kInvalid;
    };
    // The pack first: who finds a manifest may count on it.
    const auto made = files_.create_file(folder_ / pack_name(number), {});
    if (is_taken(made)) continue;
    if (!made) return made;
    const std::string head = manifest_line(
        PackHead{
            .machine = machine_, .shared = holds_ == Holds::kShared, .others = runs_of(others_)},
        {cipher_.get(), number, 1});
    const auto begun = files_.create_file(folder_ / manifest_name(number), head);
    if (is_taken(begun)) continue;
    if (!begun) return begun;
    pack_ = number;
    begun_.insert(number);
    others_.insert(number);
    size_ = 0;
    manifest_size_ = 0;
    line_count_ = 1;
    length_ = 0;
    return {};
  }
  return Error{ErrorCode::kBusy, folder_.text() + ": no number is free for a new pack"};
}

std::string PackWriter::take_lines() {
  std::string lines = std::exchange(lines_, {});
  for (const ManifestRecord& record : std::exchange(sealed_later_, {})) {
    lines += manifest_line(record, {cipher_.get(), pack_, ++line_count_});
  }
  return lines;
}

Result<void> PackWriter::flush() {
  if (auto finished = finish_frame(); !finished) return finished;
  packed_bytes_ = std::exchange(waiting_, {});
  length_ += packed_bytes_.size();
  packing_ = std::async(std::launch::async, [this] { return packer_.pack(packed_bytes_); });
  return {};
}

Result<void> PackWriter::finish_frame() {
  if (!packing_.valid()) return {};
  auto frame = packing_.get();
  if (!frame) return frame.error();
  if (cipher_) {
    frame->append(padding_for(frame->size()), '\0');
    frame = cipher_->seal(*frame, frame_place(pack_, size_));
  }
  if (auto done = append(pack_name(pack_), *frame); !done) return done;
  const std::uint64_t begin = length_ - packed_bytes_.size();
  note(FrameRecord{
      .at = size_, .size = frame->size(), .begin = begin, .length = packed_bytes_.size()});
  size_ += frame->size();
  return {};
}

Result<void> PackWriter::append(const PlainName& name, std::string_view bytes) {
  written_ += bytes.size();
  return files_.append(folder_ / name, bytes, AppendAt::kEnd);
}

}  // namespace clew
