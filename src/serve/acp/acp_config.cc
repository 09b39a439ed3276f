// SPDX-License-Identifier: MIT

#include "serve/acp/acp_config.h"

#include <algorithm>
#include <iterator>
#include <span>

#include "base/text.h"

namespace clew {
namespace {

struct Choice {
  std::string_view id;
  std::string_view name;
};

constexpr Choice kModes[] = {
    {"default", "Ask first"}, {"acceptEdits", "Accept edits"}, {"plan", "Plan only"}};
constexpr Choice kModels[] = {
    {"default", "Default"}, {"opus", "Opus"}, {"sonnet", "Sonnet"}, {"haiku", "Haiku"}};

bool contains(std::span<const Choice> choices, std::string_view id) {
  return std::any_of(choices.begin(), choices.end(),
                     [id](const Choice& choice) { return choice.id == id; });
}

void write_choices(json::Writer& out, std::string_view name_of_id, std::span<const Choice> choices,
                   std::string_view current) {
  out.begin_array();
  for (const Choice& choice : choices) {
    out.begin_object().field(name_of_id, choice.id).field("name", choice.name).end_object();
  }
  // What is chosen is always among what can be.
  if (!contains(choices, current)) {
    const std::string shown = terminal_line(current);
    out.begin_object().field(name_of_id, shown).field("name", shown).end_object();
  }
  out.end_array();
}

void write_select(json::Writer& out, std::string_view id, std::string_view name,
                  std::span<const Choice> choices, std::string_view current) {
  out.begin_object().field("id", id).field("name", name).field("category", id);
  out.field("type", "select").field("currentValue", terminal_line(current)).key("options");
  write_choices(out, "value", choices, current);
  out.end_object();
}

}  // namespace

bool is_acp_mode(std::string_view id) { return contains(kModes, id); }
bool is_acp_model(std::string_view id) { return contains(kModels, id); }

void write_acp_modes(json::Writer& out, std::string_view current) {
  out.key("modes").begin_object().field("currentModeId", terminal_line(current));
  out.key("availableModes");
  write_choices(out, "id", kModes, current);
  out.end_object();
}

void write_acp_options(json::Writer& out, const AcpChoices& current) {
  out.key("configOptions").begin_array();
  write_select(out, "mode", "Permissions", kModes, current.mode);
  write_select(out, "model", "Model", kModels, current.model);
  out.end_array();
}

}  // namespace clew
