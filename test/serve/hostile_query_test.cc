// SPDX-License-Identifier: MIT
//
// Regular expressions and texts made to take all time and memory there is: the server answers
// others meanwhile, gets its workers back when the clients go, and ends when it is told to.

#include <chrono>
#include <fstream>

#include <gtest/gtest.h>

#include "base/sanitized.h"
#include "test_server.h"

namespace clew {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

std::string percent(std::string_view text) {
  static constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kDigits[byte >> 4U];
    out += kDigits[byte & 15U];
  }
  return out;
}

std::int64_t most_memory_mb() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stoll(line.substr(6)) / 1024;
  }
  return 0;
}

class HostileQuery : public ::testing::Test {
 protected:
  // Lines of letters that no automaton of a bounded size can follow.
  void SetUp() override {
    const std::string folder = server_.root() + "/projects/-work-letters";
    ASSERT_TRUE(RealFileSystem().create_directories(folder));
    std::ofstream out(folder + "/11111111-1111-4111-8111-111111111111.jsonl", std::ios::binary);
    unsigned x = 1;
    for (int line = 0; line < 8; ++line) {
      out << R"({"type":"user","uuid":"u)" << line << R"(","message":{"role":"user","content":")";
      for (int i = 0; i < 4'000'000; ++i) {
        x = x * 1'664'525U + 1'013'904'223U;
        out << ((x >> 20U & 1U) != 0 ? 'a' : 'b');
      }
      out << "\"}}\n";
    }
  }

  std::string search(std::string_view query) const {
    return server_.request("GET", "/api/v1/search?noIndex=1&query=" + percent(query));
  }

  TestServer server_;
};

const char* const kHostile[] = {
    "/(a|b)*a(a|b){20}c/",
    "/(?:a|b|ab|aab)*a(?:[ab]|ab|ba){60}q/",
    "/a.{0,1000}c/",
    "/[ab]{1000}[ab]{1000}[ab]{1000}[ab]{1000}c/",
};

TEST_F(HostileQuery, WorkersComeBackWhenTheirClientsGo) {
  [[maybe_unused]] const std::int64_t before = most_memory_mb();
  for (int round = 0; round < 2; ++round) {
    std::vector<TestClient> clients;
    for (int i = 0; i < 12; ++i) {
      clients.push_back(server_.client());
      clients.back().send(search(kHostile[static_cast<std::size_t>(i) % std::size(kHostile)]));
    }
    std::this_thread::sleep_for(500ms);
    clients.clear();
    const auto gone = Clock::now();
    EXPECT_EQ(server_.get("/api/v1/list?all=1&limit=1").status, 200);
    EXPECT_LT(Clock::now() - gone, 2s) << "an operation, which needs a worker";
  }
  if (!kSanitized) {  // they keep what was freed
    EXPECT_LT(most_memory_mb() - before, 300) << "twelve of them at once";
  }
}

TEST_F(HostileQuery, TheServerEndsWhileTheyRun) {
  std::vector<TestClient> clients;
  for (const char* query : kHostile) {
    clients.push_back(server_.client());
    clients.back().send(search(query));
  }
  std::this_thread::sleep_for(300ms);
  const auto told = Clock::now();
  server_.end();
  EXPECT_LT(Clock::now() - told, 2s);
}

TEST_F(HostileQuery, WhatWouldTakeTooMuchMemoryIsRefused) {
  const std::int64_t before = most_memory_mb();
  for (const char* query : {"/x?++++++++?++++++++?+++++++/", "/((a{100}){100}){100}/",
                            "/(?:.{1000}){1}.{1000}.{1000}.{1000}/", R"(/\pL{1000}\pL{1000}/)"}) {
    TestClient client = server_.client();
    client.send(search(query));
    const TestResponse refused = client.read_response();
    EXPECT_EQ(refused.status, 400) << query;
    EXPECT_NE(refused.body.find("this regular expression is"), std::string::npos) << refused.body;
  }
  EXPECT_LT(most_memory_mb() - before, 50);
}

}  // namespace
}  // namespace clew
