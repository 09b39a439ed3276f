// SPDX-License-Identifier: MIT
//
// The loop: keys and what the threads found go into the model, what it wants goes to the loader,
// and a picture of it to the terminal. Nothing here waits for a file.

#include "tui/ui_program.h"

#include <atomic>
#include <chrono>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <set>
#include <unistd.h>

#include "base/text.h"
#include "engine/call/prompt_parts.h"
#include "engine/live/live_services.h"
#include "os/clock.h"
#include "os/editor.h"
#include "os/real_file_system.h"
#include "os/run_program.h"
#include "tui/driving.h"
#include "tui/jobs.h"
#include "tui/key_reader.h"
#include "tui/loader.h"
#include "tui/model.h"
#include "tui/terminal_driver.h"
#include "tui/view.h"

namespace clew::tui {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kEscapeTime{30};  // a lone Escape is one after this
constexpr milliseconds kLinesTime{6};    // to wait for lines rather than show a gap
constexpr milliseconds kChangesTime{200};
constexpr milliseconds kListTime{1500};  // between two readings of the list that nobody asked for
constexpr milliseconds kMinute{30'000};  // after which times are told anew

// Wakes the loop from other threads.
class Wake {
 public:
  Wake() {
    if (::pipe(ends_) != 0) ends_[0] = ends_[1] = -1;
    for (const int end : ends_) {
      ::fcntl(end, F_SETFD, FD_CLOEXEC);
      ::fcntl(end, F_SETFL, O_NONBLOCK);
    }
  }
  ~Wake() {
    ::close(ends_[0]);
    ::close(ends_[1]);
  }
  Wake(const Wake&) = delete;
  Wake& operator=(const Wake&) = delete;

  int handle() const { return ends_[0]; }
  void now() {
    if (!awake_.exchange(true)) static_cast<void>(::write(ends_[1], "!", 1) + 1);
  }
  void taken() {
    awake_ = false;
    char bytes[64];
    while (::read(ends_[0], bytes, sizeof bytes) > 0) {
    }
  }

 private:
  int ends_[2] = {-1, -1};
  std::atomic<bool> awake_ = false;
};

class Program {
 public:
  Program(const UiOptions& options, TerminalDriver& terminal)
      : options_(options),
        terminal_(terminal),
        world_{files_, options.engine, services_.pointers(), options.text_of},
        driving_(
            *services_.pointers().conversations,
            [this](Event event) { jobs_.tell(std::move(event)); },
            [this](const PreparedDrive& prepared, const std::string& session) {
              loader_.drive_began(prepared, session);
            }),
        loader_(world_, jobs_, driving_),
        model_({.pick = options.pick,
                .list = options.session.empty() || !options.pick,
                .now = clock_now()}),
        jobs_([this] { wake_.now(); }) {}

  UiOutcome run() {
    begin();
    while (!outcome_) step();
    subscription_.reset();
    // To end what runs may take a moment, in which nobody should look at a dead screen.
    terminal_.leave();
    return *outcome_;
  }

 private:
  void begin() {
    carry_out(model_.resize(terminal_.columns(), terminal_.rows()));
    model_.set_scope(options_.all);
    if (options_.pick) carry_out(model_.begin_narrowing(options_.query));
    if (!options_.session.empty()) {
      carry_out(model_.open({options_.session}));
    }
    carry_out(model_.start());
    if (!options_.pick && !options_.query.empty()) carry_out(model_.narrow_by(options_.query));
    terminal_.paint(paint(model_));
    terminal_.ask_for_pictures();
  }

  int timeout() const {
    if (keys_.is_waiting()) return static_cast<int>(kEscapeTime.count());
    auto due = Clock::now() + kMinute;
    if (!changed_.empty()) due = std::min(due, told_ + kChangesTime);
    if (list_changed_) due = std::min(due, listed_ + kListTime);
    const auto left = std::chrono::ceil<milliseconds>(due - Clock::now());
    return static_cast<int>(std::max(left, milliseconds(0)).count());
  }

  void step() {
    pollfd ready[] = {{terminal_.input(), POLLIN, 0},
                      {terminal_.signals(), POLLIN, 0},
                      {wake_.handle(), POLLIN, 0}};
    const int count = ::poll(ready, 3, timeout());
    model_.set_now(clock_now());
    if (count < 0 && errno != EINTR) outcome_ = UiOutcome{};
    if ((ready[1].revents & POLLIN) != 0) take_signals();
    bool typed = false;
    if ((ready[0].revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
      typed = true;
      auto bytes = terminal_.read();
      if (!bytes) {
        outcome_ = UiOutcome{};  // the terminal is gone
        return;
      }
      take_keys(keys_.take(*bytes));
    } else if (count == 0 && keys_.is_waiting()) {
      take_keys(keys_.give_up());
    }
    wake_.taken();
    take_events();
    take_changes();
    if (outcome_) return;
    // A gap that is filled a moment later would flicker.
    if (typed && model_.has_gaps()) {
      jobs_.wait(kLinesTime);
      take_events();
    }
    terminal_.paint(paint(model_));
  }

  void take_signals() {
    const TerminalDriver::Signals came = TerminalDriver::take_signals();
    if (came.stop) suspend();
    if (came.continued) {
      terminal_.leave();
      terminal_.enter();
    }
    if (came.continued) {
      come_back();
    } else if (came.resized) {
      terminal_.ask_size();
      carry_out(model_.resize(terminal_.columns(), terminal_.rows()));
    }
  }

  void suspend() {
    terminal_.suspend();
    come_back();
  }

  // The terminal was somebody else's: it may have another size, and has no pictures.
  void come_back() {
    terminal_.ask_size();
    carry_out(model_.resize(terminal_.columns(), terminal_.rows()));
    if (pictures_) carry_out(model_.set_pictures(terminal_.cell_size()));
  }

  void take_keys(const std::vector<Key>& keys) {
    for (const Key& key : keys) {
      if (outcome_) return;
      if (key.kind != Key::Kind::kReply) {
        carry_out(model_.take(key));
      } else if (key.text.starts_with(kPictureAnswer)) {
        pictures_ = true;
        carry_out(model_.set_pictures(terminal_.cell_size()));
      }
    }
  }

  void take_events() {
    for (Event& event : jobs_.take()) {
      const auto* list = std::get_if<ListCame>(&event);
      if (list && list->whole) watch();
      if (const auto* lines = std::get_if<MessagesCame>(&event)) {
        for (const Picture& picture : lines->pictures) terminal_.send(picture);
      }
      carry_out(model_.take(std::move(event)));
    }
  }

  // Begins to look for changes, once there is something to be changed.
  void watch() {
    if (subscription_ || options_.pick) return;
    subscription_ =
        services_.pointers().events->subscribe({.hidden = true}, [this] { wake_.now(); });
    services_.watch(files_, options_.engine, [](EventBus&, const Result<void>&) {});
  }

  void take_changes() {
    if (!subscription_) return;
    for (const auto& event : subscription_->take()) {
      changed_.insert(event->file);
      list_changed_ = true;
    }
    const auto now = Clock::now();
    if (!changed_.empty() && now - told_ >= kChangesTime) {
      told_ = now;
      for (const std::string& file : std::exchange(changed_, {})) {
        carry_out(model_.take(DiskChanged{.path = file, .list = false}));
      }
    }
    if (list_changed_ && now - listed_ >= kListTime) {
      listed_ = now;
      list_changed_ = false;
      carry_out(model_.take(DiskChanged{.list = true, .files = false}));
    }
  }

  void carry_out(std::vector<Request> requests) {
    for (Request& request : requests) carry_out_one(std::move(request));
  }

  void carry_out_one(Request request) {
    if (const auto* leave = std::get_if<Leave>(&request)) {
      outcome_ = UiOutcome{leave->chosen, leave->ids};
    } else if (std::get_if<Suspend>(&request)) {
      suspend();
    } else if (std::get_if<Repaint>(&request)) {
      terminal_.repaint();
    } else if (const auto* copy = std::get_if<WantCopy>(&request)) {
      terminal_.copy(copy->text);
    } else if (const auto* drive = std::get_if<WantDrive>(&request);
               drive && drive->words.empty() && drive->action != WantDrive::Action::kFork) {
      hand_over(*drive);
    } else {
      loader_.take(std::move(request));
    }
  }

  void fail(const Error& error) { carry_out(model_.take(Failed{error.message})); }

  // What needs the terminal itself: claude, or an editor.
  void hand_over(const WantDrive& want) {
    const auto conversation = loader_.opened(want.reader);
    auto request = drive_request_of(want, conversation.get());
    if (!request) return fail(request.error());
    if (want.action == WantDrive::Action::kEdit) return edit(want, *request);
    const auto engine = world_.engine();
    auto prepared = prepare_drive(*engine, *request);
    if (!prepared) return fail(prepared.error());
    auto command = interactive_command(prepared->launch);
    if (!command) return fail(command.error());
    if (auto done = clew::carry_out(*engine, *prepared); !done) return fail(done.error());
    terminal_.leave();
    auto status = run_at_terminal(*command);
    terminal_.enter();
    come_back();
    if (!status) return fail(status.error());
    carry_out(model_.take(DiskChanged{}));
    carry_out(model_.take(Said{"claude " + describe(*status)}));
  }

  void edit(WantDrive want, DriveRequest request) {
    const auto engine = world_.engine();
    request.only_look = true;
    auto prepared = prepare_drive(*engine, request);
    if (!prepared) return fail(prepared.error());
    const std::string words = split_prompt(prepared->old_prompt).text;
    terminal_.leave();
    auto edited = edit_in_editor(want.draft.empty() ? words : want.draft);
    terminal_.enter();
    come_back();
    if (!edited) return fail(edited.error());
    want.words = trim(*edited);
    if (want.words.empty() || want.words == trim(words)) {
      carry_out(model_.take(Said{"the prompt was not changed, so nothing was sent"}));
      return;
    }
    loader_.take(std::move(want));
    carry_out(model_.take(Said{"sending"}));
  }

  // The order is that in which they are needed: what tells ends before what it tells.
  const UiOptions& options_;
  TerminalDriver& terminal_;
  RealFileSystem files_;
  Wake wake_;
  LiveServices services_;
  World world_;
  Driving driving_;
  Loader loader_;
  Model model_;
  KeyReader keys_;
  std::shared_ptr<Subscription> subscription_;
  std::set<std::string> changed_;
  Clock::time_point told_;
  Clock::time_point listed_;
  bool list_changed_ = false;
  bool pictures_ = false;  // the terminal shows them
  std::optional<UiOutcome> outcome_;
  Jobs jobs_;  // ends first: its threads use all of the above
};

}  // namespace

Result<UiOutcome> run_ui(const UiOptions& options) {
  auto terminal = TerminalDriver::open(options.color);
  if (!terminal) return terminal.error();
  return Program(options, **terminal).run();
}

}  // namespace clew::tui
