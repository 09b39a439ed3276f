// SPDX-License-Identifier: MIT
#include "doctor/defects.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"

namespace clew {
namespace {

constexpr std::string_view kAll = kAllVersions;
constexpr std::string_view kBefore21 = "2.0 and 1.0";

// In the order of the enum, which a static_assert below checks.
constexpr DefectInfo kDefects[] = {
    {Defect::kA1, "A1", "torn-last-line", Heals::kYes, "before 2.1.121",
     "the last line broke off while it was being written", "leaves the fragment out"},
    {Defect::kA2, "A2", "nul-run", Heals::kPartly,
     "before 2.1.121; later ones where a record "
     "stands on the same line",
     "NUL bytes stand where data never reached the disk",
     "takes the NUL bytes away and keeps the records"},
    {Defect::kA3, "A3", "spliced-line", Heals::kNo, kAll,
     "a record broke off and the next one begins on the same line, which is skipped with both",
     "gives the whole record a line of its own and leaves the fragment out"},
    {Defect::kA4, "A4", "glued-lines", Heals::kNo, kAll,
     "several records stand on one line, which is skipped with all of them",
     "gives each record a line of its own"},
    {Defect::kA5, "A5", "tail-fragment", Heals::kYes, "before 2.1.121",
     "a line is only the end of a record", "leaves that line out"},
    {Defect::kA6, "A6", "malformed-middle", Heals::kYes, "before 2.1.121",
     "a line in the middle is no JSON",
     "leaves the line out and links what hung on it to the line before"},
    {Defect::kA7, "A7", "encoding", Heals::kPartly, "1.0, and all where the file is UTF-16",
     "the file is not plain UTF-8", "writes UTF-8 without a byte-order mark"},
    {Defect::kA8, "A8", "not-one-object-per-line", Heals::kNo, kAll,
     "the records are not one on a line", "writes one record a line"},

    {Defect::kB1, "B1", "dangling-parent", Heals::kPartly, kAll,
     "a message hangs on no other message, so that all before it is forgotten",
     "hangs it on the line before"},
    {Defect::kB2, "B2", "cycle", Heals::kYes, "before 2.1.30, which hang",
     "messages are their own ancestors",
     "cuts the circle at its first line and hangs that on the line before"},
    {Defect::kB3, "B3", "duplicate-uuid", Heals::kYes, kBefore21, "one message is on several lines",
     "keeps the last content at the first place"},
    {Defect::kB4, "B4", "parallel-branch-loss", Heals::kYes, "before 2.1.80",
     "results of parallel calls hang beside the conversation",
     "hangs the results one below the other"},
    {Defect::kB5, "B5", "progress-in-chain", Heals::kYes, "2.0, 1.0 and the SDK",
     "messages hang on lines of progress, at which older versions stop",
     "links the messages directly"},
    {Defect::kB6, "B6", "reply-beside-system", Heals::kNo, kAll,
     "an answer hangs beside a note of the system that the conversation continues from",
     "puts the answer before the note"},
    {Defect::kB7, "B7", "stale-branch", Heals::kPartly, kAll,
     "a resume continues another branch than the one written last",
     "continues from the end that you name"},
    {Defect::kB8, "B8", "old-compaction-anchor", Heals::kPartly, kAll,
     "the conversation hangs before the newest compaction",
     "hangs the last turn behind the newest compaction"},
    {Defect::kB9, "B9", "branch-before-compaction-in-big-file", Heals::kNo, "2.1",
     "the branch begins before a compaction, which is dropped in a file of this size",
     "leaves the compaction that is not on the branch out"},
    {Defect::kB10, "B10", "compaction-replay", Heals::kNo, kAll,
     "a compaction wrote messages again that stand before it", "keeps one copy of each"},
    {Defect::kB11, "B11", "content-wiped", Heals::kNo, kAll,
     "most messages are empty: a compaction failed after it had emptied them", ""},
    {Defect::kB12, "B12", "end-without-timestamp", Heals::kNo, kAll,
     "the last message has no valid time, without which the session is not found",
     "gives it the time of the line before"},
    {Defect::kB13, "B13", "nothing-to-resume", Heals::kNo, kAll,
     "a resume finds no message of a main conversation",
     "makes the conversation of a subagent a session of its own"},
    {Defect::kB14, "B14", "explicit-empty", Heals::kNo, "2.1",
     "the file says that the conversation is to be empty", "leaves that line out"},
    {Defect::kB15, "B15", "headless-chain", Heals::kUnknown, kAll,
     "the conversation begins with an answer", "puts a short prompt before it"},
    {Defect::kB16, "B16", "self-made-fork", Heals::kPartly, "before 2.1.122",
     "a fork copied parallel calls without their results", "adds what is missing"},

    {Defect::kC1, "C1", "call-without-result", Heals::kYes, "before 2.1.218",
     "a tool was called and has no result", "adds a result that says that there was none"},
    {Defect::kC2, "C2", "result-without-call", Heals::kYes, "before 2.1.69", "a result has no call",
     "keeps the words of the result as text"},
    {Defect::kC3, "C3", "second-result", Heals::kYes, kBefore21, "a call has two results",
     "keeps the words of the second as text"},
    {Defect::kC4, "C4", "call-id-twice", Heals::kPartly, kBefore21, "two calls have one id",
     "gives the second call another id"},
    {Defect::kC5, "C5", "result-not-adjacent", Heals::kPartly, kAll,
     "a result does not follow its call", "moves the result behind its call"},
    {Defect::kC6, "C6", "server-pair-split", Heals::kPartly, "before 2.1.325",
     "the call of a server tool and its result are not in one message",
     "keeps the words of the result as text"},
    {Defect::kC7, "C7", "tool-reference-gone", Heals::kNo, kAll,
     "a stored reference names a tool that is no longer offered", "removes the reference"},
    {Defect::kC8, "C8", "tool-reference-name-long", Heals::kUnknown, kAll,
     "a reference names a tool with more than 64 characters", "removes the reference"},

    {Defect::kD1, "D1", "empty-text", Heals::kPartly, kAll, "a text is empty",
     "takes the text out, or writes (no content)"},
    {Defect::kD2, "D2", "blank-text", Heals::kYes, "before 2.1.92", "a text is only white space",
     "takes the text out, or writes (no content)"},
    {Defect::kD3, "D3", "empty-message", Heals::kYes, "other tools", "a message has no content",
     "leaves the line out"},
    {Defect::kD4, "D4", "lone-surrogate", Heals::kPartly, kAll,
     "half of a character stands in a text", "writes U+FFFD for the half character"},
    {Defect::kD5, "D5", "nul-in-text", Heals::kNo, kAll,
     "a text holds a NUL, at which the request is cut", "writes U+FFFD for the NUL"},
    {Defect::kD6, "D6", "input-not-object", Heals::kUnknown, kAll,
     "the input of a call is no object", "makes the input an object"},
    {Defect::kD7, "D7", "tool-name-too-long", Heals::kYes, "before 2.1.325, which cuts the name",
     "the name of a tool is empty or longer than 200 characters",
     "gives it a short name and keeps the old one in the input"},
    {Defect::kD8, "D8", "tool-id-pattern", Heals::kUnknown, kAll,
     "the id of a call has characters that the API refuses", "renames the id in call and result"},
    {Defect::kD9, "D9", "server-tool-id-pattern", Heals::kNo, kAll,
     "the id of a server tool's call is of another provider",
     "keeps the words of call and result as text"},
    {Defect::kD10, "D10", "extra-field", Heals::kUnknown, kAll,
     "a block has a member that the API does not know", "takes the member out"},
    {Defect::kD11, "D11", "missing-field", Heals::kYes, "before 2.1.234",
     "a block lacks a member that it must have", "takes the block out"},
    {Defect::kD12, "D12", "bad-attachment", Heals::kYes, "before 2.1.223",
     "an attachment has no type, or names that are no list", "leaves the line out"},
    {Defect::kD13, "D13", "bad-toolUseResult", Heals::kYes, "before 2.1.229",
     "what a tool noted for the screen has another shape than it should",
     "writes a text in the place of that note"},
    {Defect::kD14, "D14", "error-lines-sent", Heals::kYes, "1.0",
     "errors of the API are sent to the model as its own words", "leaves errors of the API out"},
    {Defect::kD15, "D15", "ends-with-assistant", Heals::kPartly, kAll,
     "the request ended with words of the model", "", "send a new prompt"},
    {Defect::kD16, "D16", "string-next-to-array", Heals::kUnknown, "one report, disputed",
     "behind a compaction prompts stand beside results in another form", ""},

    {Defect::kE1, "E1", "bad-signature", Heals::kPartly, kAll,
     "thinking is not signed, or signed by another provider", "takes the thinking out"},
    {Defect::kE2, "E2", "thinking-moved", Heals::kYes, "before 2.1.156",
     "thinking of one answer is not where it was", "takes the thinking out"},
    {Defect::kE3, "E3", "thinking-not-first", Heals::kUnknown, kAll,
     "an open turn does not begin with thinking", "closes the turn with a short answer"},
    {Defect::kE4, "E4", "empty-thinking-unsigned", Heals::kNo, kAll,
     "thinking is empty and not signed", "takes the thinking out"},
    {Defect::kE5, "E5", "prefix-bound", Heals::kPartly, "hosts other than the first-party API",
     "thinking belongs to another conversation", "takes the thinking out"},
    {Defect::kE6, "E6", "one-id-many-responses", Heals::kPartly, kAll,
     "several answers have one message id", "gives each answer an id of its own"},
    {Defect::kE7, "E7", "thinking-only", Heals::kYes, kBefore21,
     "an answer is nothing but thinking", "leaves the answer out"},

    {Defect::kF1, "F1", "image-bytes", Heals::kPartly, kAll, "a picture is larger than 5 MB",
     "writes a text in the place of the picture"},
    {Defect::kF2, "F2", "image-8000px", Heals::kPartly, "before 2.1.325",
     "a picture has more than 8000 pixels on a side", "writes a text in the place of the picture"},
    {Defect::kF3, "F3", "many-images-2000px", Heals::kYes, "before 2.1.126",
     "of more than 20 pictures one has more than 2000 pixels on a side",
     "writes texts in the place of the large pictures"},
    {Defect::kF4, "F4", "image-count", Heals::kUnknown, kAll, "there are too many pictures",
     "writes texts in the place of the oldest pictures"},
    {Defect::kF5, "F5", "media-type-wrong", Heals::kPartly, "before 2.1.325",
     "a picture is of another type than it says", "corrects the type of the picture"},
    {Defect::kF6, "F6", "media-type-unknown", Heals::kPartly, "before 2.1.325",
     "a picture is of a type that the API does not take",
     "writes a text in the place of the picture"},
    {Defect::kF7, "F7", "image-unreadable", Heals::kYes, "before 2.1.172",
     "a picture cannot be read", "writes a text in the place of the picture"},
    {Defect::kF8, "F8", "pdf-pages", Heals::kYes, "before 2.1.31",
     "the documents have more than 100 pages", "writes texts in the place of the documents"},
    {Defect::kF9, "F9", "pdf-locked", Heals::kPartly, "before 2.1.325",
     "a document is locked or broken", "writes a text in the place of the document"},
    {Defect::kF10, "F10", "request-too-large", Heals::kPartly, kAll,
     "the request is larger than the API takes", "writes texts in the place of the largest media"},

    {Defect::kG1, "G1", "prompt-too-long", Heals::kPartly, kAll,
     "the conversation does not fit the window of the model",
     "shortens the oldest large results of tools, or puts all but the last turns behind a "
     "compaction"},
    {Defect::kG2, "G2", "file-over-512-MiB", Heals::kPartly, kAll,
     "the file is larger than Claude Code can read", ""},
    {Defect::kG3, "G3", "progress-bloat", Heals::kNo, kAll, "lines of progress fill the file",
     "leaves lines of progress out"},
    {Defect::kG4, "G4", "snapshot-bloat", Heals::kNo, kAll,
     "repeated snapshots of files fill the file", "keeps the last one of each message"},
    {Defect::kG5, "G5", "slow-start", Heals::kPartly, kAll,
     "all sessions together are so large that a start takes long or runs out of memory", "",
     "move old sessions out of the projects folder"},
    {Defect::kG6, "G6", "giant-line", Heals::kYes, "all versions, which get slow",
     "a line is very large", "shortens what is never sent"},

    {Defect::kH1, "H1", "head-window", Heals::kPartly, kAll,
     "the first prompt does not end within 64 KiB and there is no title",
     "gives the copy a title at its end", "resume by id, or clew rename"},
    {Defect::kH2, "H2", "title-in-the-middle", Heals::kYes, "before 2.1.239",
     "the title is too far from both ends of the file", "gives the copy a title at its end",
     "clew rename again"},
    {Defect::kH3, "H3", "first-line-sidechain", Heals::kNo, kAll,
     "the file begins with a line of a subagent", "begins the copy with its title", "resume by id"},
    {Defect::kH4, "H4", "file-name", Heals::kNo, kAll, "the name of the file is no session id",
     "names the copy by a session id", "claude --resume PATH"},
    {Defect::kH5, "H5", "nothing-to-show", Heals::kNo, kAll,
     "there is no prompt, title or summary to show", "gives the copy a title", "clew rename"},
    {Defect::kH6, "H6", "programmatic", Heals::kNo, "2.1.90 and later, by design",
     "the session was made by a program", "", "resume by id"},
    {Defect::kH7, "H7", "stale-index", Heals::kYes, "before 2.1.30",
     "an index in the project's folder does not name all sessions", "", "resume by id"},
    {Defect::kH8, "H8", "moved-project", Heals::kPartly, kBefore21,
     "the folder that the session worked in is not the one that it is filed under", "",
     "clew move, when the folder was renamed; or resume by id"},
    {Defect::kH9, "H9", "key-drift", Heals::kPartly, kAll,
     "the folder is filed under a name that this version would not make of it", "", "resume by id"},
    {Defect::kH10, "H10", "id-in-two-folders", Heals::kNo, "2.1",
     "another project has a session of this id", "gives the copy an id of its own",
     "run claude in the right folder"},
    {Defect::kH11, "H11", "too-deep", Heals::kNo, kAll,
     "a session lies one folder too deep to be found", "", "move the file one folder up"},
    {Defect::kH12, "H12", "cleaned-up", Heals::kNo, kAll,
     "the transcript is gone; only the prompts are left", "", "clew list --ghosts"},
    {Defect::kH13, "H13", "never-written", Heals::kNo, kAll,
     "prompts were typed that never reached the file", "", "clew prompts --session ID"},
    {Defect::kH14, "H14", "mixed-versions", Heals::kUnknown, "2.0.60",
     "lines of 1.0 and 2.0 are in one file", "", "a newer Claude Code"},
    {Defect::kH15, "H15", "emptied", Heals::kNo, kAll,
     "the file on the disk was emptied; what is read here is what Clew has kept of it", "",
     "clew restore ID"},
    {Defect::kI1, "I1", "policy-stop", Heals::kNo, kAll,
     "the content was refused by a policy of the provider: not a defect of the file", ""},
    {Defect::kI2, "I2", "request-side", Heals::kNo, kAll,
     "settings, tools, credentials or the service: not a defect of the file", ""},
    {Defect::kI7, "I7", "unknown-error", Heals::kUnknown, kAll,
     "the API refuses what is sent, for a reason that Clew does not know", "",
     "go back to before the error"},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < std::size(kDefects); ++i) {
    if (static_cast<std::size_t>(kDefects[i].defect) != i) return false;
  }
  return std::size(kDefects) == static_cast<std::size_t>(kLastDefect) + 1;
}
static_assert(in_order());

}  // namespace

std::string_view name_of(Heals heals) {
  constexpr std::string_view kNames[] = {"yes", "partly", "no", "unknown"};
  return kNames[static_cast<std::size_t>(heals)];
}

const DefectInfo& info_of(Defect defect) { return kDefects[static_cast<std::size_t>(defect)]; }

bool is_on_request(Defect defect) {
  return defect == Defect::kB8 || (defect >= Defect::kH1 && defect <= Defect::kH15);
}

bool hides_session(Defect defect) {
  return defect == Defect::kH1 || defect == Defect::kH3 || defect == Defect::kH4 ||
         defect == Defect::kH5;
}

std::string_view name_of(Defect defect) { return info_of(defect).id; }

std::optional<Defect> find_defect(std::string_view name) {
  const std::string wanted = ascii_lower(name);
  const auto found = std::find_if(std::begin(kDefects), std::end(kDefects), [&](const auto& info) {
    return ascii_lower(info.id) == wanted || ascii_lower(info.name) == wanted;
  });
  if (found == std::end(kDefects)) return std::nullopt;
  return found->defect;
}

}  // namespace clew
