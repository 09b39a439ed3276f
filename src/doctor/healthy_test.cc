// SPDX-License-Identifier: MIT
//
// No alarm on sessions that work: all of ../shared/corpus and ../shared/conformance/real, where
// they are there.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "doctor/test_patient.h"

namespace clew {
namespace {

std::string shared_folder() {
  const char* given = std::getenv("CLEW_SHARED");
  return given ? given : CLEW_SOURCE_DIR "/../shared";
}

TEST(HealthySessions, GiveNoAlarm) {
  int looked_at = 0;
  std::map<std::string, int> notes;
  for (const char* folder : {"/corpus", "/conformance/real"}) {
    const std::string from = shared_folder() + folder;
    if (!std::filesystem::exists(from)) GTEST_SKIP() << "no " << from << ": nothing was compared";
    for (const auto& file : std::filesystem::recursive_directory_iterator(from)) {
      // Recorded streams, histories and those of subagents are no sessions; `errors` and
      // `errors-persistent` made some that end with one.
      const std::string name = file.path().filename();
      const bool ends_badly = file.path().string().find("/errors") != std::string::npos;
      if (file.path().extension() != ".jsonl" || name.starts_with("agent-") ||
          name == "history.jsonl" || name.ends_with(".stdout.jsonl") || ends_badly) {
        continue;
      }
      std::ifstream in(file.path(), std::ios::binary);
      TestPatient patient(std::string(std::istreambuf_iterator<char>(in), {}));
      ++looked_at;
      const bool talks = !find_path(patient.tree(), RuleSet::k21).chain.empty();
      for (const Trouble& trouble : patient.diagnosis().troubles) {
        if (trouble.alarm && talks) {
          ADD_FAILURE() << file.path() << ": " << name_of(trouble.defect) << " line "
                        << (trouble.lines.empty() ? 0 : trouble.lines.front()) << " "
                        << trouble.api;
        } else {
          ++notes[std::string(name_of(trouble.defect))];
        }
      }
    }
  }
  for (const auto& [name, count] : notes) RecordProperty(name, count);
  EXPECT_GT(looked_at, 100);
}

}  // namespace
}  // namespace clew
