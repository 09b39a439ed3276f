// SPDX-License-Identifier: MIT
//
// show, context, branches, tree, stats, raw and check.

#include <algorithm>
#include <limits>

#include "doctor/sent_request.h"
#include "engine/call/answer.h"
#include "engine/call/operation_handlers.h"
#include "engine/read/conversation_answers.h"
#include "engine/read/message_flow.h"
#include "engine/read/open_session.h"
#include "transcript/line_fields.h"
#include "transcript/seen_entries.h"

namespace clew {
namespace {

// The chosen blocks of a line, as elements of a JSON array.
void append_content(std::string& out, json::Value content, std::span<const std::uint32_t> blocks) {
  const auto separate = [&out] { out += out.size() > 1 ? "," : ""; };
  if (content.is_string()) {
    separate();
    out += "{\"type\":\"text\",\"text\":";
    content.append_json(out);
    out += '}';
    return;
  }
  std::uint32_t index = 0;
  for (const json::Value block : content.elements()) {
    if (!block.is_object()) continue;
    if (std::binary_search(blocks.begin(), blocks.end(), index++)) {
      separate();
      block.append_json(out);
    }
  }
}

// Plain role and content, as an API takes them: no field of the transcript is left. Attachments
// have no stored form of what they said and are not among them.
class ApiMessages : public Flow<ApiMessage>::Source {
 public:
  explicit ApiMessages(std::shared_ptr<OpenedPath> opened) : opened_(std::move(opened)) {}

  Result<bool> each(const Flow<ApiMessage>::Take& take) override {
    const Session& session = *opened_->session;
    const Transcript& t = session.transcript();
    json::Parser parser;
    FileLines lines = session.lines();
    for (const SentMessage& message : sent_messages(t, opened_->path)) {
      ApiMessage one{message.assistant, "["};
      for (const SentMessage::Part& part : message.parts) {
        if (!t[part.entry].is_conversation()) continue;
        auto line = lines.line(t[part.entry]);
        if (!line) return line.error();
        auto root = parser.parse(*line);
        if (!root) return root.error();
        append_content(one.content, LineFields(*root).message().content, part.blocks);
      }
      if (one.content.size() == 1) continue;
      one.content += ']';
      if (!take(one)) return false;
    }
    return true;
  }

  Result<bool> each_written(const Flow<ApiMessage>::Write& write, json::Writer& out,
                            const Sink& sink) override {
    return each([&](const ApiMessage& message) {
      write(out, message);
      return send_full_piece(out, sink);
    });
  }

 private:
  std::shared_ptr<OpenedPath> opened_;
};

}  // namespace

Result<ConversationAnswer> show_answer(Engine& engine, const Arguments& arguments) {
  auto opened = open_conversation(engine, arguments);
  if (!opened) return opened.error();
  auto view = std::make_shared<ConversationView>(std::move(*opened));
  const TextLimit limit{static_cast<std::size_t>(
      arguments.maybe_integer("longest-text").value_or(std::numeric_limits<std::int64_t>::max()))};
  return ConversationAnswer{{view}, message_flow(view, limit)};
}

Result<ContextAnswer> context_answer(Engine& engine, const Arguments& arguments) {
  auto path = open_path(engine, arguments, EmptyFile::kIsFine);
  if (!path) return path.error();
  ContextAnswer answer;
  answer.opened = std::make_shared<OpenedPath>(std::move(*path));
  answer.sent = sent_entries(answer.transcript(), answer.opened->path);
  answer.extras =
      extras_of(*answer.opened->session, answer.opened->path, answer.opened->path.chain);
  if (engine.stop().is_stopped()) return stopped_error();
  if (arguments.flag("check")) {
    auto check = check_context(*answer.opened, arguments);
    if (!check) return check.error();
    answer.check = std::move(*check);
  }
  if (arguments.flag("messages")) {
    answer.messages.emplace(std::make_shared<ApiMessages>(answer.opened));
  }
  // The answer stands for an empty file too (nothing would be sent), but such a file is a mistake.
  if (auto checked = answer.opened->session->check_has_lines(); !checked && !answer.check) {
    answer.complaint = checked.error();
  }
  return answer;
}

Result<ResumeCheck> check_context(const OpenedPath& opened, const Arguments& arguments) {
  Symbol leaf = kNoSymbol;
  if (const std::string named = arguments.text("leaf"); !named.empty()) {
    auto entry = opened.session->find_entry(named);
    if (!entry) return entry.error();
    leaf = opened.session->transcript()[*entry].uuid;
  }
  return check_resume(*opened.session, opened.path, leaf);
}

std::int64_t lines_to_send(const Transcript& transcript) {
  const auto& entries = transcript.entries;
  return std::count_if(entries.begin(), entries.end(),
                       [](const Entry& entry) { return entry.type <= EntryType::kAttachment; });
}

Result<BranchesAnswer> branches_answer(Engine& engine, const Arguments& arguments) {
  auto opened = open_path(engine, arguments);
  if (!opened) return opened.error();
  const MessageTree& messages = opened->session->messages();
  if (engine.stop().is_stopped()) return stopped_error();
  auto branches = counted_branches(messages, opened->path);
  if (engine.stop().is_stopped()) return stopped_error();
  BranchesAnswer answer{nullptr, std::move(branches), {}};
  if (arguments.flag("why")) answer.forks = explain_forks(messages, opened->path);
  answer.session = std::move(opened->session);
  return answer;
}

std::string ShownBranch::prompt() const {
  constexpr std::size_t kPreview = 200;
  return session->prompt_preview(branch->prompt, kPreview);
}

Result<TreeAnswer> tree_answer(Engine& engine, const Arguments& arguments) {
  auto opened = open_path(engine, arguments);
  if (!opened) return opened.error();
  TreeAnswer answer;
  const MessageTree& messages = opened->session->messages();
  if (engine.stop().is_stopped()) return stopped_error();
  answer.previews = arguments.flag("previews");
  answer.active.resize(static_cast<std::size_t>(messages.size()), false);
  for (MessageId id = tip_message(messages, opened->path); id != kNoMessage;
       id = messages[id].parent) {
    answer.active[MessageTree::index(id)] = true;
  }
  answer.session = std::move(opened->session);
  return answer;
}

const MessageTree::Message& TreeMessage::message() const { return tree->session->messages()[id]; }

const Entry& TreeMessage::line() const {
  return tree->session->messages().tree().entry(message().first);
}

const Transcript& TreeMessage::transcript() const { return tree->session->transcript(); }

bool TreeMessage::active() const { return tree->active[MessageTree::index(id)]; }

std::optional<std::string> TreeMessage::preview() const {
  if (!tree->previews || !message().live || message().prelude || active() ||
      line().type != EntryType::kUser) {
    return std::nullopt;
  }
  return tree->session->prompt_preview(
      tree->session->messages().tree().first_line(message().first));
}

Result<StatsAnswer> measure_session(Engine& engine, const Arguments& arguments) {
  auto session = open_session(engine, arguments.text("session"));
  if (!session) return session.error();
  const ChosenPath path = find_path((*session)->tree(), RuleSet::k21);
  const auto messages = std::ssize(shown_messages((*session)->messages(), path));
  Metrics metrics = (*session)->metrics();
  return StatsAnswer{std::move(*session), messages, std::move(metrics), {}};
}

Result<Outcome> run_raw(Engine& engine, const Arguments& arguments, const Sink& sink) {
  auto session = open_session(engine, arguments.text("session"));
  if (!session) return session.error();
  auto entry = (*session)->find_entry(arguments.text("uuid"));
  if (!entry) return entry.error();
  if (auto done = (*session)->raw(*entry, sink); !done) return done.error();
  return Outcome::kFound;
}

}  // namespace clew
