// SPDX-License-Identifier: MIT
//
// Paths as plain strings, cut at "/", and what the environment says about them. The views returned
// point into the argument.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "os/plain_name.h"

namespace clew {

// "a" and "b" give "a/b"; an empty folder gives "b". Only checked names can be joined, so that the
// result is in the folder.
std::string join_path(std::string_view folder, NameView name);

inline std::string join_path(std::string_view folder, NameView name, NameView below) {
  return join_path(join_path(folder, name), below);
}
inline std::string join_path(std::string_view folder, NameView name, NameView below,
                             NameView last) {
  return join_path(join_path(folder, name, below), last);
}

// What a path means that was written by who stands in `folder`: itself when it is absolute, else
// below the folder. It may lead anywhere ("..", links): for paths that a person or a program named
// as such, never for names.
std::string resolve_path(std::string_view folder, std::string_view path);

std::string_view base_name(std::string_view path);    // "/a/b.c" and "/a/b.c/": "b.c"; "/": ""
std::string_view parent_path(std::string_view path);  // "/a/b": "/a"; "b": ""; "/": "/"
std::string_view extension(std::string_view path);    // "/a/b.tar.gz": ".gz"; ".profile": ""
std::string_view stem(std::string_view path);         // "/a/b.tar.gz": "b.tar"

// A variable of the environment; set but empty is "", not absent.
std::optional<std::string> environment(const std::string& name);

// $HOME when it is an absolute path, else what the user database says.
std::optional<std::string> home_directory();

// Where the shell would find a program. A name with "/" is not searched for but checked as it is.
// Empty and relative entries of the list are passed over: what lies in the current folder, perhaps
// a checked-out project, must not become the program we run.
std::optional<std::string> executable_in_path(const std::string& name);
std::optional<std::string> executable_in_path(const std::string& name, std::string_view path_list);

}  // namespace clew
