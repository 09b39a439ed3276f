// SPDX-License-Identifier: MIT
//
// The table: all rows, in the order in which help and documents list them.

#include <algorithm>
#include <iterator>

#include "engine/call/operation.h"
#include "engine/table/rows.h"

namespace clew {
namespace {

const Param kFormat{
    .name = "format",
    .help = "print each row in this form, such as '{id}\\t{name}'; the fields are those of --json",
    .value = "FORM",
    .local = true};

std::vector<Operation> make_table() {
  std::vector<Operation> table;
  const auto add = [&table](std::vector<Operation> rows) {
    std::move(rows.begin(), rows.end(), std::back_inserter(table));
  };
  add(list_rows());
  add(session_rows());
  add(conversation_rows());
  add(doctor_rows());
  add(export_rows());
  add(search_rows());
  add(usage_rows());
  add(edit_rows());
  add({index_row()});
  add(keep_rows());
  add(travel_rows());
  add({statusline_row(), demo_row()});
  add(drive_rows());
  for (Operation& row : table) {
    if (!row.rows.empty()) row.params.push_back(kFormat);
  }
  return table;
}

}  // namespace

std::span<const Operation> operations() {
  static const std::vector<Operation> kTable = make_table();
  return kTable;
}

const Operation* find_operation(std::string_view name) {
  const auto table = operations();
  const auto row = std::find_if(table.begin(), table.end(),
                                [name](const Operation& op) { return op.name == name; });
  return row == table.end() ? nullptr : &*row;
}

}  // namespace clew
