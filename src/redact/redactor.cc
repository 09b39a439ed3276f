// SPDX-License-Identifier: MIT
#include "redact/redactor.h"

#include <algorithm>

#include "redact/layer.h"
#include "redact/line_texts.h"
#include "redact/secret_name.h"
#include "redact/secret_value.h"

namespace clew::redact {
namespace {

// One text of a line, or the elements of a list as the lines of one text: a key may be spread over
// them.
struct Block {
  std::string text;
  std::string name;
  struct Part {
    Span in_text;
    std::size_t raw_begin = 0;
    Layer layer;
  };
  std::vector<Part> parts;
  bool is_name = false;

  void add(std::string_view line, const LineText& one) {
    Part part;
    part.layer = unescaped_or_same(one.raw.of(line));
    part.raw_begin = one.raw.begin;
    if (!parts.empty()) text += '\n';
    part.in_text = {text.size(), text.size() + part.layer.text.size()};
    text += part.layer.text;
    parts.push_back(std::move(part));
  }

  // Where a span stands in the line: in each part that it touches. Of a span over several parts,
  // what stands before the lines themselves (the signs of a diff) is left alone.
  std::vector<Span> to_raw(Span span) const {
    std::vector<Span> out;
    for (const Part& part : parts) {
      Span cut{std::max(span.begin, part.in_text.begin), std::min(span.end, part.in_text.end)};
      if (cut.begin >= cut.end) continue;
      if (cut.begin == part.in_text.begin && span.begin < cut.begin)
        cut.begin += line_prefix(cut.of(text));
      const Span raw =
          part.layer.to_source({cut.begin - part.in_text.begin, cut.end - part.in_text.begin});
      if (!raw.empty()) out.push_back({raw.begin + part.raw_begin, raw.end + part.raw_begin});
    }
    return out;
  }
};

bool touched(const std::vector<std::size_t>& places, std::size_t from, std::size_t to) {
  const auto at = std::lower_bound(places.begin(), places.end(), from);
  return at != places.end() && *at < to;
}

// Signatures of thinking and the bytes of images: nothing that anybody wrote.
bool is_opaque(const LineText& one, std::string_view line) {
  const std::string_view raw = one.raw.of(line);
  if (one.name != "signature" && one.name != "data") return false;
  return raw.size() >= 64 && next_base64_run(raw, 0).end >= raw.size() - 2 &&
         base64_text_begins(raw) == std::string_view::npos;
}

// The parts of a session refer to each other by these.
bool is_reference(std::string_view name, std::string_view text, const TextFinding& finding) {
  if (finding.span.end - finding.span.begin != text.size() || !(is_uuid(text) || is_hex(text)))
    return false;
  const auto words = words_of(name);
  return !words.empty() &&
         (words.back() == "id" || words.back() == "uuid" || words.back() == "ids");
}

std::optional<std::string> applied(std::string_view text,
                                   std::vector<Redactor::Replacement> replacements) {
  if (replacements.empty()) return std::nullopt;
  json::Splices splices;
  for (Redactor::Replacement& one : replacements) splices.replace(one.span, std::move(one.label));
  return splices.apply(text);
}

}  // namespace

Redactor::Redactor(const Finder& finder, Keeps keeps) : finder_(finder), keeps_(std::move(keeps)) {}

std::vector<TextFinding> Redactor::findings(std::string_view text, std::string_view name,
                                            bool with_known) const {
  std::vector<TextFinding> all = finder_.find(text, name, with_known ? &book_ : nullptr);
  std::erase_if(all, [&](const TextFinding& one) {
    return is_reference(name, text, one) || (keeps_ && keeps_(one));
  });
  return all;
}

// Calls each(block, findings) for every text of the line near which there may be something.
template <class Each>
bool Redactor::each_text(std::string_view line, bool with_known, const Each& each) const {
  std::vector<std::size_t> places;
  const bool hides = finder_.candidates(line, places);
  if (with_known) book_.candidates(line, places);
  if (places.empty() && !finder_.looks_everywhere()) return hides;
  std::sort(places.begin(), places.end());
  if (!parser_.parse_copy(line)) {
    Block whole;
    whole.text = line;
    Block::Part part;
    part.layer.append(line);
    part.in_text = {0, line.size()};
    whole.parts.push_back(std::move(part));
    each(whole, findings(whole.text, {}, with_known));
    return hides;
  }
  const std::vector<LineText> texts = texts_of(line);
  for (std::size_t i = 0; i < texts.size();) {
    std::size_t end = i + 1;
    while (texts[i].list != 0 && end < texts.size() && texts[end].list == texts[i].list) ++end;
    const bool near =
        finder_.looks_everywhere() || touched(places, texts[i].context, texts[end - 1].until);
    if (near && !is_opaque(texts[i], line)) {
      Block block;
      block.name = texts[i].name;
      block.is_name = texts[i].is_name;
      for (std::size_t k = i; k < end; ++k) block.add(line, texts[k]);
      auto found = findings(block.text, block.name, with_known);
      if (!found.empty()) each(block, std::move(found));
    }
    i = end;
  }
  return hides;
}

void Redactor::collect_line(std::string_view line) {
  each_text(line, false, [&](const Block&, std::vector<TextFinding> found) {
    for (const TextFinding& one : found) book_.note(one);
  });
}

Redactor::Looked Redactor::findings_of(std::string_view line) const {
  Looked out;
  out.hides_copies = each_text(line, false, [&](const Block&, std::vector<TextFinding> found) {
    for (TextFinding& one : found) out.found.push_back(std::move(one));
  });
  return out;
}

void Redactor::collect(const TextFinding& finding) {
  if (!keeps_ || !keeps_(finding)) book_.note(finding);
}

bool Redactor::may_hold_known(std::string_view line) const {
  std::vector<std::size_t> places;
  book_.candidates(line, places);
  return !places.empty();
}

void Redactor::collect_text(std::string_view text) {
  if (!finder_.may_hold(text)) return;
  for (const TextFinding& one : findings(text, {}, false)) book_.note(one);
}

std::vector<Redactor::Replacement> Redactor::replacements_in_line(std::string_view line) const {
  std::vector<Replacement> out;
  each_text(line, true, [&](const Block& block, std::vector<TextFinding> found) {
    for (const TextFinding& one : without_overlaps(std::move(found))) {
      const std::string label = book_.label(one.secret, one.kind);
      for (const Span raw : block.to_raw(one.span)) out.push_back({raw, label});
    }
  });
  return out;
}

std::vector<Redactor::Replacement> Redactor::replacements_in_text(std::string_view text) const {
  std::vector<Replacement> out;
  std::vector<std::size_t> places;
  book_.candidates(text, places);
  if (places.empty() && !finder_.may_hold(text)) return out;
  for (const TextFinding& one : without_overlaps(findings(text, {}, true))) {
    out.push_back({one.span, book_.label(one.secret, one.kind)});
  }
  return out;
}

std::optional<std::string> Redactor::redact_line(std::string_view line) const {
  return applied(line, replacements_in_line(line));
}

std::optional<std::string> Redactor::redact_text(std::string_view text) const {
  return applied(text, replacements_in_text(text));
}

void Redactor::look_at_line(std::string_view line, const See& see) const {
  each_text(line, true, [&](const Block& block, std::vector<TextFinding> found) {
    show(block.text, block.name, without_overlaps(std::move(found)), see);
  });
}

void Redactor::look_at_text(std::string_view text, const See& see) const {
  std::vector<std::size_t> places;
  book_.candidates(text, places);
  if (places.empty() && !finder_.may_hold(text)) return;
  show(text, {}, without_overlaps(findings(text, {}, true)), see);
}

void Redactor::show(std::string_view text, std::string_view name, std::vector<TextFinding> found,
                    const See& see) {
  constexpr std::size_t kAround = 40;
  const auto within_character = [&](std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
  };
  std::size_t last = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Span span = found[i].span;
    const std::size_t next = i + 1 < found.size() ? found[i + 1].span.begin : text.size();
    std::size_t begin = std::max(last, span.begin > kAround ? span.begin - kAround : 0);
    while (begin < span.begin && within_character(begin)) ++begin;
    std::size_t end = std::min(std::max(next, span.end), span.end + kAround);
    while (end > span.end && within_character(end)) --end;
    last = span.end;
    see({std::move(found[i]), name, text.substr(begin, span.begin - begin),
         text.substr(span.end, end - span.end)});
  }
}

}  // namespace clew::redact
