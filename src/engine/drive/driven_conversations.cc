// SPDX-License-Identifier: MIT
#include "engine/drive/driven_conversations.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "engine/drive/drive_answers.h"
#include "os/clock.h"
#include "os/private_file.h"

namespace clew {
namespace {

// So many ended conversations are remembered, for whoever asks how they ended.
constexpr std::size_t kEndedKept = 32;

Error unknown(const std::string& id) {
  return {ErrorCode::kNotFound, "no conversation " + id + " is open"};
}

// The command, with what may hold secrets (an editor sends its MCP servers with their tokens) in
// files of its own: everybody on the machine can read the arguments of a program.
struct GuardedCommand {
  ChildOptions command;
  std::vector<PrivateFile> files;
};

Result<GuardedCommand> guarded_command(Launch launch) {
  GuardedCommand guarded;
  for (std::string& config : launch.options.mcp_configs) {
    if (!trim(config).starts_with('{')) continue;  // the name of a file
    auto file = PrivateFile::write(".json", config);
    if (!file) return file.error();
    config = file->path();
    guarded.files.push_back(std::move(*file));
  }
  auto command = stream_command(launch);
  if (!command) return command.error();
  guarded.command = std::move(*command);
  return guarded;
}

}  // namespace

std::string_view name_of(ConversationState state) {
  switch (state) {
    case ConversationState::kIdle:
      return "idle";
    case ConversationState::kBusy:
      return "busy";
    case ConversationState::kWaiting:
      return "waiting";
    case ConversationState::kEnded:
      return "ended";
  }
  return "";
}

// Kept alive by whoever uses it, so that a call never meets a conversation that is being destroyed.
struct DrivenConversations::Item {
  mutable std::mutex mutex;  // guards info, files and at_end
  ConversationInfo info;
  std::vector<std::function<void()>> at_end;
  std::string resumed;  // session that it was asked to go on with
  bool unseen = false;
  Listener listener;
  std::vector<PrivateFile> files;  // that the program reads; not needed when it has ended
  // Set before anybody else sees the item; last, so that its thread ends before the rest goes.
  std::unique_ptr<DrivenConversation> driven;

  ConversationInfo look() const {
    const std::lock_guard lock(mutex);
    ConversationInfo copy = info;
    if (copy.state != ConversationState::kEnded && driven) {
      copy.state = !copy.permissions.empty() ? ConversationState::kWaiting
                   : driven->turns() > 0     ? ConversationState::kBusy
                                             : ConversationState::kIdle;
    }
    return copy;
  }
  bool is(const std::string& id) const {
    const std::lock_guard lock(mutex);
    return info.id == id || (!info.session.empty() && info.session == id);
  }
  bool has_ended() const {
    const std::lock_guard lock(mutex);
    return info.state == ConversationState::kEnded;
  }
  bool drives(const std::string& session) const {
    const std::lock_guard lock(mutex);
    return info.state != ConversationState::kEnded && !session.empty() &&
           (info.session == session || resumed == session);
  }
};

DrivenConversations::DrivenConversations(Observer observer)
    : DrivenConversations(std::move(observer), Options()) {}
DrivenConversations::DrivenConversations(Observer observer, Options options)
    : observer_(std::move(observer)), options_(options) {}

DrivenConversations::~DrivenConversations() {
  std::map<std::string, ItemPtr> items;
  {
    const std::lock_guard lock(mutex_);
    items.swap(items_);
  }
  // All are asked before the first is waited for.
  for (const auto& [id, item] : items) item->driven->stop();
  for (const auto& [id, item] : items) item->driven.reset();
}

Result<std::string> DrivenConversations::open(const PreparedDrive& prepared, Listener listener) {
  auto guarded = guarded_command(prepared.launch);
  if (!guarded) return guarded.error();
  forget_old();
  auto item = std::make_shared<Item>();
  item->files = std::move(guarded->files);
  item->listener = std::move(listener);
  item->resumed = prepared.launch.resume;
  item->unseen = prepared.unseen;
  item->info.session = prepared.launch.resume;
  item->info.folder = prepared.launch.folder;
  item->info.model = prepared.launch.options.model;
  item->info.mode = prepared.launch.options.permission_mode;
  item->info.started = clock_now();
  {
    const std::lock_guard lock(mutex_);
    std::size_t open = 0;
    for (const auto& [id, other] : items_) {
      if (other->drives(prepared.launch.resume)) {
        return Error{ErrorCode::kBusy, "session " + prepared.launch.resume +
                                           " is driven already, as conversation " + id};
      }
      if (!other->has_ended()) ++open;
    }
    if (open >= options_.most_open) {
      return Error{ErrorCode::kBusy, std::to_string(open) + " conversations are open already"};
    }
    item->info.id = "c" + std::to_string(next_++);
  }
  const std::string id = item->info.id;
  // The item outlives the conversation's thread, which its destructor waits for.
  auto driven = DrivenConversation::start(
      guarded->command, options_.limits,
      [this, &in = *item](const drive::Event& event) { take(in, event); });
  if (!driven) return driven.error();
  item->driven = std::move(*driven);
  {
    const std::lock_guard lock(item->mutex);
    item->info.pid = item->driven->pid();
  }
  {
    const std::lock_guard lock(mutex_);
    items_[id] = item;
  }
  if (!prepared.prompt.empty()) {
    if (auto sent = item->driven->send({prepared.prompt, {}, {}}); !sent) return sent.error();
  }
  return id;
}

// On the conversation's thread.
void DrivenConversations::take(Item& item, const drive::Event& event) {
  Observed of;
  std::vector<std::function<void()>> at_end;
  {
    const std::lock_guard lock(item.mutex);
    ConversationInfo& info = item.info;
    if (!event.session.empty()) info.session = event.session;
    of = {info.id, info.session, info.folder};
    if (const auto* init = std::get_if<drive::Init>(&event.what)) {
      info.model = init->model;
      info.mode = init->mode;
      info.version = init->version;
    } else if (const auto* status = std::get_if<drive::Status>(&event.what)) {
      if (!status->mode.empty()) info.mode = status->mode;
    } else if (const auto* asks = std::get_if<drive::PermissionRequest>(&event.what)) {
      info.permissions.push_back(*asks);
    } else if (const auto* gone = std::get_if<drive::PermissionGone>(&event.what)) {
      std::erase_if(info.permissions, [&](const auto& p) { return p.request == gone->request; });
    } else if (const auto* result = std::get_if<drive::TurnResult>(&event.what)) {
      ++info.turns;
      info.cost_usd = result->cost_usd;
    } else if (const auto* ended = std::get_if<drive::Ended>(&event.what)) {
      info.state = ConversationState::kEnded;
      info.ended = describe(ended->status);
      info.permissions.clear();
      item.files.clear();
      at_end.swap(item.at_end);
    }
  }
  if (observer_ && !item.unseen) observer_(of, event);
  if (item.listener) item.listener(item.info.id, event);
  for (const auto& then : at_end) then();
}

// Never called on a conversation's own thread: it may destroy ended ones.
void DrivenConversations::forget_old() {
  std::vector<ItemPtr> gone;  // destroyed after the lock is released
  const std::lock_guard lock(mutex_);
  std::vector<std::pair<TimeMs, std::string>> ended;
  for (const auto& [id, item] : items_) {
    if (item->has_ended()) ended.push_back({item->look().started, id});
  }
  std::sort(ended.begin(), ended.end());
  while (ended.size() > kEndedKept) {
    const auto found = items_.find(ended.front().second);
    gone.push_back(found->second);
    items_.erase(found);
    ended.erase(ended.begin());
  }
}

DrivenConversations::ItemPtr DrivenConversations::lookup(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  if (const auto found = items_.find(id); found != items_.end()) return found->second;
  ItemPtr best;  // of several that drove the session, the one that still does
  for (const auto& [own, item] : items_) {
    if (item->is(id) && (!best || !item->has_ended())) best = item;
  }
  return best;
}

Result<DrivenConversations::ItemPtr> DrivenConversations::running(const std::string& id) const {
  ItemPtr item = lookup(id);
  if (!item) return unknown(id);
  return item;
}

Result<std::string> DrivenConversations::send(const std::string& id, const Prompt& prompt) {
  auto item = running(id);
  if (!item) return item.error();
  return (*item)->driven->send(prompt);
}

Result<void> DrivenConversations::interrupt(const std::string& id) {
  auto item = running(id);
  if (!item) return item.error();
  return (*item)->driven->interrupt();
}

Result<void> DrivenConversations::answer_permission(const std::string& id,
                                                    const std::string& request,
                                                    const PermissionAnswer& answer) {
  auto item = running(id);
  if (!item) return item.error();
  return (*item)->driven->answer(request, answer);
}

Result<void> DrivenConversations::set_model(const std::string& id, const std::string& model) {
  auto item = running(id);
  if (!item) return item.error();
  return (*item)->driven->set_model(model);
}

Result<void> DrivenConversations::set_mode(const std::string& id, const std::string& mode) {
  auto item = running(id);
  if (!item) return item.error();
  return (*item)->driven->set_permission_mode(mode);
}

Result<void> DrivenConversations::finish(const std::string& id) {
  auto item = running(id);
  if (!item) return item.error();
  (*item)->driven->finish();
  return {};
}

Result<void> DrivenConversations::close(const std::string& id) {
  auto item = running(id);
  if (!item) return item.error();
  (*item)->driven->stop();
  return {};
}

void DrivenConversations::when_ended(const std::string& id, std::function<void()> then) {
  if (const ItemPtr item = lookup(id)) {
    const std::lock_guard lock(item->mutex);
    if (item->info.state != ConversationState::kEnded) {
      item->at_end.push_back(std::move(then));
      return;
    }
  }
  then();
}

bool DrivenConversations::wait(const std::string& id, std::chrono::milliseconds time) {
  const ItemPtr item = lookup(id);
  return !item || item->driven->wait_for(time);
}

std::vector<ConversationInfo> DrivenConversations::list() const {
  std::vector<ItemPtr> items;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, item] : items_) {
      if (!item->unseen) items.push_back(item);
    }
  }
  std::vector<ConversationInfo> infos;
  infos.reserve(items.size());
  for (const ItemPtr& item : items) infos.push_back(item->look());
  std::sort(infos.begin(), infos.end(), [](const auto& a, const auto& b) {
    return a.id.size() != b.id.size() ? a.id.size() < b.id.size() : a.id < b.id;
  });
  return infos;
}

std::optional<ConversationInfo> DrivenConversations::find(const std::string& id) const {
  const ItemPtr item = lookup(id);
  if (!item) return std::nullopt;
  return item->look();
}

}  // namespace clew
