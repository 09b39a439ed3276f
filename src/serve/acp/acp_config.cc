// SPDX-License-Identifier: MIT

#include "serve/acp/acp_config.h"

#include <algorithm>

#include "base/text.h"

namespace clew {
namespace {

constexpr std::size_t kMostModels = 100;
constexpr std::size_t kMostCommands = 500;
constexpr std::size_t kLongestText = 500;

std::string text_of(json::Value value) {
  return terminal_line(one_line(cut_utf16(value.string_or(""), kLongestText)));
}

bool contains(const std::vector<AcpChoice>& choices, std::string_view id) {
  return std::any_of(choices.begin(), choices.end(),
                     [id](const AcpChoice& choice) { return choice.id == id; });
}

void write_choices(json::Writer& out, std::string_view name_of_id,
                   const std::vector<AcpChoice>& choices, std::string_view current) {
  out.begin_array();
  for (const AcpChoice& choice : choices) {
    out.begin_object().field(name_of_id, choice.id).field("name", choice.name);
    if (!choice.description.empty()) out.field("description", choice.description);
    out.end_object();
  }
  // What is chosen is always among what can be.
  if (!contains(choices, current)) {
    const std::string shown = terminal_line(current);
    out.begin_object().field(name_of_id, shown).field("name", shown).end_object();
  }
  out.end_array();
}

void write_select(json::Writer& out, std::string_view id, std::string_view name,
                  const std::vector<AcpChoice>& choices, std::string_view current) {
  out.begin_object().field("id", id).field("name", name).field("category", id);
  out.field("type", "select").field("currentValue", terminal_line(current)).key("options");
  write_choices(out, "value", choices, current);
  out.end_object();
}

}  // namespace

// Without bypassPermissions: an editor shall not turn all questions off by a click. The models are
// aliases that every version knows, until claude has named its own.
AcpOffers::AcpOffers()
    : modes_{{"default", "Default", "Ask before the first use of each tool"},
             {"acceptEdits", "Accept edits", "Change files without asking"},
             {"plan", "Plan mode", "Read and plan, change nothing"},
             {"dontAsk", "Don't ask", "Refuse whatever is not allowed already"}},
      models_{{"default", "Default"}, {"opus", "Opus"}, {"sonnet", "Sonnet"}, {"haiku", "Haiku"}} {}

AcpOffers AcpOffers::from_claude(json::Value answer) {
  AcpOffers offers;
  std::vector<AcpChoice> models;
  bool has_auto = false;
  for (const json::Value model : answer["models"].elements()) {
    AcpChoice choice{text_of(model["value"]), text_of(model["displayName"]),
                     text_of(model["description"])};
    if (choice.id.empty() || models.size() >= kMostModels) continue;
    if (choice.name.empty()) choice.name = choice.id;
    has_auto = has_auto || model["supportsAutoMode"].bool_or(false);
    models.push_back(std::move(choice));
  }
  if (!models.empty()) offers.models_ = std::move(models);
  if (has_auto) {
    offers.modes_.push_back({"auto", "Auto", "Let a model decide what needs a question"});
  }
  for (const json::Value command : answer["commands"].elements()) {
    Command one{text_of(command["name"]), text_of(command["description"]),
                text_of(command["argumentHint"])};
    if (one.name.empty() || offers.commands_.size() >= kMostCommands) continue;
    if (one.description.empty()) one.description = "/" + one.name;
    offers.commands_.push_back(std::move(one));
  }
  return offers;
}

bool AcpOffers::take_commands(const std::vector<std::string>& names) {
  std::vector<Command> commands;
  for (const std::string& given : names) {
    const std::string name = terminal_line(given);
    if (name.empty() || commands.size() >= kMostCommands) continue;
    const auto known = std::find_if(commands_.begin(), commands_.end(),
                                    [&](const Command& one) { return one.name == name; });
    commands.push_back(known != commands_.end() ? *known : Command{name, "/" + name, {}});
  }
  if (commands == commands_) return false;
  commands_ = std::move(commands);
  return true;
}

bool AcpOffers::has_mode(std::string_view id) const { return contains(modes_, id); }
bool AcpOffers::has_model(std::string_view id) const { return contains(models_, id); }

void AcpOffers::write_modes(json::Writer& out, std::string_view current) const {
  out.key("modes").begin_object().field("currentModeId", terminal_line(current));
  out.key("availableModes");
  write_choices(out, "id", modes_, current);
  out.end_object();
}

void AcpOffers::write_options(json::Writer& out, std::string_view mode,
                              std::string_view model) const {
  out.key("configOptions").begin_array();
  write_select(out, "mode", "Permissions", modes_, mode);
  write_select(out, "model", "Model", models_, model);
  out.end_array();
}

void AcpOffers::write_commands(json::Writer& out) const {
  out.key("availableCommands").begin_array();
  for (const Command& command : commands_) {
    out.begin_object().field("name", command.name).field("description", command.description);
    if (!command.hint.empty()) {
      out.key("input").begin_object().field("hint", command.hint).end_object();
    }
    out.end_object();
  }
  out.end_array();
}

}  // namespace clew
