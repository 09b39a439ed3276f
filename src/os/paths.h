// SPDX-License-Identifier: MIT
//
// Paths as plain strings, cut at "/", and what the environment says about them. The views returned
// point into the argument.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace clew {

// "a" and "b" give "a/b". The second part never escapes: join_path("/a", "/b") is "/a/b".
// An empty part adds nothing.
std::string join_path(std::string_view left, std::string_view right);

template <class... More>
std::string join_path(std::string_view left, std::string_view right, const More&... more) {
  return join_path(join_path(left, right), more...);
}

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
