// SPDX-License-Identifier: MIT
//
// C:\Users\ada\Lens: a viewer for old photographs, on Windows. Pictures and documents, agents
// beside the sessions, local commands, trouble with the API, and a damaged file.

#include <string>

#include "engine/demo_builder.h"
#include "engine/demo_media.h"

namespace clew::demo {
namespace {

const std::string kLens = "C:\\Users\\ada\\Lens";

std::string apple() {
  return png({"......kk........", ".......k.gg.....", ".......kggg.....", "....rrrkrrrr....",
              "...rrrrrrrrrr...", "..rryyrrrrrrrr..", "..ryyrrrrrrrrr..", "..ryrrrrrrrrrr..",
              "..rrrrrrrrrrrr..", "..rrrrrrrrrrrr..", "...rrrrrrrrrr...", "...rrrrrrrrrr...",
              "....rrrrrrrr....", ".....rr..rr.....", "................", "................"});
}

std::string letter() {
  return pdf({"12 June 1931", "Dear Edith, the plates are in the blue box.",
              "Number seven is you, under the apple tree.", "Keep them from the light.", "Arthur"});
}

// ---- 2.0: pictures, a document, flat agents and their warm-up

SessionWriter run_album_agent(SessionWriter& s, std::string_view task, std::string_view reply,
                              const std::string& agent_id) {
  SessionWriter agent = s.subagent(agent_id, kSonnet);
  agent.prompt(task);
  agent.answer({grep("plate_07", {"albums\\1931.json"})});
  agent.answer({say(reply)});
  agent.save();
  return agent;
}

void warm_up(SessionWriter& s) {
  SessionWriter agent = s.subagent(s.new_agent_id(), kHaiku);
  agent.prompt("Warmup");
  agent.answer({say("I'm ready to look through the code when you need me.")});
  agent.save();
}

void tell_album(Root& root) {
  SessionWriter s(root, {.name = "lens/album",
                         .cwd = kLens,
                         .version = "2.0.73",
                         .branch = "main",
                         .model = std::string(kSonnet),
                         .start = root.now - 6 * kDay});
  s.file("src/Sepia.cs", "static Pixel Tone(Pixel p) => p.Scale(1.07, 0.74, 0.43);\n");
  warm_up(s);
  s.prompt(Prompt{.text = "[Image #1] This is plate seven, scanned. Why is it so yellow?",
                  .blocks = {image_block(apple())}});
  s.answer({s.read("src/Sepia.cs")});
  s.answer(
      {say("The scan is fine. `Sepia.Tone` multiplies red by 1.07 and blue by 0.43, and the "
           "plate is brown already: it gets the tone twice.")});
  s.pass(2 * kMinute);
  s.prompt("Then only tone what is grey.");
  s.answer(
      {s.edit("src/Sepia.cs", "static Pixel Tone(Pixel p) => p.Scale(1.07, 0.74, 0.43);\n",
              "static Pixel Tone(Pixel p) =>\n    p.IsGrey ? p.Scale(1.07, 0.74, 0.43) : p;\n")});
  s.answer({say("Done: pixels that have a colour of their own keep it.")});
  s.pass(2 * kMinute);
  s.prompt(Prompt{.text = "Here is the letter that came with the plates. Who is on plate seven?",
                  .blocks = {document_block(letter())}});
  constexpr std::string_view kTask = "Find everything that the albums say about plate_07.";
  constexpr std::string_view kReply = "Only the year, 1931, and the words \"under the tree\".";
  Part task = use("Task",
                  object({{"description", "Look up plate seven"},
                          {"prompt", kTask},
                          {"subagent_type", "general-purpose"}}),
                  nullptr);
  Part picture = use("Read", object({{"file_path", s.full_path("plates/plate_07.png")}}),
                     list({image_block(apple())}),
                     object({{"type", "image"},
                             {"file", object({{"base64", base64(apple())},
                                              {"type", "image/png"},
                                              {"originalSize", apple().size()}})}}));
  task.answered = picture.answered = false;
  const auto calls = s.answer({say("I'll read the letter against the albums."), task, picture});
  const std::string agent_id = s.new_agent_id();
  const SessionWriter agent = run_album_agent(s, kTask, kReply, agent_id);
  s.pass_until(agent.clock());
  task.content = list({text_block(kReply), text_block("agentId: " + agent_id)});
  task.structured = s.agent_result(agent, kTask, kReply);
  s.result(calls[0], task);
  s.result(calls[1], picture);
  s.answer(
      {say("Edith, in June 1931, under an apple tree; Arthur says so. The albums know only the "
           "tree.")});
  s.side_file(
      s.todo_file(),
      todo_list({{"Tone only what is grey", "completed", "Toning"},
                 {"Write Edith's name under plate seven", "in_progress", "Writing her name"},
                 {"Scan plates eight to twelve", "pending", "Scanning"}})
          .text());
  s.custom_title("Plate seven");
  s.save();
}

// ---- local commands, `!`, an exit, and a session taken up again

void tell_commands(Root& root) {
  SessionWriter s(root, {.name = "lens/commands",
                         .cwd = kLens,
                         .version = "2.0.76",
                         .branch = "zoom",
                         .model = std::string(kSonnet),
                         .start = root.now - 4 * kDay,
                         .slug = "bright-turning-prism"});
  s.command("model", "", "Set model to haiku (claude-haiku-4-5-20251001)");
  s.use_model(kHaiku);
  s.shell("dir /b plates", "plate_01.png\nplate_02.png\nplate_07.png");
  s.prompt("Which numbers are missing up to twelve?");
  s.answer({say("3, 4, 5, 6, 8, 9, 10, 11 and 12. You have one, two and seven.")});
  const std::string answered = s.tip();
  s.command("exit", "", "See you!");
  s.pass(3 * kHour);
  s.hang_on(answered);  // taken up again: /exit stays behind as a dead end
  s.synthetic("No response requested.", {{"isApiErrorMessage", false}});
  s.prompt("I found the box. Make the zoom stop at the grain of the plate.");
  s.answer({bash("dotnet test --filter Zoom", "Run the zoom's tests", "Passed!  4 of 4")});
  s.answer({say("The zoom stops at one grain per pixel now: further in there is nothing to see.")});
  s.side_file(s.todo_file(), "[]");
  s.save();
}

// ---- the API has a bad day

void tell_overloaded(Root& root) {
  SessionWriter s(root, {.name = "lens/overloaded",
                         .cwd = kLens,
                         .version = "2.1.321",
                         .branch = "contact-sheet",
                         .model = std::string(kOpus),
                         .start = root.now - kDay - 6 * kHour,
                         .entrypoint = "claude-vscode"});
  s.prompt("Lay the twelve plates out as a contact sheet, four by three.");
  s.api_error(529, "Overloaded", 1, 600);
  s.api_error(529, "Overloaded", 2, 1200);
  s.api_error(529, "Overloaded", 3, 2400);
  s.synthetic("API Error: 529 Overloaded. The servers are busy, try again in a moment.",
              {{"error", "server_error"}, {"isApiErrorMessage", true}, {"apiErrorStatus", 529}});
  s.last_prompt();
  s.pass(4 * kMinute);
  s.prompt("Again, please.");
  s.api_error(529, "Overloaded", 1, 600);
  s.answer(
      {s.write("src/ContactSheet.cs", "record ContactSheet(int Columns = 4, int Rows = 3);\n")});
  s.answer({say("Four columns, three rows, in `src\\ContactSheet.cs`. Third time lucky.")});
  s.plain_line("ai-title", {{"aiTitle", "Contact sheet of twelve plates"}});
  s.end_turn();
  s.save();
}

// ---- almost a month old: soon to be cleaned up

void tell_first_steps(Root& root) {
  SessionWriter s(root, {.name = "lens/first-steps",
                         .cwd = kLens,
                         .version = "2.0.14",
                         .branch = "main",
                         .model = std::string(kSonnet),
                         .start = root.now - 28 * kDay});
  s.prompt("Start a small viewer for glass plates: open a folder, arrow keys, nothing else.");
  s.answer({s.write("src/Program.cs", "Viewer.Open(args[0]).Run();\n")});
  s.answer({say("It opens a folder and turns pages with the arrow keys. Nothing else.")});
  s.save();
}

// ---- a file that went through a power cut

void tell_damaged(Root& root) {
  SessionWriter s(root, {.name = "lens/damaged",
                         .cwd = kLens,
                         .version = "2.1.44",
                         .branch = "main",
                         .model = std::string(kSonnet),
                         .start = root.now - 8 * kDay,
                         .slug = "quiet-falling-lamp"});
  s.prompt("Which of the plates shows the lighthouse?");
  s.answer({say("Plate four, cut off at the top: 🌊 below, no sky.")});
  s.replace_in_last_line("🌊", "\\ud83c");     // half of the wave
  s.raw_line(R"(26-02-13T03:24:54.783Z"})");  // the tail of a longer line that was written over
  s.plain_line("lantern-state", {{"lit", true}});  // no version known so far writes this
  s.pass(kMinute);
  s.hang_on(s.dice().uuid());  // a line that is in no file
  s.prompt("Is there a better one?");
  s.answer({say("No. But on plate nine you can see its light on the water.")});
  s.end_turn();
  s.save();
}

}  // namespace

void tell_lens(Root& root) {
  tell_album(root);
  tell_commands(root);
  tell_overloaded(root);
  tell_first_steps(root);
  tell_damaged(root);
}

}  // namespace clew::demo
