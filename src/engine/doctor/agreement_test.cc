// SPDX-License-Identifier: MIT
//
// doctor, check and context --check give one answer.
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "engine/call/operation.h"
#include "engine/doctor/doctor_answers.h"
#include "engine/doctor/test_broken.h"
#include "engine/read/conversation_answers.h"

namespace clew {
namespace {

class DoctorAgreement : public ::testing::Test {
 protected:
  // The id of a session with these bytes.
  std::string add(const std::string& bytes) {
    const std::string number = std::to_string(1000 + added_++);
    std::string id = "00000000-0000-4000-8000-00000000" + number;
    files_.add_file("/r/projects/-p/" + id + ".jsonl", bytes);
    return id;
  }

  Arguments arguments(std::string_view operation, const std::string& id, bool check = false) {
    Arguments::Given given;
    given.emplace("session", std::vector<std::string>{id});
    if (check) given.emplace("check", std::vector<std::string>{"true"});
    return *Arguments::check(*find_operation(operation), given);
  }

  static std::string classes(const std::vector<Trouble>& troubles) {
    std::string out;
    for (const Trouble& one : troubles) {
      if (one.alarm && one.defect < Defect::kH1) out += std::string(name_of(one.defect)) + " ";
    }
    return out;
  }

  void compare(const std::string& bytes, std::string_view what) {
    const std::string id = add(bytes);
    EngineOptions options;
    options.roots = {"/r"};
    Engine engine(files_, options);
    auto doctor = doctor_answer(engine, arguments("doctor", id));
    auto context = context_answer(engine, arguments("context", id, true));
    auto check = check_answer(engine, arguments("check", id));
    ASSERT_TRUE(doctor) << what << doctor.error().message;
    ASSERT_TRUE(context) << what << context.error().message;
    ASSERT_TRUE(check) << what << check.error().message;
    const Diagnosis& diagnosis = doctor->session->diagnosis;
    EXPECT_EQ(diagnosis.will_fail(), context->check->will_fail) << what;
    EXPECT_EQ(classes(diagnosis.troubles), classes(context->check->alarms)) << what;
    EXPECT_EQ(classes(diagnosis.troubles), classes(check->defects)) << what;
    EXPECT_FALSE(context->complaint) << what;
    // All three end with the same code.
    EXPECT_EQ(diagnosis.will_fail(), holds_nothing(*doctor)) << what;
    EXPECT_EQ(diagnosis.will_fail(), holds_nothing(*context)) << what;
    EXPECT_EQ(diagnosis.will_fail(), holds_nothing(*check)) << what;
    // What is refused and matters is an alarm, and a session that is not opened is one too.
    for (const RefusedBlock& one : context->check->refusals) {
      const Trouble* trouble = diagnosis.find(one.refusal.defect);
      ASSERT_NE(nullptr, trouble) << what << one.refusal.message;
      EXPECT_EQ(trouble->alarm, one.refusal.fatal) << what << one.refusal.message;
    }
    EXPECT_TRUE(context->opened->path.refused.empty() || diagnosis.will_fail()) << what;
    // What can be mended is offered, and only that.
    const bool mendable =
        std::any_of(diagnosis.troubles.begin(), diagnosis.troubles.end(),
                    [](const Trouble& one) { return one.alarm && one.is_mendable(); });
    EXPECT_EQ(mendable, !doctor->session->commands.empty()) << what;
  }

  MemoryFileSystem files_;
  int added_ = 0;
};

TEST_F(DoctorAgreement, OnEveryClass) {
  for (const Broken& broken : all_broken()) {
    compare(broken.make != nullptr ? broken.make() : broken.bytes, broken.id);
  }
}

TEST_F(DoctorAgreement, OnWhatIsNoSession) {
  compare("", "nothing");
  compare("\n\n", "lines without anything");
  compare(R"({"type":"custom-title","customTitle":"t","sessionId":"s"})"
          "\n",
          "a title alone");
  compare(R"({"type":"user","message":{"role":"user","content":"without a uuid"}})"
          "\n",
          "no uuid");
  compare(test_file("a1 < - assistant session:s \"ends \""), "ends with white space");
}

TEST_F(DoctorAgreement, OnWhatIsNoTranscript) {
  for (const std::string& bytes :
       {std::string("no transcript\n"), std::string("\x89PNG\r\n\x1a\n\0\0\0", 11)}) {
    const std::string id = add(bytes);
    EngineOptions options;
    options.roots = {"/r"};
    Engine engine(files_, options);
    const auto doctor = doctor_answer(engine, arguments("doctor", id));
    const auto context = context_answer(engine, arguments("context", id, true));
    const auto check = check_answer(engine, arguments("check", id));
    ASSERT_FALSE(doctor);
    ASSERT_FALSE(context);
    ASSERT_FALSE(check);
    EXPECT_NE(std::string::npos, doctor.error().message.find("is not a transcript"));
    EXPECT_EQ(doctor.error().message, context.error().message);
    EXPECT_EQ(doctor.error().message, check.error().message);
  }
}

TEST_F(DoctorAgreement, AnEmptyFileCannotBeResumed) {
  const std::string id = add("");
  EngineOptions options;
  options.roots = {"/r"};
  Engine engine(files_, options);
  auto doctor = doctor_answer(engine, arguments("doctor", id));
  ASSERT_TRUE(doctor);
  const Trouble* nothing = doctor->session->diagnosis.find(Defect::kB13);
  ASSERT_NE(nullptr, nothing);
  EXPECT_TRUE(nothing->alarm);
  EXPECT_FALSE(nothing->is_mendable());
  EXPECT_EQ("the file is empty", nothing->detail);
}

}  // namespace
}  // namespace clew
