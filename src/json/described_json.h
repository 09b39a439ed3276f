// SPDX-License-Identifier: MIT
//
// Described values (base/described.h) as JSON.
#pragma once

#include <string>

#include "base/described.h"
#include "json/writer.h"

namespace clew::json {

template <class T>
void write(Writer& out, const T& value);

// The members of a described value, into the object that is open. `write_member` writes one: for
// callers who treat some of them in their own way.
template <Described T, class WriteMember>
void each_member(const T& owner, const WriteMember& write_member) {
  const auto one = [&]<class Part>(const Part& part) {
    if constexpr (requires { part.name; }) {
      write_member(part, get_from(part.get, owner));
    } else if constexpr (IsVariant<MemberValue<decltype(part.get), T>>::value) {
      std::visit([&](const auto& value) { each_member(value, write_member); },
                 get_from(part.get, owner));
    } else {
      each_member(get_from(part.get, owner), write_member);
    }
  };
  kDescription<T>.parts.each(one);
}

template <Described T>
void write_members(Writer& out, const T& owner) {
  each_member(owner, [&](const auto& member, const auto& value) {
    if (member.presence == Presence::kIfAny && !says_something(value)) return;
    out.key(member.name);
    write(out, value);
  });
}

template <class T>
void write(Writer& out, const T& value) {
  if constexpr (Text<T>) {
    out.value(std::string_view(value));
  } else if constexpr (IsOptional<T>::value || std::is_pointer_v<T>) {
    if (value) {
      write(out, *value);
    } else {
      out.null();
    }
  } else if constexpr (Described<T>) {
    out.begin_object();
    write_members(out, value);
    out.end_object();
  } else if constexpr (NamedEnum<T>) {
    out.value(std::string_view(name_of(value)));
  } else if constexpr (std::is_same_v<T, IsoTime>) {
    value.known ? out.value(format_iso(value.time)) : out.null();
  } else if constexpr (std::is_same_v<T, TextOrNull>) {
    value.text.empty() ? out.null() : out.value(value.text);
  } else if constexpr (IsOneOf<T>::value) {
    IsOneOf<T>::kNullable&& value.text.empty() ? out.null() : out.value(value.text);
  } else if constexpr (std::is_base_of_v<JsonText, T>) {
    out.raw(value.json.empty() ? "null" : value.json);
  } else if constexpr (std::is_same_v<T, ExactNumber>) {
    out.raw(value.digits);
  } else if constexpr (List<T>) {
    out.begin_array();
    for (const auto& element : value) write(out, element);
    out.end_array();
  } else {
    out.value(value);
  }
}

// The whole value as one text.
template <class T>
std::string to_text(const T& value) {
  Writer out;
  write(out, value);
  return out.take();
}

}  // namespace clew::json
