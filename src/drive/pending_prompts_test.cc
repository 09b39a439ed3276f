// SPDX-License-Identifier: MIT
#include "drive/pending_prompts.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

using Uuids = std::vector<std::string>;

drive::TurnResult result_of(Uuids prompts, std::string origin = {}) {
  drive::TurnResult result;
  result.prompts = std::move(prompts);
  result.origin = std::move(origin);
  return result;
}

PendingPrompts three() {
  PendingPrompts pending;
  for (const char* uuid : {"one", "two", "three"}) pending.add(uuid);
  return pending;
}

TEST(PendingPrompts, AResultAnswersThePromptsThatItNames) {
  PendingPrompts pending = three();
  EXPECT_EQ(pending.take_answered(result_of({"one"})), Uuids{"one"});
  EXPECT_EQ(pending.take_answered(result_of({"two", "three"})), (Uuids{"two", "three"}));
  EXPECT_EQ(pending.size(), 0u);
}

TEST(PendingPrompts, WhatWasSentBeforeANamedPromptIsAnsweredToo) {
  PendingPrompts pending = three();
  EXPECT_EQ(pending.take_answered(result_of({"two"})), (Uuids{"one", "two"}));
  EXPECT_EQ(pending.size(), 1u);
}

TEST(PendingPrompts, WithoutNamesTheFirstIsAnswered) {
  PendingPrompts pending = three();
  EXPECT_EQ(pending.take_answered(result_of({})), Uuids{"one"});
  EXPECT_EQ(pending.take_answered(result_of({}, "human")), Uuids{"two"});
  EXPECT_EQ(pending.size(), 1u);
}

TEST(PendingPrompts, ATurnOfTheProgramsOwnAnswersNone) {
  PendingPrompts pending = three();
  EXPECT_EQ(pending.take_answered(result_of({}, "task-notification")), Uuids{});
  EXPECT_EQ(pending.take_answered(result_of({"of a notification"})), Uuids{});
  EXPECT_EQ(pending.size(), 3u);
}

TEST(PendingPrompts, AResultThatNobodyWaitsForIsNoHarm) {
  PendingPrompts pending;
  EXPECT_EQ(pending.take_answered(result_of({})), Uuids{});
  EXPECT_EQ(pending.take_answered(result_of({"one"})), Uuids{});
}

}  // namespace
}  // namespace clew
