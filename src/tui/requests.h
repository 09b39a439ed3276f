// SPDX-License-Identifier: MIT
//
// What the model asks of the world, and what comes back. Values only.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tui/picture.h"
#include "tui/reader.h"
#include "tui/session_rows.h"

namespace clew::tui {

// --- what the model wants ---

struct WantList {
  bool all = true;      // else of the project the person stands in
  bool hidden = false;  // also those
  bool subagents = false;
  bool ghosts = false;
  int first = 0;  // so many come at once, then all; 0: only all
};
struct WantSearch {
  std::string query;  // empty: stop looking
};
struct WantPreview {
  std::string path;
  std::string query;
  int columns = 0;
  int rows = 0;
  bool ghost = false;
  std::string snippet = {};  // what the words found in it
};
// Which conversation: of a session, of a branch of it, of a subagent.
struct Conversation {
  std::string path;
  std::string leaf = {};
  std::string agent = {};
  bool meta = false;  // also lines that are not meant to be read
  bool operator==(const Conversation&) const = default;
};
struct WantConversation {
  std::uint64_t reader = 0;
  Conversation what;
  std::string at = {};  // the line to begin at
};
struct WantMessages {
  std::uint64_t reader = 0;
  std::uint64_t form = 0;
  std::vector<std::size_t> messages;
  std::vector<bool> open;  // of each: unfolded
  int columns = 0;
  Detail detail = Detail::kUsual;
  CellSize cell = {};  // for pictures
};
struct WantFind {
  enum class What : std::uint8_t { kWords, kFile };
  std::uint64_t reader = 0;
  What what = What::kWords;
  std::string words;
  std::size_t from = 0;
  int step = 1;
};
struct StopFinding {};
struct WantTree {
  std::uint64_t reader = 0;
  int columns = 0;
};
struct WantCompare {
  std::string path;
  std::string a;  // tips
  std::string b;
  int columns = 0;
};
// A command as it would be typed, its text to be read here.
struct WantCommand {
  std::vector<std::string> words;
  std::string session;  // that it is about, when it names none
  int columns = 0;
  std::string title = {};  // of the page; empty: the words
  std::string about = {};  // what `session` is called
  bool agreed = false;     // a person said yes to it: it may change something
};
// An operation that changes something, and what takes it back.
struct Change {
  std::string operation;
  std::map<std::string, std::vector<std::string>> given;
  std::string undo_operation = {};  // empty: nothing does
  std::map<std::string, std::vector<std::string>> undo_given = {};
};
// What one key changes: done in turn, taken back together.
struct WantEdit {
  std::vector<Change> changes;
  bool is_undo = false;
};
struct WantCopy {
  std::string text;
};
// The text of a message, for the clipboard.
struct WantMessageText {
  enum class What : std::uint8_t { kText, kCode, kLinks };
  std::uint64_t reader = 0;
  std::size_t message = 0;
  What what = What::kText;
};
// Goes on with a session. Without words the terminal is claude's until it ends.
struct WantDrive {
  enum class Action : std::uint8_t { kResume, kEdit, kFork };
  Action action = Action::kResume;
  std::string path;
  std::uint64_t reader = 0;
  std::optional<std::size_t> message;  // the one to go on from, to replace, to fork behind
  std::string at = {};                 // the line to go on from, when it is no message's
  std::string words;                   // what to say
  std::string draft = {};              // what the editor begins with, instead of the old prompt
};
struct WantAnswer {
  std::string conversation;
  std::string request;
  bool allow = false;
  bool always = false;
  std::string why;
};
struct WantInterrupt {
  std::string conversation;
};
struct Suspend {};
struct Repaint {};
struct Leave {
  bool chosen = false;
  std::vector<std::string> ids;  // with pick
};

using Request =
    std::variant<WantList, WantSearch, WantPreview, WantConversation, WantMessages, WantFind,
                 StopFinding, WantTree, WantCompare, WantCommand, WantEdit, WantCopy,
                 WantMessageText, WantDrive, WantAnswer, WantInterrupt, Suspend, Repaint, Leave>;

// --- what comes back ---

struct ListCame {
  std::vector<SessionItem> items = {};
  std::string project = {};  // when it is of one
  bool whole = true;         // all of them are there
  std::int64_t hidden = 0;   // left out
  std::string note = {};     // what was odd, or why there is nothing
};
struct SearchCame {
  std::string query;
  TextHits hits = {};
  bool index = false;
  std::string note = {};
};
struct PreviewCame {
  std::string path;
  std::vector<std::string> lines;
};
struct ConversationCame {
  std::uint64_t reader = 0;
  std::string path = {};  // of the file, however it was named
  std::string title;
  std::string id;
  std::string note;  // about the branch: why it ends where it does
  std::string folder;
  std::string tip;
  std::vector<MessageNote> notes;
  std::optional<std::size_t> at;  // the message that was asked for
  std::size_t branches = 0;
  std::string context;  // how full the model's window is
};
struct MessagesCame {
  std::uint64_t reader = 0;
  std::uint64_t form = 0;
  std::vector<std::pair<std::size_t, Lines>> messages;
  std::vector<Picture> pictures = {};  // that their lines show
};
struct FindCame {
  std::uint64_t reader = 0;
  WantFind::What what = WantFind::What::kWords;
  std::string words;
  int step = 1;
  std::optional<std::size_t> message;
  bool wrapped = false;
};
struct TreeRow {
  std::string line;   // safe, with looks
  std::string tip;    // the newest end that it leads to
  std::string entry;  // its first line
  bool active = false;
};
struct TreeCame {
  std::uint64_t reader = 0;
  std::vector<TreeRow> rows;
};
// Lines to be read, whatever they are.
struct PageCame {
  std::string title;
  std::vector<std::string> lines;
};
struct EditDone {
  std::string said;
  WantEdit undo = {};  // of what was done; of an undo what could not be
  bool failed = false;
};
// A command would change something: that is asked first.
struct AskFirst {
  WantCommand command;
  bool about_session = false;  // it names none itself
};
// Words for claude that it did not get.
struct NotSent {
  WantDrive drive;
  std::string why;
};
struct TextCame {
  std::string text;
  std::string what;
};
// A session was made, or went on elsewhere: show it.
struct SessionMade {
  std::string path;
  std::string said;
};
struct Failed {
  std::string message;
  std::uint64_t reader = 0;  // that it was for
};
struct Said {
  std::string text;
};
// Something on the disk is not what it was; `path`: of this file, else of any.
struct DiskChanged {
  std::string path = {};
  bool list = true;   // what lists say may be different too
  bool files = true;  // what conversations say may be
};
// A conversation that this program drives.
struct DriveState {
  std::string conversation;
  std::string path;  // of the session's file, as far as known
  std::string session;
  std::string doing;   // empty: it waits for words
  std::string text;    // of the answer, as far as it came
  std::string unsent;  // words that it ended without having taken
  bool ended = false;
  bool failed = false;
  struct Question {
    std::string request;
    std::vector<std::string> lines;  // what wants to run
    bool can_remember = false;
  };
  std::optional<Question> question;
};
struct DriveCame {
  DriveState state;
};

using Event = std::variant<ListCame, SearchCame, PreviewCame, ConversationCame, MessagesCame,
                           FindCame, TreeCame, PageCame, EditDone, AskFirst, NotSent, TextCame,
                           SessionMade, Failed, Said, DiskChanged, DriveCame>;

}  // namespace clew::tui
