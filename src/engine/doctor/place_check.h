// SPDX-License-Identifier: MIT
#pragma once

#include "catalog/list/session_names.h"
#include "doctor/diagnosis.h"
#include "engine/read/session.h"

namespace clew {

// Why the official tools do not list a session, or not where a person looks for it (classes H).
// Notes, all of them: a resume by id works.
void find_in_place(const FileSystem& files, const Session& session, const NamedSession& named,
                   Diagnosis& diagnosis);

}  // namespace clew
