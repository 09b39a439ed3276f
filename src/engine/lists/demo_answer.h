// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/described.h"
#include "engine/call/arguments.h"
#include "engine/engine.h"

namespace clew {

// What the operation `demo` answers.
struct DemoMade {
  std::string root;
};
template <>
inline constexpr auto kDescription<DemoMade> = describe("DemoMade", "the demo is there",
                                                        field("root", "where", &DemoMade::root));
Result<DemoMade> demo_answer(Engine& engine, const Arguments& arguments);

// Where it puts its root.
std::string demo_folder(const Engine& engine, const Arguments& arguments);

}  // namespace clew
