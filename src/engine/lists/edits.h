// SPDX-License-Identifier: MIT
//
// What a person can change: hide, pin, remark, rename, tag, delete. Each answers with one sentence
// that says what was done.
#pragma once

#include <string>
#include <string_view>

#include "base/described.h"
#include "base/text.h"
#include "engine/call/arguments.h"
#include "engine/engine.h"

namespace clew {

// What an edit did, in words.
// One line, whatever the names in it hold.
struct Done {
  explicit Done(std::string_view words) : done(one_line(words)) {}

  std::string done;
};
template <>
inline constexpr auto kDescription<Done> =
    describe("Done", "what was done", field("done", "what was done, in words", &Done::done));

Result<Done> hide(Engine& engine, const Arguments& arguments);
Result<Done> unhide(Engine& engine, const Arguments& arguments);
Result<Done> pin(Engine& engine, const Arguments& arguments);
Result<Done> unpin(Engine& engine, const Arguments& arguments);
Result<Done> remark(Engine& engine, const Arguments& arguments);
Result<Done> rename(Engine& engine, const Arguments& arguments);
Result<Done> tag(Engine& engine, const Arguments& arguments);
Result<Done> remove(Engine& engine, const Arguments& arguments);
Result<Done> undelete(Engine& engine, const Arguments& arguments);

}  // namespace clew
