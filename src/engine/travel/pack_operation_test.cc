// SPDX-License-Identifier: MIT
//
// A session that travels is read there as it was here: every answer about its conversation is the
// same.

#include "engine/travel/pack_operation.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

#include <gtest/gtest.h>

#include "catalog/layout/kept_places.h"
#include "catalog/layout/project_key.h"
#include "demo/demo.h"
#include "engine/call/operation.h"
#include "engine/keep/keep_operation.h"
#include "engine/travel/unpack_operation.h"
#include "os/real_file_system.h"
#include "os/test_dir.h"

namespace clew {
namespace {

constexpr TimeMs kPackTime = 1'767'700'000'000;

class TravelTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(write_demo(files_, {here(), kPackTime}));
    std::filesystem::create_directories(there() + "/projects");
    std::filesystem::create_directories(dir_.path("work/copy"));
    for (const RootFile& file : find_root_files(files_, here()).files) {
      const std::string id = session_of_file(file.file);
      const ProjectPlace place = project_place(file.file);
      if (!id.empty() && place.below == id + ".jsonl") sessions_.push_back(id);
      parts_[id].push_back(file.file);
    }
    ASSERT_GE(sessions_.size(), 2U);
  }

  std::string here() const { return dir_.path("here"); }
  std::string there() const { return dir_.path("there"); }
  std::string pack_file() const { return dir_.path("pack.tar.zst"); }

  EngineOptions options(const std::string& root) const {
    EngineOptions options;
    options.roots = {root};
    options.own.cache = dir_.path("cache");
    options.own.data = dir_.path("data");
    options.keep = options.own.keep();
    options.folder = dir_.path();
    options.by_path = FilesByPath::kTaken;
    options.now = kPackTime;
    return options;
  }
  Result<std::string> run(const std::string& root, const char* name,
                          const Arguments::Given& given) {
    return run(options(root), name, given);
  }
  Result<std::string> run(const EngineOptions& options, const char* name,
                          const Arguments::Given& given) {
    const Operation& operation = *find_operation(name);
    Engine engine(files_, options);
    const auto arguments = Arguments::check(operation, given);
    if (!arguments) return arguments.error();
    std::string text;
    const auto outcome = operation.run(engine, *arguments, [&](std::string_view piece) {
      text += piece;
      return true;
    });
    if (!outcome) return outcome.error();
    return text;
  }
  Result<std::string> pack(const std::vector<std::string>& sessions) {
    return run(here(), "pack", {{"session", sessions}, {"output", {pack_file()}}});
  }
  Result<std::string> unpack(const std::string& to) {
    Arguments::Given given{{"file", {pack_file()}}};
    if (!to.empty()) given["to"] = {to};
    return run(there(), "unpack", given);
  }

  std::string bytes(const std::string& path) const {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  // Every part of a session is there, byte for byte, below this project's key.
  void expect_whole(const std::string& session, const std::string& key) {
    for (const std::string& part : parts_[session]) {
      const std::string to = moved_to_project(part, key);
      ASSERT_TRUE(std::filesystem::exists(there() + "/" + to)) << to;
      EXPECT_EQ(bytes(there() + "/" + to), bytes(here() + "/" + part)) << to;
    }
  }
  std::string cwd_of(const std::string& session) {
    const std::string text = *run(here(), "info", {{"session", {session}}});
    const std::size_t at = text.find("\"cwd\":\"") + 7;
    return text.substr(at, text.find('"', at) - at);
  }

  TestDir dir_;
  RealFileSystem files_;
  std::vector<std::string> sessions_;
  std::map<std::string, std::vector<std::string>> parts_;
};

TEST_F(TravelTest, EveryAnswerIsTheSameThere) {
  std::vector<std::string> once;
  for (const std::string& id : sessions_) {
    if (std::count(sessions_.begin(), sessions_.end(), id) == 1) once.push_back(id);
  }
  const auto packed = pack(once);
  ASSERT_TRUE(packed) << packed.error().message;
  const auto unpacked = unpack(dir_.path("work/copy"));
  ASSERT_TRUE(unpacked) << unpacked.error().message;
  const std::string key = project_key(*files_.real_path(dir_.path("work/copy")));
  for (const std::string& id : once) {
    expect_whole(id, key);
    for (const char* name : {"show", "context", "branches", "tree", "outcome", "todos"}) {
      const auto before = run(here(), name, {{"session", {id}}});
      const auto after = run(there(), name, {{"session", {id}}});
      ASSERT_TRUE(before && after) << name;
      const auto plain = [&](std::string text, const std::string& root) {
        for (std::size_t at; (at = text.find(root)) != std::string::npos;) {
          text.replace(at, root.size(), "ROOT");
        }
        for (const std::string& session : once) {
          const std::string old = project_place(parts_[session].back()).key.empty()
                                      ? std::string()
                                      : std::string(project_place(parts_[session].back()).key);
          for (const std::string& k : {old, key}) {
            for (std::size_t at; !k.empty() && (at = text.find(k)) != std::string::npos;) {
              text.replace(at, k.size(), "KEY");
            }
          }
        }
        // Where it is resumed is the one thing that differs by right: each time where it lies.
        static const std::regex kResume(R"re("resume":"cd .* && claude)re");
        return std::regex_replace(text, kResume, "\"resume\":\"cd FOLDER && claude");
      };
      EXPECT_EQ(plain(*before, here()), plain(*after, there())) << name << " " << id;
    }
  }
}

TEST_F(TravelTest, PlansTravelToo) {
  const std::string id = sessions_.front();
  std::string transcript;
  for (const std::string& part : parts_[id]) {
    if (part.ends_with(id + ".jsonl")) transcript = here() + "/" + part;
  }
  std::filesystem::create_directories(here() + "/plans");
  std::ofstream(here() + "/plans/calm-blue-fox.md") << "# Plan";
  std::ofstream(here() + "/plans/of-another-one.md") << "# Plan";
  std::ofstream(transcript, std::ios::app)
      << R"({"type":"attachment","uuid":"p1","parentUuid":null,"attachment":{"type":"plan_mode",)"
      << R"("planFilePath":"/home/x/.claude/plans/calm-blue-fox.md","planExists":true}})"
      << "\n";
  ASSERT_TRUE(pack({id}));
  ASSERT_TRUE(unpack(dir_.path("work/copy")));
  EXPECT_EQ(bytes(there() + "/plans/calm-blue-fox.md"), "# Plan");
  EXPECT_FALSE(std::filesystem::exists(there() + "/plans/of-another-one.md"));
}

// Much that is alike becomes so small that it would be taken for a bomb.
TEST_F(TravelTest, WhatIsAlikeTravelsToo) {
  const std::string id = sessions_.front();
  std::string part;
  for (const std::string& one : parts_[id]) {
    if (one.ends_with(id + ".jsonl")) part = one;
  }
  std::ofstream out(here() + "/" + part, std::ios::app);
  const std::string line = R"({"type":"summary","summary":")" + std::string(1 << 20, 'x') + "\"}\n";
  for (int i = 0; i < 200; ++i) out << line;
  out.close();
  const auto packed = pack({id});
  ASSERT_TRUE(packed) << packed.error().message;
  ASSERT_LT(std::filesystem::file_size(pack_file()), 1U << 20);
  const auto unpacked = unpack(dir_.path("work/copy"));
  ASSERT_TRUE(unpacked) << unpacked.error().message;
  expect_whole(id, project_key(*files_.real_path(dir_.path("work/copy"))));
}

TEST_F(TravelTest, WhatIsOnlyKeptTravelsToo) {
  const std::string id = sessions_.front();
  ASSERT_TRUE(run(here(), "keep", {}));
  const std::string saved = dir_.path("saved");
  std::filesystem::copy(here(), saved, std::filesystem::copy_options::recursive);
  for (const std::string& part : parts_[id]) std::filesystem::remove(here() + "/" + part);
  const auto packed = pack({id});
  ASSERT_TRUE(packed) << packed.error().message;
  ASSERT_TRUE(unpack(dir_.path("work/copy")));
  std::filesystem::remove_all(here());
  std::filesystem::rename(saved, here());
  expect_whole(id, project_key(*files_.real_path(dir_.path("work/copy"))));
}

TEST_F(TravelTest, TheSameFolderNeedsNoWord) {
  const std::string id = sessions_.front();
  ASSERT_TRUE(pack({id}));
  const auto nowhere = unpack("");
  ASSERT_FALSE(nowhere);
  EXPECT_NE(nowhere.error().message.find("--to"), std::string::npos) << nowhere.error().message;
  EXPECT_TRUE(std::filesystem::is_empty(there() + "/projects"));
}

TEST_F(TravelTest, ACopyOfTheSameRepositoryIsFound) {
  // The session's own folder, as a repository; there it has another place and another address.
  const std::string id = "33333333-3333-4333-8333-333333333333";
  const auto repository = [&](const std::string& folder, const std::string& address) {
    std::filesystem::create_directories(folder + "/.git");
    std::filesystem::create_directories(folder + "/web");
    std::ofstream(folder + "/.git/config") << "[remote \"origin\"]\n\turl = " << address << "\n";
  };
  const auto session = [&](const std::string& root, const std::string& name,
                           const std::string& cwd) {
    const std::string folder = root + "/projects/" + project_key(cwd);
    std::filesystem::create_directories(folder);
    std::ofstream(folder + "/" + name + ".jsonl")
        << R"({"type":"user","uuid":"u1","parentUuid":null,"cwd":")" << cwd << R"(","sessionId":")"
        << name
        << R"(","timestamp":"2026-01-05T12:00:00Z","message":{"role":"user","content":"hi"}})"
        << "\n";
  };
  const std::string old_folder = dir_.path("old/orchard");
  const std::string new_folder = dir_.path("new/garden");
  repository(old_folder, "git@host:ada/orchard.git");
  session(here(), id, old_folder + "/web");
  ASSERT_TRUE(pack({id}));
  std::filesystem::remove_all(dir_.path("old"));

  repository(new_folder, "https://ada:secret@host/ada/orchard");
  EXPECT_FALSE(unpack("")) << "no session tells of that folder yet";
  session(there(), "44444444-4444-4444-8444-444444444444", new_folder);
  const auto done = unpack("");
  ASSERT_TRUE(done) << done.error().message;
  const std::string place = there() + "/projects/" + project_key(new_folder + "/web");
  EXPECT_TRUE(std::filesystem::exists(place + "/" + id + ".jsonl")) << *done;

  repository(dir_.path("new/second"), "host:ada/orchard");
  session(there(), "55555555-5555-4555-8555-555555555555", dir_.path("new/second"));
  std::filesystem::remove_all(place);
  const auto several = unpack("");
  ASSERT_FALSE(several);
  EXPECT_NE(several.error().message.find("several"), std::string::npos) << several.error().message;
}

TEST_F(TravelTest, AMachineWithoutSessionsGetsThem) {
  const std::string id = sessions_.front();
  ASSERT_TRUE(pack({id}));
  EngineOptions fresh = options(there());
  fresh.roots.clear();
  fresh.environment.home = dir_.path("home");
  const auto done =
      run(fresh, "unpack", {{"file", {pack_file()}}, {"to", {dir_.path("work/copy")}}});
  ASSERT_TRUE(done) << done.error().message;
  const auto list = run(fresh, "list", {{"all", {"true"}}});
  ASSERT_TRUE(list) << list.error().message;
  EXPECT_NE(list->find(id), std::string::npos) << *list;
}

TEST_F(TravelTest, NothingIsReplaced) {
  const std::string id = sessions_.front();
  ASSERT_TRUE(pack({id}));
  EXPECT_FALSE(pack({id})) << "the file is there already";
  const std::string to = dir_.path("work/copy");
  ASSERT_TRUE(unpack(to));
  ASSERT_TRUE(unpack(to)) << "the same again is fine";
  const std::string transcript =
      there() + "/projects/" + project_key(*files_.real_path(to)) + "/" + id + ".jsonl";
  std::ofstream(transcript, std::ios::app) << "more\n";
  const std::string grown = bytes(transcript);
  const auto refused = unpack(to);
  ASSERT_FALSE(refused);
  EXPECT_EQ(bytes(transcript), grown);
  EXPECT_FALSE(pack({id, id})) << "twice the same";
  EXPECT_FALSE(run(here(), "pack", {{"session", {id}}, {"output", {dir_.path("no/such/x")}}}));
  EXPECT_FALSE(unpack(dir_.path("nowhere")));
}

}  // namespace
}  // namespace clew
