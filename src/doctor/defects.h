// SPDX-License-Identifier: MIT
//
// The known ways in which a session becomes unusable, each with a short name, what is wrong in its
// lines, and what a repair does about it. docs/doctor.md has the same list for people.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace clew {

enum class Defect : std::uint8_t {
  // lines
  kA1,
  kA2,
  kA3,
  kA4,
  kA5,
  kA6,
  kA7,
  kA8,
  // the tree
  kB1,
  kB2,
  kB3,
  kB4,
  kB5,
  kB6,
  kB7,
  kB8,
  kB9,
  kB10,
  kB11,
  kB12,
  kB13,
  kB14,
  kB15,
  kB16,
  // calls and results
  kC1,
  kC2,
  kC3,
  kC4,
  kC5,
  kC6,
  kC7,
  kC8,
  // blocks
  kD1,
  kD2,
  kD3,
  kD4,
  kD5,
  kD6,
  kD7,
  kD8,
  kD9,
  kD10,
  kD11,
  kD12,
  kD13,
  kD14,
  kD15,
  kD16,
  // thinking
  kE1,
  kE2,
  kE3,
  kE4,
  kE5,
  kE6,
  kE7,
  // pictures and documents
  kF1,
  kF2,
  kF3,
  kF4,
  kF5,
  kF6,
  kF7,
  kF8,
  kF9,
  kF10,
  // size
  kG1,
  kG2,
  kG3,
  kG4,
  kG5,
  kG6,
  // not listed
  kH1,
  kH2,
  kH3,
  kH4,
  kH5,
  kH6,
  kH7,
  kH8,
  kH9,
  kH10,
  kH11,
  kH12,
  kH13,
  kH14,
  kH15,
  // what only looks like a broken file; named by the error that a session ends with, never found
  kI1,
  kI2,
  kI7,
};
inline constexpr Defect kLastDefect = Defect::kI7;  // in answers a class is a text: there are many

// Whether Claude Code 2.1 copes with it by itself.
enum class Heals : std::uint8_t { kYes, kPartly, kNo, kUnknown };
std::string_view name_of(Heals heals);
constexpr Heals last_of(Heals) { return Heals::kUnknown; }

inline constexpr std::string_view kAllVersions = "all versions";

struct DefectInfo {
  Defect defect;
  std::string_view id;    // "C1"
  std::string_view name;  // "call-without-result"
  Heals heals;
  std::string_view versions;  // who is affected, in words
  std::string_view what;      // what is wrong, in a sentence without its end
  std::string_view repair;    // what a repair does; empty: there is none
  std::string_view cure{};    // what a person can do where a copy is not needed
};
const DefectInfo& info_of(Defect defect);

// Is repaired only when it is named: the session works without it, or only a person knows whether
// it is wrong at all.
bool is_on_request(Defect defect);

// The official tools do not show a session that has it.
bool hides_session(Defect defect);

std::string_view name_of(Defect defect);  // its id
// By id or name, in any letter case.
std::optional<Defect> find_defect(std::string_view name);

}  // namespace clew
