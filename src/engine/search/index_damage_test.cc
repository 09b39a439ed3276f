// SPDX-License-Identifier: MIT
//
// Whatever becomes of the bytes of an index: every answer is that of the files, no command fails,
// and `clew index` leaves an index that is in order. The damage is random and the same every time;
// CLEW_DAMAGE_VARIANTS and CLEW_DAMAGE_SEED ask for more and for other.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/sanitized.h"
#include "engine/call/arguments.h"
#include "engine/call/operation.h"
#include "engine/search/search_index.h"
#include "json/value.h"
#include "os/paths.h"
#include "os/test_dir.h"
#include "os/testing/memory_file_system.h"
#include "usage/test_usage.h"

namespace clew {
namespace {

// No threads are here: with their sanitizer this only has to end in time.
constexpr std::size_t kVariants = kThreadSanitized ? 200 : 2000;

constexpr std::size_t kPage = 4096;

std::string read_bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

// Changes bytes in one of the ways in which disks, programs and people do.
class Damage {
 public:
  explicit Damage(std::uint32_t seed) : dice_(seed) {}

  std::size_t any(std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(dice_);
  }

  std::string apply(std::string& bytes) {
    if (bytes.empty()) {
      bytes.assign(1 + any(9000), static_cast<char>(any(256)));
      return "filled";
    }
    switch (any(7)) {
      case 0:
        for (std::size_t i = 1 + any(8); i > 0; --i) flip(bytes[any(bytes.size())]);
        return "bits flipped";
      case 1:
        fill(page(bytes), kPage, bytes, false);
        return "a page zeroed";
      case 2:
        bytes.resize(any(bytes.size()));
        return "cut";
      case 3:
        swap_pages(page(bytes), page(bytes), bytes);
        return "pages swapped";
      case 4:
        fill(any(bytes.size()), 1 + any(2000), bytes, true);
        return "overwritten";
      case 5:
        bytes.replace(page(bytes), kPage, bytes, page(bytes), kPage);
        return "a page lost its place";
      default:
        flip(bytes[page(bytes) + any(std::min<std::size_t>(12, bytes.size() % kPage + 1))]);
        return "the head of a page";
    }
  }

 private:
  void flip(char& byte) {
    byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (1U << any(8)));
  }
  std::size_t page(const std::string& bytes) {
    return any(std::max<std::size_t>(bytes.size() / kPage, 1)) * kPage;
  }
  void fill(std::size_t at, std::size_t count, std::string& bytes, bool random) {
    for (; count > 0 && at < bytes.size(); --count, ++at)
      bytes[at] = random ? static_cast<char>(any(256)) : '\0';
  }
  static void swap_pages(std::size_t a, std::size_t b, std::string& bytes) {
    for (std::size_t i = 0; i < kPage && std::max(a, b) + i < bytes.size(); ++i)
      std::swap(bytes[a + i], bytes[b + i]);
  }

  std::mt19937 dice_;
};

std::size_t number_from_environment(const char* name, std::size_t otherwise) {
  const auto text = environment(name);
  return text ? static_cast<std::size_t>(std::stoull(*text)) : otherwise;
}

struct Command {
  std::string operation;
  Arguments::Given given;
};

class IndexDamageTest : public testing::Test {
 protected:
  void SetUp() override {
    for (int session = 0; session < 6; ++session) {
      std::string text;
      for (int line = 0; line < 10; ++line) text += message(session, line);
      files_.add_file(path_of(session), text);
    }
    build();
    keep("built");
    // Several segments, and a log that is not empty.
    for (int line = 10; line < 14; ++line) {
      for (int session = 0; session < 2; ++session)
        ASSERT_TRUE(files_.append(path_of(session), message(session, line)));
      build();
    }
    keep("grown");
    for (const Command& command : commands_) {
      ASSERT_EQ(run(command, false), run(command, true)) << command.operation;
      truth_.push_back(run(command, false));
    }
  }

  static std::string path_of(int session) {
    return "/r/projects/-p" + std::to_string(session % 3) + "/00000000-0000-4000-8000-" +
           std::to_string(100'000'000'000 + session) + ".jsonl";
  }

  // An answer that was paid for, or a prompt, with words that are in few, some and many places.
  static std::string message(int session, int line) {
    const int number = session * 100 + line;
    const std::string words = "common alpha" + std::to_string(number % 7) + " beta" +
                              std::to_string(number) + " gamma" +
                              std::to_string(number * 7919 % 1000) + " the end";
    const auto uuid = [&](std::int64_t of) {
      return "00000000-0000-4000-8000-" + std::to_string(200'000'000'000 + number - line + of);
    };
    const std::string parent = line == 0 ? "null" : "\"" + uuid(line - 1) + "\"";
    const std::string head = R"({"uuid":")" + uuid(line) + R"(","parentUuid":)" + parent +
                             R"(,"sessionId":")" + std::string(stem(base_name(path_of(session)))) +
                             R"(","cwd":"/p","timestamp":"2025-01-0)" +
                             std::to_string(1 + line % 9) + R"(T00:00:00.000Z",)";
    if (line % 2 == 0)
      return head + R"("type":"user","message":{"role":"user","content":")" + words + "\"}}\n";
    return head + R"("type":"assistant","requestId":"r)" + std::to_string(number) +
           R"(","message":{"id":"m)" + std::to_string(number) +
           R"(","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":")" +
           words + R"("},{"type":"tool_use","id":"t","name":"Bash","input":{"command":"ls"}}],)" +
           R"("usage":{"input_tokens":)" + std::to_string(10 + number) +
           R"(,"output_tokens":5}}})" + "\n";
  }

  Engine engine() {
    EngineOptions options;
    options.roots = {"/r"};
    options.own.cache = dir_.path();
    options.now = *parse_time("2030-01-01T00:00:00Z");
    return Engine(files_, options);
  }

  std::string path() const { return dir_.path("index.db"); }

  void build() {
    Engine one = engine();
    const auto built = build_index(one, {});
    ASSERT_TRUE(built) << built.error().message;
  }

  void keep(const std::string& name) {
    for (const char* suffix : kSuffixes) kept_[name].push_back(read_bytes(path() + suffix));
  }

  // What a command says, without what may differ: how it was found out.
  std::string run(const Command& command, bool with_index) {
    const Operation& operation = *find_operation(command.operation);
    Arguments::Given given = command.given;
    if (!with_index && command.operation != "list") given["no-index"] = {"true"};
    Engine one = engine();
    std::string out;
    const auto done =
        operation.run(one, *Arguments::check(operation, given), [&](std::string_view text) {
          out += text;
          return true;
        });
    if (!done) return "failed: " + done.error().message;
    return command.operation == "search" ? hits_of(out) : without_findings(out);
  }

  std::string hits_of(const std::string& json) {
    const auto answer = parser_.parse_copy(json);
    if (!answer) return json;
    used_index_ = (*answer)["index"].bool_or(false);
    if (!(*answer)["fresh"].bool_or(false)) return "not fresh";
    std::vector<std::string> hits;
    for (const json::Value hit : (*answer)["hits"].elements()) {
      std::string one;
      for (const char* name : {"file", "uuid", "session", "role", "branch", "title"})
        one += std::string(hit[name].string_or("-")) + " ";
      hits.push_back(one + std::to_string(hit["offset"].int_or(-1)));
    }
    std::sort(hits.begin(), hits.end());
    std::string all = std::to_string((*answer)["total"].int_or(-1)) + " hits\n";
    for (const std::string& hit : hits) all += hit + "\n";
    return all;
  }

  // They come last, and the one about the index is the only one here.
  static std::string without_findings(const std::string& json) {
    return json.substr(0, json.find(R"("findings":[)"));
  }

  static std::string difference(const std::string& answer, const std::string& truth) {
    const auto [a, b] = std::mismatch(answer.begin(), answer.end(), truth.begin(), truth.end());
    const auto from = static_cast<std::size_t>(a - answer.begin());
    const std::size_t begin = from - std::min<std::size_t>(from, 40);
    return "..." + answer.substr(begin, 200) + "...\nnot ..." + truth.substr(begin, 200) + "...";
  }

  void damage_often(std::size_t half) {
    const std::size_t seed = number_from_environment("CLEW_DAMAGE_SEED", 14);
    const std::size_t variants = number_from_environment("CLEW_DAMAGE_VARIANTS", kVariants);
    Damage damage(static_cast<std::uint32_t>(seed * 2 + half));
    for (std::size_t variant = 0; variant < variants / 2; ++variant) try_out(variant, damage);
    EXPECT_EQ(failed_, 0) << "commands that failed";
    EXPECT_EQ(wrong_, 0) << "answers that were wrong";
    EXPECT_EQ(not_healed_, 0) << "indexes that `clew index` did not mend";
  }

  // Of one damage: how many commands failed and how many answers were wrong.
  void try_out(std::size_t variant, Damage& damage) {
    const char* const state = variant % 3 == 0 ? "built" : "grown";
    std::vector<std::string> bytes = kept_[state];
    const std::size_t which = variant % 8 == 5 ? 1 : variant % 40 == 7 ? 2 : 0;
    const std::string what = "variant " + std::to_string(variant) + ", " + state + ": " +
                             kSuffixes[which] + " " + damage.apply(bytes[which]);
    for (std::size_t i = 0; i < bytes.size(); ++i) write_bytes(path() + kSuffixes[i], bytes[i]);
    // A quarter begins with `clew index`.
    const bool index_first = variant % 4 == 0;
    if (index_first) expect_healed(what);
    const std::size_t first = damage.any(commands_.size());
    for (std::size_t i = 0; i < 2; ++i) {
      const std::size_t at = (first + i) % commands_.size();
      const std::string answer = run(commands_[at], true);
      if (answer.starts_with("failed")) {
        ++failed_;
        note(what + ": " + commands_[at].operation + " " + answer);
      } else if (answer != truth_[at]) {
        ++wrong_;
        note(what + ": " + commands_[at].operation +
             " is wrong: " + difference(answer, truth_[at]));
      }
    }
    if (!index_first) expect_healed(what);
  }

  void expect_healed(const std::string& what) {
    Engine one = engine();
    auto built = build_index(one, {});
    // With something to do it looks only at what that takes; with nothing to do, at everything.
    if (built && built->outcome.grown > 0) built = build_index(one, {});
    if (!built) {
      ++not_healed_;
      return note(what + ": clew index: " + built.error().message);
    }
    if (const auto verified = verify_index(one); !verified) {
      ++not_healed_;
      return note(what + ": after clew index: " + verified.error().message);
    }
    used_index_ = false;
    if (run(commands_[0], true) != truth_[0] || !used_index_) {
      ++not_healed_;
      note(what + ": not used after clew index");
    }
  }

  void note(const std::string& what) {
    if (++noted_ <= 12) ADD_FAILURE() << what;
  }

  static constexpr const char* kSuffixes[] = {"", "-wal", "-shm"};
  const TestDir dir_;
  MemoryFileSystem files_;
  json::Parser parser_;
  bool used_index_ = false;
  std::map<std::string, std::vector<std::string>> kept_;  // bytes of the files
  static Command search(const std::string& query) {
    return {"search", {{"query", {query}}, {"limit", {"1000"}}, {"per-session", {"1000"}}}};
  }
  static Command usage(const std::string& kind) {
    return {"usage", {{"kind", {kind}}, {"timezone", {"UTC"}}}};
  }
  // Few hits each: reading them again is what takes the time.
  std::vector<Command> commands_ = {
      search("beta205"),
      search("\"common alpha3\""),
      search("gamma1*"),
      search("ls tool:Bash after:2025-01-07"),
      search("alpha2 -beta103 role:user"),
      search("absent"),
      usage("sessions"),
      usage("tools"),
      {"list", {}},
  };
  std::vector<std::string> truth_;
  int failed_ = 0;
  int wrong_ = 0;
  int not_healed_ = 0;
  int noted_ = 0;
};

// Two halves, so that they can run side by side.
TEST_F(IndexDamageTest, IsSeenAndMended) { damage_often(0); }
TEST_F(IndexDamageTest, IsSeenAndMendedAgain) { damage_often(1); }

}  // namespace
}  // namespace clew
