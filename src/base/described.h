// SPDX-License-Identifier: MIT
//
// One description of a value, many uses. A type says once which members its answers have, under
// which names and what each means; JSON (json/described_json.h), schemas and documentation
// (engine/call/shape_of.h) are visitors of that list, so they cannot differ. The lists are
// constants: nothing here runs at start-up.
//
//   struct Fork { std::string uuid; TimeMs time; };
//   template <>
//   inline constexpr auto kDescription<Fork> = describe(
//       "Fork", "where a conversation parts",
//       field("uuid", "its first line", &Fork::uuid),
//       field("timestamp", "of that line", as_time(&Fork::time)));
//
// The type of a member follows from what its getter returns: texts, numbers, flags, enums with
// name_of() and last_of(), optionals, lists, other described types, and the wrappers below.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "base/time.h"

namespace clew {

// A point in time; null where it is not known.
struct IsoTime {
  TimeMs time = 0;
  bool known = false;
};
// A text that is null when empty.
struct TextOrNull {
  std::string_view text;
};
// What is JSON already; null when empty.
struct JsonText {
  std::string_view json;
};
// The same, of which an array is known.
struct JsonArray : JsonText {};
// One of the texts of a constant list; null when empty and `nullable`.
template <const auto& kTexts, bool nullable = false>
struct OneOf {
  std::string_view text;
};
// A whole number within bounds.
template <std::int64_t least, std::int64_t most>
struct Bounded {
  static constexpr std::int64_t kLeast = least;
  static constexpr std::int64_t kMost = most;
  std::int64_t value = least;
};
// A number that must not go through a double: money, exactly.
struct ExactNumber {
  std::string digits;
};

enum class Presence : std::uint8_t {
  kAlways,
  kIfAny,  // left out while there is nothing to say: empty, false, not known
};

// `get` is a pointer to a member or a function of the owner.
template <class Get>
struct Member {
  std::string_view name;
  Get get;
  std::string_view help;
  Presence presence;
};

// All members of another described value, in this place.
template <class Get>
struct Inlined {
  Get get;
};

// Members side by side. A std::tuple would do, but its nested types and constrained constructors
// made the descriptions the most expensive thing to compile in the whole program.
template <std::size_t kIndex, class Part>
struct PartAt {
  Part part;
};
template <class Indices, class... Parts>
struct PartList;
template <std::size_t... kIndices, class... Parts>
struct PartList<std::index_sequence<kIndices...>, Parts...> : PartAt<kIndices, Parts>... {
  template <class Visit>
  constexpr void each(const Visit& visit) const {
    (visit(static_cast<const PartAt<kIndices, Parts>&>(*this).part), ...);
  }
};

template <class... Parts>
struct Description {
  std::string_view name;  // of the shape, in schemas and documentation
  std::string_view help;
  PartList<std::index_sequence_for<Parts...>, Parts...> parts;
};

template <class Get>
constexpr Member<Get> field(std::string_view name, std::string_view help, Get get) {
  return {name, get, help, Presence::kAlways};
}
template <class Get>
constexpr Member<Get> field_if_any(std::string_view name, std::string_view help, Get get) {
  return {name, get, help, Presence::kIfAny};
}
template <class Get>
constexpr Inlined<Get> all_of(Get get) {
  return {get};
}
template <class... Parts>
constexpr Description<Parts...> describe(std::string_view name, std::string_view help,
                                         Parts... parts) {
  return {name, help, {{parts}...}};
}

// Specialised for each described type, beside it or in the module that answers with it.
template <class T>
inline constexpr auto kDescription = nullptr;

template <class T>
concept Described = !std::is_same_v<std::remove_const_t<decltype(kDescription<T>)>, std::nullptr_t>;

// What a getter gives of its owner, which may be pointed to: std::invoke, in one step.
template <class Get, class Owner>
constexpr decltype(auto) get_from(const Get& get, Owner&& owner) {
  if constexpr (!std::is_member_pointer_v<Get>) {
    return get(std::forward<Owner>(owner));
  } else if constexpr (requires { owner.*get; }) {
    return (std::forward<Owner>(owner).*get);
  } else if constexpr (requires { (owner.*get)(); }) {
    return (std::forward<Owner>(owner).*get)();
  } else {
    return get_from(get, *owner);
  }
}

// --- getters made of getters ---

template <class Get>
constexpr auto as_time(Get get) {
  return [get](const auto& owner) {
    const TimeMs time = get_from(get, owner);
    return IsoTime{time, time != kNoTime};
  };
}
template <class Get>
constexpr auto or_null(Get get) {
  return [get](const auto& owner) { return TextOrNull{get_from(get, owner)}; };
}
template <class Get>
constexpr auto as_json(Get get) {
  return [get](const auto& owner) { return JsonText{get_from(get, owner)}; };
}
template <class Get>
constexpr auto as_json_array(Get get) {
  return [get](const auto& owner) { return JsonArray{{get_from(get, owner)}}; };
}
template <const auto& kTexts, class Get>
constexpr auto one_of(Get get) {
  return [get](const auto& owner) { return OneOf<kTexts>{get_from(get, owner)}; };
}
template <const auto& kTexts, class Get>
constexpr auto one_of_or_null(Get get) {
  return [get](const auto& owner) { return OneOf<kTexts, true>{get_from(get, owner)}; };
}
// A count that is negative while it is not known.
template <class Get>
constexpr auto if_known(Get get) {
  return [get](const auto& owner) -> std::optional<std::int64_t> {
    const std::int64_t count = get_from(get, owner);
    return count < 0 ? std::nullopt : std::optional(count);
  };
}
// Leads through one member to a member of it.
template <class Outer, class Inner>
constexpr auto through(Outer outer, Inner inner) {
  return [outer, inner](const auto& owner) -> decltype(auto) {
    return get_from(inner, get_from(outer, owner));
  };
}

// The elements of a list, each seen through a function. Borrows the list.
template <class Elements, class See>
class MappedList {
 public:
  MappedList(const Elements& elements, See see) : elements_(&elements), see_(std::move(see)) {}

  class Iterator {
   public:
    Iterator(typename Elements::const_iterator at, const See& see) : at_(at), see_(&see) {}
    decltype(auto) operator*() const { return get_from(*see_, *at_); }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    typename Elements::const_iterator at_;
    const See* see_;
  };

  Iterator begin() const { return {elements_->begin(), see_}; }
  Iterator end() const { return {elements_->end(), see_}; }
  std::size_t size() const { return elements_->size(); }
  decltype(auto) operator[](std::size_t i) const { return get_from(see_, (*elements_)[i]); }

 private:
  const Elements* elements_;
  See see_;
};

// A list whose elements several threads may look at at once: worth it where it can be very long.
template <class Elements, class See>
class ParallelList : public MappedList<Elements, See> {
 public:
  ParallelList(const Elements& elements, See see)
      : MappedList<Elements, See>(elements, std::move(see)) {}
};

// --- types ---

template <class T>
struct IsParallelList : std::false_type {};
template <class Elements, class See>
struct IsParallelList<ParallelList<Elements, See>> : std::true_type {};

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

template <class T>
struct IsOneOf : std::false_type {};
template <const auto& kTexts, bool nullable>
struct IsOneOf<OneOf<kTexts, nullable>> : std::true_type {
  static constexpr const auto& kAll = kTexts;
  static constexpr bool kNullable = nullable;
};

template <class T>
struct IsBounded : std::false_type {};
template <std::int64_t least, std::int64_t most>
struct IsBounded<Bounded<least, most>> : std::true_type {};

template <class T>
struct IsVariant : std::false_type {};
template <class... T>
struct IsVariant<std::variant<T...>> : std::true_type {};

template <class T>
concept NamedEnum = std::is_enum_v<T> && requires(T value) {
  { name_of(value) } -> std::convertible_to<std::string_view>;
};

template <class T>
concept Text = std::is_convertible_v<const T&, std::string_view>;

// A list: anything with elements that is no text.
template <class T>
concept List = !Text<T> && requires(const T& list) {
  list.begin();
  list.end();
  list.size();
};

template <class Get, class Owner>
using MemberValue = std::remove_cvref_t<decltype(get_from(std::declval<const Get&>(),
                                                          std::declval<const Owner&>()))>;

// Whether a member that may be left out has something to say.
template <class T>
bool says_something(const T& value) {
  if constexpr (Text<T>) {
    return !std::string_view(value).empty();
  } else if constexpr (IsOptional<T>::value) {
    return value.has_value();
  } else if constexpr (std::is_pointer_v<T>) {
    return value != nullptr;
  } else if constexpr (std::is_same_v<T, IsoTime>) {
    return value.known;
  } else if constexpr (std::is_same_v<T, TextOrNull> || IsOneOf<T>::value) {
    return !value.text.empty();
  } else if constexpr (std::is_base_of_v<JsonText, T>) {
    return !value.json.empty();
  } else if constexpr (List<T>) {
    return value.size() > 0;
  } else if constexpr (std::is_arithmetic_v<T>) {
    return value != T{};
  } else {
    return true;
  }
}

}  // namespace clew
