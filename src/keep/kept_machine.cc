// SPDX-License-Identifier: MIT
#include "keep/kept_machine.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "base/parallel.h"
#include "keep/keep_names.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::int64_t kLargestManifest = std::int64_t{64} << 20;

// Puts the lines of all manifests together, in any order of the files.
class Loader {
 public:
  Loader(const FileSystem& files, KeptMachine& machine) : files_(files), machine_(machine) {}

  // In their order. Lines are understood side by side and then put together one by one: who has
  // kept for years has many, and every command reads them.
  void read_manifests(const std::vector<std::uint32_t>& numbers) {
    std::vector<Manifest> manifests;
    std::vector<UnreadLine> lines;
    for (const std::uint32_t number : numbers) {
      manifests.push_back(open_manifest(number));
      split(manifests.back(), lines);
    }
    constexpr std::int64_t kAtOnce = 256;
    const std::int64_t blocks = (std::ssize(lines) + kAtOnce - 1) / kAtOnce;
    parallel_for(blocks, threads_for(blocks, 2), [&](std::int64_t block, int) {
      const auto begin = static_cast<std::size_t>(block * kAtOnce);
      const auto end = std::min(lines.size(), begin + static_cast<std::size_t>(kAtOnce));
      for (std::size_t i = begin; i < end; ++i) {
        UnreadLine& line = lines[i];
        line.record =
            read_manifest_line(line.text, {machine_.cipher.get(), line.pack, line.number});
      }
    });
    std::size_t next = 0;
    for (const Manifest& manifest : manifests) next = put_together(manifest, lines, next);
  }

  // A run that ended before its first line leaves an empty one.
  void no_manifest(std::uint32_t number) {
    const std::string path = join_path(machine_.folder, pack_name(number));
    const auto info = files_.stat(path);
    if (info && info->size > 0) {
      note(path,
           "its manifest is missing (or has not arrived yet, where a folder is synced), so "
           "nobody knows what is in it");
    }
  }

  void finish() {
    find_missing_packs();
    for (auto& [name, versions] : pieces_) {
      std::vector<KeptVersion>& into = machine_.files[name];
      for (auto& [number, found] : versions) {
        KeptVersion version = version_of(number, std::move(found.pieces));
        if (version.pieces.empty()) {
          machine_.taken[name] = number;
          continue;
        }
        const auto gone = gone_.find({name, number});
        version.gone = gone != gone_.end() && gone->second.order > found.order;
        version.deleted = version.gone && gone->second.record.deleted;
        version.gone_seen = version.gone ? gone->second.record.seen : 0;
        into.push_back(std::move(version));
      }
      if (into.empty()) machine_.files.erase(name);
    }
  }

  std::int64_t lines() const { return order_; }
  std::int64_t opened() const { return opened_; }

 private:
  void note(const std::string& path, std::string what) {
    machine_.damage.push_back({path, std::move(what)});
  }

  void unreadable(const std::string& path, const Error& error) {
    if (!machine_.unreadable) machine_.unreadable = error;
    note(path, error.message);
  }

  // A manifest as it is on the disk; empty when it cannot be read.
  struct Manifest {
    std::uint32_t number = 0;
    std::string path;
    std::shared_ptr<const std::string> text;
  };
  struct UnreadLine {
    std::uint32_t pack = 0;
    std::int64_t number = 0;  // counted from 1
    std::string_view text;
    Result<ManifestRecord> record = Error{};
  };

  Manifest open_manifest(std::uint32_t number) {
    Manifest manifest{number, join_path(machine_.folder, manifest_name(number)), {}};
    auto text = read_file(files_, manifest.path, kLargestManifest);
    if (!text) unreadable(manifest.path, text.error());
    if (text) manifest.text = std::make_shared<const std::string>(std::move(*text));
    return manifest;
  }

  // Without a last one that has no end: it is being written, or was when the power went.
  static void split(const Manifest& manifest, std::vector<UnreadLine>& lines) {
    if (!manifest.text) return;
    std::string_view rest = *manifest.text;
    std::int64_t line = 0;
    for (std::size_t end = rest.find('\n'); end != rest.npos; end = rest.find('\n')) {
      lines.push_back({manifest.number, ++line, rest.substr(0, end)});
      rest.remove_prefix(end + 1);
    }
  }

  // The lines of one manifest, of which the first has this index; returns that of the next one.
  std::size_t put_together(const Manifest& manifest, std::vector<UnreadLine>& lines,
                           std::size_t next) {
    if (!manifest.text) return next;
    const std::string packed = join_path(machine_.folder, pack_name(manifest.number));
    const auto info = files_.stat(packed);
    if (!info && info.error().code != ErrorCode::kNotFound) unreadable(packed, info.error());
    number_ = manifest.number;
    described_ = 0;
    pack_ = &machine_.packs[number_];
    pack_->there = info.has_value();
    pack_->file_size = info ? static_cast<std::uint64_t>(info->size) : 0;
    pack_->manifest_size = manifest.text->size();
    pack_->whole = manifest.text->empty() || manifest.text->ends_with('\n');
    for (; next < lines.size() && lines[next].pack == number_; ++next) {
      if (pack_->later_format) continue;
      pack_->lines = lines[next].number;
      take(lines[next], manifest.path);
    }
    if (described_ > pack_->file_size) {
      note(packed, (pack_->there ? "it is shorter than" : "it is not here, but spoken of in") +
                       std::string(" its manifest, and what stood there is missing (or has not "
                                   "arrived yet, where a folder is synced)"));
    }
    return next;
  }

  void take(UnreadLine& line, const std::string& path) {
    ++order_;
    opened_ += line.record ? 1 : 0;
    if (!line.record) {
      const Error& error = line.record.error();
      pack_->whole = false;
      pack_->later_format = error.code == ErrorCode::kUnsupported;
      machine_.later_format = machine_.later_format || pack_->later_format;
      const std::string file = file_named_in(line.text);
      return note(path, "line " + std::to_string(line.number) + ": " + error.message +
                            (file.empty() ? "" : "; it is about " + file));
    }
    std::visit([this](auto& one) { add(std::move(one)); }, *line.record);
  }

  void add(PackHead head) {
    pack_->shared = head.shared;
    others_ = std::move(head.others);  // the last one knows best
  }
  void add(const FrameRecord& frame) {
    described_ = std::max(described_, frame.at + frame.size);
    if (frame.at + frame.size > pack_->file_size || frame.begin < pack_->length()) return;
    pack_->frames.push_back(frame);
  }
  void add(PieceRecord piece) {
    Pieces& of = pieces_[std::move(piece.name)][piece.version];
    of.order = order_;
    of.pieces.push_back({piece.offset, piece.length, piece.hash, piece.mark, piece.mtime_ns,
                         piece.ctime_ns, piece.inode, piece.kept, std::move(piece.parts),
                         piece.recipe, number_});
  }
  void add(GoneRecord gone) {
    const std::pair file(gone.name, gone.version);
    gone_.insert_or_assign(file, Gone{std::move(gone), order_});
  }
  void add(ProjectRecord project) {
    const std::pair key(project.root, project.key);
    machine_.projects.insert_or_assign(key, std::move(project));
  }

  // Packs that went together with their manifests: nobody knows what was in them.
  void find_missing_packs() {
    int gaps = 0;
    constexpr int kMostGaps = 100;  // others may write what they like
    for (const PackHead::Run& run : others_) {
      std::uint32_t next = run.first;
      const auto note_gap = [&](std::uint32_t end) {
        if (next >= end || ++gaps > kMostGaps) return;
        std::string more = end - next > 1 ? " and those up to " + pack_name(end - 1).text() : "";
        note(join_path(machine_.folder, pack_name(next)),
             "it is not here" + more +
                 ", and its manifest is not either (or they have not arrived yet, where a folder "
                 "is synced), so nobody knows what was in it");
      };
      for (auto pack = machine_.packs.lower_bound(run.first);
           pack != machine_.packs.end() && pack->first <= run.last; ++pack) {
        note_gap(pack->first);
        next = pack->first + 1;
      }
      if (run.last < std::numeric_limits<std::uint32_t>::max()) note_gap(run.last + 1);
    }
  }

  bool is_there(const PackPart& part) const {
    const auto pack = machine_.packs.find(part.place.pack);
    return pack != machine_.packs.end() &&
           pack->second.find(part.place.offset, part.length) != nullptr;
  }
  bool is_there(const KeptPiece& piece) const {
    if (piece.recipe.length > 0) return is_there(piece.recipe);
    std::uint64_t length = 0;
    for (const PackPart& part : piece.parts) {
      if (!is_there(part)) return false;
      length += part.length;
    }
    return length == piece.length;
  }

  // From the first byte as far as it goes. Where two pieces begin alike (small ones that were put
  // together later stand in two packs for a while) the longer one is taken.
  KeptVersion version_of(std::int64_t number, std::vector<KeptPiece> pieces) const {
    std::sort(pieces.begin(), pieces.end(), [](const KeptPiece& a, const KeptPiece& b) {
      return std::tuple(a.offset, b.length, a.kept) < std::tuple(b.offset, a.length, b.kept);
    });
    KeptVersion version{.number = number};
    std::uint64_t furthest = 0;
    for (KeptPiece& piece : pieces) {
      furthest = std::max(furthest, piece.end());
      if (piece.offset != version.size() || !is_there(piece)) continue;
      version.pieces.push_back(std::move(piece));
    }
    version.torn = furthest > version.size();
    return version;
  }

  const FileSystem& files_;
  KeptMachine& machine_;
  KeptPack* pack_ = nullptr;     // whose manifest is being read,
  std::uint32_t number_ = 0;     // and its number
  std::uint64_t described_ = 0;  // how long it is by the manifest
  // What is said last counts: a file that is gone may have been brought back, and kept again.
  std::int64_t order_ = 0;
  std::vector<PackHead::Run> others_;
  std::int64_t opened_ = 0;  // lines that could be read
  struct Pieces {
    std::vector<KeptPiece> pieces;
    std::int64_t order = 0;  // of the last one
  };
  struct Gone {
    GoneRecord record;
    std::int64_t order = 0;
  };
  std::map<KeptName, std::map<std::int64_t, Pieces>> pieces_;
  std::map<std::pair<KeptName, std::int64_t>, Gone> gone_;
};

}  // namespace

const FrameRecord* KeptPack::find(std::uint64_t offset, std::uint64_t length) const {
  const auto first =
      std::upper_bound(frames.begin(), frames.end(), offset,
                       [](std::uint64_t at, const FrameRecord& frame) { return at < frame.end(); });
  std::uint64_t covered = offset;  // up to here
  for (auto frame = first; frame != frames.end() && frame->begin <= covered; ++frame) {
    covered = frame->end();
    if (covered >= offset + length) return &*first;
  }
  return nullptr;
}

std::int64_t KeptMachine::next_version(const KeptName& file) const {
  const auto known = files.find(file);
  const auto used = taken.find(file);
  return 1 + std::max(known == files.end() ? 0 : known->second.back().number,
                      used == taken.end() ? 0 : used->second);
}

Result<KeptMachine> load_kept_machine(const FileSystem& files, const std::string& folder,
                                      const KeyRing& keys) {
  KeepLook seen = look_at_machine(files, folder);
  const auto entries = files.list(folder);
  if (!entries) return entries.error();
  std::vector<std::uint32_t> numbers;
  bool encrypted = false;
  std::vector<std::uint32_t> packs;
  for (const DirEntry& entry : *entries) {
    if (const auto number = manifest_number(entry.name)) numbers.push_back(*number);
    if (const auto number = pack_number(entry.name)) packs.push_back(*number);
    encrypted = encrypted || entry.name == kKeyFile.text();
  }
  std::sort(numbers.begin(), numbers.end());
  KeptMachine machine{
      .folder = folder, .seen = std::move(seen), .name = std::string(base_name(folder))};
  const LockedKey* key = keys.find(machine.name);
  machine.title = key == nullptr ? machine.name : key->machine;
  if (key != nullptr) machine.cipher = std::make_shared<const KeepCipher>(key->key);
  machine.locked = encrypted && key == nullptr;
  if (machine.locked) return machine;
  Loader loader(files, machine);
  loader.read_manifests(numbers);
  for (const std::uint32_t number : packs) {
    if (!std::binary_search(numbers.begin(), numbers.end(), number)) loader.no_manifest(number);
  }
  loader.finish();
  machine.wrong_key = machine.cipher && loader.lines() > 0 && loader.opened() == 0;
  return machine;
}

Result<SharedKeptMachine> load_kept_machine_again(const FileSystem& files,
                                                  const std::string& folder, const KeyRing& keys,
                                                  const SharedKeptMachine& before) {
  const bool same = before && before->folder == folder && !before->locked && !before->unreadable &&
                    before->seen == look_at_machine(files, folder);
  if (same) return before;
  auto machine = load_kept_machine(files, folder, keys);
  if (!machine) return machine.error();
  return std::make_shared<const KeptMachine>(std::move(*machine));
}

}  // namespace clew
