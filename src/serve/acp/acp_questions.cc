// SPDX-License-Identifier: MIT

#include "serve/acp/acp_questions.h"

#include "base/text.h"
#include "engine/drive/driven_conversations.h"
#include "json/writer.h"
#include "serve/acp/acp_agent.h"

namespace clew {
namespace {

constexpr std::size_t kMostQuestions = 20;
constexpr std::size_t kMostChoices = 50;
constexpr std::string_view kSkip = "skip";

AcpQuestion question_of(json::Value value) {
  AcpQuestion question;
  question.text = value["question"].string_or("");
  question.header = value["header"].string_or("");
  question.several = value["multiSelect"].bool_or(false);
  for (const json::Value option : value["options"].elements()) {
    const std::string_view label = option["label"].string_or("");
    if (label.empty() || question.labels.size() >= kMostChoices) continue;
    question.labels.emplace_back(label);
    question.details.emplace_back(option["description"].string_or(""));
  }
  return question;
}

std::string shown(const AcpQuestion& question, std::size_t choice) {
  const std::string& details = question.details[choice];
  return terminal_line(one_line(question.labels[choice] + (details.empty() ? "" : ": " + details)));
}

void write_choices(json::Writer& out, const AcpQuestion& question) {
  out.begin_array();
  for (std::size_t i = 0; i < question.labels.size(); ++i) {
    out.begin_object().field("const", question.labels[i]);
    out.field("title", shown(question, i)).end_object();
  }
  out.end_array();
}

void write_property(json::Writer& out, const AcpQuestion& question) {
  out.begin_object().field("type", question.several ? "array" : "string");
  out.field("title", terminal_line(question.header.empty() ? question.text : question.header));
  out.field("description", terminal_line(question.text));
  if (question.several) {
    out.key("items").begin_object().key("anyOf");
    write_choices(out, question);
    out.end_object();
  } else {
    out.key("oneOf");
    write_choices(out, question);
  }
  out.end_object();
}

std::string property_name(std::size_t index) { return "q" + std::to_string(index); }

}  // namespace

std::vector<AcpQuestion> acp_questions(json::Value input) {
  std::vector<AcpQuestion> questions;
  for (const json::Value value : input["questions"].elements()) {
    AcpQuestion question = question_of(value);
    if (question.text.empty() || question.labels.empty()) return {};
    if (questions.size() < kMostQuestions) questions.push_back(std::move(question));
  }
  return questions;
}

std::string acp_question_form(std::string_view session, std::string_view tool_call,
                              const std::vector<AcpQuestion>& questions) {
  json::Writer out;
  out.begin_object().field("sessionId", session).field("toolCallId", tool_call);
  out.field("mode", "form");
  out.field("message", questions.size() == 1 ? terminal_line(questions.front().text)
                                             : std::string("Claude has questions"));
  out.key("requestedSchema").begin_object().field("type", "object");
  out.key("properties").begin_object();
  for (std::size_t i = 0; i < questions.size(); ++i) {
    out.key(property_name(i));
    write_property(out, questions[i]);
  }
  out.end_object().key("required").begin_array();
  for (std::size_t i = 0; i < questions.size(); ++i) out.value(property_name(i));
  out.end_array().end_object().end_object();
  return out.take();
}

AcpQuestionAnswers acp_form_answers(const std::vector<AcpQuestion>& questions,
                                    json::Value content) {
  AcpQuestionAnswers answers;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const json::Value given = content[property_name(i)];
    std::string joined(given.string_or(""));
    for (const json::Value one : given.elements()) {
      joined += (joined.empty() ? "" : ", ") + std::string(one.string_or(""));
    }
    if (!joined.empty()) answers[questions[i].text] = std::move(joined);
  }
  return answers;
}

std::string acp_answered_input(json::Value input, const AcpQuestionAnswers& answers) {
  json::Writer out;
  out.begin_object();
  for (const auto& [name, value] : input.members()) {
    if (name != "answers") out.raw_field(name, value.to_json());
  }
  out.key("answers").begin_object();
  for (const auto& [question, answer] : answers) out.field(question, answer);
  out.end_object().end_object();
  return out.take();
}

// --- the agent's part ---

// One call of the tool, until it is answered.
struct AcpAgent::Asking {
  std::string session;
  std::string request;
  std::string tool_call;
  std::string input;  // JSON
  std::vector<AcpQuestion> questions;
  AcpQuestionAnswers answers;
  std::size_t next = 0;  // of the questions that are asked one by one
};

void AcpAgent::ask_questions(Open& session, const drive::PermissionRequest& asked,
                             std::vector<AcpQuestion> questions) {
  auto asking = std::make_shared<Asking>();
  asking->session = session.id;
  asking->request = asked.request;
  asking->tool_call = asked.tool_use.empty() ? asked.request : asked.tool_use;
  asking->input = asked.input;
  asking->questions = std::move(questions);
  client_.elicitation ? ask_by_form(asking) : ask_by_options(asking);
}

void AcpAgent::ask_by_form(const std::shared_ptr<Asking>& asking) {
  const std::string form = acp_question_form(asking->session, asking->tool_call, asking->questions);
  request("elicitation/create", form, [this, asking](const RpcMessage& answer) {
    const std::string_view action = answer.result["action"].string_or("");
    if (action == "accept") {
      asking->answers = acp_form_answers(asking->questions, answer.result["content"]);
    }
    end_questions(*asking, action != "accept" && action != "decline");
  });
}

void AcpAgent::ask_by_options(const std::shared_ptr<Asking>& asking) {
  if (asking->next >= asking->questions.size()) return end_questions(*asking, false);
  const AcpQuestion& question = asking->questions[asking->next];
  json::Writer out;
  out.begin_object().field("sessionId", asking->session).key("toolCall").begin_object();
  out.field("toolCallId", asking->tool_call).field("title", terminal_line(question.text));
  out.field("kind", "other").field("status", "pending").end_object();
  const auto option = [&out](std::string_view id, std::string_view name, std::string_view kind) {
    out.begin_object().field("optionId", id).field("name", name).field("kind", kind).end_object();
  };
  out.key("options").begin_array();
  for (std::size_t i = 0; i < question.labels.size(); ++i) {
    option(std::to_string(i), shown(question, i), "allow_once");
  }
  option(kSkip, "Skip", "reject_once");
  out.end_array().end_object();
  request("session/request_permission", out.text(), [this, asking](const RpcMessage& answer) {
    const std::string_view chosen = answer.result["outcome"]["optionId"].string_or("");
    const AcpQuestion& one = asking->questions[asking->next];
    bool known = chosen == kSkip;
    for (std::size_t i = 0; i < one.labels.size(); ++i) {
      if (chosen != std::to_string(i)) continue;
      asking->answers[one.text] = one.labels[i];
      known = true;
    }
    if (!known) return end_questions(*asking, true);
    ++asking->next;
    ask_by_options(asking);
  });
}

void AcpAgent::end_questions(const Asking& asking, bool cancelled) {
  const auto found = open_.find(asking.session);
  if (found == open_.end()) return;
  json::Parser parser;
  const auto input = parser.parse_copy(asking.input);
  PermissionAnswer answer;
  answer.allow = input && !cancelled && !asking.answers.empty();
  if (answer.allow) answer.input = acp_answered_input(*input, asking.answers);
  if (!answer.allow) answer.message = "The user did not answer.";
  answer.interrupt = cancelled;
  // A question that needs no answer any more is none of our business.
  static_cast<void>(caller_.services().conversations->answer_permission(found->second.conversation,
                                                                        asking.request, answer));
}

}  // namespace clew
