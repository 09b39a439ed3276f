// SPDX-License-Identifier: MIT
#include "transcript/line_fields.h"

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(LineFields, EveryFieldHasANameThatLeadsToIt) {
  for (std::size_t i = 0; i < kFieldCount; ++i) {
    const auto field = static_cast<Field>(i);
    EXPECT_EQ(field_of(name_of(field)), field) << i;
  }
}

TEST(LineFields, KnowsNoOtherNames) {
  for (const std::string_view name : {"", "t", "typ", "types", "Type", "parentuuid"}) {
    EXPECT_EQ(field_of(name), Field::kNone) << name;
  }
  EXPECT_EQ(field_of(std::string(300, 'x')), Field::kNone);
}

TEST(LineFields, NamesOfStreamsLeadToTheSameFields) {
  EXPECT_EQ(field_of("tool_use_result"), Field::kToolUseResult);
  EXPECT_EQ(field_of("request_id"), Field::kRequest);
  EXPECT_EQ(name_of(Field::kRequest), "requestId");
}

TEST(LineFields, OfRepeatedMembersTheLastCounts) {
  json::Parser parser;
  const auto value =
      parser.parse_copy(R"({"type":"a","cwd":"x","other":1,"type":"b","message":{"model":"m"}})");
  const LineFields line(*value);
  EXPECT_EQ(line.text(Field::kType), "b");
  EXPECT_EQ(line.message().model.string_or(""), "m");
  ASSERT_EQ(line.repeated().size(), 1U);
  EXPECT_EQ(line.repeated().front(), "type");
}

TEST(LineFields, WhatIsNoObjectHasNone) {
  json::Parser parser;
  EXPECT_TRUE(LineFields().is_missing());
  const LineFields line(*parser.parse_copy(R"(["type"])"));
  EXPECT_FALSE(line.is_missing());
  EXPECT_TRUE(line[Field::kType].is_missing());
}

TEST(TimeOf, TakesTextsAndNumbers) {
  json::Parser parser;
  EXPECT_EQ(time_of(*parser.parse_copy(R"("1970-01-01T00:00:01.500Z")")), 1500);
  EXPECT_EQ(time_of(*parser.parse_copy("1500")), 1500);
  for (const std::string_view none : {"true", "1e300", R"("soon")", "[]"}) {
    EXPECT_EQ(time_of(*parser.parse_copy(none)), kNoTime) << none;
  }
  EXPECT_EQ(time_of({}), kNoTime);
}

}  // namespace
}  // namespace clew
