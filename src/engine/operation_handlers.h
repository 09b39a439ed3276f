// SPDX-License-Identifier: MIT
//
// What the rows of the table run. Front ends go through the table.
#pragma once

#include "engine/arguments.h"
#include "engine/engine.h"
#include "engine/operation.h"

namespace clew {

Result<Outcome> run_list(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_show(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_outline(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_context(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_branches(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_tree(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_stats(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_raw(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_check(Engine& engine, const Arguments& arguments, const Sink& sink);

Result<Outcome> run_projects(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_prompts(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_agents(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_index(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_search(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_info(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_todos(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_files(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_tail(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_statusline(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_usage(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_hide(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_unhide(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_rename(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_tag(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_delete(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_undelete(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_run(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_resume(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_edit(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_fork(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_workspaces(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_conversations(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_send(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_interrupt(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_permission(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_configure(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_close(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_demo(Engine& engine, const Arguments& arguments, const Sink& sink);

// Where `demo` puts its root.
std::string demo_folder(const Engine& engine, const Arguments& arguments);

}  // namespace clew
