// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace clew {

// What a picture or PDF is that somebody attaches to a prompt, by its own bytes: "image/png". Empty
// for what is no base64, for other kinds and for what was cut off: the API refuses that in each
// turn from then on, and the session would be lost.
std::string_view attached_media_type(std::string_view base64);

}  // namespace clew
