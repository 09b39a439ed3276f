// SPDX-License-Identifier: MIT
//
// Folders are watched, not files: one watch sees all transcripts of a project, also those that come
// later, and the limit on watches (8,192 on small machines) is hardly ever met.

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/vfs.h>
#include <unistd.h>
#include <utility>

#include "os/change_watcher.h"
#include "os/child_support.h"
#include "os/system_error.h"

namespace clew {
namespace {

constexpr std::uint32_t kMask = IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO |
                                IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_EXCL_UNLINK;
constexpr std::uint32_t kFolderItself = IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED;
// File systems whose files only this kernel changes, and so all changes pass it. Any other (NFS,
// SMB, 9P, FUSE, ...) may belong to others too.
constexpr std::uint32_t kLocalFileSystems[] = {
    0xEF53,      // ext2, ext3, ext4
    0x58465342,  // XFS
    0x9123683E,  // Btrfs
    0x01021994,  // tmpfs
    0x858458F6,  // ramfs
    0xF2F52010,  // F2FS
    0x2FC12FC1,  // ZFS
    0xCA451A4E,  // bcachefs
    0x3153464A,  // JFS
    0x52654973,  // ReiserFS
    0x794C7630,  // overlayfs: its layers are not to be changed while it is mounted
    0xF15F,      // eCryptfs
};
// A writer that never stops must not keep wait() from returning.
constexpr int kMostReads = 16;

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }

 private:
  int fd_ = -1;
};

class InotifyWatcher : public ChangeWatcher {
 public:
  InotifyWatcher(Descriptor inotify, Descriptor wake)
      : inotify_(std::move(inotify)), wake_(std::move(wake)) {}

  Result<WatchId> add(const std::string& folder) override {
    const int id = ::inotify_add_watch(inotify_.get(), folder.c_str(), kMask);
    if (id >= 0) return id;
    const int number = errno;
    if (number == ENOSPC || number == ENOMEM) {
      return Error{ErrorCode::kBusy, "no room to watch " + folder +
                                         ": the limit fs.inotify.max_user_watches is reached"};
    }
    return system_error(number, "watch", folder);
  }

  void remove(WatchId folder) override { ::inotify_rm_watch(inotify_.get(), folder); }

  bool hears_all(const std::string& folder) const override {
    struct statfs about {};
    if (::statfs(folder.c_str(), &about) != 0) return false;
    const auto type = static_cast<std::uint32_t>(about.f_type);
    return std::find(std::begin(kLocalFileSystems), std::end(kLocalFileSystems), type) !=
           std::end(kLocalFileSystems);
  }

  void watch_processes(const std::vector<std::int64_t>& pids) override {
    processes_.clear();
    for (const std::int64_t pid : pids) {
      Descriptor handle(open_exit_handle(static_cast<pid_t>(pid)));
      if (handle.get() >= 0) processes_.push_back(std::move(handle));
    }
  }

  Result<ChangeBatch> wait(std::optional<Milliseconds> timeout) override {
    std::vector<pollfd> ready = {{inotify_.get(), POLLIN, 0}, {wake_.get(), POLLIN, 0}};
    for (const Descriptor& process : processes_) ready.push_back({process.get(), POLLIN, 0});
    const auto most = std::chrono::milliseconds(24 * 3600 * 1000);
    const int wait_ms =
        timeout ? static_cast<int>(std::clamp(*timeout, Milliseconds(0), most).count()) : -1;
    ChangeBatch batch;
    const int count = ::poll(ready.data(), ready.size(), wait_ms);
    if (count < 0 && errno != EINTR) return system_error(errno, "wait for", "changes");
    if (count <= 0) return batch;
    if (ready[1].revents != 0) {
      std::uint64_t times = 0;
      static_cast<void>(!::read(wake_.get(), &times, sizeof times));
    }
    forget_ended(ready, batch);
    if (ready[0].revents != 0) {
      for (int i = 0; i < kMostReads; ++i) {
        auto more = read_some(batch);
        if (!more) return more.error();
        if (!*more) break;
      }
    }
    return batch;
  }

  void interrupt() override {
    const std::uint64_t one = 1;
    static_cast<void>(!::write(wake_.get(), &one, sizeof one));
  }

 private:
  // A process that ended stays readable for ever: its handle goes.
  void forget_ended(const std::vector<pollfd>& ready, ChangeBatch& batch) {
    std::vector<Descriptor> running;
    for (std::size_t i = 0; i < processes_.size(); ++i) {
      if (ready[i + 2].revents == 0) {
        running.push_back(std::move(processes_[i]));
      } else {
        batch.process_ended = true;
      }
    }
    processes_ = std::move(running);
  }

  // False: there is nothing more.
  Result<bool> read_some(ChangeBatch& batch) {
    const ssize_t size = ::read(inotify_.get(), buffer_.data(), buffer_.size());
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) return false;
    if (size < 0) return system_error(errno, "read", "changes of folders");
    for (ssize_t at = 0; at < size;) {
      inotify_event event;
      std::memcpy(&event, buffer_.data() + at, sizeof event);
      const char* name = buffer_.data() + at + offsetof(inotify_event, name);
      at += static_cast<ssize_t>(sizeof event + event.len);
      if ((event.mask & IN_Q_OVERFLOW) != 0) {
        batch.lost = true;
      } else if ((event.mask & kFolderItself) != 0) {
        batch.changes.push_back({event.wd, ""});
      } else if (event.len > 0) {
        add_change(batch, event.wd, name);
      }
    }
    return true;
  }

  // A line written in pieces is one change.
  static void add_change(ChangeBatch& batch, WatchId folder, std::string name) {
    const bool again = !batch.changes.empty() && batch.changes.back().folder == folder &&
                       batch.changes.back().name == name;
    if (!again) batch.changes.push_back({folder, std::move(name)});
  }

  Descriptor inotify_;
  Descriptor wake_;
  std::vector<Descriptor> processes_;
  alignas(inotify_event) std::array<char, 64 << 10> buffer_;
};

}  // namespace

Result<std::unique_ptr<ChangeWatcher>> make_change_watcher() {
  Descriptor inotify(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  if (inotify.get() < 0) return system_error(errno, "watch", "folders");
  Descriptor wake(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC));
  if (wake.get() < 0) return system_error(errno, "watch", "folders");
  return std::unique_ptr<ChangeWatcher>(
      std::make_unique<InotifyWatcher>(std::move(inotify), std::move(wake)));
}

}  // namespace clew
