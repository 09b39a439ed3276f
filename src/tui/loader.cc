// SPDX-License-Identifier: MIT
#include "tui/loader.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "base/numbers.h"
#include "base/text.h"
#include "engine/lists/edits.h"
#include "tui/canvas.h"
#include "tui/load_list.h"

namespace clew::tui {
namespace {

using Lane = Jobs::Lane;

constexpr std::chrono::milliseconds kSearchPause{80};
constexpr std::chrono::milliseconds kPreviewPause{25};  // shorter than anybody notices
constexpr std::chrono::milliseconds kPauseStep{5};
constexpr std::chrono::milliseconds kProgressTime{100};

// What went wrong is said, unless nobody waits for it any more.
std::vector<Event> failed(const Error& error, std::uint64_t reader = 0) {
  if (error.code == ErrorCode::kCancelled) return {};
  return {Failed{error.message, reader}};
}

template <class T>
std::vector<Event> as_events(Result<T> came, std::uint64_t reader = 0) {
  if (!came) return failed(came.error(), reader);
  std::vector<Event> events;
  events.emplace_back(std::move(*came));
  return events;
}

Arguments::Given as_given(const std::map<std::string, std::vector<std::string>>& values) {
  return {values.begin(), values.end()};
}

struct EditRow {
  std::string_view name;
  Result<Done> (*run)(Engine&, const Arguments&);
  std::string_view several;  // what is said when it was done to several sessions
};
constexpr EditRow kEdits[] = {{"rename", rename, "are renamed"},
                              {"tag", tag, "have another tag"},
                              {"hide", hide, "are hidden"},
                              {"unhide", unhide, "are no longer hidden"},
                              {"delete", remove, "are in the trash"},
                              {"undelete", undelete, "are back"},
                              {"pin", pin, "are pinned"},
                              {"unpin", unpin, "are no longer pinned"}};

const EditRow* find_edit(const std::string& operation) {
  const auto* found = std::find_if(std::begin(kEdits), std::end(kEdits),
                                   [&](const EditRow& row) { return row.name == operation; });
  return found == std::end(kEdits) ? nullptr : found;
}

Result<Done> run_change(Engine& engine, const Change& change) {
  const EditRow* row = find_edit(change.operation);
  if (!row) return Error{ErrorCode::kInvalid, change.operation + " changes nothing"};
  auto arguments = arguments_of(change.operation, as_given(change.given));
  if (!arguments) return arguments.error();
  return row->run(engine, *arguments);
}

}  // namespace

Result<DriveRequest> drive_request_of(const WantDrive& want, const OpenConversation* conversation) {
  DriveRequest request;
  request.action = want.action == WantDrive::Action::kEdit   ? DriveRequest::Action::kEdit
                   : want.action == WantDrive::Action::kFork ? DriveRequest::Action::kFork
                                                             : DriveRequest::Action::kResume;
  request.session = want.path;
  request.prompt = want.words;
  request.at = want.at;
  if (want.message) {
    if (conversation) request.at = conversation->uuid_of(*want.message);
    if (request.at.empty())
      return Error{ErrorCode::kNotFound, "the message is gone; Ctrl-L reads again"};
  }
  return request;
}

Loader::Conversation Loader::opened(std::uint64_t reader) const {
  const std::lock_guard lock(mutex_);
  const auto found = open_.find(reader);
  return found == open_.end() ? nullptr : found->second;
}

// Of those that were closed since the newest few are enough: their readers may still be on screen.
void Loader::keep(std::uint64_t reader, Conversation conversation) {
  constexpr std::size_t kMost = 3;
  std::vector<Conversation> gone;
  const std::lock_guard lock(mutex_);
  open_[reader] = std::move(conversation);
  while (open_.size() > kMost) {
    auto oldest = open_.begin();
    if (oldest->first == reader) ++oldest;
    gone.push_back(std::move(oldest->second));
    open_.erase(oldest);
  }
}

template <class Make>
void Loader::start(Lane lane, Make make, std::chrono::milliseconds pause) {
  jobs_.start(
      lane,
      [this, pause, make = std::move(make)](const Jobs::Stopped& stopped) -> std::vector<Event> {
        // Who types on does not want what was typed so far.
        const auto ready = std::chrono::steady_clock::now() + pause;
        while (std::chrono::steady_clock::now() < ready) {
          if (stopped()) return {};
          std::this_thread::sleep_for(kPauseStep);
        }
        const auto engine = world_.engine();
        const StopScope scope(engine->stop(), stopped);
        return make(*engine);
      });
}

template <class Make>
void Loader::start_in(Lane lane, std::uint64_t reader, Make make) {
  jobs_.start(
      lane,
      [this, reader, make = std::move(make)](const Jobs::Stopped& stopped) -> std::vector<Event> {
        const Conversation conversation = opened(reader);
        if (!conversation) return {};
        return make(*conversation, stopped);
      });
}

void Loader::list(const WantList& want) {
  start(Lane::kList, [this, want](Engine& engine) {
    // Which project the person stands in is known when the list is read.
    if (want.first > 0 && want.all) {
      if (auto first = load_first(engine, want); first && !first->items.empty()) {
        jobs_.tell(std::move(*first));
      }
    }
    return as_events(load_list(engine, want));
  });
}

void Loader::conversation(WantConversation want) {
  jobs_.start(Lane::kConversation,
              [this, want = std::move(want)](const Jobs::Stopped& stopped) -> std::vector<Event> {
                auto conversation = OpenConversation::open(world_, want, stopped);
                if (!conversation) return failed(conversation.error(), want.reader);
                if (stopped()) return {};
                keep(want.reader, *conversation);
                return {(*conversation)->came(want.reader)};
              });
}

// Whether all that is wanted was asked for already.
static bool is_part_of(const WantMessages& want, const WantMessages& asked) {
  if (want.reader != asked.reader || want.form != asked.form) return false;
  for (std::size_t i = 0; i < want.messages.size(); ++i) {
    const auto found = std::find(asked.messages.begin(), asked.messages.end(), want.messages[i]);
    if (found == asked.messages.end()) return false;
    const auto at = static_cast<std::size_t>(found - asked.messages.begin());
    if (asked.open[at] != want.open[i]) return false;
  }
  return true;
}

void Loader::messages(const WantMessages& want) {
  if (jobs_.is_busy(Lane::kMessages) && is_part_of(want, last_lines_)) return;
  last_lines_ = want;
  start_in(Lane::kMessages, want.reader,
           [this, want](const OpenConversation& in, const Jobs::Stopped& stopped) {
             return as_events(in.lines(world_, want, stopped), want.reader);
           });
}

// Each change is tried, whatever became of those before it: what failed is counted and the first
// reason told.
void Loader::edit(WantEdit want) {
  jobs_.queue([this, want = std::move(want)](const Jobs::Stopped&) -> std::vector<Event> {
    using Clock = std::chrono::steady_clock;
    EditDone came;
    came.undo.is_undo = true;
    std::size_t done = 0;
    std::string reason;
    auto told = Clock::now();
    for (const Change& change : want.changes) {
      if (Clock::now() - told > kProgressTime) {
        told = Clock::now();
        jobs_.tell(Said{
            std::to_string(done) + " of " + std::to_string(want.changes.size()) + " sessions " +
            std::string(find_edit(change.operation) ? find_edit(change.operation)->several : "")});
      }
      const auto engine = world_.engine();
      auto changed = run_change(*engine, change);
      if (!changed) {
        if (reason.empty()) reason = changed.error().message;
        if (want.is_undo) came.undo.changes.push_back(change);
        continue;
      }
      ++done;
      came.said = changed->done;
      if (!change.undo_operation.empty()) {
        came.undo.changes.push_back(
            {.operation = change.undo_operation, .given = change.undo_given});
      }
    }
    // What was done last is taken back first.
    std::reverse(came.undo.changes.begin(), came.undo.changes.end());
    const std::size_t all = want.changes.size();
    came.failed = done < all;
    if (all == 1 && came.failed) came.said = reason;
    if (all > 1) {
      const EditRow* row = find_edit(want.changes.front().operation);
      came.said = (came.failed ? std::to_string(done) + " of " : "") +
                  counted(static_cast<std::int64_t>(all), "session") + " " +
                  std::string(row ? row->several : "");
      if (came.failed) came.said += "; the others not: " + reason;
    }
    return {std::move(came)};
  });
}

void Loader::command(WantCommand want) {
  start(Lane::kPage, [this, want = std::move(want)](Engine& engine) -> std::vector<Event> {
    auto text = world_.text_of(engine, {want.words, want.session, want.columns, want.agreed});
    if (!text) return failed(text.error());
    if (text->changes && !want.agreed) return {AskFirst{want, text->about_session}};
    if (text->changes && text->lines.size() == 1) {
      return {EditDone{.said = without_looks(text->lines.front())}};
    }
    std::string title = want.title.empty() ? "clew" : want.title;
    for (const std::string& word : want.words) {
      if (want.title.empty()) title += " " + terminal_line(word);
    }
    std::vector<Event> events;
    events.emplace_back(PageCame{std::move(title), std::move(text->lines)});
    if (text->changes) events.emplace_back(DiskChanged{});
    return events;
  });
}

void Loader::drive(WantDrive want) {
  jobs_.queue([this, want = std::move(want)](const Jobs::Stopped&) -> std::vector<Event> {
    const auto engine = world_.engine();
    const Conversation conversation = opened(want.reader);
    auto request = drive_request_of(want, conversation.get());
    if (!request) return {NotSent{want, request.error().message}};
    if (want.action == WantDrive::Action::kFork) {
      auto prepared = prepare_drive(*engine, *request);
      if (!prepared) return failed(prepared.error());
      if (auto done = carry_out(*engine, *prepared); !done) return failed(done.error());
      return {
          SessionMade{prepared->fork_file ? prepared->fork_file->text() : prepared->fork_session,
                      "a copy with " + std::to_string(prepared->kept_count) +
                          " messages: " + prepared->fork_session}};
    }
    auto other = driving_.say(*engine, *request);
    if (!other) return {NotSent{want, other.error().message}};
    if (other->empty()) return {Said{"sent"}};
    return {SessionMade{*other, "this goes on in a copy; the session itself is not touched"}};
  });
}

void Loader::drive_began(const PreparedDrive& prepared, const std::string& session) {
  jobs_.queue([this, prepared, session](const Jobs::Stopped&) -> std::vector<Event> {
    const auto engine = world_.engine();
    if (auto linked = link_sessions(*engine, prepared, session); !linked)
      return failed(linked.error());
    if (prepared.how != ResumePlan::How::kNewSession) return {};
    const auto named = engine->locate(session);
    if (!named) return failed(named.error());
    return {SessionMade{named->path, "this goes on as a session of its own"}};
  });
}

void Loader::take(Request request) {
  std::visit(
      [this](auto&& want) {
        using T = std::decay_t<decltype(want)>;
        if constexpr (std::is_same_v<T, WantList>) {
          list(want);
        } else if constexpr (std::is_same_v<T, WantSearch>) {
          if (want.query.empty()) return jobs_.stop(Lane::kSearch);
          start(
              Lane::kSearch,
              [want](Engine& engine) -> std::vector<Event> { return {load_search(engine, want)}; },
              kSearchPause);
        } else if constexpr (std::is_same_v<T, WantPreview>) {
          start(
              Lane::kPreview,
              [want](Engine& engine) -> std::vector<Event> {
                auto came = load_preview(engine, want);
                if (came) return {std::move(*came)};
                if (came.error().code == ErrorCode::kCancelled) return {};
                return {PreviewCame{want.path, {terminal_line(came.error().message)}}};
              },
              kPreviewPause);
        } else if constexpr (std::is_same_v<T, WantConversation>) {
          conversation(std::move(want));
        } else if constexpr (std::is_same_v<T, WantMessages>) {
          messages(want);
        } else if constexpr (std::is_same_v<T, WantFind>) {
          start_in(Lane::kFind, want.reader,
                   [want](const OpenConversation& in, const Jobs::Stopped& stopped) {
                     return as_events(in.find(want, stopped), want.reader);
                   });
        } else if constexpr (std::is_same_v<T, StopFinding>) {
          jobs_.stop(Lane::kFind);
        } else if constexpr (std::is_same_v<T, WantTree>) {
          start_in(Lane::kTree, want.reader,
                   [want](const OpenConversation& in, const Jobs::Stopped&) -> std::vector<Event> {
                     return {TreeCame{want.reader, in.tree(want.columns)}};
                   });
        } else if constexpr (std::is_same_v<T, WantCompare>) {
          start(Lane::kPage,
                [want](Engine& engine) { return as_events(compare_branches(engine, want)); });
        } else if constexpr (std::is_same_v<T, WantCommand>) {
          command(std::move(want));
        } else if constexpr (std::is_same_v<T, WantEdit>) {
          edit(std::move(want));
        } else if constexpr (std::is_same_v<T, WantMessageText>) {
          start_in(Lane::kPage, want.reader,
                   [want](const OpenConversation& in, const Jobs::Stopped&) {
                     return as_events(in.text(want), want.reader);
                   });
        } else if constexpr (std::is_same_v<T, WantDrive>) {
          drive(std::move(want));
        } else if constexpr (std::is_same_v<T, WantAnswer>) {
          if (auto done = driving_.answer(want); !done) jobs_.tell(Failed{done.error().message});
        } else if constexpr (std::is_same_v<T, WantInterrupt>) {
          if (auto done = driving_.interrupt(want.conversation); !done)
            jobs_.tell(Failed{done.error().message});
        }
      },
      std::move(request));
}

}  // namespace clew::tui
