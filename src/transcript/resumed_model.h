// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "transcript/rules.h"

namespace clew {

// A model's name without what varies between providers: letter case, prefix, date, "." for "-".
// "us.anthropic.Claude-Opus-4.8-20260101-v1:0" -> "opus-4-8".
std::string model_key(std::string_view model);

// The key of the model that 2.1 resumes a conversation with when nobody names another: that of the
// last answer, or its default where that one is retired or unknown to it.
std::string resumed_model(const Transcript& transcript, const ChosenPath& path);

}  // namespace clew
