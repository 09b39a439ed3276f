// SPDX-License-Identifier: MIT

#include "catalog/sessions.h"
#include "engine/demo.h"
#include "engine/operation_handlers.h"
#include "json/writer.h"
#include "os/file_times.h"
#include "os/paths.h"

namespace clew {

namespace {

// Lists go by the times of the files; these were all written just now. Where a time cannot be set
// the demo is only in another order.
void age_files(const FileSystem& files, const std::string& folder) {
  const auto list = list_sessions(files, {folder}, {.subagents = true, .empty = true});
  if (!list) return;
  for (const SessionRow& row : list->sessions) {
    if (row.facts.updated == kNoTime) continue;
    if (!set_modified(row.facts.path, row.facts.updated * 1'000'000)) return;
  }
}

}  // namespace

std::string demo_folder(const Engine& engine, const Arguments& arguments) {
  const EngineOptions& options = engine.options();
  if (const auto folder = arguments.maybe_text("folder")) {
    return resolve_path(options.folder, *folder);
  }
  return join_path(options.own.cache, "demo");
}

Result<Outcome> run_demo(Engine& engine, const Arguments& arguments, const Sink& sink) {
  const std::string folder = demo_folder(engine, arguments);
  if (auto written = write_demo(engine.files(), {folder, engine.options().now}); !written) {
    return written.error();
  }
  age_files(engine.files(), folder);
  json::Writer out;
  out.begin_object().field("root", folder).end_object();
  sink(out.take());
  return Outcome::kFound;
}

}  // namespace clew
