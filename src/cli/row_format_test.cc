// SPDX-License-Identifier: MIT

#include "cli/row_format.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/result.h"
#include "engine/call/operation_results.h"

namespace clew {
namespace {

const std::vector<std::string> kFields = {"id", "title", "project", "project.path"};

std::string problem(std::string_view form) {
  const auto format = RowFormat::parse(form, kFields);
  return format ? "" : format.error().message;
}

TEST(RowFormatTest, TakesAFormApart) {
  const auto format = RowFormat::parse("{id}\\t<{project.path}>{{x}}\\\\\\n", kFields);
  ASSERT_TRUE(format);
  ASSERT_EQ(format->pieces.size(), 3U);
  EXPECT_EQ(format->pieces[0].text, "");
  EXPECT_EQ(format->pieces[0].field, std::vector<std::string>{"id"});
  EXPECT_EQ(format->pieces[1].text, "\t<");
  EXPECT_EQ(format->pieces[1].field, (std::vector<std::string>{"project", "path"}));
  EXPECT_EQ(format->pieces[2].text, ">{x}\\\n");
  EXPECT_TRUE(format->pieces[2].field.empty());
}

TEST(RowFormatTest, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(problem("{titel}"),
            "--format: there is no field \"titel\"; did you mean title?\n"
            "Fields: id, title, project, project.path");
  EXPECT_NE(problem("{}"), "");
  EXPECT_NE(problem("{id"), "");
  EXPECT_NE(problem("id}"), "");
  EXPECT_NE(problem("{project.}"), "");
  EXPECT_NE(problem("\\q"), "");
  EXPECT_NE(problem("\\"), "");
}

// Whatever says that it has rows has them, and takes the flag; what lists things has them.
TEST(RowFormatTest, EveryOperationWithRowsHasFields) {
  for (const Operation& operation : operations()) {
    const bool takes = std::any_of(operation.params.begin(), operation.params.end(),
                                   [](const Param& param) { return param.name == "format"; });
    // What export calls a format is no form of rows.
    EXPECT_EQ(takes && operation.name != "export", !operation.rows.empty()) << operation.name;
    EXPECT_EQ(row_fields(operation).empty(), operation.rows.empty()) << operation.name;
  }
  for (const char* name :
       {"list", "projects", "prompts", "search", "usage", "branches", "agents"}) {
    EXPECT_FALSE(find_operation(name)->rows.empty()) << name;
  }
}

TEST(RowFormatTest, NamesWhatIsInside) {
  const std::vector<std::string> fields = row_fields(*find_operation("list"));
  for (const char* name : {"id", "title", "project.path", "running.pid", "daysLeft"}) {
    EXPECT_NE(std::find(fields.begin(), fields.end(), name), fields.end()) << name;
  }
  const std::vector<std::string> usage = row_fields(*find_operation("usage"));
  EXPECT_NE(std::find(usage.begin(), usage.end(), "cost.usd"), usage.end());
}

}  // namespace
}  // namespace clew
