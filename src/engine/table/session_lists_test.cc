// SPDX-License-Identifier: MIT
//
// What all operations that speak of sessions have to agree on: what a session is called, what it
// used, and that no cache and no index changes an answer.

#include <functional>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "base/time.h"
#include "catalog/layout/test_lines.h"
#include "engine/call/arguments.h"
#include "engine/call/operation.h"
#include "engine/engine.h"
#include "engine/search/search_index.h"
#include "engine/table/test_operations.h"
#include "json/value.h"
#include "os/test_dir.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

using test::at;
using test::custom_title;
using test::quoted;

class SessionLists : public testing::Test {
 protected:
  enum class Keeps { kNothing, kCache };

  // A session of one prompt and one answer that is paid for. All have the word "quince".
  std::string talk(const std::string& id, const std::string& prompt, int second) {
    const auto head = [&](const char* type, const std::string& uuid, const std::string& parent) {
      return R"({"type":")" + std::string(type) + R"(","uuid":")" + uuid + R"(","parentUuid":)" +
             parent + R"(,"sessionId":")" + id + R"(","cwd":"/w/a","version":"2.1.90")" +
             at(second);
    };
    return head("user", "u-" + id, "null") + R"(,"message":{"role":"user","content":)" +
           quoted(std::string_view(prompt)) + "}}\n" +
           head("assistant", "a-" + id, "\"u-" + id + "\"") + R"(,"requestId":"r-)" + id +
           R"(","message":{"id":"m-)" + id +
           R"(","role":"assistant","model":"claude-opus-4-5","content":[{"type":"text",)"
           R"("text":"a quince"}],"usage":{"input_tokens":)" +
           std::to_string(1000 + second) + R"(,"output_tokens":7}}})" + "\n";
  }
  std::string add(int number, const std::string& prompt, const std::string& more = "") {
    std::string id = test::uuid(number);
    files_.add_file("/root/projects/-w-a/" + id + ".jsonl", talk(id, prompt, number) + more);
    return id;
  }
  // Each way in which a session gets its name.
  void add_all() {
    const std::string said = add(0, "custom", custom_title("My quince"));
    add(1, "ai",
        R"({"type":"ai-title","aiTitle":"A made title"})"
        "\n");
    add(2, "last",
        R"({"type":"last-prompt","lastPrompt":"and then this"})"
        "\n");
    add(3, "summary",
        R"({"type":"summary","summary":"In short","leafUuid":"elsewhere"})"
        "\n");
    add(4, "a prompt that is longer than fifty characters and is cut in lists of sessions");
    add(5, "<command-name>/review</command-name><command-args>the quince</command-args>");
    add(6, "> **上下文资料**\n> \n> - 🏠 当前工作区\n\nwhat is this?");
    add(7, "<system-reminder>nobody typed this</system-reminder>");
    const std::string folder = "/root/projects/-w-a/" + said + "/subagents/";
    files_.add_file(folder + "agent-a1.jsonl", talk(said, "look for a quince", 20));
  }

  Engine engine(Keeps keeps = Keeps::kCache) {
    EngineOptions options;
    options.roots = {"/root"};
    if (keeps == Keeps::kCache) options.own.cache = dir_.path();
    options.own.data = "/data";
    options.now = *parse_time("2026-06-06T00:00:00Z");
    return Engine(files_, options);
  }
  Result<std::string> run(std::string_view name, const Arguments::Given& given,
                          Keeps keeps = Keeps::kCache) {
    const Operation& operation = *find_operation(name);
    const auto arguments = Arguments::check(operation, given);
    if (!arguments) return arguments.error();
    Engine one = engine(keeps);
    std::string answer;
    auto done = operation.run(one, *arguments, [&](std::string_view piece) {
      answer += piece;
      return true;
    });
    if (!done) return done.error();
    return answer;
  }
  std::string answer(std::string_view name, const Arguments::Given& given,
                     Keeps keeps = Keeps::kCache) {
    auto text = run(name, given, keeps);
    EXPECT_TRUE(text) << name << ": " << text.error().message;
    return text ? *text : std::string();
  }

  // Calls `visit` for every object in a JSON text.
  static void each_object(json::Value value, const std::function<void(json::Value)>& visit) {
    if (value.is_object()) visit(value);
    for (const auto [key, member] : value.members()) each_object(member, visit);
    for (const json::Value element : value.elements()) each_object(element, visit);
  }

  void build_index_now() {
    Engine one = engine();
    ASSERT_TRUE(build_index(one, {}));
  }

  const TestDir dir_;
  MemoryFileSystem files_;
  json::Parser parser_;
};

struct Called {
  std::string title;
  std::string name;
};

class SessionTitles : public SessionLists {
 protected:
  void read_list() {
    const std::string text = answer("list", {{"all", {"true"}}, {"empty", {"true"}}});
    const auto value = parser_.parse_copy(text);
    ASSERT_TRUE(value);
    for (const json::Value row : (*value)["sessions"].elements()) {
      called_[std::string(row["id"].string_or(""))] = {std::string(row["title"].string_or("")),
                                                       std::string(row["name"].string_or(""))};
    }
    ASSERT_EQ(called_.size(), 8U);
  }
  // How many objects were found that name a session; each has to do it as the list does.
  int check(const std::string& what, const std::string& text) {
    int found = 0;
    json::Parser parser;
    const auto value = parser.parse_copy(text);
    if (!value) return 0;
    each_object(*value, [&](json::Value object) {
      const json::Value title = object["title"];
      if (title.is_missing()) return;
      const std::string_view id =
          object["id"].is_string() ? object["id"].string_or("") : object["session"].string_or("");
      const auto listed = called_.find(std::string(id));
      if (listed == called_.end()) return;
      ++found;
      EXPECT_EQ(title.string_or(""), listed->second.title) << what;
      if (object["name"].is_string()) {
        EXPECT_EQ(object["name"].string_or(""), listed->second.name) << what;
      }
    });
    return found;
  }
  void check_all() {
    int operations_found = 0;
    for (const Operation& operation : operations()) {
      if (!looks_at_one_session(operation)) continue;
      int found = 0;
      for (const auto& [id, called] : called_) {
        const auto text = run(operation.name, {{"session", {id}}});
        if (text) found += check(std::string(operation.name) + " " + id, *text);
      }
      operations_found += found == 8;
    }
    EXPECT_GE(operations_found, 4) << "show, info, stats, ...";
    EXPECT_EQ(
        check("search",
              answer("search", {{"query", {"quince"}}, {"limit", {"0"}}, {"per-session", {"1"}}})),
        8);
    EXPECT_EQ(check("in a subagent", answer("search", {{"query", {"look"}}})), 1);
    EXPECT_GE(check("recall", answer("recall", {{"question", {"quince"}}})), 1);
    EXPECT_EQ(check("usage", answer("usage", {{"kind", {"sessions"}}})), 8);
  }
  std::map<std::string, Called> called_;
};

TEST_F(SessionTitles, AreTheSameEverywhere) {
  add_all();
  read_list();
  check_all();
  build_index_now();
  check_all();
}

TEST_F(SessionTitles, AreWhatReadsBest) {
  add_all();
  read_list();
  EXPECT_EQ(called_[test::uuid(5)].title, "/review the quince");
  EXPECT_EQ(called_[test::uuid(6)].title, "what is this?") << "without the editor's list";
  EXPECT_EQ(called_[test::uuid(7)].title, "a quince") << "the first answer";
}

TEST_F(SessionLists, NoCacheAndNoIndexChangesAnything) {
  add_all();
  files_.add_file("/root/projects/-w-b/" + test::uuid(40) + ".jsonl", "garbage\n");
  files_.add_file("/root/projects/-w-b/" + test::uuid(41) + ".jsonl",
                  talk(test::uuid(41), "Warmup", 41));
  const Arguments::Given all{{"all", {"true"}}};
  std::vector<std::pair<std::string, Arguments::Given>> questions{{"projects", {}}, {"list", all}};
  for (const auto& [name, value] :
       std::map<std::string, std::string>{{"limit", "3"},
                                          {"counts", "true"},
                                          {"subagents", "true"},
                                          {"empty", "true"},
                                          {"sort", "size"},
                                          {"since", "2026-02-02T02:40:04Z"}}) {
    Arguments::Given given = all;
    given[name] = {value};
    questions.emplace_back("list", given);
  }
  std::vector<std::string> plain;
  for (const auto& [name, given] : questions) {
    plain.push_back(answer(name, given, Keeps::kNothing));
  }
  const auto compare = [&](const char* when) {
    for (std::size_t i = 0; i < questions.size(); ++i) {
      EXPECT_EQ(answer(questions[i].first, questions[i].second), plain[i]) << when << " " << i;
    }
  };
  compare("first");
  compare("with a cache");
  build_index_now();
  compare("with an index");
}

TEST_F(SessionLists, WarmupsAreLeftOutAndCounted) {
  add(1, "a prompt");
  add(2, "Warmup");
  add(3, "Warmup", talk("x", "then a prompt", 3));
  add(4, "Warmup", custom_title("warm-ups of athletes"));
  const std::string text = answer("list", {{"all", {"true"}}});
  EXPECT_EQ(text.find(test::uuid(2)), std::string::npos);
  EXPECT_NE(text.find("then a prompt"), std::string::npos);
  EXPECT_NE(text.find("athletes"), std::string::npos);
  EXPECT_NE(text.find(R"("warmups":1)"), std::string::npos) << text;
  const std::string every = answer("list", {{"all", {"true"}}, {"subagents", {"true"}}});
  EXPECT_NE(every.find(test::uuid(2)), std::string::npos);
}

class SessionUsage : public SessionLists {
 protected:
  // The amounts that usage, info, stats and list all have, as text.
  static std::string amounts(json::Value value) {
    std::string text;
    for (const char* name :
         {"input", "output", "cacheRead", "cacheWrite", "total", "responses", "cost"}) {
      text += value[name].to_json() + " ";
    }
    return text;
  }
  json::Value parsed(const std::string& text) {
    parsers_.push_back(std::make_unique<json::Parser>());
    const auto value = parsers_.back()->parse_copy(text);
    EXPECT_TRUE(value);
    return value ? *value : json::Value();
  }
  std::vector<std::unique_ptr<json::Parser>> parsers_;
};

// The lines of a fork are those of the session it came from: paid for once, and said so by all.
TEST_F(SessionUsage, IsThatOfTheLedgerEverywhere) {
  add_all();
  const std::string first = test::uuid(0);
  files_.add_file("/root/projects/-w-a/" + test::uuid(30) + ".jsonl",
                  talk(first, "custom", 0) + talk(test::uuid(30), "go another way", 30));
  for (const bool indexed : {false, true}) {
    if (indexed) build_index_now();
    const json::Value rows =
        parsed(answer("list", {{"all", {"true"}}, {"empty", {"true"}}, {"counts", {"true"}}}));
    int compared = 0;
    for (const json::Value row : rows["sessions"].elements()) {
      const std::string id(row["id"].string_or(""));
      const json::Value usage =
          parsed(answer("usage", {{"kind", {"sessions"}}, {"session", {id}}}));
      const std::string expected = amounts(usage["totals"]);
      EXPECT_EQ(amounts(row["usage"]), expected) << id;
      EXPECT_EQ(amounts(parsed(answer("info", {{"session", {id}}}))["usage"]), expected) << id;
      EXPECT_EQ(amounts(parsed(answer("stats", {{"session", {id}}}))["usage"]), expected) << id;
      EXPECT_TRUE(parsed(answer("info", {{"session", {id}}, {"no-usage", {"true"}}}))["usage"]
                      .is_missing());
      ++compared;
    }
    EXPECT_EQ(compared, 9);
  }
}

TEST_F(SessionUsage, SaysHowMuchIsHidden) {
  add(1, "one");
  add(2, "two");
  const auto totals = [&](const Arguments::Given& given) { return parsed(answer("usage", given)); };
  EXPECT_TRUE(totals({})["leftOut"].is_missing());
  const json::Value hidden = totals({{"session", {test::uuid(2)}}})["totals"];
  ASSERT_TRUE(run("hide", {{"session", {test::uuid(2)}}}));
  const json::Value left_out = totals({})["leftOut"];
  EXPECT_EQ(left_out["hidden"].int_or(0), 1);
  EXPECT_EQ(amounts(left_out), amounts(hidden));
  EXPECT_NEAR(left_out["share"].number_or(0), 0.5, 0.01);
  EXPECT_TRUE(totals({{"hidden", {"true"}}})["leftOut"].is_missing());
}

}  // namespace
}  // namespace clew
