// SPDX-License-Identifier: MIT

#include "engine/operation_results.h"

#include <vector>

#include "engine/result_shapes.h"

namespace clew {
namespace {

constexpr OperationResult kResults[] = {
    {"list", "a page of sessions", "SessionPage"},
    {"projects", "the projects", "ProjectList"},
    {"prompts", "the prompts", "PromptList"},
    {"info", "what is known about the session", "SessionInfo"},
    {"todos", "the todo lists", "TodoLists"},
    {"files", "the tracked files; with --cat the file itself, with --diff the differences",
     "TrackedFiles"},
    {"agents", "the subagents", "SubagentList"},
    {"show", "a conversation, or a part of it", "Conversation"},
    {"tail", "an event a line", "Event"},
    {"outline", "a conversation in short", "Outline"},
    {"context", "what a resume would send", "Context"},
    {"branches", "the branches", "BranchList"},
    {"tree", "the tree of messages", "MessageTree"},
    {"stats", "the counts", "SessionStats"},
    {"raw", "the line as it is in the file", "any"},
    {"check", "what is odd about the file", "FileCheck"},
    {"search", "what was found", "SearchResult"},
    {"usage", "tokens and money", "Usage"},
    {"hide", "what was done", "Done"},
    {"unhide", "what was done", "Done"},
    {"rename", "what was done", "Done"},
    {"tag", "what was done", "Done"},
    {"delete", "what was done", "Done"},
    {"undelete", "what was done", "Done"},
    {"index", "the state of the index", "IndexReport"},
    {"run", "an event a line; with --dry-run the plan", "DriveLine|DrivePlan"},
    {"resume", "an event a line; with --dry-run the plan", "DriveLine|DrivePlan"},
    {"edit", "an event a line; with --dry-run the plan", "DriveLine|DrivePlan"},
    {"fork", "what was copied", "DrivePlan"},
    {"workspaces", "the workspaces", "WorkspaceList"},
    {"conversations", "the driven conversations", "ConversationList"},
    {"send", "the prompt was taken", "Sent"},
    {"interrupt", "the conversation was told", "Ok"},
    {"permission", "the conversation was told", "Ok"},
    {"configure", "the conversation was told", "Ok"},
    {"close", "the conversation was told", "Ok"},
};

using Kind = ResultType::Kind;

constexpr struct {
  std::string_view name;
  Kind kind;
} kSimple[] = {{"text", Kind::kText},     {"time", Kind::kTime}, {"integer", Kind::kInteger},
               {"number", Kind::kNumber}, {"flag", Kind::kFlag}, {"any", Kind::kAny}};

std::vector<ResultShape> make_shapes() {
  std::vector<ResultShape> all;
  for (const auto part : {catalog_shapes(), session_shapes(), usage_shapes(), drive_shapes()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

}  // namespace

std::span<const ResultShape> result_shapes() {
  static const std::vector<ResultShape> kAll = make_shapes();
  return kAll;
}

const ResultShape* find_result_shape(std::string_view name) {
  for (const ResultShape& shape : result_shapes()) {
    if (shape.name == name) return &shape;
  }
  return nullptr;
}

const OperationResult* find_operation_result(std::string_view operation) {
  for (const OperationResult& result : kResults) {
    if (result.operation == operation) return &result;
  }
  return nullptr;
}

ResultType parse_result_type(std::string_view type) {
  ResultType parsed;
  if (type.ends_with('?')) {
    parsed.maybe_null = true;
    type.remove_suffix(1);
  }
  for (const auto& [name, kind] : kSimple) {
    if (type != name) continue;
    parsed.kind = kind;
    return parsed;
  }
  if (type.starts_with('[')) {
    parsed.kind = Kind::kList;
    parsed.of = type.substr(1, type.size() - 2);
  } else if (type.starts_with('=')) {
    parsed.kind = Kind::kChoice;
    parsed.of = type.substr(1);
  } else {
    const bool names_shapes = find_result_shape(type.substr(0, type.find('|'))) != nullptr;
    parsed.kind = names_shapes ? Kind::kShape : Kind::kChoice;
    parsed.of = type;
  }
  return parsed;
}

}  // namespace clew
