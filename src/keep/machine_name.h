// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "os/file_system.h"

namespace clew {

// Whether a folder of a keep can be that of a machine: others put folders of their own there.
bool is_machine_name(std::string_view name);

// What this machine is called in keeps: its host's name and some digits of chance, so that two of
// one name never write to one folder. It is made once and remembered in `file`, which is not synced
// with anybody.
//
// Empty when it has no name yet; kCorrupt when what is in the file is none.
Result<std::string> read_machine_name(const FileSystem& files, const std::string& file);
Result<std::string> make_machine_name(WritableFileSystem& files, const std::string& file,
                                      std::string_view host);

std::string host_name();  // of this computer

}  // namespace clew
