// SPDX-License-Identifier: MIT
//
// The shapes of described values (base/described.h), found from their types alone.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/described.h"
#include "engine/call/flow.h"
#include "engine/call/operation_results.h"

namespace clew {

// Collects the shapes of all described types that it meets.
class ShapeCollector {
 public:
  const std::vector<ResultShape>& shapes() const { return shapes_; }

  // The type in the notation of ResultField.
  template <class T>
  std::string type_of() {
    if constexpr (Text<T>) {
      return "text";
    } else if constexpr (IsOptional<T>::value) {
      return type_of<typename T::value_type>() + "?";
    } else if constexpr (std::is_pointer_v<T>) {
      return type_of<std::remove_cvref_t<std::remove_pointer_t<T>>>() + "?";
    } else if constexpr (Described<T>) {
      add<T>();
      return std::string(kDescription<T>.name);
    } else if constexpr (NamedEnum<T>) {
      return choices_of<T>();
    } else if constexpr (std::is_same_v<T, IsoTime>) {
      return "time?";
    } else if constexpr (std::is_same_v<T, TextOrNull>) {
      return "text?";
    } else if constexpr (IsOneOf<T>::value) {
      return joined(IsOneOf<T>::kAll) + (IsOneOf<T>::kNullable ? "?" : "");
    } else if constexpr (std::is_same_v<T, JsonArray>) {
      return "[any]";
    } else if constexpr (std::is_same_v<T, JsonText>) {
      return "any";
    } else if constexpr (IsBounded<T>::value) {
      return "integer " + std::to_string(T::kLeast) + ".." + std::to_string(T::kMost);
    } else if constexpr (std::is_same_v<T, bool>) {
      return "flag";
    } else if constexpr (std::is_integral_v<T>) {
      return "integer";
    } else if constexpr (std::is_same_v<T, ExactNumber> || std::is_floating_point_v<T>) {
      return "number";
    } else if constexpr (IsFlow<T>::value) {
      return "[" + type_of<typename T::Element>() + "]";
    } else {
      static_assert(List<T>, "a type without a shape");
      return "[" + type_of<std::remove_cvref_t<decltype(*std::declval<const T&>().begin())>>() +
             "]";
    }
  }

 private:
  template <class Names>
  static std::string joined(const Names& names) {
    std::string out;
    for (const std::string_view name : names) out += (out.empty() ? "" : "|") + std::string(name);
    return out;
  }

  template <class T>
  static std::string choices_of() {
    if constexpr (requires(T value) { last_of(value); }) {
      std::vector<std::string_view> names;
      for (int i = 0; i <= static_cast<int>(last_of(T{})); ++i) {
        names.push_back(name_of(static_cast<T>(i)));
      }
      return joined(names);
    } else {
      return "text";
    }
  }

  template <class T>
  void add() {
    const std::string name(kDescription<T>.name);
    if (std::any_of(shapes_.begin(), shapes_.end(),
                    [&](const ResultShape& shape) { return shape.name == name; })) {
      return;
    }
    // The place is taken before the members are looked at: a shape may hold itself.
    const std::size_t place = shapes_.size();
    shapes_.push_back({name, std::string(kDescription<T>.help), {}, {}});
    ResultShape shape = shapes_[place];
    add_parts<T>(shape, false);
    shapes_[place] = std::move(shape);
  }

  template <class T>
  void add_parts(ResultShape& shape, bool maybe_missing) {
    kDescription<T>.parts.each([&](const auto& part) { add_part<T>(shape, part, maybe_missing); });
  }

  template <class T, class Get>
  void add_part(ResultShape& shape, const Member<Get>& member, bool maybe_missing) {
    std::string type = type_of<MemberValue<Get, T>>();
    const bool if_any = member.presence == Presence::kIfAny;
    if (if_any && type.ends_with('?')) type.pop_back();  // left out, never null
    add_field(shape, {std::string(member.name), std::move(type), std::string(member.help),
                      if_any || maybe_missing});
  }

  // A shape has all that is in a part of it; of one that can be several, any of that.
  template <class T, class Get>
  void add_part(ResultShape& shape, const Inlined<Get>&, bool maybe_missing) {
    using Part = MemberValue<Get, T>;
    if constexpr (IsVariant<Part>::value) {
      [&]<class... Each>(const std::variant<Each...>*) {
        (add_parts<Each>(shape, true), ...);
      }(static_cast<const Part*>(nullptr));
    } else if (maybe_missing) {
      add_parts<Part>(shape, true);
    } else {
      add<Part>();
      shape.bases.emplace_back(kDescription<Part>.name);
    }
  }

  // What several parts call by one name is described where it first stands.
  static void add_field(ResultShape& shape, ResultField field) {
    for (ResultField& known : shape.fields) {
      if (known.name != field.name) continue;
      if (known.type != field.type) known.type = "any";
      return;
    }
    shape.fields.push_back(std::move(field));
  }

  std::vector<ResultShape> shapes_;
};

}  // namespace clew
