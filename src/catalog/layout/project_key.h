// SPDX-License-Identifier: MIT
//
// The name of a project's folder under <root>/projects. It is made from the path and cannot be
// turned back: "/a/b.c" and "/a/b/c" share a key. The true path stands in the lines (cwd).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace clew {

inline constexpr std::size_t kLongestProjectKey = 200;

enum class KeyRule {
  k21,  // CLI 2.1 and the SDK: longer ones are cut and end in a hash of the path
  k10,  // CLI 1.0 and 2.0: never shortened
};

// Every UTF-16 code unit that is no ASCII letter or digit becomes a dash: an emoji gives two, "é"
// one. Checked against the CLIs for every rule (shared/conformance/project-keys.tsv).
std::string project_key(std::string_view path, KeyRule rule = KeyRule::k21);

// Whether two keys name the folder of one path: letter case is ignored where they begin with a
// Windows drive, because that is written both ways ("C--Users-x", "c--Users-x").
bool same_key(std::string_view left, std::string_view right);

// Whether a folder of this name is the one for the path, by any rule.
bool is_key_of(std::string_view key, std::string_view path);

}  // namespace clew
