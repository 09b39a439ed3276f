// SPDX-License-Identifier: MIT
//
// What can be told of a picture or document from its base64 text, without decoding a picture: its
// true type, its sides, whether it is whole.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace clew {

struct MediaFacts {
  std::int64_t base64_bytes = 0;  // of the text
  bool valid_base64 = false;      // as far as the text was there to be looked at
  std::string_view type;          // by its first bytes; empty: not known
  int width = 0;                  // 0: not known
  int height = 0;
  bool whole = true;       // false: it ends too early
  bool locked = false;     // a document that is encrypted
  std::int64_t pages = 0;  // of a document; 0: not known
};

// `base64` may be a text that json::Condenser has cut.
MediaFacts look_at_media(std::string_view base64);

// "image/png 2800x1600, 6.5 MB"
std::string describe_media(std::string_view media_type, const MediaFacts& facts);

bool is_taken_image_type(std::string_view media_type);

}  // namespace clew
