// SPDX-License-Identifier: MIT
//
// A tree of nodes under one lock. Names live in the directories and point to nodes; an open file
// holds its node. That alone gives the Unix behaviour of removed and replaced files.
#include "os/testing/memory_file_system.h"

#include <cassert>
#include <cerrno>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "os/paths.h"
#include "os/system_error.h"

namespace clew {

struct MemoryFileSystem::Node {
  FileKind kind = FileKind::kRegular;
  uint64_t inode = 0;
  int64_t mtime_ns = 0;
  int64_t ctime_ns = 0;  // not known, until a file gets its old time back
  std::string bytes;     // content, or the target of a link
  std::map<std::string, std::shared_ptr<Node>> children;  // of a directory

  bool is_directory() const { return kind == FileKind::kDirectory; }
  FileInfo info() const {
    return {kind, static_cast<int64_t>(bytes.size()), mtime_ns, inode, /*device=*/1, ctime_ns};
  }
  std::vector<DirEntry> entries() const {
    std::vector<DirEntry> all;
    for (auto child = children.rbegin(); child != children.rend(); ++child) {
      if (auto name = PlainName::from(child->first)) {
        all.push_back({std::move(*name), child->second->kind});
      }
    }
    return all;
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
  std::set<std::string> locked;  // paths
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
  // Without following links, also not a last one. The refusal, where there is one to tell.
  std::optional<Error> find_below(const PathBelow& below, const char* action, Place& place) const;
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

std::optional<Error> MemoryFileSystem::Tree::find_below(const PathBelow& below, const char* action,
                                                        Place& place) const {
  place = find(below.folder(), LastLink::kFollow);
  for (std::size_t i = 0; i < below.steps().size(); ++i) {
    if (place.error != 0) return system_error(place.error, action, below.text());
    if (place.node->kind == FileKind::kSymlink) return link_refused(action, below, i - 1);
    if (!place.node->is_directory()) return system_error(ENOTDIR, action, below.text());
    const std::string& name = below.steps()[i].text();
    const auto child = place.node->children.find(name);
    const bool is_there = child != place.node->children.end();
    place.folder = std::exchange(place.node, is_there ? child->second : nullptr);
    place.name = name;
    place.error = is_there ? 0 : ENOENT;
  }
  return std::nullopt;
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
  [[maybe_unused]] auto made =
      create_directories(std::string(parent_path(resolve_path("/", path))));
  assert(made);
  [[maybe_unused]] auto written = write_file_atomic(path, bytes);
  assert(written);
}

void MemoryFileSystem::add_link(const std::string& path, const std::string& target) {
  [[maybe_unused]] auto made =
      create_directories(std::string(parent_path(resolve_path("/", path))));
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

void MemoryFileSystem::overwrite_with_old_time(const std::string& path, std::string_view bytes) {
  const std::lock_guard lock(tree_->mutex);
  const Tree::Place place = tree_->find(path, Tree::LastLink::kFollow);
  assert(place.node && !place.node->is_directory());
  if (!place.node) return;
  place.node->bytes = bytes;
  place.node->ctime_ns = INT64_MAX - 1'000'000'000 + tree_->tick() % 1'000'000'000;
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
  if (!place.folder || !place.node->children.empty()) return system_error(EBUSY, "remove", path);
  tree_->detach(place);
  return {};
}

Result<void> MemoryFileSystem::rename(const std::string& from, const std::string& to) {
  const std::lock_guard lock(tree_->mutex);
  const Tree::Place source = tree_->find(from, Tree::LastLink::kKeep);
  const Tree::Place target = tree_->find(to, Tree::LastLink::kKeep);
  if (source.error != 0) return system_error(source.error, "rename", from);
  if (!target.folder) return system_error(target.error, "rename", from);
  if (source.node == target.node) return {};
  if (target.node && (source.node->is_directory() || target.node->is_directory())) {
    return system_error(EISDIR, "rename", from);
  }
  tree_->detach(source);
  tree_->attach(target, source.node);
  return {};
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
  return place.node->entries();
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
  const Tree::Place place = tree_->find(path, Tree::LastLink::kKeep);  // a link is replaced
  if (!place.folder) return system_error(place.node ? EISDIR : place.error, "write", path);
  if (place.node && place.node->is_directory()) return system_error(EISDIR, "write", path);
  tree_->attach(place, tree_->make_node(FileKind::kRegular, bytes));
  return {};
}

Result<FileInfo> MemoryFileSystem::info(const PathBelow& below) const {
  const std::lock_guard lock(tree_->mutex);
  Tree::Place place;
  if (auto refused = tree_->find_below(below, "look at", place)) return *refused;
  if (place.error != 0) return system_error(place.error, "look at", below.text());
  return place.node->info();
}

Result<std::vector<DirEntry>> MemoryFileSystem::list(const PathBelow& below) const {
  const std::lock_guard lock(tree_->mutex);
  Tree::Place place;
  if (auto refused = tree_->find_below(below, "list", place)) return *refused;
  if (place.error != 0) return system_error(place.error, "list", below.text());
  if (place.node->kind == FileKind::kSymlink) {
    return link_refused("list", below, below.steps().size() - 1);
  }
  if (!place.node->is_directory()) return system_error(ENOTDIR, "list", below.text());
  return place.node->entries();
}

Result<void> MemoryFileSystem::create_directories(const PathBelow& below) {
  const std::lock_guard lock(tree_->mutex);
  PathBelow part(below.folder());
  Tree::Place place;
  for (const PlainName& step : below.steps()) {
    part = part / step;
    if (auto refused = tree_->find_below(part, "create", place)) return *refused;
    if (place.error == 0 && place.node->is_directory()) continue;
    if (place.error == 0) {
      return place.node->kind == FileKind::kSymlink
                 ? link_refused("create", below, part.steps().size() - 1)
                 : system_error(ENOTDIR, "create", below.text());
    }
    tree_->attach(place, tree_->make_node(FileKind::kDirectory, {}));
  }
  return {};
}

Result<void> MemoryFileSystem::create_file(const PathBelow& below, std::string_view bytes) {
  const std::lock_guard lock(tree_->mutex);
  Tree::Place place;
  if (auto refused = tree_->find_below(below, "create", place)) return *refused;
  if (!place.folder) return system_error(EBUSY, "create", below.text());
  if (place.node) return system_error(EEXIST, "create", below.text());
  tree_->attach(place, tree_->make_node(FileKind::kRegular, bytes));
  return {};
}

Result<void> MemoryFileSystem::append(const PathBelow& below, std::string_view bytes, AppendAt at) {
  const std::lock_guard lock(tree_->mutex);
  Tree::Place place;
  if (auto refused = tree_->find_below(below, "append to", place)) return *refused;
  if (place.error != 0) return system_error(place.error, "append to", below.text());
  if (place.node->kind == FileKind::kSymlink) {
    return link_refused("append to", below, below.steps().size() - 1);
  }
  if (place.node->is_directory()) return system_error(EISDIR, "append to", below.text());
  std::string& content = place.node->bytes;
  if (at == AppendAt::kNewLine && !content.empty() && content.back() != '\n') content += '\n';
  content += bytes;
  place.node->mtime_ns = tree_->tick();
  return {};
}

Result<void> MemoryFileSystem::sync(const PathBelow& place) {
  const auto there = info(place);
  return there ? Result<void>() : there.error();
}

// Knows its lock by the path; whoever renames a folder meanwhile has two.
class MemoryFileSystem::Held : public HeldLock {
 public:
  Held(std::shared_ptr<Tree> tree, std::string path)
      : tree_(std::move(tree)), path_(std::move(path)) {}
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  ~Held() override {
    const std::lock_guard lock(tree_->mutex);
    tree_->locked.erase(path_);
  }

 private:
  std::shared_ptr<Tree> tree_;
  std::string path_;
};

Result<std::unique_ptr<HeldLock>> MemoryFileSystem::lock(const PathBelow& place) {
  const auto there = info(place);
  if (there && there->kind == FileKind::kSymlink) {
    return link_refused("lock", place, place.steps().size() - 1);
  }
  if (!there) {
    if (auto made = create_file(place, {}); !made) return made.error();
  }
  const std::lock_guard lock(tree_->mutex);
  if (!tree_->locked.insert(place.text()).second) {
    return Error{ErrorCode::kBusy, place.text() + " is locked"};
  }
  return std::unique_ptr<HeldLock>(std::make_unique<Held>(tree_, place.text()));
}

Result<void> MemoryFileSystem::copy_file(const PathBelow& from, const PathBelow& to) {
  const std::lock_guard lock(tree_->mutex);
  Tree::Place source;
  Tree::Place target;
  if (auto refused = tree_->find_below(from, "read", source)) return *refused;
  if (auto refused = tree_->find_below(to, "write", target)) return *refused;
  if (source.error != 0) return system_error(source.error, "read", from.text());
  if (source.node->kind == FileKind::kSymlink) {
    return link_refused("read", from, from.steps().size() - 1);
  }
  if (source.node->is_directory()) return system_error(EISDIR, "read", from.text());
  if (target.node || !target.folder) return system_error(EEXIST, "write", to.text());
  auto copy = tree_->make_node(FileKind::kRegular, source.node->bytes);
  copy->mtime_ns = source.node->mtime_ns;
  tree_->attach(target, std::move(copy));
  return {};
}

// Files in memory have no mode.
Result<void> MemoryFileSystem::take_mode(const PathBelow& below, const std::string& like) {
  if (auto there = stat(like); !there) return there.error();
  auto place = info(below);
  return place ? Result<void>() : Result<void>(place.error());
}

Result<void> MemoryFileSystem::remove(const PathBelow& below) {
  const std::lock_guard lock(tree_->mutex);
  Tree::Place place;
  if (auto refused = tree_->find_below(below, "remove", place)) return *refused;
  if (below.steps().empty()) return system_error(EBUSY, "remove", below.text());
  if (place.error != 0) return system_error(place.error, "remove", below.text());
  if (!place.node->children.empty()) return system_error(ENOTEMPTY, "remove", below.text());
  tree_->detach(place);
  return {};
}

Result<void> MemoryFileSystem::rename_new(const PathBelow& from, const PathBelow& to) {
  const std::lock_guard lock(tree_->mutex);
  Tree::Place source;
  Tree::Place target;
  if (auto refused = tree_->find_below(from, "rename", source)) return *refused;
  if (auto refused = tree_->find_below(to, "rename", target)) return *refused;
  const auto fail = [&](int number) { return system_error(number, "rename", from.text()); };
  if (from.steps().empty() || to.steps().empty()) return fail(EBUSY);
  if (source.error != 0) return fail(source.error);
  if (target.node) return system_error(EEXIST, "rename " + from.text() + " to", to.text());
  for (PathBelow above = to.parent(); source.node->is_directory(); above = above.parent()) {
    Tree::Place place;
    if (!tree_->find_below(above, "rename", place) && place.node == source.node) {
      return fail(EINVAL);
    }
    if (above.steps().empty()) break;
  }
  tree_->detach(source);
  tree_->attach(target, source.node);
  return {};
}

}  // namespace clew
