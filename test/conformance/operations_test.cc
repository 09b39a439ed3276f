// SPDX-License-Identifier: MIT
//
// Every operation that only reads, over every file and every root of the corpus: transcripts, but
// also the files beside them (configuration, streams, copies of edited files), which are no
// transcripts at all. An answer is JSON; what cannot be answered is an error with words. With the
// sanitizers of ./dev check this is the whole program over real input.

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/call/arguments.h"
#include "engine/call/operation.h"
#include "engine/engine.h"
#include "json/value.h"
#include "os/real_file_system.h"
#include "shared_files.h"

namespace clew {
namespace {

namespace fs = std::filesystem;

// Runs operations on one root, or none.
class Answers {
 public:
  explicit Answers(const std::vector<std::string>& roots) : engine_(files_, options(roots)) {}

  void expect_answer(const Operation& operation, const Arguments::Given& given,
                     const fs::path& where) {
    const auto arguments = Arguments::check(operation, given);
    ASSERT_TRUE(arguments) << operation.name << ": " << arguments.error().message;
    std::string text;
    const auto outcome = operation.run(engine_, *arguments, [&](std::string_view piece) {
      text += piece;
      return true;
    });
    if (!outcome) {
      ++errors_;
      EXPECT_FALSE(outcome.error().message.empty()) << where << " " << operation.name;
      return;
    }
    ++answers_;
    const auto root = parser_.parse_copy(text);
    EXPECT_TRUE(root) << where << " " << operation.name << ": " << root.error().message;
  }

  int answers() const { return answers_; }
  int errors() const { return errors_; }

 private:
  static EngineOptions options(const std::vector<std::string>& roots) {
    EngineOptions options;
    options.roots = roots;
    return options;
  }

  RealFileSystem files_;
  Engine engine_;
  json::Parser parser_;
  int answers_ = 0;
  int errors_ = 0;
};

std::vector<const Operation*> reading_operations() {
  std::vector<const Operation*> found;
  for (const Operation& operation : operations()) {
    const bool reads = operation.read_only && !operation.drives && !operation.streams;
    if (reads) found.push_back(&operation);
  }
  return found;
}

const Param* find_param(const Operation& operation, std::string_view name) {
  for (const Param& param : operation.params) {
    if (param.name == name) return &param;
  }
  return nullptr;
}

// Something for every parameter that must be given.
Arguments::Given needed_arguments(const Operation& operation) {
  Arguments::Given given;
  for (const Param& param : operation.params) {
    if (param.required) given[std::string(param.name)] = {"the"};
  }
  return given;
}

TEST(CorpusOperations, EveryFileIsAnsweredOrRefused) {
  int answers = 0;
  int errors = 0;
  int files = 0;
  // The suite takes every fourth file, corpus_operations_all takes all of them.
  const int step = std::getenv("CLEW_EVERY_FILE") ? 1 : 4;
  std::error_code error;
  for (auto at = fs::recursive_directory_iterator(shared_folder("corpus"), error);
       !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    if (!at->is_regular_file() || ++files % step != 0) continue;
    Answers file({});
    for (const Operation* operation : reading_operations()) {
      if (!find_param(*operation, "session")) continue;
      Arguments::Given given = needed_arguments(*operation);
      given["session"] = {at->path().string()};
      file.expect_answer(*operation, given, at->path());
      if (testing::Test::HasFailure()) return;
    }
    answers += file.answers();
    errors += file.errors();
  }
  if (files == 0) GTEST_SKIP() << "no files at " << shared_folder("corpus");
  std::printf("%d files: %d answers, %d refused\n", files, answers, errors);
}

TEST(CorpusOperations, EveryRootIsAnswered) {
  std::set<fs::path> roots;
  std::error_code error;
  for (auto at = fs::recursive_directory_iterator(shared_folder("corpus"), error);
       !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    if (at->is_directory() && at->path().filename() == "projects") {
      roots.insert(at->path().parent_path());
    }
  }
  if (roots.empty()) GTEST_SKIP() << "no roots at " << shared_folder("corpus");
  int answers = 0;
  for (const fs::path& path : roots) {
    Answers root({path.string()});
    for (const Operation* operation : reading_operations()) {
      const Param* session = find_param(*operation, "session");
      if (session && session->required) continue;
      Arguments::Given given = needed_arguments(*operation);
      if (find_param(*operation, "all")) given["all"] = {"true"};
      root.expect_answer(*operation, given, path);
    }
    answers += root.answers();
  }
  EXPECT_GT(answers, 0);
  std::printf("%zu roots: %d answers\n", roots.size(), answers);
}

}  // namespace
}  // namespace clew
