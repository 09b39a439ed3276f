// SPDX-License-Identifier: MIT
//
// What operations answer about what lies on the disk: sessions and projects in lists, prompts,
// todos, tracked files, subagents.
#pragma once

#include "base/uuid.h"
#include "catalog/beside/prompt_history.h"
#include "catalog/beside/todos.h"
#include "catalog/facts/session_facts.h"
#include "catalog/list/live_registry.h"
#include "catalog/list/subagents.h"
#include "engine/lists/catalog_view.h"
#include "engine/lists/session_list.h"
#include "engine/read/files_view.h"
#include "engine/read/session_answers.h"
#include "engine/read/session_extras.h"
#include "engine/read/usage_amounts.h"
#include "ingest/transcript_watch.h"
#include "keep/kept_world.h"

namespace clew {

inline constexpr std::string_view kFindingsHelp = "what is wrong in the files read";

// A flag that is only worth a word while it is false.
constexpr std::optional<bool> if_false(bool flag) {
  return flag ? std::nullopt : std::optional(false);
}

// --- sessions ---

template <>
inline constexpr auto kDescription<LiveSession> =
    describe("Running", "a process that works in a session",
             field("status", "what the process does", &LiveSession::status),
             field("pid", "the process", &LiveSession::pid),
             field("certain", "it is surely the same process", &LiveSession::certain),
             field("cwd", "the folder it works in", or_null(&LiveSession::cwd)),
             field("startedAt", "when it started", as_time(&LiveSession::started)));

template <class Text>
struct ProjectRef {
  Text key;
  Text path;
};
template <class Text>
inline constexpr auto kDescription<ProjectRef<Text>> =
    describe("ProjectRef", "a project",  //
             field("key", "name of the project's folder", &ProjectRef<Text>::key),
             field("path", "the folder that was worked in", or_null(&ProjectRef<Text>::path)));

template <class Text>
inline constexpr auto kDescription<BasicFacts<Text>> = describe(
    "SessionFacts", "what is known about a session",
    field("id", "the session's id", &BasicFacts<Text>::id),
    field("title", "its title", &BasicFacts<Text>::title),
    field("titleSource", "where the title came from", &BasicFacts<Text>::title_source),
    field("name", "a short name", short_name<Text>),
    field("firstPrompt", "what was asked first", or_null(&BasicFacts<Text>::first_prompt)),
    field("createdAt", "time of the first line", as_time(&BasicFacts<Text>::created_at)),
    field("updatedAt", "time of the last line", as_time(&BasicFacts<Text>::updated_at)),
    field("modifiedAt", "time of the file",
          as_time([](const BasicFacts<Text>& facts) { return facts.file.mtime_ns / 1'000'000; })),
    field("size", "bytes of the file", through(&BasicFacts<Text>::file, &FileInfo::size)),
    field("file", "the transcript", &BasicFacts<Text>::path),
    field("cwd", "the folder it worked in", or_null(&BasicFacts<Text>::cwd)),
    field("customTitle", "the title you gave it",
          or_null(through(&BasicFacts<Text>::labels, &BasicLabels<Text>::custom_title))),
    field("tag", "its tag", or_null(through(&BasicFacts<Text>::labels, &BasicLabels<Text>::tag))),
    field("gitBranch", "the branch of the repository", or_null(&BasicFacts<Text>::git_branch)),
    field("version", "of Claude Code", or_null(&BasicFacts<Text>::version)),
    field("model", "the last model that answered", or_null(&BasicFacts<Text>::model)),
    field("entrypoint", "what it was started from", or_null(&BasicFacts<Text>::entrypoint)),
    field_if_any("userType", "external: a person or a program; internal: Claude Code itself",
                 &BasicFacts<Text>::user_type),
    field_if_any("slug", "three words that name its plan", &BasicFacts<Text>::slug),
    field_if_any("messages", kMessageCountHelp, &BasicFacts<Text>::messages),
    field_if_any("compacted", "it was compacted", &BasicFacts<Text>::compacted),
    field_if_any("forkedFrom", "the session it was forked from", &BasicFacts<Text>::forked_from),
    field_if_any("warmup", "Claude Code made it by itself", &BasicFacts<Text>::warmup));

// What the file of a session alone tells: what an event knows.
template <class Text>
struct FileRow {
  ProjectRef<Text> project;
  BasicFacts<Text> facts;
  Text root;
  bool is_agent = false;  // by the file's name
};
template <class Text>
inline constexpr auto kDescription<FileRow<Text>> = describe(
    "EventRow", "a session, as its own file tells",
    field("project", "where it belongs", &FileRow<Text>::project), all_of(&FileRow<Text>::facts),
    field("root", "the configuration folder it lies in", &FileRow<Text>::root),
    field_if_any("subagent", "it is the transcript of a subagent",
                 [](const FileRow<Text>& row) {
                   return row.is_agent || row.facts.subagent != SubagentSign::kNone;
                 }),
    field_if_any("namedByUuid", "false: the file is not named by an id",
                 [](const FileRow<Text>& row) { return if_false(is_uuid(row.facts.id)); }));

FileRow<std::string> file_row(const TranscriptFile& file, const SessionFacts& facts);

template <>
inline constexpr auto kDescription<SessionCopy> = describe(
    "SessionCopy", "what another machine has of a session, and this one not",
    field("machine", "the machine; MACHINE/ID names its copy", &SessionCopy::machine),
    field("file", "where it is", &SessionCopy::path),
    field_if_any("continued", "it has all that is here, and more; else it went another way",
                 &SessionCopy::continued));

// A session in a list.
struct ListedSession {
  ListedSession(const SessionListing& in, const SessionRow& of);

  const SessionListing* listing;
  const SessionRow* row;
  FileRow<std::string_view> file;

  const LiveSession* running() const { return listing->live.find(file.facts.id); }
  std::optional<std::int64_t> days_left() const { return listing->days_left(*row); }
  bool kept() const { return is_kept(row->file); }
  std::string_view machine() const { return listing->machine_of(*row); }
  std::string_view person() const { return person_of_machine(machine()); }
  bool pinned() const { return listing->is_pinned(file.facts.id); }
  std::string_view remark() const { return listing->remark_of(file.facts.id); }
  const std::vector<SessionCopy>& copies() const { return listing->copies_of(*row); }
  const Tally* usage() const;  // null: none, or not asked for
};
template <>
inline constexpr auto kDescription<ListedSession> = describe(
    "SessionRow", "a session in a list", all_of(&ListedSession::file),
    field("running", "the process that works in it", &ListedSession::running),
    field("daysLeft", "until Claude Code removes it", &ListedSession::days_left),
    field_if_any("kept", "it is not on the disk any more, only in the keep", &ListedSession::kept),
    field_if_any("machine", "the other machine that it is of", &ListedSession::machine),
    field_if_any("person", "whose it is, of a team", &ListedSession::person),
    field_if_any("copies", "other machines that have something of it that is not here",
                 &ListedSession::copies),
    field_if_any("usage", "with --counts: tokens and cost, subagents included",
                 &ListedSession::usage),
    field_if_any("pinned", "you pinned it", &ListedSession::pinned),
    field_if_any("remark", "what you remarked about it", &ListedSession::remark),
    field_if_any("hidden", "it is hidden", through(&ListedSession::row, &SessionRow::hidden)),
    field_if_any("archived", "it is archived", through(&ListedSession::row, &SessionRow::archived)),
    field_if_any("sameIdElsewhere", "another file has the same id",
                 through(&ListedSession::row, &SessionRow::same_id_elsewhere)),
    field_if_any("readable", "false: the file cannot be read",
                 [](const ListedSession& one) { return if_false(one.row->readable); }));

template <>
inline constexpr auto kDescription<SessionInfo> = describe(
    "SessionInfo", "a session by itself", all_of(&SessionInfo::facts),
    field("running", "the process that works in it", &SessionInfo::running),
    field("branches", "how many branches it has", &SessionInfo::branches),
    field("subagents", "how many subagents it started", &SessionInfo::subagents),
    field("todoLists", "how many todo lists it left", &SessionInfo::todo_lists),
    field_if_any("usage", "tokens and cost, subagents included", &SessionInfo::usage),
    field_if_any("answersMs", "how long answers took, where lines say so (old versions)",
                 if_known(&SessionInfo::answers_ms)),
    field("daysLeft", "until Claude Code removes it", &SessionInfo::days_left),
    field_if_any("kept", "it is not on the disk any more, only in the keep",
                 [](const SessionInfo& info) { return is_kept(info.facts.file); }),
    field_if_any("machine", "the other machine that it is of", &SessionInfo::machine),
    field_if_any("person", "whose it is, of a team",
                 [](const SessionInfo& info) { return person_of_machine(info.machine); }),
    field("cleanupPeriodDays", "what the settings say about that", &SessionInfo::cleanup_period),
    field("root", "the configuration folder it lies in", &SessionInfo::root),
    field("plan", "the file of its plan", or_null(&SessionInfo::plan)),
    field("timeline", "the folder of its checkpoints, which a desktop client made",
          or_null(&SessionInfo::timeline)),
    field_if_any("editedFrom", "the session that this is, with another first prompt",
                 &SessionInfo::edited_from),
    field_if_any("editedAs", "sessions that are this one with another first prompt",
                 &SessionInfo::edited_as),
    field_if_any("continues", "the session that this one continues after a compaction",
                 through(&SessionInfo::continuations, &Continuations::before)),
    field_if_any("continuedBy", "sessions that continue this one after a compaction",
                 through(&SessionInfo::continuations, &Continuations::after)));

// A prompt of a session without a transcript.
struct GhostPrompt {
  const TypedPrompt* prompt = nullptr;
};
template <>
inline constexpr auto kDescription<GhostPrompt> = describe(
    "GhostPrompt", "a prompt of a session without a transcript",
    field("text", "what was typed", through(&GhostPrompt::prompt, &TypedPrompt::text)),
    field("timestamp", "when", as_time(through(&GhostPrompt::prompt, &TypedPrompt::time))));

template <>
inline constexpr auto kDescription<GhostSession> = describe(
    "Ghost", "a session without a transcript", field("id", "the session's id", &GhostSession::id),
    field("project", "the folder it worked in", or_null(&GhostSession::project)),
    field("firstAt", "time of its first prompt", as_time(&GhostSession::first)),
    field("lastAt", "time of its last prompt", as_time(&GhostSession::last)),
    field("prompts", "what was typed", [](const GhostSession& ghost) {
      return MappedList(ghost.prompts,
                        [](const TypedPrompt& prompt) { return GhostPrompt{&prompt}; });
    }));

struct LeftOut {
  const SessionList* list = nullptr;
};
template <>
inline constexpr auto kDescription<LeftOut> = describe(
    "LeftOut", "how many are not shown",
    field("subagents", "transcripts of subagents",
          through(&LeftOut::list, &SessionList::left_out_subagents)),
    field("warmups", "sessions that only warmed the cache of Claude Code",
          through(&LeftOut::list, &SessionList::left_out_warmups)),
    field("empty", "files without a conversation",
          through(&LeftOut::list, &SessionList::left_out_empty)),
    field("hidden", "hidden sessions", through(&LeftOut::list, &SessionList::left_out_hidden)));

template <>
inline constexpr auto kDescription<SessionListing> = describe(
    "SessionPage", "a page of sessions",
    field("project", "the folder that was listed, when it was one",
          or_null(&SessionListing::project)),
    field("sessions", "the sessions, in the order asked for",
          [](const SessionListing& listing) {
            return ParallelList(listing.list.sessions, [&listing](const SessionRow& row) {
              return ListedSession(listing, row);
            });
          }),
    field_if_any("ghosts", "sessions without a transcript, with --ghosts",
                 [](const SessionListing& listing) {
                   return listing.ghosts ? &listing.ghosts->ghosts : nullptr;
                 }),
    field("nextCursor", "asks for the next page",
          or_null(through(&SessionListing::list, &SessionList::next_cursor))),
    field("leftOut", "how many were left out",
          [](const SessionListing& listing) { return LeftOut{&listing.list}; }),
    field("findings", kFindingsHelp, through(&SessionListing::list, &SessionList::findings)));

inline bool holds_nothing(const SessionListing& listing) {
  return listing.list.sessions.empty() && !(listing.ghosts && !listing.ghosts->ghosts.empty());
}

// --- projects, prompts, subagents ---

struct ListedProject {
  const ProjectsView* view = nullptr;
  const Project* project = nullptr;

  const ProjectFolder& folder() const { return view->list.folders[project->folder]; }
};
template <>
inline constexpr auto kDescription<ListedProject> = describe(
    "Project", "a project",
    field("key", "name of the project's folder",
          through(&ListedProject::folder, &ProjectFolder::key)),
    field("path", "the folder that was worked in",
          or_null(through(&ListedProject::project, &Project::path))),
    field("exists", "that folder is there", through(&ListedProject::project, &Project::exists)),
    field("pathFits", "the path was recorded, and the key is made from it",
          through(&ListedProject::project, &Project::path_fits)),
    field("sessions", "how many sessions it has",
          [](const ListedProject& one) { return std::ssize(one.project->sessions); }),
    field("bytes", "bytes of their files", through(&ListedProject::project, &Project::bytes)),
    field("updatedAt", "when it was last used",
          as_time(through(&ListedProject::project, &Project::updated))),
    field("repository", "the repository it belongs to",
          or_null(through(&ListedProject::project, &Project::repository))),
    field("root", "the configuration folder it lies in",
          through(&ListedProject::folder, &ProjectFolder::root)),
    field("folder", "where its transcripts are",
          through(&ListedProject::folder, &ProjectFolder::path)));

template <>
inline constexpr auto kDescription<ProjectsView> = describe(
    "ProjectList", "projects",
    field("projects", "the projects, last used first",
          [](const ProjectsView& view) {
            return MappedList(view.projects, [&view](const Project& project) {
              return ListedProject{&view, &project};
            });
          }),
    field("findings", kFindingsHelp, through(&ProjectsView::list, &SessionList::findings)));
inline bool holds_nothing(const ProjectsView& view) { return view.projects.empty(); }

template <>
inline constexpr auto kDescription<TypedPrompt> = describe(
    "Prompt", "a prompt", field("text", "the prompt with pasted texts put in", &TypedPrompt::text),
    field("display", "the prompt as it was typed", &TypedPrompt::display),
    field("timestamp", "when", as_time(&TypedPrompt::time)),
    field("project", "the folder it was typed in", or_null(&TypedPrompt::project)),
    field("session", "the session's id", or_null(&TypedPrompt::session)),
    field_if_any("missingPastes", "pasted texts that are gone", &TypedPrompt::missing_pastes));

template <>
inline constexpr auto kDescription<PromptHistory> = describe(
    "PromptList", "prompts",
    field("prompts", "what was typed, newest first", &PromptHistory::prompts),
    field("more", "there are more than the limit allowed", &PromptHistory::more),
    field("badLines", "lines of the history that could not be read", &PromptHistory::bad_lines),
    field("findings", kFindingsHelp, &PromptHistory::findings));
inline bool holds_nothing(const PromptHistory& history) { return history.prompts.empty(); }

template <>
inline constexpr auto kDescription<Subagent> = describe(
    "Subagent", "a subagent", field("id", "its id", &Subagent::id),
    field("kind", "what it was for", &Subagent::kind),
    field("type", "the kind of agent", or_null(&Subagent::type)),
    field("description", "what it was to do", or_null(&Subagent::description)),
    field("toolUseId", "the call that started it", or_null(&Subagent::tool_use_id)),
    field("prompt", "its prompt", or_null(&Subagent::prompt)),
    field("workflow", "the workflow it belongs to", or_null(&Subagent::workflow)),
    field("session", "the session that started it", &Subagent::session),
    field("file", "its transcript; that of the session when it wrote into that", &Subagent::path),
    field("ownFile", "false: its lines are in the session's file", &Subagent::own_file),
    field("size", "bytes of its lines", &Subagent::size),
    field("createdAt", "when it began", as_time(&Subagent::created)),
    field("open", "the command that shows it", &Subagent::open));

template <>
inline constexpr auto kDescription<Subagents> =
    describe("SubagentList", "subagents",
             field("agents", "the subagents and who started them", &Subagents::agents),
             field("findings", kFindingsHelp, &Subagents::findings));
inline bool holds_nothing(const Subagents& agents) { return agents.agents.empty(); }

// --- todos and files ---

template <>
inline constexpr auto kDescription<Todo> =
    describe("Todo", "a thing to do", field("text", "what is to be done", &Todo::text),
             field("status", "pending, in_progress, completed", &Todo::status),
             field("id", "its id", or_null(&Todo::id)),
             field("description", "more about it", or_null(&Todo::description)),
             field("priority", "how urgent it is", or_null(&Todo::priority)));

inline constexpr std::string_view kTodoKinds[] = {"todos", "tasks"};
template <>
inline constexpr auto kDescription<TodoList> =
    describe("TodoList", "a todo list",
             field("kind", "of which form it is", one_of<kTodoKinds>([](const TodoList& list) {
                     return kTodoKinds[static_cast<std::size_t>(list.kind)];
                   })),
             field("agent", "whose list it is", &TodoList::agent),
             field("file", "where it lies: a file of its own, or the transcript", &TodoList::path),
             field_if_any("uuid", "the last call that wrote it, when it is from the transcript",
                          &TodoList::line),
             field("items", "what is on it", &TodoList::items));

template <>
inline constexpr auto kDescription<TodoLists> = describe(
    "TodoLists", "todo lists", field("lists", "the lists, each with its items", &TodoLists::lists),
    field("findings", kFindingsHelp, &TodoLists::findings));
inline bool holds_nothing(const TodoLists& todos) { return todos.lists.empty(); }

inline constexpr std::string_view kFileSources[] = {"history", "calls"};
inline constexpr std::string_view kFileChanges[] = {"added", "changed", "dropped"};
template <>
inline constexpr auto kDescription<TrackedFile> = describe(
    "TrackedFile", "a file at a message",
    field("path", "relative to the session's folder, or absolute", &TrackedFile::path),
    field("existed", "false: there was no such file then", &TrackedFile::existed),
    field("source", "history: Claude Code kept copies; calls: only calls of tools tell",
          one_of<kFileSources>([](const TrackedFile& file) {
            return kFileSources[file.is_kept ? 0 : 1];
          })),
    field("edits", "calls since the copy, or all of them, that changed it", &TrackedFile::edits),
    field("backup", "name of the kept copy", or_null(&TrackedFile::backup)),
    field("version", "which copy it is", &TrackedFile::version),
    field("size", "its bytes; null when they are not known", &TrackedFile::size),
    field("backedUpAt", "when it was kept or last edited", as_time(&TrackedFile::time)),
    field("change", "what this message did to it",
          one_of_or_null<kFileChanges>(&TrackedFile::change)),
    field_if_any("diff", "lines of the difference, with --diff; left out when it is not known",
                 &TrackedFile::diff));

// The tracked files, or with --cat one of them.
struct FilesAnswer {
  FilesView view;
  std::optional<std::string> path;
  std::string content;
};
template <>
inline constexpr auto kDescription<FilesAnswer> =
    describe("TrackedFiles", "files at a message",
             field("at", "the message that was asked for",
                   [](const FilesAnswer& a) {
                     return uuid_of(a.view.point.way().session->transcript(), a.view.at);
                   }),
             field_if_any("files", "the tracked files as they were then",
                          [](const FilesAnswer& a) { return a.path ? nullptr : &a.view.files; }),
             field_if_any("path", "with --cat: the file", &FilesAnswer::path),
             field_if_any("content", "with --cat: what was in it",
                          [](const FilesAnswer& a) { return a.path ? &a.content : nullptr; }));
inline bool holds_nothing(const FilesAnswer& answer) {
  return !answer.path && answer.view.files.empty();
}
Result<FilesAnswer> files_answer(Engine& engine, const Arguments& arguments);

}  // namespace clew
