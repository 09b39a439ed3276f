// SPDX-License-Identifier: MIT
//
// A PostgreSQL of our own for a test: from the system's package, in a temporary folder, on a unix
// socket there, as an unprivileged user when the test runs as root. It ends with the test, also
// when that crashes.
#pragma once

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <grp.h>
#include <pwd.h>
#include <string>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

#include "team/pg_connection.h"
#include "team/team_address.h"

namespace clew {

class TestPostgres {
 public:
  TestPostgres() {
    bin_ = find_bin();
    if (bin_.empty()) return;
    if (::geteuid() == 0) {
      for (const char* name : {"postgres", "nobody"}) {
        if (const passwd* user = ::getpwnam(name)) {
          uid_ = user->pw_uid;
          gid_ = user->pw_gid;
          break;
        }
      }
    }
    if (!copy_template()) return;
    restart();
    ready_ = running_;
  }
  ~TestPostgres() {
    stop(SIGQUIT);
    if (!folder_.empty()) std::filesystem::remove_all(folder_);
  }
  TestPostgres(const TestPostgres&) = delete;
  TestPostgres& operator=(const TestPostgres&) = delete;

  // Tests need it: where it is missing they fail and say what to install.
  bool ready() const { return ready_; }
  static constexpr const char* kMissing = "apt install postgresql (./dev test does)";

  // SIGQUIT is a crash: the next start recovers from the log.
  void stop(int signal = SIGQUIT) {
    if (server_ <= 0) return;
    ::kill(server_, signal);
    ::waitpid(server_, nullptr, 0);
    server_ = -1;
    running_ = false;
  }

  void restart() {
    stop();
    server_ = start(
        {"postgres", "-D", data(), "-k", folder_, "-c", "listen_addresses=", "-c", "fsync=off",
         "-c", "max_connections=60", "-c", "shared_buffers=32MB", "-c", "max_wal_size=64MB"},
        folder_ + "/log");
    for (int i = 0; i < 4800 && !running_; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(25));
      running_ = PgConnection::open(address("postgres", kPassword, "postgres")).has_value();
    }
  }

  TeamAddress admin() const { return address("postgres", kPassword); }
  TeamAddress address(const std::string& person, const std::string& password,
                      const std::string& database = "team") const {
    return *TeamAddress::parse("postgres://" + person + ":" + password + "@/" + database +
                               "?host=" + folder_);
  }
  std::string socket() const { return folder_ + "/.s.PGSQL.5432"; }
  std::string log() const { return folder_ + "/log"; }

 private:
  static constexpr const char* kPassword = "for-tests-only";

  static std::string find_bin() {
    const std::filesystem::path all = "/usr/lib/postgresql";
    std::string best;
    std::error_code ignored;
    for (const auto& version : std::filesystem::directory_iterator(all, ignored)) {
      const std::string bin = version.path().string() + "/bin";
      if (std::filesystem::exists(bin + "/initdb") && bin > best) best = bin;
    }
    return best;
  }

  // Making a cluster takes seconds, copying one does not: the first test makes it for all.
  bool copy_template() {
    const std::string made = "/tmp/clew-postgres-template-" + std::to_string(::geteuid()) + "-" +
                             std::filesystem::path(bin_).parent_path().filename().string();
    const int lock = ::open((made + ".lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    ::flock(lock, LOCK_EX);
    const bool there = std::filesystem::exists(made) || make_template(made);
    ::close(lock);
    return there && new_folder() && wait(start({"/bin/cp", "-r", made, data()}, "/dev/null")) == 0;
  }

  bool make_template(const std::string& made) {
    if (!new_folder()) return false;
    std::ofstream(folder_ + "/password") << kPassword;
    own(folder_ + "/password");
    const int done = wait(
        start({"initdb", "-N", "-D", data(), "-U", "postgres", "-A", "scram-sha-256", "--pwfile",
               folder_ + "/password", "-E", "UTF8", "--locale=C", "--wal-segsize=1"},
              "/dev/null"));
    if (done != 0) return false;
    restart();
    auto admin = PgConnection::open(address("postgres", kPassword, "postgres"));
    if (!admin || !admin->run_script("CREATE DATABASE team")) return false;
    stop(SIGINT);
    std::error_code error;
    std::filesystem::rename(data(), made, error);
    std::filesystem::remove_all(folder_);
    return !error;
  }

  bool new_folder() {
    char folder[] = "/tmp/clew-postgres-XXXXXX";
    if (::mkdtemp(folder) == nullptr) return false;
    folder_ = folder;
    own(folder_);
    return true;
  }

  std::string data() const { return folder_ + "/data"; }
  void own(const std::string& path) const {
    if (uid_ != 0) static_cast<void>(::chown(path.c_str(), uid_, gid_));
  }

  pid_t start(std::vector<std::string> words, const std::string& log) const {
    const pid_t child = ::fork();
    if (child != 0) return child;
    ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
    if (uid_ != 0) {
      static_cast<void>(::setgroups(0, nullptr));
      if (::setgid(gid_) != 0 || ::setuid(uid_) != 0) ::_exit(1);
      ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
    }
    static_cast<void>(::chdir("/"));
    ::unsetenv("PGPASSWORD");
    ::setenv("HOME", folder_.c_str(), 1);
    static_cast<void>(std::freopen(log.c_str(), "a", stdout));
    ::dup2(STDOUT_FILENO, STDERR_FILENO);
    if (!words.front().starts_with('/')) words.front() = bin_ + "/" + words.front();
    std::vector<char*> raw;
    for (std::string& word : words) raw.push_back(word.data());
    raw.push_back(nullptr);
    ::execv(raw.front(), raw.data());
    ::_exit(127);
  }

  static int wait(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return status;
  }

  std::string bin_;
  std::string folder_;
  uid_t uid_ = 0;
  gid_t gid_ = 0;
  pid_t server_ = -1;
  bool running_ = false;
  bool ready_ = false;
};

}  // namespace clew
