// SPDX-License-Identifier: MIT
#include "drive/git.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unistd.h>
#include <utility>

#include "base/text.h"
#include "catalog/edits/file_move.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::int64_t kLargestRef = 4096;
constexpr std::int64_t kLargestRefList = 64 << 20;
constexpr std::size_t kMostRefs = 100'000;
constexpr std::size_t kMostOutput = std::size_t{16} << 20;
constexpr int kDeepestRef = 16;

using Refs = std::map<std::string, std::string>;  // name: object

bool is_object_id(std::string_view text) {
  const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  return (text.size() == 40 || text.size() == 64) &&
         std::all_of(text.begin(), text.end(), is_digit);
}

// What can stand in our list of refs: the names that decide what would be lost.
bool is_ref_name(std::string_view name) {
  const bool wanted = name.starts_with("refs/heads/") || name.starts_with("refs/remotes/") ||
                      name.starts_with("refs/tags/");
  return wanted && std::none_of(name.begin(), name.end(), [](char c) {
           return static_cast<unsigned char>(c) <= ' ' || c == '\x7f';
         });
}

// Variables by which git is told what to run or where to look. None of the caller's counts.
ChildOptions git_options(std::vector<std::string> arguments) {
  ChildOptions options;
  options.arguments = std::move(arguments);
  for (char** variable = ::environ; variable != nullptr && *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    if (text.starts_with("GIT_")) {
      options.environment.emplace_back(text.substr(0, text.find('=')), std::nullopt);
    }
  }
  options.environment.emplace_back("GIT_TERMINAL_PROMPT", "0");
  options.environment.emplace_back("GIT_PAGER", "cat");
  return options;
}

Result<std::string> find_git() {
  if (auto git = executable_in_path("git")) return std::move(*git);
  return Error{ErrorCode::kNotFound, "git was not found; it is needed for clones"};
}

// The refs in files of their own. Links are not followed, so that there is an end.
void read_loose_refs(const FileSystem& files, const std::string& folder, const std::string& name,
                     int depth, Refs& refs) {
  const auto entries = files.list(folder);
  if (!entries) return;
  for (const DirEntry& entry : *entries) {
    const std::string path = join_path(folder, entry.name);
    const std::string ref = name + "/" + entry.name.text();
    if (entry.kind == FileKind::kDirectory && depth > 0) {
      read_loose_refs(files, path, ref, depth - 1, refs);
    } else if (entry.kind == FileKind::kRegular && is_ref_name(ref) && refs.size() < kMostRefs) {
      const auto text = read_file(files, path, kLargestRef);
      if (text && is_object_id(trim(*text))) refs[ref] = trim(*text);
    }
  }
}

// packed-refs: "<object> <name>" a line, and lines that begin with # and ^.
void read_packed_refs(std::string_view text, Refs& refs) {
  while (!text.empty() && refs.size() < kMostRefs) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t space = std::min(line.find(' '), line.size());
    const std::string_view name = line.substr(std::min(space + 1, line.size()));
    if (is_object_id(line.substr(0, space)) && is_ref_name(name)) {
      refs[std::string(name)] = line.substr(0, space);
    }
  }
}

std::string packed(const Refs& refs) {
  std::string text;
  for (const auto& [name, object] : refs) text.append(object).append(" ").append(name) += '\n';
  return text;
}

std::string configuration(const Refs& refs, const std::optional<std::string>& head) {
  const std::string any = head ? *head : refs.empty() ? std::string() : refs.begin()->second;
  const bool sha256 = any.size() == 64;
  return std::string("[core]\n\trepositoryformatversion = ") + (sha256 ? "1" : "0") +
         "\n\tbare = false\n\tfsmonitor = false\n\tuntrackedCache = false\n\tcommitGraph = false\n"
         "\tmultiPackIndex = false\n\thooksPath = /dev/null\n\tattributesFile = /dev/null\n"
         "\texcludesFile = /dev/null\n[protocol]\n\tallow = never\n" +
         (sha256 ? "[extensions]\n\tobjectFormat = sha256\n" : "");
}

}  // namespace

Result<void> git_clone(const std::string& source, const std::string& into) {
  if (!source.starts_with('/')) {
    return Error{ErrorCode::kInvalid,
                 "name the repository to clone by an absolute path, not " + source};
  }
  const auto git = find_git();
  if (!git) return git.error();
  ChildOptions options =
      git_options({*git, "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "clone",
                   "--quiet", "--template=", "--no-recurse-submodules", "--", source, into});
  options.environment.emplace_back("GIT_ALLOW_PROTOCOL", "file");
  auto result =
      run_program(options, {.time = std::chrono::minutes(10), .output = std::size_t{64} << 10});
  if (!result) return result.error();
  if (result->status.ok()) return {};
  return Error{ErrorCode::kIo, "git could not clone " + source + ": " + one_line(result->errors)};
}

GitStandIn::GitStandIn(WritableFileSystem& files, PathBelow tree, PathBelow folder)
    : files_(&files), tree_(std::move(tree)), folder_(std::move(folder)) {}

GitStandIn::GitStandIn(GitStandIn&& other) noexcept
    : files_(other.files_),
      tree_(std::move(other.tree_)),
      folder_(std::exchange(other.folder_, std::nullopt)),
      detached_head_(std::move(other.detached_head_)),
      has_stash_(other.has_stash_) {}

GitStandIn::~GitStandIn() {
  if (folder_) static_cast<void>(remove_tree(*files_, *folder_));
}

Result<GitStandIn> GitStandIn::make(WritableFileSystem& files, const PathBelow& tree,
                                    const PathBelow& folder) {
  for (const PathBelow& place : {tree, tree / ".git", tree / ".git" / "objects"}) {
    const auto info = files.info(place);
    if (!info) return info.error();
    if (info->kind != FileKind::kDirectory) {
      return Error{ErrorCode::kUnsupported, place.text() + " is not a folder of its own"};
    }
  }
  if (files.info(tree / ".git" / "reftable")) {
    return Error{ErrorCode::kUnsupported, tree.text() + " keeps its branches as a reftable"};
  }
  if (auto made = files.create_directories(folder / "refs"); !made) return made.error();
  GitStandIn stand_in(files, tree, folder);
  if (auto filled = stand_in.fill(); !filled) return filled.error();
  return stand_in;
}

Result<void> GitStandIn::fill() {
  const std::string own = join_path(tree_.text(), ".git");
  const auto head_text = read_file(*files_, join_path(own, "HEAD"), kLargestRef);
  if (!head_text) return head_text.error();
  std::string head(trim(*head_text));
  if (is_object_id(head)) {
    detached_head_ = head;
  } else if (!head.starts_with("ref: ") || !is_ref_name(std::string_view(head).substr(5))) {
    return Error{ErrorCode::kCorrupt, join_path(own, "HEAD") + " names no branch"};
  }
  Refs refs;
  const auto list = read_file(*files_, join_path(own, "packed-refs"), kLargestRefList);
  if (list) read_packed_refs(*list, refs);
  if (!list && list.error().code != ErrorCode::kNotFound) return list.error();
  read_loose_refs(*files_, join_path(own, "refs"), "refs", kDeepestRef, refs);
  if (refs.size() >= kMostRefs) {
    return Error{ErrorCode::kUnsupported, own + " has too many branches to look at"};
  }
  has_stash_ = files_->info(tree_ / ".git" / "refs" / "stash").has_value() ||
               (list && list->find(" refs/stash\n") != std::string::npos);
  if (auto made = files_->create_file(*folder_ / "HEAD", head + "\n"); !made) return made;
  if (auto made = files_->create_file(*folder_ / "packed-refs", packed(refs)); !made) return made;
  return files_->create_file(*folder_ / "config", configuration(refs, detached_head_));
}

Result<std::string> GitStandIn::run(std::vector<std::string> arguments) const {
  const auto git = find_git();
  if (!git) return git.error();
  arguments.insert(arguments.begin(), *git);
  ChildOptions options = git_options(std::move(arguments));
  const std::string tree = tree_.text();
  const std::string folder = folder_->text();
  options.folder = folder;
  for (const auto& [name, value] : std::initializer_list<std::pair<const char*, std::string>>{
           {"GIT_DIR", folder},
           {"GIT_WORK_TREE", tree},
           {"GIT_OBJECT_DIRECTORY", join_path(tree, ".git", "objects")},
           {"GIT_INDEX_FILE", join_path(tree, ".git", "index")},
           {"GIT_CONFIG_NOSYSTEM", "1"},
           {"GIT_CONFIG_SYSTEM", "/dev/null"},
           {"GIT_CONFIG_GLOBAL", "/dev/null"},
           {"GIT_ATTR_NOSYSTEM", "1"},
           {"GIT_OPTIONAL_LOCKS", "0"},
           {"GIT_NO_REPLACE_OBJECTS", "1"},
           {"GIT_NO_LAZY_FETCH", "1"},
           {"GIT_ALLOW_PROTOCOL", "none"},
           {"HOME", folder},
           {"XDG_CONFIG_HOME", folder}}) {
    options.environment.emplace_back(name, value);
  }
  auto result = run_program(options, {.time = std::chrono::minutes(1), .output = kMostOutput});
  if (!result) return result.error();
  if (!result->status.ok() || result->output.size() >= kMostOutput) {
    return Error{ErrorCode::kIo, "git could not look at " + tree + ": " + one_line(result->errors)};
  }
  return std::move(result->output);
}

}  // namespace clew
