// SPDX-License-Identifier: MIT
#include "doctor/physical_lines.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "base/text.h"
#include "json/spans.h"
#include "json/value.h"
#include "transcript/entry_types.h"
#include "transcript/line_fields.h"

namespace clew {
namespace {

constexpr std::string_view kBom = "\xEF\xBB\xBF";
// Attempts to read a record out of one line are bounded by the bytes that they look at.
constexpr std::size_t kMostWork = std::size_t{256} << 20;

bool is_blank_byte(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\0'; }

class RecordFinder {
 public:
  explicit RecordFinder(std::string_view line) : line_(line) {}

  Recovered run() {
    Recovered out;
    std::size_t at = take_records(0, out.records);
    if (at == line_.size()) return out;
    // Behind the break the rest of the line must be whole records, or what looks like one is a part
    // of the broken record.
    for (std::size_t next = line_.find("{\"", at);
         next != std::string_view::npos && work_ < kMostWork; next = line_.find("{\"", next + 1)) {
      if (!may_begin_record(next)) continue;
      std::vector<std::string> behind;
      if (take_records(next, behind) != line_.size()) continue;
      out.lost = line_.substr(at, next - at);
      std::move(behind.begin(), behind.end(), std::back_inserter(out.records));
      return out;
    }
    out.lost = line_.substr(at);
    return out;
  }

 private:
  // By the name of its first member.
  bool may_begin_record(std::size_t at) const {
    const std::size_t name = at + 2;
    const std::size_t end = line_.find('"', name);
    return end != std::string_view::npos && end - name < 64 &&
           field_of(line_.substr(name, end - name)) != Field::kNone;
  }

  // Behind the last of the whole records that stand one behind the other from here on.
  std::size_t take_records(std::size_t at, std::vector<std::string>& records) {
    while (at < line_.size() && line_[at] == '{') {
      const std::size_t end = json::value_end(line_, at);
      work_ += std::min(end, line_.size()) - at;
      if (end == std::string_view::npos || !is_record(line_.substr(at, end - at))) break;
      records.emplace_back(line_.substr(at, end - at));
      at = end;
      while (at < line_.size() && is_blank_byte(line_[at])) ++at;
    }
    return at;
  }

  bool is_record(std::string_view text) {
    work_ += text.size();
    auto root = parser_.parse_copy(text);
    if (!root || !root->is_object()) return false;
    return entry_type((*root)[name_of(Field::kType)].string_or("")) != EntryType::kUnknown;
  }

  std::string_view line_;
  json::Parser parser_;
  std::size_t work_ = 0;
};

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(std::string_view(" \t\r\n\0", 5));
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(std::string_view(" \t\r\n\0", 5)) + 1 - begin);
}

std::string from_utf16(std::string_view bytes, bool big_endian) {
  std::string out;
  const auto unit = [&](std::size_t at) {
    const auto a = static_cast<unsigned char>(bytes[at]);
    const auto b = static_cast<unsigned char>(bytes[at + 1]);
    return static_cast<char32_t>(big_endian ? a << 8 | b : b << 8 | a);
  };
  for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) {
    char32_t c = unit(at);
    if (c >= 0xD800 && c < 0xDC00 && at + 3 < bytes.size()) {
      const char32_t low = unit(at + 2);
      if (low >= 0xDC00 && low < 0xE000) {
        c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
        at += 2;
      }
    }
    append_utf8(out, c);
  }
  return out;
}

// A part of a file that is UTF-16, told by its NUL bytes: characters of JSON have one each, all on
// the same side.
struct Utf16Part {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool big_endian = false;
};
std::optional<Utf16Part> find_utf16(std::string_view bytes) {
  const std::size_t first = bytes.find('\0');
  if (first == std::string_view::npos) return std::nullopt;
  const std::size_t last = bytes.rfind('\0');
  for (const bool big : {false, true}) {
    if (!big && first == 0) continue;
    Utf16Part part{big ? first : first - 1, std::min(bytes.size(), last + (big ? 2U : 1U)), big};
    part.end -= (part.end - part.begin) % 2;
    std::size_t plain = 0;
    std::size_t odd = 0;  // that no text has
    for (std::size_t at = part.begin; at < part.end; at += 2) {
      const char high = bytes[big ? at : at + 1];
      const char low = bytes[big ? at + 1 : at];
      plain += high == '\0' && low != '\0' ? 1U : 0U;
      odd += low == '\0' ? 1U : 0U;
    }
    const std::size_t units = (part.end - part.begin) / 2;
    if (units >= 8 && plain * 4 >= units && odd * 50 < units) return part;
  }
  return std::nullopt;
}

class Walk {
 public:
  Walk(const Transcript& transcript, ByteSource& file, PhysicalVisitor& visitor)
      : t_(transcript), file_(file), visitor_(visitor) {}

  Result<void> run() {
    if (t_.entries.empty()) return without_lines();
    std::int64_t at = 0;
    for (EntryIndex i = 0; i < t_.count(); ++i) {
      if (auto done = gap(at, t_[i].offset, i == 0, false); !done) return done;
      if (auto done = visitor_.on_entry(i); !done) return done;
      at = t_[i].offset + t_[i].length;
      line_ = t_[i].line;
    }
    return gap(at, std::max(at, file_.size()), false, true);
  }

 private:
  Result<void> gap(std::int64_t from, std::int64_t to, bool first, bool last) {
    // One byte between two lines is a line end.
    if (to - from <= (first ? 0 : 1)) return {};
    if (to - from > kLargestGap) {
      visitor_.on_defect(Defect::kA6, line_ + 1, {});
      return {};
    }
    auto bytes = file_.bytes(from, to - from);
    if (!bytes) return bytes.error();
    return look_at(*bytes, first, last);
  }

  Result<void> look_at(std::string_view bytes, bool first, bool last) {
    if (first && bytes.starts_with(kBom)) {
      visitor_.on_defect(Defect::kA7, 1, {});
      bytes.remove_prefix(kBom.size());
    }
    std::int64_t line = first ? 1 : line_;
    // The end of the line before it is no part of a text in another encoding.
    const std::size_t skipped = !first && bytes.starts_with('\n') ? 1 : 0;
    if (const auto part = find_utf16(bytes.substr(skipped))) {
      return around_utf16(bytes, {part->begin + skipped, part->end + skipped, part->big_endian},
                          line, last);
    }
    return segments(bytes, line, last);
  }

  Result<void> around_utf16(std::string_view bytes, const Utf16Part& part, std::int64_t line,
                            bool last) {
    const auto count = [](std::string_view text) {
      return std::count(text.begin(), text.end(), '\n');
    };
    std::string_view before = bytes.substr(0, part.begin);
    if (before.ends_with("\xFF\xFE") || before.ends_with("\xFE\xFF")) before.remove_suffix(2);
    if (auto done = segments(before, line, false); !done) return done;
    line += count(before);
    const std::string text =
        from_utf16(bytes.substr(part.begin, part.end - part.begin), part.big_endian);
    visitor_.on_defect(Defect::kA7, line, kHiddenRecord);
    if (auto done = lines_of(text, line); !done) return done;
    return segments(bytes.substr(part.end), line + count(text), last);
  }

  Result<void> segments(std::string_view bytes, std::int64_t line, bool last) {
    while (true) {
      const std::size_t end = bytes.find('\n');
      const bool terminated = end != std::string_view::npos;
      const std::string_view part = bytes.substr(0, end);
      if (auto done = segment(part, line, terminated || !last); !done) return done;
      if (!terminated) return {};
      bytes.remove_prefix(end + 1);
      ++line;
    }
  }

  Result<void> segment(std::string_view part, std::int64_t line, bool terminated) {
    const std::string_view text = without_blanks(part);
    const bool nuls = part.find('\0') != std::string_view::npos;
    Recovered found = text.empty() ? Recovered() : recover_with_nuls(text);
    if (nuls) visitor_.on_defect(Defect::kA2, line, found.records.empty() ? "" : kHiddenRecord);
    if (text.empty()) return {};
    for (const std::string& record : found.records) {
      if (auto done = visitor_.on_record(record, line); !done) return done;
    }
    // A whole record was only hidden by what stood around it.
    if (found.records.size() == 1 && found.lost.empty()) return {};
    visitor_.on_defect(kind_of(found, text, terminated), line, found.lost);
    return {};
  }

  // NUL bytes inside a record stand where nothing was written; what is whole without them is taken.
  static Recovered recover_with_nuls(std::string_view text) {
    Recovered as_it_is = recover_records(text);
    if (as_it_is.lost.find('\0') == std::string::npos) return as_it_is;
    std::string without(text);
    std::erase(without, '\0');
    // In another encoding they are parts of the characters.
    if (!is_valid_utf8(without)) return as_it_is;
    Recovered found = recover_records(without);
    return found.records.size() > as_it_is.records.size() ? found : as_it_is;
  }

  static Defect kind_of(const Recovered& found, std::string_view text, bool terminated) {
    if (!found.records.empty() && !found.lost.empty()) return Defect::kA3;
    if (found.records.size() > 1) return Defect::kA4;
    if (!terminated) return Defect::kA1;
    return text.starts_with('{') ? Defect::kA6 : Defect::kA5;
  }

  // No line can be read: another encoding, or records that are spread over lines.
  Result<void> without_lines() {
    if (file_.size() == 0) return {};
    if (file_.size() > kLargestGap) return gap(0, file_.size(), true, true);
    auto bytes = file_.bytes(0, file_.size());
    if (!bytes) return bytes.error();
    std::string_view text = *bytes;
    std::string converted;
    const bool little = text.starts_with("\xFF\xFE");
    if (little || text.starts_with("\xFE\xFF")) {
      converted = from_utf16(text.substr(2), !little);
      visitor_.on_defect(Defect::kA7, 1, kHiddenRecord);
      return lines_of(converted, 1);
    }
    if (const auto part = find_utf16(text)) return around_utf16(text, *part, 1, true);
    if (text.starts_with(kBom)) text.remove_prefix(kBom.size());
    std::vector<std::string> records = spread_records(without_blanks(text));
    if (records.empty()) return gap(0, file_.size(), true, true);
    visitor_.on_defect(Defect::kA8, 1, {});
    for (const std::string& record : records) {
      if (auto done = visitor_.on_record(record, 1); !done) return done;
    }
    return {};
  }

  Result<void> lines_of(std::string_view text, std::int64_t line) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      if (auto done = segment(text.substr(0, end), line++, true); !done) return done;
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return {};
  }

  // Of one array, or of objects that follow each other, with any white space in them; none if that
  // is not all there is.
  static std::vector<std::string> spread_records(std::string_view text) {
    std::vector<std::string> records;
    json::Parser parser;
    const auto take = [&](std::string_view object) {
      auto root = parser.parse_copy(object);
      if (!root || !root->is_object()) return false;
      if (entry_type((*root)[name_of(Field::kType)].string_or("")) == EntryType::kUnknown) {
        return false;
      }
      records.push_back(root->to_json());
      return true;
    };
    if (text.starts_with('[')) {
      for (const json::Span element : json::element_spans(text, {0, text.size()})) {
        if (!take(element.of(text))) return {};
      }
      return records;
    }
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = json::value_end(text, at);
      if (end == std::string_view::npos || end == at || !take(text.substr(at, end - at))) return {};
      at = std::min(text.find_first_not_of(" \t\r\n,", end), text.size());
    }
    return records;
  }

  const Transcript& t_;
  ByteSource& file_;
  PhysicalVisitor& visitor_;
  std::int64_t line_ = 0;  // of the entry before
};

}  // namespace

Recovered recover_records(std::string_view line) { return RecordFinder(line).run(); }

Result<void> visit_physical_lines(const Transcript& transcript, ByteSource& file,
                                  PhysicalVisitor& visitor) {
  return Walk(transcript, file, visitor).run();
}

}  // namespace clew
