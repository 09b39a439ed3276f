// SPDX-License-Identifier: MIT
#include "os/system_error.h"

#include <cctype>
#include <cerrno>
#include <string>
#include <system_error>

namespace clew {
namespace {

ErrorCode code_of(int number) {
  switch (number) {
    case ENOENT:
    case ENOTDIR:
    case ESTALE:  // a network file system lost the file while it was open
      return ErrorCode::kNotFound;
    case EISDIR:
    case EINVAL:
    case ELOOP:
    case EEXIST:
    case ENOTEMPTY:
    case ENAMETOOLONG:
      return ErrorCode::kInvalid;
    case EBUSY:
    case EAGAIN:
    case ETXTBSY:
      return ErrorCode::kBusy;
    case ENOSYS:
    case EOPNOTSUPP:
    case EXDEV:
      return ErrorCode::kUnsupported;
    default:
      return ErrorCode::kIo;
  }
}

std::string words_of(int number) {
  switch (number) {
    case EISDIR:
      return "it is a directory, not a file";
    case ENOTDIR:
      return "part of the path is not a directory";
    case ELOOP:
      return "too many symbolic links";
    case ESTALE:
      return "the file has vanished";
    case EXDEV:
      return "it lies on another disk";
    case EIO:
      return "the disk or network reported an error";
    default: {
      std::string text = std::generic_category().message(number);
      // "No such file or directory" goes on after a colon, so it starts small.
      if (!text.empty()) {
        text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
      }
      return text;
    }
  }
}

}  // namespace

Error system_error(int number, std::string_view action, std::string_view path) {
  std::string message = "cannot ";
  message.append(action).append(" ").append(path).append(": ").append(words_of(number));
  return {code_of(number), std::move(message)};
}

}  // namespace clew
