// SPDX-License-Identifier: MIT
//
// Described values (base/described.h) out of JSON: what a caller gives is read by the description
// that its schema is made from. Only what is described by pointers to data members can be read:
// texts, flags, bounded numbers, choices and lists of them.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/described.h"
#include "base/result.h"
#include "json/value.h"

namespace clew::json {

// Visits each member of the description with the place where its value goes.
template <Described T, class Visit>
void each_place(T& owner, const Visit& visit) {
  const auto one = [&](const auto& part) {
    if constexpr (requires { part.name; }) {
      visit(part, get_from(part.get, owner));
    } else {
      each_place(get_from(part.get, owner), visit);
    }
  };
  kDescription<T>.parts.each(one);
}

inline Error misfit(const std::string& what) { return {ErrorCode::kInvalid, what}; }

template <class Choices>
Error none_of(const Choices& choices) {
  std::string names;
  for (const std::string_view name : choices)
    names += (names.empty() ? "" : ", ") + std::string(name);
  return misfit("must be one of " + names);
}

template <class T>
Result<void> read_value(Value value, T& into) {
  if constexpr (IsOptional<T>::value) {
    return read_value(value, into.emplace());
  } else if constexpr (std::is_same_v<T, std::string>) {
    if (!value.is_string()) return misfit("must be a text");
    into = value.string_or("");
  } else if constexpr (std::is_same_v<T, bool>) {
    if (value.kind() != Kind::kBool) return misfit("must be true or false");
    into = value.bool_or(false);
  } else if constexpr (IsBounded<T>::value) {
    if (value.kind() != Kind::kNumber || value.int_or(INT64_MIN) == INT64_MIN) {
      return misfit("must be a whole number");
    }
    into.value = value.int_or(0);
    if (into.value < T::kLeast || into.value > T::kMost) {
      return misfit("must be between " + std::to_string(T::kLeast) + " and " +
                    std::to_string(T::kMost));
    }
  } else if constexpr (IsOneOf<T>::value) {
    const auto& all = IsOneOf<T>::kAll;
    const auto found = std::find(std::begin(all), std::end(all), value.string_or("\n"));
    if (found == std::end(all)) return none_of(all);
    into.text = *found;
  } else if constexpr (NamedEnum<T>) {
    std::vector<std::string_view> names;
    for (int i = 0; i <= static_cast<int>(last_of(T{})); ++i) {
      into = static_cast<T>(i);
      names.push_back(name_of(into));
      if (value.string_or("\n") == names.back()) return {};
    }
    return none_of(names);
  } else {
    if (!value.is_array()) return misfit("must be a list");
    for (const Value element : value.elements()) {
      if (auto read = read_value(element, into.emplace_back()); !read) return read;
    }
  }
  return {};
}

// An error names the member: an unknown one, one that does not fit, one that is needed and not
// there.
template <Described T>
Result<T> read(Value object) {
  T into;
  for (const auto [name, value] : object.members()) {
    bool known = false;
    Result<void> read = {};
    each_place(into, [&, &key = name, &given = value](const auto& member, auto& place) {
      if (member.name != key) return;
      known = true;
      read = read_value(given, place);
    });
    if (!known) return misfit("there is no argument \"" + std::string(name) + "\"");
    if (!read) return misfit(std::string(name) + ": " + read.error().message);
  }
  std::string_view missing;
  each_place(into, [&](const auto& member, const auto& place) {
    const bool needed = member.presence == Presence::kAlways;
    if (needed && missing.empty() && !says_something(place)) missing = member.name;
  });
  if (!missing.empty()) return misfit(std::string(missing) + ": is needed");
  return into;
}

}  // namespace clew::json
