// SPDX-License-Identifier: MIT

#include "engine/demo.h"
#include "engine/operation_handlers.h"
#include "json/writer.h"
#include "os/paths.h"

namespace clew {

std::string demo_folder(const Engine& engine, const Arguments& arguments) {
  const EngineOptions& options = engine.options();
  if (const auto folder = arguments.maybe_text("folder")) {
    return folder->starts_with('/') ? *folder : join_path(options.folder, *folder);
  }
  return join_path(options.own.cache, "demo");
}

Result<Outcome> run_demo(Engine& engine, const Arguments& arguments, const Sink& sink) {
  const std::string folder = demo_folder(engine, arguments);
  if (auto written = write_demo(engine.files(), {folder, engine.options().now}); !written) {
    return written.error();
  }
  json::Writer out;
  out.begin_object().field("root", folder).end_object();
  sink(out.take());
  return Outcome::kFound;
}

}  // namespace clew
