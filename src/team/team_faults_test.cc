// SPDX-License-Identifier: MIT
//
// The store goes away while somebody pushes: at every message, by a crash, for good.
#include <atomic>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>

#include "team/test_team.h"

namespace clew {
namespace {

// Stands between a pusher and PostgreSQL, and cuts the connection when the n-th read of either side
// has come through.
class CuttingProxy {
 public:
  CuttingProxy(const std::string& folder, std::string to) : to_(std::move(to)) {
    listener_ = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    const std::string path = folder + "/.s.PGSQL.5432";
    path.copy(name.sun_path, sizeof name.sun_path - 1);
    ::bind(listener_, reinterpret_cast<const sockaddr*>(&name), sizeof name);
    ::listen(listener_, 8);
    thread_ = std::thread([this] { run(); });
  }
  ~CuttingProxy() {
    ending_ = true;
    thread_.join();
    ::close(listener_);
  }

  void cut_after(int reads) { left_ = reads; }
  int reads() const { return reads_; }

 private:
  void run() {
    while (!ending_) {
      pollfd one{listener_, POLLIN, 0};
      if (::poll(&one, 1, 20) <= 0) continue;
      const int client = ::accept(listener_, nullptr, nullptr);
      if (client >= 0) relay(client);
    }
  }

  void relay(int client) {
    const int server = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    to_.copy(name.sun_path, sizeof name.sun_path - 1);
    if (::connect(server, reinterpret_cast<const sockaddr*>(&name), sizeof name) == 0) {
      std::string buffer(1 << 16, '\0');
      while (!ending_) {
        pollfd both[2] = {{client, POLLIN, 0}, {server, POLLIN, 0}};
        if (::poll(both, 2, 20) == 0) continue;
        const bool from_client = both[0].revents != 0;
        const int from = from_client ? client : server;
        const ssize_t got = ::recv(from, buffer.data(), buffer.size(), 0);
        if (got <= 0) break;
        ++reads_;
        if (left_ >= 0 && --left_ < 0) break;  // what was just read is lost
        if (::send(from_client ? server : client, buffer.data(), static_cast<std::size_t>(got),
                   MSG_NOSIGNAL) != got) {
          break;
        }
      }
    }
    ::close(client);
    ::close(server);
  }

  const std::string to_;
  int listener_ = -1;
  std::atomic<bool> ending_ = false;
  std::atomic<int> left_ = -1;
  std::atomic<int> reads_ = 0;
  std::thread thread_;
};

using TeamFaultsTest = TeamTest;

const std::string kFaultyPlace = "/team/ann/laptop-0001/home/ann/.claude/" + kFile;

void expect_once(TeamStore& store, std::int64_t size) {
  auto lease = store.connection();
  ASSERT_TRUE(lease);
  const auto sum = (*lease)->query(
      "SELECT sum(length)::int8, count(DISTINCT version), min(start) FROM clew.pieces");
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum->number(0, 0), size);
  EXPECT_EQ(sum->number(0, 1), 1);
  EXPECT_EQ(sum->number(0, 2), 0);
}

TEST_F(TeamFaultsTest, CutAtEveryMessageNothingIsLostAndNothingIsTwice) {
  char folder[] = "/tmp/clew-proxy-XXXXXX";
  ASSERT_NE(::mkdtemp(folder), nullptr);
  const std::string text = some_lines(3'000);
  {
    CuttingProxy proxy(folder, postgres_.socket());
    const std::string address = ann_->address().url();
    const auto through = [&] {
      std::string url = address;
      const std::string host = url.substr(url.find("host=") + 5);
      url.replace(url.find("host=") + 5, host.size(), folder);
      return *TeamAddress::parse(url);
    }();
    std::size_t done = 0;
    int cuts = 0;
    for (int n = 0; n < 400 && done < 40; ++n) {
      // Each time a little more of the file, and the connection cut a message later.
      const std::string part = text.substr(0, text.size() * (done + 1) / 40);
      proxy.cut_after(n % 60);
      bool pushed = false;
      for (int tries = 0; tries < 3 && !pushed; ++tries) {
        auto store = TeamStore::open(through);
        if (!store) {
          ++cuts;
          proxy.cut_after(tries == 1 ? -1 : n % 60);
          continue;
        }
        auto sent = push(**store, project(), part);
        pushed = sent.has_value();
        if (!sent) {
          ++cuts;
          EXPECT_EQ(sent.error().code, ErrorCode::kBusy) << sent.error().message;
          if (tries == 1) proxy.cut_after(-1);
        }
      }
      EXPECT_TRUE(pushed);
      if (pushed) ++done;
    }
    EXPECT_EQ(done, 40U);
    EXPECT_GT(cuts, 10);
  }
  EXPECT_EQ(seen(bob_)[kFaultyPlace], text);
  expect_once(*ann_, std::ssize(text));
  std::filesystem::remove_all(folder);
}

TEST_F(TeamFaultsTest, AServerThatCrashesWhileOthersPushLosesNothing) {
  const std::string text = some_lines(20'000);
  std::thread pusher([&] {
    for (int step = 1; step <= 60; ++step) {
      const std::string part = text.substr(0, text.size() * static_cast<std::size_t>(step) / 60);
      for (int tries = 0; tries < 2'000; ++tries) {
        const auto sent = push(*ann_, project(), part);
        if (sent) break;
        ASSERT_NE(sent.error().code, ErrorCode::kInvalid) << sent.error().message;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      }
    }
  });
  // By this thread: a server ends with the thread that started it.
  int crashes = 0;
  for (; crashes < 2; ++crashes) {
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    postgres_.restart();
  }
  pusher.join();
  EXPECT_GT(crashes, 0);
  EXPECT_TRUE(seen(bob_)[kFaultyPlace] == text) << "not the same bytes";  // too many to print
  expect_once(*ann_, std::ssize(text));
}

TEST_F(TeamFaultsTest, ATransactionThatFailsForEverIsAnErrorThatSaysSo) {
  auto admin = PgConnection::open(postgres_.admin());
  ASSERT_TRUE(admin->run_script(
      "ALTER TABLE clew.pieces ADD CONSTRAINT never CHECK (length < 0) NOT VALID"));
  const auto sent = push(*ann_, project(), "x\n");
  ASSERT_FALSE(sent);
  EXPECT_NE(sent.error().message.find("never"), std::string::npos) << sent.error().message;
  EXPECT_TRUE(seen(bob_).empty()) << "half a push does not count";
}

TEST_F(TeamFaultsTest, ADiskThatIsFullThereIsAReasonToTryLater) {
  // What PostgreSQL says then, raised by a trigger: filling a disk for real takes a mount.
  auto admin = PgConnection::open(postgres_.admin());
  ASSERT_TRUE(admin->run_script(
      "CREATE FUNCTION public.full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
      "RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; "
      "END $$; CREATE TRIGGER zz BEFORE INSERT ON clew.pieces FOR EACH ROW "
      "EXECUTE FUNCTION public.full_disk();"));
  const auto sent = push(*ann_, project(), "x\n");
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().code, ErrorCode::kBusy);
  EXPECT_NE(sent.error().message.find("No space left"), std::string::npos);
  ASSERT_TRUE(admin->run_script("DROP TRIGGER zz ON clew.pieces"));
  EXPECT_TRUE(push(*ann_, project(), "x\n"));
  EXPECT_EQ(seen(bob_)[kFaultyPlace], "x\n");
}

}  // namespace
}  // namespace clew
