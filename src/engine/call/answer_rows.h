// SPDX-License-Identifier: MIT
//
// The rows of an answer one by one, for `--format`: what they say is asked of their description.
#pragma once

#include "engine/call/answer.h"
#include "json/described_text.h"

namespace clew {

template <class T>
Result<bool> give_rows(const T& list, const TakeRow& take) {
  const auto give = [&take](const auto& row) {
    return take([&row](std::span<const std::string> names) { return json::text_at(row, names); });
  };
  if constexpr (IsOptional<T>::value) {
    return list ? give_rows(*list, take) : true;
  } else if constexpr (IsFlow<T>::value) {
    return list.each(give);
  } else if constexpr (List<T>) {
    for (const auto& row : list) {
      if (!give(row)) return false;
    }
  }
  return true;
}

template <auto kMake>
Result<Outcome> give_rows_of(Engine& engine, const Arguments& arguments, std::string_view member,
                             const TakeRow& take) {
  const auto made = kMake(engine, arguments);
  if (!made) return made.error();
  const MadeBy<kMake>& answer = AnswerOf<std::remove_cvref_t<decltype(*made)>>::see(*made);
  Result<bool> given = Error{ErrorCode::kInvalid, "--format: this answer has no rows"};
  json::at_member(answer, member, [&](const auto& list) { given = give_rows(list, take); });
  if (!given) return given.error();
  return outcome_of(answer);
}

// The member of its answer that lists what was asked for, one row each.
template <auto kMake>
constexpr Rows rows_of(std::string_view member) {
  return {member, give_rows_of<kMake>};
}

}  // namespace clew
