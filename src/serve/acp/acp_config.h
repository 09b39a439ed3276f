// SPDX-License-Identifier: MIT
//
// What a person can choose for a session in an editor: how claude asks for permission, which model
// answers, and commands to type. Models and commands are those that claude names when it starts.
// The protocol has two forms of the first, modes and configuration options; both are told and say
// the same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"
#include "json/writer.h"

namespace clew {

struct AcpChoice {
  std::string id;
  std::string name;
  std::string description = {};
};

// What claude offers, as far as it said so.
class AcpOffers {
 public:
  AcpOffers();
  // From claude's answer to `initialize`.
  static AcpOffers from_claude(json::Value answer);
  // With the commands that a turn began with: names alone. True when they are others than before.
  bool take_commands(const std::vector<std::string>& names);

  bool has_mode(std::string_view id) const;
  bool has_model(std::string_view id) const;

  // "modes": {...}
  void write_modes(json::Writer& out, std::string_view current) const;
  // "configOptions": [...]
  void write_options(json::Writer& out, std::string_view mode, std::string_view model) const;
  bool has_commands() const { return !commands_.empty(); }
  // "availableCommands": [...]
  void write_commands(json::Writer& out) const;

 private:
  struct Command {
    std::string name;
    std::string description;
    std::string hint;  // what to type behind it; empty: nothing
    bool operator==(const Command&) const = default;
  };

  std::vector<AcpChoice> modes_;
  std::vector<AcpChoice> models_;
  std::vector<Command> commands_;
};

}  // namespace clew
