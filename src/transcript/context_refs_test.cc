// SPDX-License-Identifier: MIT

#include "transcript/context_refs.h"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace clew {
namespace {

ContextRef only_ref(std::string_view item) {
  const ParsedPrompt prompt =
      parse_context_refs("> **上下文资料**\n> \n> - " + std::string(item) + "\n\nx");
  EXPECT_EQ(prompt.refs.size(), 1u) << item;
  return prompt.refs.empty() ? ContextRef{} : prompt.refs[0];
}

void expect_round_trip(const std::string& text) {
  EXPECT_EQ(write_context_refs(parse_context_refs(text)), text);
}

TEST(ContextRefs, ReadsTheListAndThePromptBehindIt) {
  const std::string text =
      "> **上下文资料**\n"
      "> \n"
      "> - 📄 `build.gradle.kts`\n"
      "> - 🌐 https://example.com (示例网页)\n"
      "> - 📁 `src/main/kotlin` (15个文件)\n"
      "\n"
      "what is this?\n";
  const ParsedPrompt prompt = parse_context_refs(text);
  EXPECT_EQ(prompt.text, "what is this?\n");
  EXPECT_EQ(prompt.empty_line, ParsedPrompt::EmptyLine::kQuotedSpace);
  ASSERT_EQ(prompt.refs.size(), 3u);
  EXPECT_EQ(prompt.refs[0].kind, ContextKind::kFile);
  EXPECT_EQ(prompt.refs[0].path, "build.gradle.kts");
  EXPECT_EQ(prompt.refs[1].kind, ContextKind::kWeb);
  EXPECT_EQ(prompt.refs[1].url, "https://example.com");
  EXPECT_EQ(prompt.refs[1].title, "示例网页");
  EXPECT_EQ(prompt.refs[2].kind, ContextKind::kFolder);
  EXPECT_EQ(prompt.refs[2].path, "src/main/kotlin");
  EXPECT_EQ(prompt.refs[2].count, 15);
  for (const ContextRef& ref : prompt.refs) EXPECT_EQ(ref.raw_item, "");
  expect_round_trip(text);
}

TEST(ContextRefs, KnowsAllNineKinds) {
  const ContextRef symbol = only_ref("🔗 `MyClass.method()` (FUNCTION) - Main.kt:45");
  EXPECT_EQ(symbol.kind, ContextKind::kSymbol);
  EXPECT_EQ(symbol.name, "MyClass.method()");
  EXPECT_EQ(symbol.type, "FUNCTION");
  EXPECT_EQ(symbol.path, "Main.kt");
  EXPECT_EQ(symbol.line, 45);

  const ContextRef terminal = only_ref("💻 终端输出 (50行) ⚠️");
  EXPECT_EQ(terminal.kind, ContextKind::kTerminal);
  EXPECT_EQ(terminal.count, 50);
  EXPECT_TRUE(terminal.is_error);
  EXPECT_FALSE(only_ref("💻 终端输出 (50行)").is_error);

  const ContextRef problems = only_ref("⚠️ 问题报告 (3个) [ERROR]");
  EXPECT_EQ(problems.kind, ContextKind::kProblems);
  EXPECT_EQ(problems.count, 3);
  EXPECT_EQ(problems.severity, "ERROR");

  const ContextRef git = only_ref("🔀 Git DIFF");
  EXPECT_EQ(git.kind, ContextKind::kGit);
  EXPECT_EQ(git.type, "DIFF");
  EXPECT_EQ(only_ref("✏️ 当前选择内容").kind, ContextKind::kSelection);
  EXPECT_EQ(only_ref("🏠 当前工作区").kind, ContextKind::kWorkspace);
  for (const ContextRef& ref : {symbol, terminal, problems, git}) EXPECT_EQ(ref.raw_item, "");
}

TEST(ContextRefs, TakesDetailsAsOptional) {
  EXPECT_EQ(only_ref("🌐 https://example.com").title, "");
  EXPECT_EQ(only_ref("🌐 https://example.com").raw_item, "");
  EXPECT_EQ(only_ref("🌐 https://e.com (a (b) c)").title, "a (b) c");
  EXPECT_EQ(only_ref("📁 `src`").count, -1);
  EXPECT_EQ(only_ref("⚠️ 问题报告 (3个)").severity, "");
  const ContextRef windows = only_ref("🔗 `f` (FUNCTION) - C:\\src\\a.kt:7");
  EXPECT_EQ(windows.path, "C:\\src\\a.kt");
  EXPECT_EQ(windows.line, 7);
  EXPECT_EQ(only_ref("🔗 `f` (FUNCTION) - C:\\src\\a.kt").path, "C:\\src\\a.kt");
}

TEST(ContextRefs, KeepsAsTheyAreItemsThatAreNotQuiteRight) {
  for (const std::string item : {"🖼 `shot.png` (12KB)",
                                 "just words",
                                 "📄 no backticks",
                                 "📄 `a` trailing",
                                 "📁 `s` (015个文件)",
                                 "📁 `s` (many个文件)",
                                 "⚠ 问题报告 (3个)",
                                 "✏ 当前选择内容",
                                 "💻 终端输出 (50行) ⚠",
                                 "💻  终端输出",
                                 "📄",
                                 "📄 ",
                                 " ",
                                 "🔗 `f` (FUNCTION) - a.kt:99999999999999999999",
                                 "🌐 ",
                                 "🔀 Git",
                                 "🔀 Git ",
                                 "📄 `a\xff\xfe`",
                                 "🏠 当前工作区 (x)",
                                 "`",
                                 "📁 `a` (-3个文件)"}) {
    const std::string text = "> **上下文资料**\n> - " + item + "\n\nrest";
    const ParsedPrompt prompt = parse_context_refs(text);
    ASSERT_EQ(prompt.refs.size(), 1u) << item;
    EXPECT_EQ(prompt.text, "rest");
    expect_round_trip(text);
  }
  EXPECT_EQ(only_ref("🖼 `shot.png`").kind, ContextKind::kUnknown);
  EXPECT_EQ(only_ref("⚠ 问题报告 (3个)").kind, ContextKind::kProblems);
  EXPECT_EQ(only_ref("⚠ 问题报告 (3个)").count, 3);
  EXPECT_TRUE(only_ref("💻 终端输出 (50行) ⚠").is_error);
}

TEST(ContextRefs, KnowsTheFormsOfTheEmptyLine) {
  for (const char* empty : {"> \n", ">\n", ""}) {
    const std::string text = "> **上下文资料**\n" + std::string(empty) + "> - 🏠 当前工作区\n\nhi";
    EXPECT_EQ(parse_context_refs(text).refs.size(), 1u) << empty;
    expect_round_trip(text);
  }
}

TEST(ContextRefs, LeavesOtherTextsAlone) {
  for (const std::string text :
       {"", "hello", "> quoted", "> **上下文资料**", "> **上下文资料**\n", "> **上下文资料**\n> \n",
        "> **上下文资料**\n> \n\nhi",                         // no item
        "> **上下文资料**\n> \n> - 📄 `a`\nhi",                // no blank line behind
        "> **上下文资料**\n> \n> - 📄 `a`",                    // ends in the list
        "> **上下文资料**\n> \n> - 📄 `a`\n",                  //
        "> **上下文资料**\n> \n> \n> - 📄 `a`\n\nhi",          // two empty lines
        "> **上下文资料**\n> \n> - \n\nhi",                   // an empty item
        "> **上下文资料**\r\n> \r\n> - 📄 `a`\r\n\r\nhi",      // CRLF
        "> **上下文资料**\n> \n> - 📄 `a`\r\n\nhi",            //
        "> **上下文资料**\n> \n> - 📄 `a\xE2\x80\xA8`\n\nhi",  // U+2028 ends a line there
        " > **上下文资料**\n> \n> - 📄 `a`\n\nhi",             // not at the very start
        "hi\n> **上下文资料**\n> \n> - 📄 `a`\n\n",            //
        "> **上下文资料** \n> \n> - 📄 `a`\n\nhi", "> **context**\n> \n> - 📄 `a`\n\nhi"}) {
    const ParsedPrompt prompt = parse_context_refs(text);
    EXPECT_TRUE(prompt.refs.empty()) << text;
    EXPECT_EQ(prompt.text, text);
    expect_round_trip(text);
  }
}

TEST(ContextRefs, TakesOnlyTheFirstList) {
  const std::string list = "> **上下文资料**\n> \n> - 📄 `a`\n\n";
  const ParsedPrompt prompt = parse_context_refs(list + list + "hi");
  EXPECT_EQ(prompt.refs.size(), 1u);
  EXPECT_EQ(prompt.text, list + "hi");
}

TEST(ContextRefs, WritesWhatWasMadeByHand) {
  ParsedPrompt prompt;
  prompt.text = "go";
  prompt.refs.resize(2);
  prompt.refs[0].kind = ContextKind::kFile;
  prompt.refs[0].path = "a\nb";  // an item is one line
  prompt.refs[1].type = "HologramReference";
  const std::string text = write_context_refs(prompt);
  EXPECT_EQ(text, "> **上下文资料**\n> \n> - 📄 `a b`\n> - HologramReference\n\ngo");
  EXPECT_EQ(parse_context_refs(text).refs.size(), 2u);
}

TEST(ContextRefs, LabelsThemForTags) {
  EXPECT_EQ(label_of(only_ref("📄 `src/Main.kt`")), "Main.kt");
  EXPECT_EQ(label_of(only_ref("📁 `src/main/` (3个文件)")), "main");
  EXPECT_EQ(label_of(only_ref("📄 `C:\\src\\Main.kt`")), "Main.kt");
  EXPECT_EQ(label_of(only_ref("🌐 https://e.com (Example)")), "Example");
  EXPECT_EQ(label_of(only_ref("🌐 https://e.com")), "https://e.com");
  EXPECT_EQ(label_of(only_ref("🔗 `A.b()` (FUNCTION) - a.kt:1")), "A.b()");
  EXPECT_EQ(label_of(only_ref("🔀 Git DIFF")), "git DIFF");
  EXPECT_EQ(label_of(only_ref("🏠 当前工作区")), "workspace");
  EXPECT_EQ(label_of(only_ref("📄 nothing")), "file");
  EXPECT_EQ(label_of(only_ref("🖼 `shot.png`")), "🖼 `shot.png`");
}

TEST(ContextRefs, HasNamesAndIconsForAllKinds) {
  for (int i = 0; i < static_cast<int>(ContextKind::kUnknown); ++i) {
    EXPECT_NE(name_of(static_cast<ContextKind>(i)), "");
    EXPECT_NE(icon_of(static_cast<ContextKind>(i)), "");
  }
  EXPECT_EQ(name_of(ContextKind::kUnknown), "unknown");
}

// ---- the array

std::vector<ContextRef> contexts_of(json::Parser& parser, std::string_view json) {
  auto value = parser.parse_copy(json);
  EXPECT_TRUE(value) << json;
  return value ? read_contexts(*value) : std::vector<ContextRef>{};
}

TEST(Contexts, ReadsTheArrayAndWritesTheSame) {
  const std::string json =
      R"([{"type":"FileReference","path":"a.kt","fullPath":"/p/a.kt","displayType":"TAG"},)"
      R"({"displayType":"INLINE","type":"WebReference","url":"https://e.com","title":null},)"
      R"({"type":"FolderReference","path":"src","fileCount":3,"totalSize":12},)"
      R"({"type":"SymbolReference","name":"f","symbolType":"FUNCTION","file":"a.kt","line":4},)"
      R"({"type":"TerminalReference","content":"x","lines":50,"isError":true},)"
      R"({"type":"ProblemsReference","problems":[{"line":1},{}],"severity":"ERROR"},)"
      R"({"type":"GitReference","refType":"DIFF","content":"d"},)"
      R"({"type":"SelectionReference"},{"type":"WorkspaceReference"},)"
      R"({"type":"ImageReference","path":"shot.png","size":1.5},"odd",7,null,[1],{}])";
  json::Parser parser;
  const std::vector<ContextRef> refs = contexts_of(parser, json);
  ASSERT_EQ(refs.size(), 15u);
  EXPECT_EQ(write_contexts(refs), json);
  for (int i = 0; i < 9; ++i) {
    EXPECT_EQ(static_cast<int>(refs[static_cast<std::size_t>(i)].kind), i);
  }
  EXPECT_EQ(refs[0].path, "a.kt");
  EXPECT_EQ(refs[0].full_path, "/p/a.kt");
  EXPECT_EQ(refs[0].raw_json, "");  // its fields say it all
  EXPECT_EQ(refs[1].url, "https://e.com");
  EXPECT_EQ(refs[2].count, 3);
  EXPECT_EQ(refs[3].type, "FUNCTION");
  EXPECT_EQ(refs[3].path, "a.kt");
  EXPECT_EQ(refs[3].line, 4);
  EXPECT_EQ(refs[4].count, 50);
  EXPECT_TRUE(refs[4].is_error);
  EXPECT_EQ(refs[5].count, 2);
  EXPECT_EQ(refs[5].severity, "ERROR");
  EXPECT_EQ(refs[6].type, "DIFF");
  EXPECT_EQ(refs[9].kind, ContextKind::kUnknown);
  EXPECT_EQ(label_of(refs[9]), "ImageReference");
}

TEST(Contexts, IsEmptyUnlessAnArray) {
  json::Parser parser;
  for (const char* json : {"{}", "[]", "null", "\"x\"", "3"}) {
    EXPECT_TRUE(contexts_of(parser, json).empty()) << json;
  }
  EXPECT_TRUE(read_contexts(json::Value()).empty());
  EXPECT_EQ(write_contexts({}), "[]");
}

TEST(Contexts, GoFromOneFormToTheOther) {
  json::Parser parser;
  const auto refs = contexts_of(
      parser, R"([{"type":"FileReference","path":"a.kt","x":1},{"type":"NewReference","y":2}])");
  EXPECT_EQ(write_context_refs({{}, refs, "hi"}),
            "> **上下文资料**\n> \n> - 📄 `a.kt`\n> - NewReference\n\nhi");
  const ParsedPrompt prompt =
      parse_context_refs("> **上下文资料**\n> - 📄 `b`\n> - 🖼 `c`\n\nhi");
  const std::string json = write_contexts(prompt.refs);
  EXPECT_EQ(json, R"([{"type":"FileReference","path":"b","displayType":"TAG"},)"
                  R"({"type":"","text":"🖼 `c`","displayType":"TAG"}])");
}

// ---- random lists

class RandomList {
 public:
  explicit RandomList(unsigned seed) : random_(seed) {}

  std::string make() {
    std::string text = "> **上下文资料**\n" + pick({"> \n", ">\n", ""});
    const int count = 1 + number(5);
    for (int i = 0; i < count; ++i) text += "> - " + item() + "\n";
    return text + "\n" + pick({"", "hi", "\n\nhi\n", "> - 📄 `x`\n\n", "你好\n> **上下文资料**\n"});
  }

 private:
  int number(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
  std::string pick(const std::vector<std::string>& from) {
    return from[static_cast<std::size_t>(number(static_cast<int>(from.size())))];
  }
  std::string word() {
    return pick({"",
                 "a",
                 "src/main",
                 "Main.kt:45",
                 "a b",
                 "(x)",
                 "`",
                 "名",
                 "⚠️",
                 "[E]",
                 "https://e.com",
                 "C:\\x",
                 "0",
                 "015",
                 "-1",
                 "9223372036854775807",
                 "\xff",
                 "个文件)",
                 "\t",
                 "\\u0041"});
  }
  std::string item() {
    switch (number(11)) {
      case 0:
        return "📄 `" + word() + "`";
      case 1:
        return "🌐 " + word() + pick({"", " (" + word() + ")"});
      case 2:
        return "📁 `" + word() + "`" + pick({"", " (" + word() + "个文件)"});
      case 3:
        return "🔗 `" + word() + "`" + pick({"", " (" + word() + ")"}) +
               pick({"", " - " + word(), " - " + word() + ":" + word()});
      case 4:
        return "💻 终端输出" + pick({"", " (" + word() + "行)"}) + pick({"", " ⚠️", " ⚠"});
      case 5:
        return "⚠️ 问题报告" + pick({"", " (" + word() + "个)"}) +
               pick({"", " [" + word() + "]"});
      case 6:
        return "🔀 Git " + word();
      case 7:
        return "✏️ 当前选择内容" + pick({"", word()});
      case 8:
        return "🏠 当前工作区";
      case 9:
        return pick({"🖼", "⚠", "📄", "✏"}) + " " + word();
      default:
        return "x" + word();
    }
  }

  std::mt19937 random_;
};

TEST(ContextRefs, RandomListsComeBackByteForByte) {
  RandomList lists(7);
  for (int i = 0; i < 20000; ++i) {
    const std::string text = lists.make();
    const ParsedPrompt prompt = parse_context_refs(text);
    ASSERT_FALSE(prompt.refs.empty()) << text;
    ASSERT_EQ(write_context_refs(prompt), text);
    // what the fields alone say is stable: written without the raw form and read again
    ParsedPrompt fields = prompt;
    for (ContextRef& ref : fields.refs) {
      if (ref.kind != ContextKind::kUnknown) ref.raw_item.clear();
    }
    const ParsedPrompt again = parse_context_refs(write_context_refs(fields));
    ASSERT_EQ(again.refs.size(), prompt.refs.size()) << text;
    ASSERT_EQ(again.text, prompt.text) << text;
    for (std::size_t k = 0; k < again.refs.size(); ++k) {
      ASSERT_EQ(again.refs[k].kind, prompt.refs[k].kind) << text;
    }
  }
}

}  // namespace
}  // namespace clew
