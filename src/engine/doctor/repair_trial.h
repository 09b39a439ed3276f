// SPDX-License-Identifier: MIT
//
// Whether a repair would succeed, found by doing it without writing anything: nobody is told of a
// copy that works who would not get one.
#pragma once

#include <string>
#include <vector>

#include "catalog/list/session_names.h"
#include "doctor/diagnosis.h"
#include "os/file_system.h"

namespace clew {

struct RepairTrial {
  // Ends that a repair works for, to be named; one empty text: it works without.
  std::vector<std::string> leaves;
  std::string why_not;  // where it works for none
};

// Of a session that has an alarm. Files that are too large to be held are not tried: reading them
// again would take longer than the diagnosis, and what that says is believed.
RepairTrial try_repair(WritableFileSystem& files, const NamedSession& named,
                       const Diagnosis& diagnosis);

// Does it, and takes back what the diagnosis says of a repair where there is none.
RepairTrial keep_promises(WritableFileSystem& files, const NamedSession& named,
                          Diagnosis& diagnosis);

}  // namespace clew
