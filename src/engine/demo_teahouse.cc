// SPDX-License-Identifier: MIT
//
// /home/ada/茶馆: the bookings of a tea house, in Chinese. Prompts from an editor, with what was
// attached to them.

#include <string>

#include "engine/demo_builder.h"
#include "engine/demo_media.h"
#include "transcript/context_refs.h"

namespace clew::demo {
namespace {

const std::string kTeahouse = "/home/ada/茶馆";

constexpr std::string_view kQuestion =
    "> **上下文资料**\n"
    "> \n"
    "> - 📄 `src/订位.ts`\n"
    "> - 🌐 https://calendar.example/lunar (农历节日对照表)\n"
    "> - 📁 `src/节日` (6个文件)\n"
    "> - 🔗 `空桌()` (FUNCTION) - 订位.ts:1\n"
    "> - 💻 终端输出 (8行) ⚠️\n"
    "> - ⚠️ 问题报告 (2个) [ERROR]\n"
    "> - 🔀 Git DIFF\n"
    "\n"
    "中秋那天明明坐满了，为什么网页还说有空桌？";

// An editor writes what was attached twice: into the text, and as an array beside it.
Prompt from_editor(std::string_view text) {
  ParsedPrompt parsed = parse_context_refs(text);
  for (ContextRef& ref : parsed.refs) {
    if (ref.kind == ContextKind::kFile) ref.full_path = kTeahouse + "/" + ref.path;
  }
  return {.text = std::string(text),
          .fields = {{"contexts", Json::raw(write_contexts(parsed.refs))}},
          .display = parsed.text};
}

void tell_bookings(Root& root) {
  SessionWriter s(root, {.name = "teahouse/bookings",
                         .cwd = kTeahouse,
                         .version = "2.1.320",
                         .branch = "中秋",
                         .model = std::string(kOpus),
                         .start = root.now - 3 * kHour,
                         .entrypoint = "claude-vscode"});
  s.file("src/订位.ts",
         "export function 空桌(日期: Date): number {\n"
         "  const 总数 = 8;\n"
         "  return 总数 - 已订(日期);\n"
         "}\n");
  s.prompt(from_editor(kQuestion));
  s.answer({think("先看空桌()怎么数。如果它用的是公历日期，而节日的订位记在农历日期下，就会少算。"),
            say("我先看看空桌是怎么数的。"), s.read("src/订位.ts"),
            grep("农历", {"src/节日/历法.ts", "src/节日/中秋.ts"})});
  s.answer({say(
      "找到了。节日的订位记在**农历**日期下面（八月十五），而 `空桌()` 只按**公历**日期去找，所以"
      "那一天的订位一桌也没算进去：系统以为八张桌子全空着。\n\n平时没有问题，因为平常的订位都记公历"
      "。")});
  s.end_turn();
  s.pass(4 * kMinute);
  s.prompt("难怪去年除夕来了十一桌客人。改一下吧，两种日期都要算。");
  s.answer({s.edit("src/订位.ts", "  return 总数 - 已订(日期);\n",
                   "  return 总数 - 已订(日期) - 已订(农历(日期));\n")});
  s.answer(
      {bash("npm test --silent", "运行测试", "✓ 平日：剩三桌\n✓ 中秋：剩零桌\n✓ 除夕：剩零桌")});
  s.answer({say("改好了：公历和农历的订位都会算进去。测试里加了中秋和除夕，两天都显示**已满**。")});
  s.end_turn();
  s.pass(2 * kMinute);
  s.prompt("顺便写一句话放在首页，满座的时候客气一点。");
  s.answer({say("> 今日茶香满座，桌桌有客。请留个电话，茶凉人散时，我们第一个告诉您。🍵")});
  s.prompt("很好，就用这句。");
  s.answer({say("已经放到首页了，满座的时候才会出现。")});
  s.plain_line("ai-title", {{"aiTitle", "中秋满座却显示有空桌"}});
  s.plain_line("tag", {{"tag", "节日"}});
  s.end_turn();
  s.save();
}

void tell_menu(Root& root) {
  SessionWriter s(root, {.name = "teahouse/menu",
                         .cwd = kTeahouse,
                         .version = "2.1.305",
                         .branch = "main",
                         .model = std::string(kHaiku),
                         .start = root.now - 7 * kDay});
  s.shell("ls 图片", "普洱.png\n龙井.png\n铁观音.png");
  s.prompt(Prompt{.text = "[Image #1] 这张图标太大了，菜单上放不下，能缩小吗？",
                  .blocks = {image_block(png({"..gg....", "...gg...", "kkkkkkk.", "kbbbbbkk",
                                              "kbbbbbk.", "kbbbbbkk", ".kkkkk..", "kkkkkkk."}))},
                  .fields = {{"imagePasteIds", list({1})}}});
  s.answer({say(
      "图标本身只有 8×8，显得大是因为样式里写了 `width: 100%`。改成 `2em` 就和文字一样高了。")});
  s.end_turn();
  s.command("cost", "", "总费用：$0.03");
  s.save();
}

}  // namespace

void tell_teahouse(Root& root) {
  tell_bookings(root);
  tell_menu(root);
}

}  // namespace clew::demo
