// SPDX-License-Identifier: MIT
#include "keep/manifest.h"

#include <charconv>
#include <limits>

#include <fmt/format.h>

#include "base/hash.h"
#include "json/value.h"
#include "json/writer.h"

namespace clew {
namespace {

constexpr std::string_view kSumKey = R"(,"sum":")";
constexpr std::size_t kSumDigits = 16;

Error damaged(std::string_view why) {
  return {ErrorCode::kCorrupt, "a line of a manifest is damaged: " + std::string(why)};
}

// One for each thread: a manifest has thousands of lines, and a new one would cost more than a
// line.
json::Parser& line_parser() {
  thread_local json::Parser parser;
  return parser;
}

std::string sum_of(std::string_view text) { return fmt::format("{:016x}", hash_bytes(text)); }

void write_part(json::Writer& out, const PackPart& part) {
  out.begin_array().value(part.place.pack).value(part.place.offset).value(part.length).end_array();
}

void write_name(json::Writer& out, const KeptName& name, std::int64_t version) {
  out.field("root", name.root).field("file", name.file).field("version", version);
}

void write(json::Writer& out, const PackHead& head) {
  out.key("pack").begin_object().field("format", head.format).field("machine", head.machine);
  if (head.shared) out.field("shared", true);
  if (head.others.empty()) return;
  out.key("others").begin_array();
  for (const PackHead::Run& run : head.others) {
    out.begin_array().value(run.first).value(run.last).end_array();
  }
  out.end_array();
}

void write(json::Writer& out, const FrameRecord& frame) {
  out.key("frame").begin_object().field("at", frame.at).field("size", frame.size);
  out.field("begin", frame.begin).field("length", frame.length);
}

void write(json::Writer& out, const PieceRecord& piece) {
  out.key("piece").begin_object();
  write_name(out, piece.name, piece.version);
  out.field("offset", piece.offset).field("length", piece.length);
  out.field("mtime", piece.mtime_ns)
      .field("ctime", piece.ctime_ns)
      .field("inode", piece.inode)
      .field("kept", piece.kept)
      .field("hash", piece.hash.hex());
  out.field("mark", fmt::format("{:016x}", piece.mark));
  if (piece.recipe.length > 0) {
    write_part(out.key("recipe"), piece.recipe);
    return;
  }
  out.key("parts").begin_array();
  for (const PackPart& part : piece.parts) write_part(out, part);
  out.end_array();
}

void write(json::Writer& out, const GoneRecord& gone) {
  out.key("gone").begin_object();
  write_name(out, gone.name, gone.version);
  out.field("seen", gone.seen);
  if (gone.deleted) out.field("deleted", true);
}

void write(json::Writer& out, const ProjectRecord& project) {
  out.key("project").begin_object().field("root", project.root).field("key", project.key);
  out.field("folder", project.folder).field("remote", project.remote);
  if (!project.below.empty()) out.field("below", project.below);
}

// Reads members of an object and remembers whether all of them were there. They are asked for in
// the order in which they are written, so each is found where the last one ended.
class Members {
 public:
  explicit Members(json::Value object)
      : all_(object.members()), next_(all_.begin()), good_(object.is_object()) {}

  std::uint64_t count(std::string_view name) { return static_cast<std::uint64_t>(number(name, 0)); }
  std::int64_t number(std::string_view name, std::int64_t least = INT64_MIN + 1) {
    const std::int64_t value = (*this)[name].int_or(INT64_MIN);
    good_ = good_ && value >= least;
    return value;
  }
  std::string text(std::string_view name) {
    const json::Value value = (*this)[name];
    good_ = good_ && value.is_string();
    return std::string(value.string_or(""));
  }
  std::uint64_t hex(std::string_view name) {
    const std::string digits = text(name);
    std::uint64_t value = 0;
    const char* const end = digits.data() + digits.size();
    const auto [rest, error] = std::from_chars(digits.data(), end, value, 16);
    good_ = good_ && error == std::errc() && rest == end;
    return value;
  }
  KeptName name() { return {text("root"), text("file")}; }
  PackPart part(json::Value triple) {
    std::int64_t numbers[3] = {-1, -1, -1};
    std::size_t count = 0;
    for (const json::Value one : triple.elements()) {
      if (count < 3) numbers[count] = one.int_or(-1);
      ++count;
    }
    good_ = good_ && count == 3 && numbers[0] > 0 && numbers[0] <= UINT32_MAX && numbers[1] >= 0 &&
            numbers[2] > 0;
    return {{static_cast<std::uint32_t>(numbers[0]), static_cast<std::uint64_t>(numbers[1])},
            static_cast<std::uint64_t>(numbers[2])};
  }
  void need(bool true_fact) { good_ = good_ && true_fact; }
  bool good() const { return good_; }
  json::Value operator[](std::string_view name) {
    const json::Value behind = find(name, next_, all_.end());
    return behind.is_missing() ? find(name, all_.begin(), next_) : behind;
  }

 private:
  using Place = json::Members::Iterator;
  json::Value find(std::string_view name, Place from, const Place& end) {
    for (; from != end; ++from) {
      const json::Member member = *from;
      if (member.key != name) continue;
      next_ = ++from;
      return member.value;
    }
    return {};
  }

  json::Members all_;
  Place next_;
  bool good_;
};

Result<ManifestRecord> read_head(Members in) {
  PackHead head{.format = in.number("format", 1), .machine = in.text("machine")};
  head.shared = in["shared"].bool_or(false);
  for (const json::Value run : in["others"].elements()) {
    std::vector<std::int64_t> ends;
    for (const json::Value end : run.elements()) ends.push_back(end.int_or(0));
    const bool good = ends.size() == 2 && ends[0] > 0 && ends[0] <= ends[1] &&
                      ends[1] <= std::numeric_limits<std::uint32_t>::max();
    if (!good) return damaged("it names packs that are none");
    head.others.push_back(
        {static_cast<std::uint32_t>(ends[0]), static_cast<std::uint32_t>(ends[1])});
  }
  if (!in.good()) return damaged("it names no machine");
  if (head.format > PackHead::kFormat) {
    return Error{
        ErrorCode::kUnsupported,
        fmt::format("this keep is of a later Clew (format {}, this one knows {}): use that "
                    "or a newer one",
                    head.format, PackHead::kFormat)};
  }
  return ManifestRecord(std::move(head));
}

Result<ManifestRecord> read_frame(Members in) {
  const FrameRecord frame{.at = in.count("at"),
                          .size = in.count("size"),
                          .begin = in.count("begin"),
                          .length = in.count("length")};
  in.need(frame.size <= FrameRecord::kLongest && frame.length <= FrameRecord::kLongest);
  if (!in.good()) return damaged("a frame has no place");
  return ManifestRecord(frame);
}

Result<ManifestRecord> read_piece(Members in) {
  PieceRecord piece{.name = in.name(), .version = in.number("version", 1)};
  piece.offset = in.count("offset");
  piece.length = in.count("length");
  piece.mtime_ns = in.number("mtime");
  piece.ctime_ns = in.number("ctime");
  piece.inode = in.count("inode");
  piece.kept = in.number("kept");
  const auto hash = PieceHash::from_hex(in.text("hash"));
  in.need(hash.has_value());
  piece.mark = in.hex("mark");
  if (hash) piece.hash = *hash;
  if (const json::Value parts = in["parts"]; parts.is_array()) {
    for (const json::Value part : parts.elements()) piece.parts.push_back(in.part(part));
  } else if (const json::Value recipe = in["recipe"]; recipe.is_array()) {
    piece.recipe = in.part(recipe);
  }
  // What is larger was not written by Clew, and would be read into memory at once.
  in.need(piece.length <= PieceRecord::kLongest && piece.recipe.length <= FrameRecord::kLongest);
  if (!in.good()) return damaged("a piece has no place");
  return ManifestRecord(std::move(piece));
}

Result<ManifestRecord> read_gone(Members in) {
  GoneRecord gone{.name = in.name(), .version = in.number("version", 1), .seen = in.number("seen")};
  gone.deleted = in["deleted"].bool_or(false);
  if (!in.good()) return damaged("it names no file");
  return ManifestRecord(std::move(gone));
}

Result<ManifestRecord> read_project(Members in) {
  ProjectRecord project{.root = in.text("root"),
                        .key = in.text("key"),
                        .folder = in.text("folder"),
                        .remote = in.text("remote"),
                        .below = std::string(in["below"].string_or(""))};
  if (!in.good()) return damaged("it names no project");
  return ManifestRecord(std::move(project));
}

Result<ManifestRecord> read_plain_line(std::string_view line) {
  const std::size_t tail = kSumKey.size() + kSumDigits + 2;
  if (line.size() <= tail) return damaged("it is too short");
  const std::string_view text = line.substr(0, line.size() - tail);
  const std::string_view sum = line.substr(text.size());
  if (sum != std::string(kSumKey) + sum_of(text) + "\"}") return damaged("its checksum is wrong");
  const auto root = line_parser().parse_copy(line);
  if (!root) return damaged("it is no JSON");
  for (const auto& [kind, value] : root->members()) {
    if (kind == "pack") return read_head(Members(value));
    if (kind == "frame") return read_frame(Members(value));
    if (kind == "piece") return read_piece(Members(value));
    if (kind == "gone") return read_gone(Members(value));
    if (kind == "project") return read_project(Members(value));
  }
  return Error{ErrorCode::kUnsupported,
               "a manifest has a line of a kind that this Clew does not know"};
}

}  // namespace

std::string LineSeal::place() const { return fmt::format("line {} {}", pack, line); }

std::string manifest_line(const ManifestRecord& record, const LineSeal& seal) {
  json::Writer out;
  out.begin_object();
  std::visit([&out](const auto& one) { write(out, one); }, record);
  out.end_object();
  std::string line = out.take();
  line += std::string(kSumKey) + sum_of(line) + "\"}";
  return (seal.cipher == nullptr ? line : seal.cipher->seal_line(line, seal.place())) + "\n";
}

Result<ManifestRecord> read_manifest_line(std::string_view line, const LineSeal& seal) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (seal.cipher == nullptr) return read_plain_line(line);
  const auto opened = seal.cipher->open_line(line, seal.place());
  if (!opened) return damaged("it does not open with the key of this machine in this place");
  return read_plain_line(*opened);
}

std::string file_named_in(std::string_view line) {
  const auto root = line_parser().parse_copy(line);
  if (!root) return {};
  for (const char* kind : {"piece", "gone"}) {
    const json::Value file = (*root)[kind]["file"];
    if (file.is_string()) return std::string(file.string_or(""));
  }
  return {};
}

std::string write_recipe(const std::vector<PackPart>& parts) {
  std::string text;
  for (const PackPart& part : parts) {
    fmt::format_to(std::back_inserter(text), "{} {} {}\n", part.place.pack, part.place.offset,
                   part.length);
  }
  return text;
}

Result<std::vector<PackPart>> read_recipe(std::string_view text) {
  std::vector<PackPart> parts;
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto number = [&](auto& into, char after) {
    const auto [rest, error] = std::from_chars(at, end, into);
    const bool good = error == std::errc() && rest != end && *rest == after;
    at = good ? rest + 1 : end;
    return good;
  };
  while (at != end) {
    PackPart part;
    if (!number(part.place.pack, ' ') || !number(part.place.offset, ' ') ||
        !number(part.length, '\n') || part.place.pack == 0 || part.length == 0) {
      return Error{ErrorCode::kCorrupt, "the recipe of a piece is damaged"};
    }
    parts.push_back(part);
  }
  return parts;
}

}  // namespace clew
