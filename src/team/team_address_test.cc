// SPDX-License-Identifier: MIT
#include "team/team_address.h"

#include <gtest/gtest.h>

#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

TEST(TeamAddress, IsWrittenWithAndWithoutItsPassword) {
  const auto address = TeamAddress::parse("postgres://ann:s%40crt@db.example.org:6543/team");
  ASSERT_TRUE(address) << address.error().message;
  EXPECT_EQ(address->person(), "ann");
  EXPECT_EQ(address->text(), "postgres://ann@db.example.org:6543/team");
  EXPECT_EQ(address->url(), "postgres://ann:s%40crt@db.example.org:6543/team");
  EXPECT_EQ(TeamAddress::parse(address->url())->url(), address->url());
}

TEST(TeamAddress, KnowsSocketsAndParameters) {
  const auto address = TeamAddress::parse("postgresql:///team?host=/run/pg&user=bob");
  ASSERT_TRUE(address);
  EXPECT_EQ(address->url(), "postgres://bob@/team?host=%2Frun%2Fpg");
  EXPECT_EQ(TeamAddress::parse(address->url())->url(), address->url());
}

TEST(TeamAddress, AMistakeDoesNotRepeatWhatWasGiven) {
  for (const char* bad : {"postgres://ann:secret@host:port/x?nonsense=1", "http://ann:secret@host/",
                          "ann:secret@host", "postgres://ann:secret@[host/"}) {
    const auto address = TeamAddress::parse(bad);
    ASSERT_FALSE(address) << bad;
    EXPECT_EQ(address.error().message.find("secret"), std::string::npos);
  }
}

TEST(TeamAddress, AnotherPersonIsAnotherCache) {
  const auto ann = *TeamAddress::parse("postgres://ann:1@host/team");
  EXPECT_EQ(ann.key(), TeamAddress::parse("postgres://ann:2@host/team")->key());
  EXPECT_NE(ann.key(), TeamAddress::parse("postgres://bob:1@host/team")->key());
}

TEST(TeamAddress, OneThatWasJoinedLendsItsPasswordToTheSameStoreAlone) {
  MemoryFileSystem files;
  ASSERT_TRUE(join_team(files, "/data/team", *TeamAddress::parse("postgres://ann:pw@host/team")));
  const auto find = [&](std::string_view root) {
    const auto found = find_team_address(files, "/data/team", root);
    return found ? found->url() : found.error().message;
  };
  EXPECT_EQ(find("team:"), "postgres://ann:pw@host/team");
  EXPECT_EQ(find("postgres://ann@host/team"), "postgres://ann:pw@host/team");
  EXPECT_EQ(find("postgres://ann@evil/team"), "postgres://ann@evil/team");
  EXPECT_EQ(find("postgres://bob@host/team"), "postgres://bob@host/team");
  EXPECT_NE(find_team_address(files, "/none", "team:").error().message.find("clew team join"),
            std::string::npos);
}

}  // namespace
}  // namespace clew
