// SPDX-License-Identifier: MIT
//
// Numbers are written seven bits to a byte, lowest first, with the sign in the lowest bit where
// there is one; hashes as eight bytes. Times and offsets are written as the difference to the row
// before. First comes the version, last a hash of all before it: a cut or overwritten file is
// noticed.
#include "usage/ledger_codec.h"

#include <limits>
#include <utility>

#include "base/hash.h"
#include "base/varint.h"

namespace clew {
namespace {

class Encoder {
 public:
  void number(std::uint64_t value) { append_varint(out_, value); }
  void signed_number(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    number(value < 0 ? ~bits << 1U | 1U : bits << 1U);
  }
  void word(std::uint64_t value) {
    for (unsigned shift = 0; shift < 64; shift += 8) out_ += static_cast<char>(value >> shift);
  }
  void text(std::string_view value) {
    number(value.size());
    out_ += value;
  }
  std::string take() {
    word(hash_bytes(out_));
    return std::move(out_);
  }

 private:
  std::string out_;
};

// Every read past the end gives 0 and leaves the decoder bad.
class Decoder {
 public:
  explicit Decoder(std::string_view bytes) : in_(bytes) {
    constexpr std::size_t kCheck = 8;
    if (bytes.size() < kCheck) {
      in_.fail();
      return;
    }
    const std::string_view rest = bytes.substr(0, bytes.size() - kCheck);
    in_ = VarintReader(bytes.substr(rest.size()));
    const std::uint64_t check = word();
    in_ = VarintReader(rest);
    if (hash_bytes(rest) != check) in_.fail();
  }
  bool ok() const { return in_.good(); }
  bool at_end() const { return in_.left() == 0; }

  std::uint64_t number() { return in_.next(); }
  std::int64_t signed_number() {
    const std::uint64_t bits = number();
    return static_cast<std::int64_t>((bits & 1U) != 0 ? ~(bits >> 1U) : bits >> 1U);
  }
  std::uint32_t small() {
    const std::uint64_t value = number();
    if (value > std::numeric_limits<std::uint32_t>::max()) in_.fail();
    return static_cast<std::uint32_t>(value);
  }
  // How many of something follow, of which each takes at least `least` bytes.
  std::size_t count(std::size_t least) {
    const std::uint64_t value = number();
    if (value > in_.left() / least) in_.fail();
    return ok() ? static_cast<std::size_t>(value) : 0;
  }
  std::uint64_t word() {
    std::uint64_t value = 0;
    unsigned shift = 0;
    for (const char byte : in_.bytes(sizeof value)) {
      value |= std::uint64_t{static_cast<unsigned char>(byte)} << shift;
      shift += 8;
    }
    return value;
  }
  std::string_view text() { return in_.bytes(number()); }
  void fail() { in_.fail(); }

 private:
  VarintReader in_;
};

// The difference as the processor makes it, so that no two values are too far apart.
std::int64_t difference(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}
std::int64_t sum(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

void encode_key(Encoder& out, const ResponseKey& key) {
  out.word(key.message);
  out.word(key.message_more);
  out.word(key.request);
}
ResponseKey decode_key(Decoder& in) {
  ResponseKey key;
  key.message = in.word();
  key.message_more = in.word();
  key.request = in.word();
  return key;
}

void encode_row(Encoder& out, const LedgerRow& row, const LedgerRow& before) {
  encode_key(out, row.key);
  out.signed_number(difference(row.time, before.time));
  out.signed_number(difference(row.last_time, row.time));
  out.signed_number(difference(row.offset, before.offset));
  out.signed_number(row.reported);
  for (const auto count : Tokens::kAll) out.number(row.tokens.*count);
  for (const std::uint32_t number : {row.file, row.model, row.lines, row.flags}) out.number(number);
}

LedgerRow decode_row(Decoder& in, const LedgerRow& before) {
  LedgerRow row;
  row.key = decode_key(in);
  row.time = sum(before.time, in.signed_number());
  row.last_time = sum(row.time, in.signed_number());
  row.offset = sum(before.offset, in.signed_number());
  row.reported = in.signed_number();
  for (const auto count : Tokens::kAll) row.tokens.*count = in.small();
  for (std::uint32_t* number : {&row.file, &row.model, &row.lines, &row.flags})
    *number = in.small();
  return row;
}

const LedgerRow& row_before(const LedgerPart& part, std::size_t i) {
  static const LedgerRow kNone;
  return i == 0 ? kNone : part.rows[i - 1];
}

}  // namespace

std::string encode_part(const LedgerPart& part, PartPiece piece) {
  const bool rest = piece != PartPiece::kOnlyTools;
  const auto size_of = [&](const auto& list) { return rest ? list.size() : 0; };
  Encoder out;
  out.number(kLedgerVersion);
  out.number(part.symbols.size() - 1);
  for (Symbol symbol = 1; symbol < part.symbols.size(); ++symbol)
    out.text(part.symbols.text(symbol));
  out.number(size_of(part.rows));
  for (std::size_t i = 0; i < size_of(part.rows); ++i) {
    encode_row(out, part.rows[i], row_before(part, i));
  }
  const std::size_t tools = piece == PartPiece::kWithoutTools ? 0 : part.tools.size();
  out.number(tools);
  for (std::size_t i = 0; i < tools; ++i) {
    encode_key(out, part.tools[i].key);
    out.word(part.tools[i].call);
    out.number(part.tools[i].tool);
  }
  out.number(size_of(part.totals));
  for (std::size_t i = 0; i < size_of(part.totals); ++i) {
    out.number(part.totals[i].session);
    out.signed_number(part.totals[i].cost);
  }
  out.number(size_of(part.sessions));
  for (std::size_t i = 0; i < size_of(part.sessions); ++i) {
    out.number(part.sessions[i].file);
    out.signed_number(part.sessions[i].offset);
    out.number(part.sessions[i].session);
  }
  out.number(size_of(part.findings));
  for (std::size_t i = 0; i < size_of(part.findings); ++i) {
    out.number(part.findings[i].file);
    out.signed_number(part.findings[i].offset);
    out.text(part.findings[i].what);
  }
  for (const std::int64_t count :
       {part.finding_count, part.lines, part.free_lines, part.broken_lines}) {
    out.signed_number(rest ? count : 0);
  }
  return out.take();
}

namespace {

// What can be taken back, but for symbols.
struct PartSizes {
  explicit PartSizes(const LedgerPart& part)
      : rows(part.rows.size()),
        tools(part.tools.size()),
        totals(part.totals.size()),
        sessions(part.sessions.size()),
        findings(part.findings.size()) {}
  void restore(LedgerPart& part) const {
    part.rows.resize(rows);
    part.tools.resize(tools);
    part.totals.resize(totals);
    part.sessions.resize(sessions);
    part.findings.resize(findings);
  }
  std::size_t rows, tools, totals, sessions, findings;
};

// The part's symbols: its numbers, in order, to those of `into`.
std::vector<Symbol> decode_symbols(Decoder& in, SymbolTable& into) {
  std::vector<Symbol> ours(1, kNoSymbol);
  for (std::size_t left = in.count(1); left > 0; --left) {
    ours.push_back(into.intern(in.text()));
    if (ours.back() == kNoSymbol) in.fail();  // empty
  }
  return ours;
}

}  // namespace

bool decode_into(LedgerPart& part, std::string_view bytes, FileId file,
                 LineUsageReader::Tools tools) {
  Decoder in(bytes);
  if (!in.ok() || in.number() != kLedgerVersion) return false;
  const PartSizes before(part);
  const std::vector<Symbol> symbols = decode_symbols(in, part.symbols);
  const auto symbol = [&](std::uint32_t theirs) {
    if (theirs >= symbols.size()) in.fail();
    return in.ok() ? symbols[theirs] : kNoSymbol;
  };
  constexpr std::size_t kKey = 24;
  LedgerRow last;
  for (std::size_t left = in.count(kKey); left > 0; --left) {
    last = decode_row(in, last);
    part.rows.push_back(last);
    part.rows.back().model = symbol(last.model);
    part.rows.back().file = file;
  }
  for (std::size_t left = in.count(kKey); left > 0; --left) {
    const ResponseKey key = decode_key(in);
    const std::uint64_t call = in.word();
    const Symbol tool = symbol(in.small());
    if (tools == LineUsageReader::Tools::kInclude) part.tools.push_back({key, call, tool});
  }
  for (std::size_t left = in.count(2); left > 0; --left) {
    const Symbol session = symbol(in.small());
    part.totals.push_back({session, in.signed_number()});
  }
  for (std::size_t left = in.count(3); left > 0; --left) {
    in.small();
    const std::int64_t offset = in.signed_number();
    part.sessions.push_back({file, offset, symbol(in.small())});
  }
  for (std::size_t left = in.count(3); left > 0; --left) {
    in.small();
    const std::int64_t offset = in.signed_number();
    part.findings.push_back({file, offset, std::string(in.text())});
  }
  std::int64_t counts[4];
  for (std::int64_t& count : counts) count = in.signed_number();
  if (!in.ok() || !in.at_end()) {
    before.restore(part);
    return false;
  }
  part.finding_count += counts[0];
  part.lines += counts[1];
  part.free_lines += counts[2];
  part.broken_lines += counts[3];
  return true;
}

std::optional<LedgerPart> decode_part(std::string_view bytes) {
  LedgerPart part;
  if (!decode_into(part, bytes, 0, LineUsageReader::Tools::kInclude)) return std::nullopt;
  return part;
}

std::string encode_files(const std::vector<const StoredFile*>& files) {
  Encoder out;
  out.number(kLedgerVersion);
  out.number(files.size());
  for (const StoredFile* file : files) {
    out.text(file->path);
    out.word(file->inode);
    out.word(file->device);
    out.signed_number(file->position);
    out.word(file->tail);
    out.text(encode_part(file->part));
  }
  return out.take();
}

std::optional<std::vector<StoredFile>> decode_files(std::string_view bytes) {
  Decoder in(bytes);
  if (!in.ok() || in.number() != kLedgerVersion) return std::nullopt;
  std::vector<StoredFile> files;
  constexpr std::size_t kLeast = 27;  // bytes of an empty one
  for (std::size_t left = in.count(kLeast); left > 0; --left) {
    StoredFile file;
    file.path = in.text();
    file.inode = in.word();
    file.device = in.word();
    file.position = in.signed_number();
    file.tail = in.word();
    auto part = decode_part(in.text());
    if (!part) return std::nullopt;
    file.part = std::move(*part);
    files.push_back(std::move(file));
  }
  if (!in.ok() || !in.at_end()) return std::nullopt;
  return files;
}

void assign_file(LedgerPart& part, FileId file) {
  for (LedgerRow& row : part.rows) row.file = file;
  for (LedgerPart::FileSession& session : part.sessions) session.file = file;
  for (LedgerFinding& finding : part.findings) finding.file = file;
}

}  // namespace clew
