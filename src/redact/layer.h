// SPDX-License-Identifier: MIT
//
// A text that stands inside another one under an encoding: escapes of JSON, percent signs, base64,
// or what a person sees of it where it is shown.
// A layer knows where each of its parts stands in its source, so that what is found in it can be
// replaced there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/spans.h"

namespace clew::redact {

using json::Span;

class Layer {
 public:
  std::string text;

  // Bytes that stand for themselves.
  void append(std::string_view same);
  // Bytes that `source_length` bytes of the source stand for as a whole.
  void append_decoded(std::string_view decoded, std::size_t source_length);
  // Passes over bytes of the source that stand for nothing.
  void skip(std::size_t source_length) { source_ += source_length; }

  // What of the source a span of the text comes from; a part of an escape is the whole of it.
  Span to_source(Span span) const;

 private:
  // A part that is not the same in the source. Between two of them every byte is itself.
  struct Piece {
    std::uint32_t begin, end, source_begin, source_end;
  };
  std::size_t source_begin_of(std::size_t at) const;
  std::size_t source_end_of(std::size_t at) const;

  std::vector<Piece> pieces_;
  std::size_t source_ = 0;
  std::size_t same_from_ = 0;  // of the source, when there is no piece yet
};

// What JSON escapes stand for; of a text without any, nothing. What is no escape stays.
std::optional<Layer> unescaped(std::string_view source);
// The same, also of a text without escapes.
Layer unescaped_or_same(std::string_view source);

// What %XX stands for; of a text without any, nothing.
std::optional<Layer> percent_decoded(std::string_view source);

// --- What is seen of it where it is shown (layer_shown.cc); of a text that is seen as it is,
// nothing ---

// Without escape sequences, controls and characters that have no shape: all that any form of output
// drops, so that none can join what was parted here.
std::optional<Layer> shown(std::string_view source);
// The same, and without characters that others are printed over: "_\bx".
std::optional<Layer> overprinted(std::string_view source);
// What entities of HTML stand for, and signs behind a backslash (Markdown, shells).
std::optional<Layer> markup_decoded(std::string_view source);

// Random characters that a line's end or bold marks part, in one piece: what a terminal wrapped.
std::optional<Layer> joined(std::string_view source);

// Whether there is something at this place of raw bytes (of a line of JSON, or of any text) that
// parts what is seen as one, or stands for a letter, so that the words of a secret may not be found
// in them.
bool is_disguise(std::string_view raw, std::size_t at);
// What such places begin with.
std::vector<std::string> disguise_words();

// The texts that runs of base64 in it stand for: of at least kBase64Run characters, in either
// alphabet, also when wrapped into lines that begin with numbers or the signs of a diff. Runs that
// stand for bytes that are no text (images, signatures, hashes) are left out.
inline constexpr std::size_t kBase64Run = 20;
std::vector<Layer> base64_decoded(std::string_view source);

// Where in a run base64 of a text begins, as far as few characters can tell; npos if it does not.
// The first ones may belong to what stands before it: the end of a colour, the letter of an escape.
std::size_t base64_text_begins(std::string_view run);

// The first run of at least kBase64Run characters of base64 at or behind `from`; an empty span at
// the end of the text if there is none.
Span next_base64_run(std::string_view text, std::size_t from);

// How many bytes at the beginning of a line are not its own: the numbers of a listing ("   12→"),
// the sign of a diff or of a quotation.
std::size_t line_prefix(std::string_view line);

}  // namespace clew::redact
