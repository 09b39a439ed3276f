// SPDX-License-Identifier: MIT

#include "engine/call/arguments.h"

#include <algorithm>
#include <charconv>

namespace clew {
namespace {

std::string name_of(const Param& param, ParamNames names) {
  if (!param.positional) return "--" + std::string(param.name);
  const bool as_in_help = names == ParamNames::kTyped && !param.value.empty();
  return std::string(as_in_help ? param.value : param.name);
}

Error invalid(const Param& param, ParamNames names, const std::string& problem) {
  return {ErrorCode::kInvalid, name_of(param, names) + ": " + problem};
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string joined(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words) {
    if (!text.empty()) text += ", ";
    text += word;
  }
  return text;
}

Result<void> check_value(const Param& param, ParamNames names, const std::string& value) {
  if (param.type == ParamType::kInteger) {
    const auto number = parse_integer(value);
    if (!number) return invalid(param, names, "\"" + value + "\" is not a whole number");
    if (*number < param.min || *number > param.max) {
      return invalid(param, names,
                     value + " is not between " + std::to_string(param.min) + " and " +
                         std::to_string(param.max));
    }
  }
  if (!param.choices.empty() &&
      std::find(param.choices.begin(), param.choices.end(), value) == param.choices.end()) {
    return invalid(param, names, "\"" + value + "\" is none of " + joined(param.choices));
  }
  return {};
}

}  // namespace

Result<Arguments> Arguments::check(const Operation& operation, const Given& given,
                                   ParamNames names) {
  Arguments arguments;
  for (const Param& param : operation.params) {
    const auto found = given.find(param.name);
    if (found == given.end() || found->second.empty()) {
      if (param.required) return invalid(param, names, "is needed");
      if (!param.fallback.empty()) {
        arguments.values_[std::string(param.name)] = {std::string(param.fallback)};
      }
      continue;
    }
    for (const std::string& value : found->second) {
      if (auto checked = check_value(param, names, value); !checked) return checked.error();
    }
    if (param.type != ParamType::kTextList && found->second.size() > 1) {
      return invalid(param, names, "given more than once");
    }
    arguments.values_[std::string(param.name)] = found->second;
  }
  for (const auto& [name, values] : given) {
    const bool known =
        std::any_of(operation.params.begin(), operation.params.end(),
                    [&name = name](const Param& param) { return param.name == name; });
    if (!known) {
      return Error{ErrorCode::kInvalid,
                   std::string(operation.name) + " has no parameter \"" + name + "\""};
    }
  }
  return arguments;
}

std::optional<std::string> Arguments::maybe_text(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) return std::nullopt;
  return found->second.front();
}

std::string Arguments::text(std::string_view name) const { return maybe_text(name).value_or(""); }

std::optional<std::int64_t> Arguments::maybe_integer(std::string_view name) const {
  const auto value = maybe_text(name);
  return value ? parse_integer(*value) : std::nullopt;
}

std::int64_t Arguments::integer(std::string_view name) const {
  return maybe_integer(name).value_or(0);
}

bool Arguments::flag(std::string_view name) const { return values_.contains(name); }

std::vector<std::string> Arguments::list(std::string_view name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? std::vector<std::string>{} : found->second;
}

}  // namespace clew
