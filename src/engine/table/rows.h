// SPDX-License-Identifier: MIT
//
// The rows of the table, by what they are about: one file each.
#pragma once

#include <vector>

#include "engine/call/operation.h"

namespace clew {

std::vector<Operation> list_rows();
std::vector<Operation> session_rows();
std::vector<Operation> conversation_rows();
std::vector<Operation> doctor_rows();
std::vector<Operation> export_rows();
std::vector<Operation> search_rows();
std::vector<Operation> usage_rows();
std::vector<Operation> edit_rows();
Operation index_row();
std::vector<Operation> keep_rows();
std::vector<Operation> travel_rows();
Operation statusline_row();
Operation demo_row();
std::vector<Operation> drive_rows();

}  // namespace clew
