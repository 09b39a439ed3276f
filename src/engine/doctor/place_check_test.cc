// SPDX-License-Identifier: MIT
#include "engine/doctor/place_check.h"

#include <gtest/gtest.h>

#include "catalog/layout/project_key.h"
#include "doctor/test_patient.h"

namespace clew {
namespace {

const std::string kId = "11111111-2222-4333-8444-555555555555";

std::string found(const std::string& bytes, const std::string& id = kId,
                  const std::string& key = "-p") {
  MemoryFileSystem files;
  const std::string folder = "/r/projects/" + key;
  const std::string path = folder + "/" + id + ".jsonl";
  files.add_file(path, bytes);
  const NamedSession named{path, *PlainName::from(id), {"/r", key, folder}};
  const SharedSession session = *Session::open(files, path);
  Diagnosis diagnosis;
  find_in_place(files, *session, named, diagnosis);
  std::string out;
  for (const Trouble& one : diagnosis.troubles) {
    out += (out.empty() ? "" : " ") + std::string(name_of(one.defect));
  }
  return out;
}

std::string user_line(const std::string& text, const std::string& more = {}) {
  return R"({"type":"user","uuid":"u1","parentUuid":null,"timestamp":"2026-01-05T12:00:00Z",)" +
         more + R"("message":{"role":"user","content":")" + text + "\"}}\n";
}

TEST(PlaceCheck, KnowsWhyASessionIsNotListed) {
  EXPECT_EQ("", found(user_line("hello", R"("cwd":"/p",)")));
  EXPECT_EQ("H1", found(user_line(std::string(70'000, 'x'))));
  EXPECT_EQ("", found(user_line(std::string(70'000, 'x')) +
                      R"({"type":"custom-title","customTitle":"t","sessionId":"s"})" + "\n"));
  EXPECT_EQ("H2", found(user_line("hello") + user_line(std::string(70'000, 'x')) +
                        R"({"type":"custom-title","customTitle":"t","sessionId":"s"})" + "\n" +
                        user_line(std::string(70'000, 'x'))));
  EXPECT_EQ("H3", found(user_line("hello", R"("isSidechain":true,)") + user_line("hello")));
  EXPECT_EQ("H4", found(user_line("hello"), "notes"));
  EXPECT_EQ("H5", found(R"({"type":"mode"})"));
  EXPECT_EQ("H6", found(user_line("hello", R"("entrypoint":"sdk-cli",)")));
  EXPECT_EQ("H8", found(user_line("hello", R"("cwd":"/elsewhere",)")));
  EXPECT_EQ("H9", found(user_line("hello", R"("cwd":"/My_Project",)"), kId, "-my-project"));
  EXPECT_EQ("H9", found(user_line("hello", R"("cwd":"/my_project",)"), kId, "-my_project"));
  // 2.0 did not shorten the names of folders.
  const std::string deep = "/" + std::string(250, 'd');
  EXPECT_EQ("H9", found(user_line("hello", R"("cwd":")" + deep + R"(",)"), kId,
                        project_key(deep, KeyRule::k10)));
  EXPECT_EQ("", found(user_line("hello", R"("cwd":")" + deep + R"(",)"), kId, project_key(deep)));
  EXPECT_EQ("H14", found(user_line("hello", R"("version":"1.0.80",)") +
                         user_line("hello", R"("version":"2.0.60",)")));
}

}  // namespace
}  // namespace clew
