// SPDX-License-Identifier: MIT

#include "demo/demo.h"
#include "engine/lists/demo_answer.h"
#include "os/file_times.h"
#include "os/paths.h"

namespace clew {

namespace {

// Lists go by the times of the files; these were all written just now. Where a time cannot be set
// the demo is only in another order.
void age_files(const std::string& folder, const std::vector<DemoFile>& written) {
  for (const DemoFile& file : written) {
    if (!file.newest) continue;
    if (!set_modified(resolve_path(folder, file.path), *file.newest * 1'000'000)) return;
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

Result<DemoMade> demo_answer(Engine& engine, const Arguments& arguments) {
  const std::string folder = demo_folder(engine, arguments);
  const auto written = write_demo(engine.files(), {folder, engine.options().now});
  if (!written) return written.error();
  age_files(folder, *written);
  return DemoMade{folder};
}

}  // namespace clew
