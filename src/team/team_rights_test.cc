// SPDX-License-Identifier: MIT
//
// Who may what, asked as anybody could who has a person's secret and psql.
#include "keep/zstd_frame.h"
#include "team/test_team.h"

namespace clew {
namespace {

class TeamRightsTest : public TeamTest {
 protected:
  // What a statement answers: the number in its first row, or the state of the error.
  static std::string ask(TeamStore& store, Sql sql, const PgParams& params = {}) {
    auto lease = store.connection();
    if (!lease) return lease.error().message;
    const auto rows = (*lease)->query(sql, params);
    if (!rows) return (*lease)->last_state();
    return rows->size() == 0 ? "none" : std::to_string(rows->number(0, 0));
  }
};

TEST_F(TeamRightsTest, WhatIsMineNobodyElseSees) {
  ASSERT_TRUE(push(*ann_, project("mine"), "a secret plan\n"));
  EXPECT_EQ(seen(ann_).size(), 1U);
  EXPECT_TRUE(seen(bob_).empty());
  EXPECT_EQ(ask(*bob_, "SELECT count(*) FROM clew.projects"), "0");
  EXPECT_EQ(ask(*bob_, "SELECT count(*) FROM clew.files"), "0");
  EXPECT_EQ(ask(*bob_, "SELECT count(*) FROM clew.versions"), "0");
  EXPECT_EQ(ask(*bob_, "SELECT count(file_id) FROM clew.pieces"), "0");
  EXPECT_EQ(ask(*bob_, "SELECT count(*) FROM clew.machines"), "0");
  EXPECT_EQ(ask(*bob_, "SELECT count(*) FROM clew.seen_files('0')"), "0");
  EXPECT_EQ(ask(*bob_, "SELECT count(*) FROM clew.read_pieces(1, 1, 0, 1000)"), "0");
  EXPECT_EQ(ask(*ann_, "SELECT count(*) FROM clew.read_pieces(1, 1, 0, 1000)"), "1");
}

TEST_F(TeamRightsTest, NamedPeopleSeeItAndNobodyElse) {
  ASSERT_TRUE(push(*ann_, project("named"), "for bob\n", {"bob"}));
  EXPECT_EQ(seen(bob_).size(), 1U);
  EXPECT_TRUE(seen(eve_).empty());
  // And not any more when the list changes.
  ASSERT_TRUE(push(*ann_, project("named"), "for bob\n", {"eve"}));
  EXPECT_TRUE(seen(bob_).empty());
  EXPECT_EQ(seen(eve_).size(), 1U);
}

TEST_F(TeamRightsTest, BytesAreNotReadPastTheFunctionThatChecks) {
  ASSERT_TRUE(push(*ann_, project("team"), "for all\n"));
  EXPECT_EQ(ask(*bob_, "SELECT octet_length(frame) FROM clew.pieces"), "42501");
  EXPECT_EQ(ask(*ann_, "SELECT octet_length(frame) FROM clew.pieces"), "42501");
}

TEST_F(TeamRightsTest, NobodyChangesOrRemovesWhatIsAnothers) {
  ASSERT_TRUE(push(*ann_, project("team"), "for all\n"));
  EXPECT_EQ(ask(*bob_, "WITH g AS (DELETE FROM clew.files RETURNING 1) SELECT count(*) FROM g"),
            "0");
  EXPECT_EQ(ask(*bob_, "WITH g AS (DELETE FROM clew.projects RETURNING 1) SELECT count(*) FROM g"),
            "0");
  EXPECT_EQ(ask(*bob_, "WITH g AS (DELETE FROM clew.versions RETURNING 1) SELECT count(*) FROM g"),
            "0");
  EXPECT_EQ(ask(*bob_, "DELETE FROM clew.pieces"), "42501");
  EXPECT_EQ(ask(*bob_, "UPDATE clew.projects SET owner = 'bob'"), "42501");
  EXPECT_EQ(ask(*bob_, "UPDATE clew.projects SET visibility = 'team'"), "42501");
  EXPECT_EQ(ask(*bob_, "INSERT INTO clew.readers VALUES (1, 'bob')"), "42501");
  EXPECT_EQ(ask(*bob_, "UPDATE clew.people SET scopes = '{admin}'"), "42501");
  EXPECT_EQ(ask(*bob_, "SELECT clew.push_file(1, 'projects/x', 's')"), "CL404");
  EXPECT_EQ(ask(*bob_, "SELECT 1 FROM clew.push_version(1, 1, 0)"), "CL404");
  EXPECT_EQ(ask(*bob_, "INSERT INTO clew.pieces VALUES (1, 1, 8, 1, repeat('x', 32)::bytea, 'y')"),
            "CL404");
  EXPECT_EQ(ask(*ann_, "UPDATE clew.pieces SET frame = ''"), "42501") << "not even one's own";
  EXPECT_EQ(ask(*ann_, "UPDATE clew.versions SET size = 1"), "42501");
  EXPECT_EQ(seen(bob_).size(), 1U);
}

TEST_F(TeamRightsTest, ScopesAreKept) {
  const auto pusher = invite("robot", {"push"});
  const auto reader = invite("guest", {"read"});
  ASSERT_TRUE(push(*ann_, project("team"), "for all\n"));
  TeamProject own = project("team", "ci-0001");
  EXPECT_TRUE(push(*pusher, own, "by a machine\n"));
  EXPECT_EQ(seen(pusher).size(), 1U) << "its own alone";
  EXPECT_EQ(seen(reader).size(), 2U);
  EXPECT_FALSE(push(*reader, own, "by a reader\n"));
  EXPECT_FALSE(reader->invite("mallory", {"admin"}));
  EXPECT_FALSE(ann_->invite("mallory", {"read"}));
  EXPECT_FALSE(ann_->revoke("bob"));
  EXPECT_EQ(ask(*ann_, "SELECT 1 FROM clew.set_audit(true)"), "42501");
  EXPECT_EQ(ask(*ann_, "SET ROLE clew_admin"), "42501");
  EXPECT_EQ(ask(*ann_, "SET SESSION AUTHORIZATION bob"), "42501");
}

TEST_F(TeamRightsTest, RevokedPeopleSeeNothingAtOnceAndCannotComeBack) {
  ASSERT_TRUE(push(*ann_, project("team"), "for all\n"));
  EXPECT_EQ(seen(bob_).size(), 1U);
  ASSERT_TRUE(admin_->revoke("bob"));
  const auto again = TeamStore::open(bob_->address());
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, ErrorCode::kInvalid) << again.error().message;
  EXPECT_EQ(again.error().message.find("@bob"), std::string::npos);
  EXPECT_FALSE(admin_->revoke("postgres")) << "the last administrator";
  // Invited again, with a new secret.
  const auto back = invite("bob");
  EXPECT_EQ(seen(back).size(), 1U);
  EXPECT_FALSE(TeamStore::open(bob_->address())) << "the old secret is of no use";
}

TEST_F(TeamRightsTest, WrongSecretsAndStrangersAreRefused) {
  EXPECT_FALSE(TeamStore::open(postgres_.address("ann", "wrong")));
  auto admin = PgConnection::open(postgres_.admin());
  ASSERT_TRUE(admin->run_script("CREATE ROLE stranger LOGIN PASSWORD 'pw'"));
  const auto stranger = TeamStore::open(postgres_.address("stranger", "pw"));
  ASSERT_FALSE(stranger);
  EXPECT_NE(stranger.error().message.find("not invited"), std::string::npos)
      << stranger.error().message;
  EXPECT_EQ(stranger.error().message.find("pw"), std::string::npos);
  // A role that is somebody else's is not taken over by an invitation.
  EXPECT_FALSE(admin_->invite("stranger", {"read"}));
}

TEST_F(TeamRightsTest, PasswordsAreStoredAsHashesAlone) {
  auto admin = PgConnection::open(postgres_.admin());
  const auto stored = admin->query("SELECT rolpassword FROM pg_authid WHERE rolname = 'ann'");
  ASSERT_TRUE(stored);
  EXPECT_TRUE(stored->text(0, 0).starts_with("SCRAM-SHA-256$"));
}

// A machine that pushes may claim what it likes.
TEST_F(TeamRightsTest, AHostileMachineIsRefused) {
  for (const char* path : {"../x", "projects/../../etc/passwd", "/etc/passwd", "projects//x", "",
                           ".", "projects/./x", "projects/x\n", "a/..", "\x1b[2J"}) {
    const auto sent = push(*eve_, project(), "x\n", {}, path);
    EXPECT_FALSE(sent) << path;
  }
  for (const char* root : {"relative", "/home/../etc", "/", "//x", "/x/"}) {
    TeamProject bad = project();
    bad.root = root;
    EXPECT_FALSE(push(*eve_, bad, "x\n")) << root;
  }
  TeamProject bad = project("team", "../laptop");
  EXPECT_FALSE(push(*eve_, bad, "x\n"));
  bad = project("everybody");
  EXPECT_FALSE(push(*eve_, bad, "x\n"));
  bad = project();
  bad.key = "../-work-app";
  EXPECT_FALSE(push(*eve_, bad, "x\n"));
}

TEST_F(TeamRightsTest, FilesThatAreNoPartOfASessionAreNotShown) {
  for (const char* path : {"settings.json", ".credentials.json", "projects/-work-app/x.sh",
                           "projects/-work-app/CLAUDE.md"}) {
    ASSERT_TRUE(push(*eve_, project(), "x\n", {}, path)) << path;
  }
  EXPECT_TRUE(seen(bob_).empty());
}

TEST_F(TeamRightsTest, SizesAndHashesThatLieAreFound) {
  ASSERT_TRUE(push(*eve_, project(), "as it should be\n"));
  FramePacker packer;
  const std::string frame = *packer.pack("other bytes\n");
  const std::string zeros(32, '\0');
  auto lease = eve_->connection();
  const auto insert = [&](std::int64_t start, std::int64_t length, std::string hash) {
    const auto done = (*lease)->run(
        "INSERT INTO clew.pieces SELECT f.id, 1, $1, $2::int4, $3, $4 FROM clew.files f",
        PgParams().number(start).number(length).bytes(std::move(hash)).bytes(frame));
    return done ? std::string("stored") : (*lease)->last_state();
  };
  EXPECT_EQ(insert(17, 12, zeros), "CL409") << "a gap";
  EXPECT_EQ(insert(3, 12, zeros), "CL409") << "within another";
  EXPECT_EQ(insert(16, 0, zeros), "23514");
  EXPECT_EQ(insert(16, 1 << 30, zeros), "23514");
  EXPECT_EQ(insert(16, 12, "short"), "23514");
  // What the store cannot check, the reader does.
  EXPECT_EQ(insert(16, 12, zeros), "stored");
  EXPECT_NE(seen(bob_).begin()->second.find("damaged piece"), std::string::npos);
}

TEST_F(TeamRightsTest, WhoReadWhatIsWrittenDownWhenAsked) {
  ASSERT_TRUE(push(*ann_, project("team"), "for all\n"));
  seen(bob_);
  EXPECT_EQ(ask(*admin_, "SELECT count(*) FROM clew.reads"), "0");
  EXPECT_EQ(ask(*admin_, "SELECT 1 FROM clew.set_audit(true)"), "1");
  seen(bob_);
  seen(bob_);
  seen(ann_);
  EXPECT_EQ(ask(*admin_, "SELECT count(*) FROM clew.reads WHERE person = 'bob'"), "1");
  EXPECT_EQ(ask(*admin_, "SELECT count(*) FROM clew.reads"), "1") << "one's own is nobody's affair";
  EXPECT_EQ(ask(*eve_, "SELECT count(*) FROM clew.reads"), "0");
  EXPECT_EQ(ask(*ann_, "SELECT count(*) FROM clew.reads"), "1") << "who read mine";
}

TEST_F(TeamRightsTest, TakingBackRemovesItThere) {
  ASSERT_TRUE(push(*ann_, project("team"), "for all\n"));
  EXPECT_EQ(*bob_->remove_session("laptop-0001", kSession), 0);
  EXPECT_EQ(*ann_->remove_session("laptop-0001", kSession), 1);
  EXPECT_TRUE(seen(bob_).empty());
  auto admin = PgConnection::open(postgres_.admin());
  const auto left = admin->query("SELECT count(*) FROM clew.pieces");
  EXPECT_EQ(left->number(0, 0), 0);
}

}  // namespace
}  // namespace clew
