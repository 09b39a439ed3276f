// SPDX-License-Identifier: MIT
// Matching, prefiltering, snippets and scanning, on small texts and an in-memory tree.

#include <gtest/gtest.h>

#include "os/testing/faulty_file_system.h"
#include "os/testing/memory_file_system.h"
#include "search/filters.h"
#include "search/passage_matcher.h"
#include "search/raw_prefilter.h"
#include "search/scan.h"
#include "search/snippet.h"

namespace clew {
namespace {

Query query(std::string_view text) {
  auto parsed = parse_query(text, {});
  EXPECT_TRUE(parsed) << text << ": " << parsed.error().message;
  return *parsed;
}

bool matches(std::string_view asked, std::string_view text) {
  return PassageMatcher(query(asked)).matches(text);
}

TEST(PassageMatcher, Words) {
  EXPECT_TRUE(matches("pool race", "Race in the Pool"));
  EXPECT_FALSE(matches("pool race", "Race in the Spool"));
  EXPECT_TRUE(matches("\"in the pool\"", "race in the pool"));
  EXPECT_FALSE(matches("\"in pool\"", "race in the pool"));
  EXPECT_TRUE(matches("pool -thread", "a pool"));
  EXPECT_FALSE(matches("pool -thread", "a thread pool"));
  EXPECT_TRUE(matches("lake OR pool", "a pool"));
  EXPECT_TRUE(matches("poo*", "a pool"));
  EXPECT_FALSE(matches("ool*", "a pool"));
}

TEST(PassageMatcher, Identifiers) {
  for (const char* text :
       {"parseMessageTree", "parse_message_tree", "parse message tree", "x.parseMessageTree()"}) {
    EXPECT_TRUE(matches("parseMessageTree", text)) << text;
    EXPECT_TRUE(matches("message", text)) << text;
    EXPECT_TRUE(matches("messageTree", text)) << text;
  }
  EXPECT_TRUE(matches("parsemessagetree", "parseMessageTree"));
  EXPECT_TRUE(matches("GitHub", "on github today"));
  EXPECT_TRUE(matches("github", "on GitHub today"));
  EXPECT_TRUE(matches("\"GitHub today\"", "on github today"));
  EXPECT_TRUE(matches("\"GitHub today\"", "on GitHub today"));
  EXPECT_TRUE(matches("竞态", "有竞态条件"));
  EXPECT_FALSE(matches("态竞", "有竞态条件"));
}

TEST(PassageMatcher, OneTextInTwoSpellings) {
  const std::pair<const char*, const char*> pairs[] = {
      {"caf\u00E9", "cafe\u0301!"},
      {"\u304C", "\u304B\u3099"},
      {"\uD55C\uAD6D", "\u1112\u1161\u11AB\u1100\u116E\u11A8"},
      {"\u8C48", "\uF900"},
  };
  for (const auto& [one, other] : pairs) {
    EXPECT_TRUE(matches(one, other)) << one;
    EXPECT_TRUE(matches(other, one)) << one;
    EXPECT_TRUE(RawPrefilter(query(one)).may_match(other)) << one;
    EXPECT_TRUE(RawPrefilter(query(other)).may_match(one)) << one;
  }
  EXPECT_FALSE(matches("cafe*", "caf\u00E9"));
  EXPECT_FALSE(matches("cafe*", "cafe\u0301"));
}

TEST(PassageMatcher, NamesWithDigitsVersionsAndSigns) {
  EXPECT_TRUE(matches("HTTPServer", "an HTTPServer2Go here"));
  EXPECT_TRUE(matches("\"HTTPServer2Go here\"", "an HTTPServer2Go here"));
  EXPECT_FALSE(matches("HTTPServer", "an HTTPServerless one"));
  EXPECT_TRUE(matches("2.1.325", "of v2.1.325,"));
  EXPECT_TRUE(RawPrefilter(query("2.1.325")).may_match("of v2.1.325,"));
  EXPECT_FALSE(matches("2.1.325", "of v2.1.326"));
  EXPECT_TRUE(matches("c++", "in C++20"));
  EXPECT_FALSE(matches("c++", "in C and abc++"));
  EXPECT_TRUE(matches("C#", "in c#."));
  EXPECT_TRUE(matches("x ->", "x->y"));
  EXPECT_FALSE(matches("x ->", "x.y"));
  EXPECT_TRUE(matches("a::b", "a::b"));
  EXPECT_TRUE(matches("(lake OR pool) NOT thread", "a pool"));
  EXPECT_FALSE(matches("x -(lake OR pool)", "x pool"));
}

TEST(PassageMatcher, ExactAndRegex) {
  EXPECT_TRUE(matches("=\"a->b\"", "x = a->b;"));
  EXPECT_FALSE(matches("=\"A->b\"", "x = a->b;"));
  EXPECT_TRUE(matches("/er+or: \\d+/", "an errror: 42"));
  EXPECT_FALSE(matches("/^x/", "an x"));
  EXPECT_TRUE(matches("/^x/", "an\nx"));
  EXPECT_TRUE(matches("/EROR/i", "an eror"));
}

// Marks are bounded, what is found is not.
TEST(PassageMatcher, AWordThatIsEverywhereHidesNoOther) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "the ";
  for (const char* pool : {"pool", "=\"pool\"", "/po+l/", "\"a pool\""}) {
    const std::string asked(pool);
    EXPECT_TRUE(matches("the " + asked, text + "a pool")) << pool;
    EXPECT_FALSE(matches("the " + asked, text + "a lake")) << pool;
    EXPECT_FALSE(matches("the -" + asked, text + "a pool")) << pool;
    EXPECT_TRUE(matches("the -" + asked, text + "a lake")) << pool;
  }
}

TEST(RawPrefilter, NeverSaysNoToAMatch) {
  struct Case {
    const char* query;
    const char* raw;
    bool pass;
  };
  for (const Case& c : std::initializer_list<Case>{
           {"pool", R"({"text":"the Pool"})", true},
           {"pool", R"({"text":"the lake"})", false},
           {"pool", R"({"text":"the \u0070ool"})", true},
           {"pool", R"({"text":"esc \u001b[0m \u0000 \n\t"})", false},
           {"pool", R"({"text":"umlaut \u00fc"})", true},
           {"pool", R"({"text":"far \u4e2d"})", false},
           {"GitHub", R"({"text":"github"})", true},
           {"态", R"({"text":"竞态"})", true},
           {"态", R"({"text":"竞\u6001"})", true},
           {"态", R"({"text":"none"})", false},
           {"привет", R"({"text":"ПРИВЕТ"})", true},
           {"a/b*", R"({"text":"a\/bcd"})", true},
           {"/x+/", R"({"text":"none"})", true},
           {"/er+or: \\d+/", R"({"text":"none"})", false},
           {"/er+or: \\d+/", R"({"text":"errror: 4"})", true},
           {"/https?://[^\\s\"]+/", R"({"text":"htt none"})", false},
           {"/https?://[^\\s\"]+/", R"({"text":"HTTPS:\/\/x"})", true},
           {"/(?i)sock/", R"({"text":"SOCK"})", true},
           {"/(?i)sock/", R"({"text":"soc\u212a"})", true},
           {"/(?i)sock/", "{\"text\":\"soc\u212A\"}", true},
           {"/(?i)sock/", "{\"text\":\"\u017Fock\"}", true},
           {"/(?i)sock/", R"({"text":"none"})", false},
           {"/\u212A/", "{\"text\":\"\u212A\"}", true},
           {"/cat|dog/", R"({"text":"hotdog"})", true},
           {"/cat|dog/", R"({"text":"none"})", false},
           {"/x\\x41bc/", R"({"text":"xABC"})", true},
           {"/[–—]/", R"({"text":"a – b"})", true},
           {"/[–—]/", R"({"text":"a - b"})", false},
           {"/привет/i", R"({"text":"ПРИВЕТ"})", true},
           {"/a\"bcd/", R"({"text":"a\"bcd"})", true},
           {"cat OR dog", R"({"text":"hotdog"})", true},
           {"cat OR dog", R"({"text":"none"})", false},
       }) {
    const RawPrefilter prefilter(query(c.query));
    EXPECT_EQ(prefilter.may_match(c.raw), c.pass) << c.query << " in " << c.raw;
    // The same far into a long line, where whole registers are compared.
    const std::string pad = std::string(61, ' ') + std::string(200, '.');
    EXPECT_EQ(prefilter.may_match(pad + c.raw + pad), c.pass) << c.query << " in long " << c.raw;
    if (!prefilter.can_find()) continue;
    const std::size_t found = prefilter.find(pad + "\n" + c.raw + "\n" + pad + "\n");
    EXPECT_EQ(found != std::string::npos, c.pass) << c.query << " among lines with " << c.raw;
    if (!c.pass) continue;
    EXPECT_GT(found, pad.size()) << c.raw;
    EXPECT_LE(found, pad.size() + std::string_view(c.raw).size()) << c.raw;
  }
}

std::string snippet(std::string_view asked, std::string_view text, std::size_t size) {
  PassageMatcher matcher(query(asked));
  EXPECT_TRUE(matcher.matches(text));
  const Snippet made = make_snippet(text, matcher.marks(), size);
  std::string out;
  std::size_t pos = 0;
  for (const TextMark& mark : made.marks) {
    out += made.text.substr(pos, mark.begin - pos) + "[" +
           made.text.substr(mark.begin, mark.end - mark.begin) + "]";
    pos = mark.end;
  }
  return out + made.text.substr(pos);
}

TEST(Snippet, ShowsTheDensestPlace) {
  EXPECT_EQ(snippet("pool", "the  pool\n is\x1b[31m wet", 80), "the [pool] is wet");
  EXPECT_EQ(
      snippet("pool wet",
              "pool " + std::string(300, 'x') + " the pool is wet today and tomorrow too", 32),
      "…the [pool] is [wet] today and tomorr…");
  EXPECT_EQ(snippet("竞态", "有竞态条件", 80), "有[竞态]条件");
  EXPECT_EQ(make_snippet("no marks at all", {}, 8).text, "no marks…");
}

class ScanTest : public testing::Test {
 protected:
  std::string scan(std::string_view asked) {
    auto sources = find_source_files(files_, {"/r"}, 1);
    const auto found =
        scan_files(files_, sources.files, query(asked), {.threads = 2, .now = 0, .stop = {}});
    EXPECT_TRUE(found);
    std::string out;
    for (const SearchHit& hit : found->hits) {
      out += (out.empty() ? "" : " ") + sources.files[hit.file].session + "@" +
             std::to_string(hit.offset) + ":" + std::string(name_of(hit.role));
    }
    return out;
  }
  MemoryFileSystem files_;
};

TEST_F(ScanTest, FindsAndFilters) {
  const std::string one =
      R"({"type":"user","cwd":"/w/app","sessionId":"s1","gitBranch":"main","timestamp":"2026-01-02T00:00:00Z","message":{"content":"fix the pool"}})"
      "\n";
  const std::string two =
      R"({"type":"assistant","timestamp":"2026-01-03T00:00:00Z","message":{"model":"claude-opus-4","content":[{"type":"tool_use","id":"t","name":"Bash","input":{"command":"ls pool"}}]}})"
      "\n";
  const std::string three =
      R"({"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","is_error":true,"content":"no pool"}]}})"
      "\n";
  const std::string at2 = std::to_string(one.size());
  const std::string at3 = std::to_string(one.size() + two.size());
  files_.add_file("/r/projects/-w-app/s1.jsonl", one + two + three + "{torn pool\n");
  files_.add_file("/r/projects/-w-app/s1/subagents/agent-a1.jsonl",
                  R"({"type":"user","message":{"content":"pool of agents"}})");
  EXPECT_EQ(scan("pool"), "s1@0:user s1@" + at2 + ":tool s1@" + at3 + ":tool s1@0:user");
  EXPECT_EQ(scan("pool agents"), "s1@0:user");
  EXPECT_EQ(scan("pool role:user"), "s1@0:user s1@0:user");
  EXPECT_EQ(scan("pool -role:user"), "s1@" + at2 + ":tool s1@" + at3 + ":tool");
  EXPECT_EQ(scan("pool is:error"), "s1@" + at3 + ":tool");
  EXPECT_EQ(scan("pool tool:bash"), "s1@" + at2 + ":tool s1@" + at3 + ":tool");
  EXPECT_EQ(scan("pool model:opus"), "s1@" + at2 + ":tool");
  EXPECT_EQ(scan("pool branch:main"), "s1@0:user");
  EXPECT_EQ(scan("pool since:2026-01-03"), "s1@" + at2 + ":tool");
  EXPECT_EQ(scan("pool until:2026-01-02"), "s1@0:user");
  EXPECT_EQ(scan("pool project:app role:user"), "s1@0:user");
  EXPECT_EQ(scan("pool project:other"), "");
  EXPECT_EQ(scan("pool session:s1 session:s2 role:tool is:error"), "s1@" + at3 + ":tool");
  EXPECT_EQ(scan("role:user"), "s1@0:user s1@0:user");
  EXPECT_EQ(scan("torn"), "");
}

std::string user_line(const std::string& text) {
  return R"({"type":"user","message":{"content":")" + text + "\"}}\n";
}

TEST_F(ScanTest, GoesOnBehindLinesThatItCannotUse) {
  const std::string padding(static_cast<std::size_t>(kMaxSearchedLine), '.');
  const std::string giant = user_line("a lake " + padding + " a pool");
  const std::string useless = user_line("a lake") + "{torn pool\n" + "pool " + padding + "\n";
  const std::string last = user_line("last pool");
  files_.add_file("/r/projects/-w-app/s1.jsonl", giant + useless + last);
  const std::string at = std::to_string(giant.size() + useless.size());
  EXPECT_EQ(scan("pool"), "s1@0:user s1@" + at + ":user");
  EXPECT_EQ(scan("pool -tool:bash"), "s1@0:user s1@" + at + ":user");
  EXPECT_EQ(scan("/po+l$/"), "s1@0:user s1@" + at + ":user");
}

TEST_F(ScanTest, FilesThatCannotBeReadAreReportedAndThoseThatAreGoneAreNot) {
  files_.add_file("/r/projects/-w-app/s1.jsonl", user_line("pool one"));
  files_.add_file("/r/projects/-w-app/s2.jsonl", user_line("pool two"));
  auto sources = find_source_files(files_, {"/r"}, 1);
  FaultyFileSystem faulty(files_);
  for (const std::int64_t call : {1, 2}) {  // opening the first, reading it
    faulty.fail_calls(call, {ErrorCode::kIo, "broken disk"});
    const auto found =
        scan_files(faulty, sources.files, query("pool"), {.threads = 1, .now = 0, .stop = {}});
    ASSERT_TRUE(found);
    ASSERT_EQ(found->findings.size(), 1U);
    EXPECT_EQ(found->findings[0].reason, "broken disk");
    EXPECT_EQ(found->hits.size(), 1U) << "the other one";
  }
  faulty.fail_calls(1, {ErrorCode::kNotFound, "gone"});
  const auto found =
      scan_files(faulty, sources.files, query("pool"), {.threads = 1, .now = 0, .stop = {}});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->findings.empty());
  EXPECT_EQ(found->hits.size(), 1U);
}

}  // namespace
}  // namespace clew
