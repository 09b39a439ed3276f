// SPDX-License-Identifier: MIT
#include "os/private_file.h"

#include <cerrno>
#include <cstdlib>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "os/paths.h"
#include "os/real_file_system.h"
#include "os/system_error.h"

namespace clew {

Result<PrivateFile> PrivateFile::write(std::string_view ending, std::string_view bytes) {
  Error last{ErrorCode::kIo, "there is no folder for temporary files"};
  for (const auto& folder : {environment("XDG_RUNTIME_DIR"), environment("TMPDIR"),
                             std::optional<std::string>("/tmp")}) {
    if (!folder || folder->empty()) continue;
    std::string path = join_path(*folder, "clew-XXXXXX") + std::string(ending);
    const int fd = ::mkstemps(path.data(), static_cast<int>(ending.size()));
    if (fd < 0) {
      last = system_error(errno, "make a private file in", *folder);
      continue;
    }
    ::close(fd);
    PrivateFile file(std::move(path));
    RealFileSystem files;
    if (auto written = files.write_file_atomic(file.path_, bytes); !written) return written.error();
    return file;
  }
  return last;
}

PrivateFile::~PrivateFile() {
  if (!path_.empty()) ::unlink(path_.c_str());
}

PrivateFile::PrivateFile(PrivateFile&& other) noexcept : path_(std::exchange(other.path_, {})) {}

bool others_may_read(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && (info.st_mode & (S_IRGRP | S_IROTH)) != 0;
}

}  // namespace clew
