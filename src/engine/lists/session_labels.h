// SPDX-License-Identifier: MIT
//
// By what sessions can be told apart: how many there are of each project, git branch, model, tag,
// machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/described.h"
#include "engine/call/arguments.h"
#include "engine/engine.h"

namespace clew {

struct LabelCount {
  std::string name;
  std::int64_t sessions = 0;
};
template <>
inline constexpr auto kDescription<LabelCount> =
    describe("LabelCount", "something that sessions have in common",
             field("name", "what it is", &LabelCount::name),
             field("sessions", "how many sessions have it", &LabelCount::sessions));

struct SessionLabels {
  std::int64_t sessions = 0;
  std::int64_t hidden = 0;
  std::vector<LabelCount> projects;
  std::vector<LabelCount> branches;
  std::vector<LabelCount> models;
  std::vector<LabelCount> tags;
  std::vector<LabelCount> people;
  std::vector<LabelCount> machines;
};
template <>
inline constexpr auto kDescription<SessionLabels> = describe(
    "SessionLabels", "labels by which sessions can be filtered",
    field("sessions", "sessions in all, without hidden ones", &SessionLabels::sessions),
    field("hidden", "hidden sessions", &SessionLabels::hidden),
    field("projects", "the folders that were worked in, by name", &SessionLabels::projects),
    field("branches", "git branches", &SessionLabels::branches),
    field("models", "models that answered last", &SessionLabels::models),
    field("tags", "tags", &SessionLabels::tags),
    field("people", "whose they are, of a team", &SessionLabels::people),
    field("machines", "other machines that they are of", &SessionLabels::machines));
inline bool holds_nothing(const SessionLabels& labels) { return labels.sessions == 0; }

Result<SessionLabels> session_labels(Engine& engine, const Arguments& arguments);

}  // namespace clew
