// SPDX-License-Identifier: MIT
//
// Work for which nobody waits any more ends in the middle: not only between two pieces of an
// answer, but inside a scan of many files or of a large one. A gate before the files makes that
// certain instead of likely: when enough was read it closes, the client goes, the gate opens, and
// from then on almost nothing is read.

#include <condition_variable>
#include <fstream>
#include <mutex>

#include <gtest/gtest.h>

#include "json/value.h"
#include "os/real_file_system.h"
#include "test_server.h"

namespace clew {
namespace {

using namespace std::chrono_literals;

constexpr int kSessions = 400;
constexpr std::int64_t kBeforeTheGate = 8;
constexpr std::int64_t kLarge = std::int64_t{40} << 20;

// Counts what is read below a folder and stops whoever reads there when the gate is closed.
class GatedFiles : public RealFileSystem {
 public:
  // After so many reads nothing goes on until open_gate().
  void close_gate_after(std::int64_t reads) {
    const std::lock_guard lock(mutex_);
    gate_ = reads_ + reads;
  }
  // False: nobody came.
  bool wait_for_somebody() {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, 20s, [this] { return waiting_ > 0; });
  }
  void open_gate() {
    const std::lock_guard lock(mutex_);
    gate_ = INT64_MAX;
    changed_.notify_all();
  }
  std::int64_t reads() const {
    const std::lock_guard lock(mutex_);
    return reads_;
  }

  Result<std::unique_ptr<RandomAccessFile>> open(const std::string& path) const override {
    auto file = RealFileSystem::open(path);
    if (!file || !path.ends_with(".jsonl")) return file;
    return std::unique_ptr<RandomAccessFile>(std::make_unique<File>(*this, std::move(*file)));
  }

 private:
  class File : public RandomAccessFile {
   public:
    File(const GatedFiles& gate, std::unique_ptr<RandomAccessFile> base)
        : gate_(gate), base_(std::move(base)) {}
    Result<size_t> read_at(int64_t offset, std::span<char> out) const override {
      gate_.pass();
      return base_->read_at(offset, out);
    }
    Result<FileInfo> info() const override { return base_->info(); }

   private:
    const GatedFiles& gate_;
    std::unique_ptr<RandomAccessFile> base_;
  };

  void pass() const {
    std::unique_lock lock(mutex_);
    ++reads_;
    if (reads_ <= gate_) return;
    ++waiting_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return gate_ == INT64_MAX; });
    --waiting_;
  }

  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  mutable std::int64_t reads_ = 0;
  mutable std::int64_t waiting_ = 0;
  std::int64_t gate_ = INT64_MAX;
};

class Cancel : public ::testing::Test {
 protected:
  void start(ServerLimits limits = {}) {
    server_ = std::make_unique<TestServer>(limits, false, &files_);
    const std::string folder = server_->root() + "/projects/-work-many";
    ASSERT_TRUE(RealFileSystem().create_directories(folder));
    for (int i = 0; i < kSessions; ++i) write(folder + "/" + id(i) + ".jsonl", line(i), 1);
    write(folder + "/" + id(kSessions) + ".jsonl", line(kSessions), kLarge);
    write(server_->root() + "/history.jsonl",
          R"({"display":"typed","pastedContents":{},"timestamp":1767607200000,"project":"/w"})",
          kLarge / 4);
  }

  // The line, again and again until the file is as large.
  static void write(const std::string& path, const std::string& line, std::int64_t bytes) {
    std::ofstream out(path, std::ios::binary);
    for (std::int64_t size = 0; size < bytes; size += std::ssize(line) + 1) out << line << '\n';
    ASSERT_TRUE(out.flush());
  }

  static std::string id(int number) {
    const std::string digits = std::to_string(100000 + number);
    return "11111111-1111-4111-8111-000000" + digits;
  }
  static std::string line(int number) {
    return R"({"type":"user","uuid":")" + id(number) + R"(","parentUuid":null,"sessionId":")" +
           id(number) +
           R"(","cwd":"/work/many","version":"2.1.0","timestamp":)"
           R"("2026-01-05T10:00:00.000Z","message":{"role":"user","content":")" +
           std::string(2000, 'x') + R"("}})";
  }

  // The loop has seen everything that was sent or closed before: it answers one after the other.
  void let_the_loop_look() {
    for (int i = 0; i < 3; ++i) EXPECT_EQ(server_->get("/api/v1/server").status, 200);
  }
  // How much is still read when the gate opens for somebody whom nobody waits for.
  std::int64_t read_afterwards() {
    const std::int64_t before = files_.reads();
    files_.open_gate();
    server_->end();  // waits for what runs
    return files_.reads() - before;
  }

  GatedFiles files_;
  std::unique_ptr<TestServer> server_;
};

// Without anybody who goes, everything is read: otherwise these tests would prove nothing.
TEST_F(Cancel, WhoStaysGetsEverything) {
  start();
  const std::int64_t before = files_.reads();
  const TestResponse found = server_->get("/api/v1/search?query=xxx&noIndex=1&limit=1");
  EXPECT_EQ(found.status, 200);
  EXPECT_GT(files_.reads() - before, kSessions);
}

TEST_F(Cancel, WhoHangsUpStopsTheScan) {
  for (const char* target :
       {"/api/v1/search?query=xxx&noIndex=1", "/api/v1/usage?noIndex=1",
        "/api/v1/list?all=1&counts=1", "/api/v1/usage?kind=explain&target=msg_none",
        "/api/v1/prompts", "/api/v1/show?session=11111111-1111-4111-8111-000000100400",
        "/api/v1/stats?session=11111111-1111-4111-8111-000000100400",
        "/api/history/sessions?maxResults=1000"}) {
    SCOPED_TRACE(target);
    start();
    files_.close_gate_after(kBeforeTheGate);
    {
      TestClient client = server_->client();
      client.send(server_->request("GET", target));
      ASSERT_TRUE(files_.wait_for_somebody());
    }
    let_the_loop_look();
    EXPECT_LT(read_afterwards(), 20) << "of several hundred";
  }
}

TEST_F(Cancel, ARequestOnAWebSocketCanBeCancelled) {
  start();
  TestClient socket = server_->client();
  socket.send(server_->request("GET", "/ws",
                               "Connection: Upgrade\r\nUpgrade: websocket\r\n"
                               "Sec-WebSocket-Version: 13\r\n"
                               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"));
  ASSERT_NE(socket.read_until("\r\n\r\n").find(" 101 "), std::string::npos);
  files_.close_gate_after(kBeforeTheGate);
  socket.send_frame(
      R"({"jsonrpc":"2.0","id":7,"method":"search","params":{"query":["xxx"],"noIndex":true}})");
  ASSERT_TRUE(files_.wait_for_somebody());
  socket.send_frame(R"({"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}})");
  let_the_loop_look();
  const std::int64_t before = files_.reads();
  files_.open_gate();
  const std::string answer = socket.read_message().value_or("");
  EXPECT_NE(answer.find("-32800"), std::string::npos) << answer;
  EXPECT_LT(files_.reads() - before, 20);
}

TEST_F(Cancel, AWebSocketThatGoesTakesItsWorkWithIt) {
  start();
  files_.close_gate_after(kBeforeTheGate);
  {
    TestClient socket = server_->client();
    socket.send(server_->request("GET", "/ws",
                                 "Connection: Upgrade\r\nUpgrade: websocket\r\n"
                                 "Sec-WebSocket-Version: 13\r\n"
                                 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"));
    ASSERT_NE(socket.read_until("\r\n\r\n").find(" 101 "), std::string::npos);
    socket.send_frame(R"({"jsonrpc":"2.0","id":1,"method":"usage","params":{"noIndex":true}})");
    ASSERT_TRUE(files_.wait_for_somebody());
  }
  let_the_loop_look();
  EXPECT_LT(read_afterwards(), 20);
}

TEST_F(Cancel, AfterTheDeadlineTheClientHearsOfItAndTheWorkEnds) {
  ServerLimits limits;
  limits.request_time = 300ms;
  start(limits);
  files_.close_gate_after(kBeforeTheGate);
  const TestResponse late = server_->get("/api/v1/search?query=xxx&noIndex=1");
  EXPECT_EQ(late.status, 504);
  EXPECT_EQ(late.headers.at("content-type"), "application/problem+json");
  let_the_loop_look();
  EXPECT_LT(read_afterwards(), 20);
}

// A session that was only half read must not be kept for the next one who asks.
TEST_F(Cancel, NothingHalfReadIsKept) {
  start();
  files_.close_gate_after(kBeforeTheGate);
  const std::string target = "/api/v1/show?session=11111111-1111-4111-8111-000000100400&last=1";
  {
    TestClient client = server_->client();
    client.send(server_->request("GET", target));
    ASSERT_TRUE(files_.wait_for_somebody());
  }
  let_the_loop_look();
  files_.open_gate();
  const TestResponse whole = server_->get(target);
  EXPECT_EQ(whole.status, 200);
  json::Parser parser;
  const auto root = parser.parse_copy(whole.body);
  ASSERT_TRUE(root);
  EXPECT_GE((*root)["session"]["bytes"].int_or(0), kLarge);
}

}  // namespace
}  // namespace clew
