// SPDX-License-Identifier: MIT
//
// A tree of nodes under one lock. Names live in the directories and point to nodes; an open file
// holds its node. That alone gives the Unix behaviour of removed and replaced files.
#include "os/memory_file_system.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <map>
#include <mutex>
#include <utility>

#include "os/paths.h"
#include "os/system_error.h"

namespace clew {

struct MemoryFileSystem::Node {
  FileKind kind = FileKind::kRegular;
  uint64_t inode = 0;
  int64_t mtime_ns = 0;
  std::string bytes;                                      // content, or the target of a link
  std::map<std::string, std::shared_ptr<Node>> children;  // of a directory

  bool is_directory() const { return kind == FileKind::kDirectory; }
  FileInfo info() const {
    return {kind, static_cast<int64_t>(bytes.size()), mtime_ns, inode, /*device=*/1};
  }
};

// All functions expect the lock to be held.
struct MemoryFileSystem::Tree {
  enum class LastLink { kFollow, kKeep };

  // Where a path leads. `error` is 0 when `node` is there. With ENOENT and a `folder` only the last
  // part is missing and could be created there.
  struct Place {
    int error = 0;
    std::shared_ptr<Node> node;
    std::shared_ptr<Node> folder;
    std::string name;
    std::string path;  // canonical
  };

  std::mutex mutex;
  std::shared_ptr<Node> root;
  uint64_t last_inode = 1;
  int64_t now_ns = 1'700'000'000'000'000'000;

  Tree() : root(make_node(FileKind::kDirectory, {})) {}

  int64_t tick() { return now_ns += 1'000'000; }

  std::shared_ptr<Node> make_node(FileKind kind, std::string_view bytes) {
    auto node = std::make_shared<Node>();
    node->kind = kind;
    node->inode = ++last_inode;
    node->mtime_ns = tick();
    node->bytes = bytes;
    return node;
  }

  void attach(const Place& place, std::shared_ptr<Node> node) {
    place.folder->children[place.name] = std::move(node);
    place.folder->mtime_ns = tick();
  }

  void detach(const Place& place) {
    place.folder->children.erase(place.name);
    place.folder->mtime_ns = tick();
  }

  Place find(std::string_view path, LastLink last_link) const;
  Place make_directories(const std::string& path);
};

namespace {

// The parts of a path, last one first: a stack of what is still to walk.
void push_parts(std::string_view path, std::vector<std::string>& stack) {
  while (!path.empty()) {
    const size_t slash = path.rfind('/');
    const std::string_view part = path.substr(slash + 1);  // npos + 1 == 0
    if (!part.empty() && part != ".") stack.emplace_back(part);
    path = slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
  }
}

}  // namespace

MemoryFileSystem::Tree::Place MemoryFileSystem::Tree::find(std::string_view path,
                                                           LastLink last_link) const {
  std::vector<std::string> todo;
  push_parts(path, todo);
  std::vector<std::pair<std::string, std::shared_ptr<Node>>> walked;  // below the root
  const auto here = [&] { return walked.empty() ? root : walked.back().second; };
  int links = 0;
  if (path.empty()) return {ENOENT, {}, {}, {}, {}};
  if (path.find('\0') != std::string_view::npos) return {EINVAL, {}, {}, {}, {}};

  while (!todo.empty()) {
    std::string part = std::move(todo.back());
    todo.pop_back();
    if (!here()->is_directory()) return {ENOTDIR, {}, {}, {}, {}};
    if (part == "..") {
      if (!walked.empty()) walked.pop_back();
      continue;
    }
    const auto child = here()->children.find(part);
    if (child == here()->children.end()) {
      if (!todo.empty()) return {ENOENT, {}, {}, {}, {}};
      return {ENOENT, {}, here(), std::move(part), {}};
    }
    const std::shared_ptr<Node>& node = child->second;
    if (node->kind == FileKind::kSymlink && (!todo.empty() || last_link == LastLink::kFollow)) {
      if (++links > 40) return {ELOOP, {}, {}, {}, {}};
      if (node->bytes.starts_with('/')) walked.clear();
      push_parts(node->bytes, todo);
      continue;
    }
    walked.emplace_back(std::move(part), node);
  }

  Place place;
  place.node = here();
  for (const auto& [name, node] : walked) place.path += "/" + name;
  if (walked.empty()) {
    place.path = "/";
  } else {
    place.name = walked.back().first;
    walked.pop_back();
    place.folder = here();
  }
  return place;
}

MemoryFileSystem::Tree::Place MemoryFileSystem::Tree::make_directories(const std::string& path) {
  Place place = find(path, LastLink::kFollow);
  if (place.error == 0) {
    if (!place.node->is_directory()) place.error = EEXIST;
    return place;
  }
  if (place.error != ENOENT || path.empty()) return place;
  if (!place.folder) {
    Place above = make_directories(std::string(parent_path(path)));
    if (above.error != 0) return above;
    place = find(path, LastLink::kFollow);
    if (!place.folder) return place;
  }
  place.node = make_node(FileKind::kDirectory, {});
  attach(place, place.node);
  place.error = 0;
  return place;
}

class MemoryFileSystem::File : public RandomAccessFile {
 public:
  File(std::shared_ptr<Tree> tree, std::shared_ptr<Node> node, std::string path)
      : tree_(std::move(tree)), node_(std::move(node)), path_(std::move(path)) {}

  Result<size_t> read_at(int64_t offset, std::span<char> out) const override {
    if (offset < 0) return system_error(EINVAL, "read", path_);
    const std::lock_guard lock(tree_->mutex);
    const std::string_view bytes = node_->bytes;
    if (static_cast<uint64_t>(offset) >= bytes.size()) return size_t{0};
    return bytes.copy(out.data(), out.size(), static_cast<size_t>(offset));
  }

  Result<FileInfo> info() const override {
    const std::lock_guard lock(tree_->mutex);
    return node_->info();
  }

 private:
  std::shared_ptr<Tree> tree_;  // the file may outlive the file system
  std::shared_ptr<Node> node_;  // and its name
  std::string path_;
};

MemoryFileSystem::MemoryFileSystem() : tree_(std::make_shared<Tree>()) {}

void MemoryFileSystem::add_file(const std::string& path, std::string_view bytes) {
  [[maybe_unused]] auto made = create_directories(std::string(parent_path(join_path("/", path))));
  assert(made);
  [[maybe_unused]] auto written = write_file_atomic(path, bytes);
  assert(written);
}

void MemoryFileSystem::add_link(const std::string& path, const std::string& target) {
  [[maybe_unused]] auto made = create_directories(std::string(parent_path(join_path("/", path))));
  assert(made);
  const std::lock_guard lock(tree_->mutex);
  const Tree::Place place = tree_->find(path, Tree::LastLink::kKeep);
  assert(place.folder);
  if (place.folder) tree_->attach(place, tree_->make_node(FileKind::kSymlink, target));
}

void MemoryFileSystem::overwrite_file(const std::string& path, std::string_view bytes) {
  const std::lock_guard lock(tree_->mutex);
  const Tree::Place place = tree_->find(path, Tree::LastLink::kFollow);
  assert(place.node && !place.node->is_directory());
  if (!place.node) return;
  place.node->bytes = bytes;
  place.node->mtime_ns = tree_->tick();
}

void MemoryFileSystem::truncate_file(const std::string& path, int64_t size) {
  const std::lock_guard lock(tree_->mutex);
  const Tree::Place place = tree_->find(path, Tree::LastLink::kFollow);
  assert(place.node && !place.node->is_directory());
  if (!place.node) return;
  place.node->bytes.resize(static_cast<size_t>(size));
  place.node->mtime_ns = tree_->tick();
}

void MemoryFileSystem::set_mtime(const std::string& path, int64_t mtime_ns) {
  const std::lock_guard lock(tree_->mutex);
  const Tree::Place place = tree_->find(path, Tree::LastLink::kFollow);
  assert(place.node);
  if (place.node) place.node->mtime_ns = mtime_ns;
}

Result<std::unique_ptr<RandomAccessFile>> MemoryFileSystem::open(const std::string& path) const {
  const std::lock_guard lock(tree_->mutex);
  const Tree::Place place = tree_->find(path, Tree::LastLink::kFollow);
  if (place.error != 0) return system_error(place.error, "open", path);
  if (place.node->is_directory()) return system_error(EISDIR, "open", path);
  return std::unique_ptr<RandomAccessFile>(std::make_unique<File>(tree_, place.node, path));
}

Result<FileInfo> MemoryFileSystem::stat(const std::string& path) const {
  const std::lock_guard lock(tree_->mutex);
  const Tree::Place place = tree_->find(path, Tree::LastLink::kFollow);
  if (place.error != 0) return system_error(place.error, "look at", path);
  return place.node->info();
}

Result<std::vector<DirEntry>> MemoryFileSystem::list(const std::string& path) const {
  const std::lock_guard lock(tree_->mutex);
  const Tree::Place place = tree_->find(path, Tree::LastLink::kFollow);
  if (place.error != 0) return system_error(place.error, "list", path);
  if (!place.node->is_directory()) return system_error(ENOTDIR, "list", path);
  std::vector<DirEntry> entries;
  for (const auto& [name, node] : place.node->children) entries.push_back({name, node->kind});
  std::reverse(entries.begin(), entries.end());
  return entries;
}

Result<std::string> MemoryFileSystem::real_path(const std::string& path) const {
  const std::lock_guard lock(tree_->mutex);
  Tree::Place place = tree_->find(path, Tree::LastLink::kFollow);
  if (place.error != 0) return system_error(place.error, "resolve", path);
  return std::move(place.path);
}

Result<void> MemoryFileSystem::create_directories(const std::string& path) {
  const std::lock_guard lock(tree_->mutex);
  const Tree::Place place = tree_->make_directories(path);
  if (place.error != 0) return system_error(place.error, "create", path);
  return {};
}

Result<void> MemoryFileSystem::write_file_atomic(const std::string& path, std::string_view bytes) {
  const std::lock_guard lock(tree_->mutex);
  Tree::Place place = tree_->find(path, Tree::LastLink::kFollow);
  if (!place.node) place = tree_->find(path, Tree::LastLink::kKeep);  // a link to nothing: replaced
  if (!place.folder) return system_error(place.node ? EISDIR : place.error, "write", path);
  if (place.node && place.node->is_directory()) return system_error(EISDIR, "write", path);
  tree_->attach(place, tree_->make_node(FileKind::kRegular, bytes));
  return {};
}

Result<void> MemoryFileSystem::append(const std::string& path, std::string_view bytes) {
  const std::lock_guard lock(tree_->mutex);
  const Tree::Place place = tree_->find(path, Tree::LastLink::kFollow);
  if (place.error != 0) return system_error(place.error, "append to", path);
  if (place.node->is_directory()) return system_error(EISDIR, "append to", path);
  place.node->bytes += bytes;
  place.node->mtime_ns = tree_->tick();
  return {};
}

Result<void> MemoryFileSystem::remove(const std::string& path) {
  const std::lock_guard lock(tree_->mutex);
  const Tree::Place place = tree_->find(path, Tree::LastLink::kKeep);
  if (place.error != 0) return system_error(place.error, "remove", path);
  if (!place.folder) return system_error(EBUSY, "remove", path);
  if (!place.node->children.empty()) return system_error(ENOTEMPTY, "remove", path);
  tree_->detach(place);
  return {};
}

Result<void> MemoryFileSystem::rename(const std::string& from, const std::string& to) {
  const std::lock_guard lock(tree_->mutex);
  const Tree::Place source = tree_->find(from, Tree::LastLink::kKeep);
  const Tree::Place target = tree_->find(to, Tree::LastLink::kKeep);
  const auto fail = [&](int number) { return system_error(number, "rename", from); };
  if (source.error != 0) return fail(source.error);
  if (!target.folder) return fail(target.node ? EBUSY : target.error);
  if (!source.folder) return fail(EBUSY);
  if (source.node == target.node) return {};
  for (std::string_view above = to; source.node->is_directory() && !base_name(above).empty();
       above = parent_path(above)) {
    if (tree_->find(above, Tree::LastLink::kFollow).node == source.node) return fail(EINVAL);
  }
  if (target.node) {
    if (source.node->is_directory() && !target.node->is_directory()) return fail(ENOTDIR);
    if (!source.node->is_directory() && target.node->is_directory()) return fail(EISDIR);
    if (!target.node->children.empty()) return fail(ENOTEMPTY);
  }
  tree_->detach(source);
  tree_->attach(target, source.node);
  return {};
}

}  // namespace clew
