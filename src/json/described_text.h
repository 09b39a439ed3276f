// SPDX-License-Identifier: MIT
//
// Single members of described values (base/described.h), found by name, as plain text.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include "base/described.h"
#include "json/described_json.h"

namespace clew::json {

// Calls `visit` with the member of this name, if it is there and has something to say. No other
// getter is called.
template <Described T, class Visit>
void at_member(const T& owner, std::string_view name, const Visit& visit) {
  kDescription<T>.parts.each([&]<class Part>(const Part& part) {
    if constexpr (requires { part.name; }) {
      if (part.name != name) return;
      const auto& value = get_from(part.get, owner);
      if (part.presence == Presence::kAlways || says_something(value)) visit(value);
    } else if constexpr (IsVariant<MemberValue<decltype(part.get), T>>::value) {
      std::visit([&](const auto& value) { at_member(value, name, visit); },
                 get_from(part.get, owner));
    } else {
      at_member(get_from(part.get, owner), name, visit);
    }
  });
}

// As JSON has it: bytes that are no UTF-8 become U+FFFD.
std::string plain_text(std::string_view text);
// Of what is JSON already.
std::string plain_text_of_json(std::string_view json);

// What these names lead to, from member to member: texts as they are, nothing for what is null or
// not there, the elements of a list with commas between them, objects and lists of them as JSON.
template <class T>
std::string text_at(const T& value, std::span<const std::string> names) {
  if constexpr (Text<T>) {
    return plain_text(value);
  } else if constexpr (IsOptional<T>::value || std::is_pointer_v<T>) {
    return value ? text_at(*value, names) : std::string();
  } else if constexpr (Described<T>) {
    if (names.empty()) return to_text(value);
    std::string text;
    at_member(value, names.front(),
              [&](const auto& member) { text = text_at(member, names.subspan(1)); });
    return text;
  } else if constexpr (NamedEnum<T>) {
    return std::string(name_of(value));
  } else if constexpr (std::is_same_v<T, IsoTime>) {
    return value.known ? format_iso(value.time) : std::string();
  } else if constexpr (std::is_same_v<T, TextOrNull> || IsOneOf<T>::value) {
    return plain_text(value.text);
  } else if constexpr (std::is_base_of_v<JsonText, T>) {
    return plain_text_of_json(value.json);
  } else if constexpr (List<T>) {
    using Element = std::remove_cvref_t<decltype(*value.begin())>;
    if constexpr (Described<Element> || List<Element>) {
      return value.size() == 0 ? std::string() : to_text(value);
    } else {
      std::string text;
      for (const auto& element : value) {
        if (!text.empty()) text += ',';
        text += text_at(element, {});
      }
      return text;
    }
  } else {
    return to_text(value);
  }
}

}  // namespace clew::json
