// SPDX-License-Identifier: MIT
//
// AskUserQuestion: claude asks the person to choose. Editors that have forms get one form, the
// others one question after the other with the choices as buttons.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"

namespace clew {

struct AcpQuestion {
  std::string text;
  std::string header;
  bool several = false;              // more than one may be chosen
  std::vector<std::string> labels;   // what can be chosen
  std::vector<std::string> details;  // of each; may be empty
};

// The chosen labels by question, joined by ", " where there are several.
using AcpQuestionAnswers = std::map<std::string, std::string>;

// The questions in the input of the tool; none when they are not as expected.
std::vector<AcpQuestion> acp_questions(json::Value input);

// The params of elicitation/create. The properties of the form are q0, q1, ...
std::string acp_question_form(std::string_view session, std::string_view tool_call,
                              const std::vector<AcpQuestion>& questions);
// What was filled in.
AcpQuestionAnswers acp_form_answers(const std::vector<AcpQuestion>& questions, json::Value content);

// The input that the tool gets: the questions as they were, and the answers.
std::string acp_answered_input(json::Value input, const AcpQuestionAnswers& answers);

}  // namespace clew
