// SPDX-License-Identifier: MIT
#include "engine/doctor/attached_media.h"

#include "doctor/media.h"

namespace clew {

std::string_view attached_media_type(std::string_view base64) {
  const MediaFacts facts = look_at_media(base64);
  const bool is_taken = is_taken_image_type(facts.type) || facts.type == "application/pdf";
  const bool is_good = facts.valid_base64 && base64.size() % 4 == 0 && facts.whole && !facts.locked;
  return is_taken && is_good ? facts.type : std::string_view();
}

}  // namespace clew
