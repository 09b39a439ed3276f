// SPDX-License-Identifier: MIT
//
// A session opened to be exported. Everything of it is read through one file system, which takes
// the secrets out unless somebody asked for them: no format can forget to.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "catalog/list/session_names.h"
#include "catalog/list/subagents.h"
#include "engine/call/arguments.h"
#include "engine/engine.h"
#include "engine/read/conversation_view.h"
#include "engine/redact/redacted_files.h"
#include "export/exported.h"

namespace clew {

// How much of each message.
enum class ExportDetail : std::uint8_t {
  kAll,
  kNoTools,  // without calls and what they answered
  kTalk,     // prompts and answers alone
};

class ExportSource {
 public:
  // Takes the parameters of the operation `export`. Borrows the engine.
  static Result<std::shared_ptr<ExportSource>> open(Engine& engine, const Arguments& arguments);
  ExportSource(const ExportSource&) = delete;
  ExportSource& operator=(const ExportSource&) = delete;

  const std::string& id() const { return id_; }
  std::string title() const;
  const Session& session() const { return *view_.session; }
  bool is_whole() const { return !one_branch_ && !one_range_; }
  // Secrets that are hidden; nothing: they were not looked for.
  std::optional<std::int64_t> hidden() const;
  // What stands where they were.
  std::vector<std::string> labels() const;

  // The conversation and those of its subagents. Borrows this.
  Exported exported() const;

  // All branches one by one, the one that continues first; one where one or a range of it was asked
  // for.
  struct Branch {
    std::string tip;
    std::string title;
    std::vector<MessagePlan> messages;
  };
  Result<void> each_branch(const std::function<Result<void>(const Branch&)>& take) const;
  // Messages of the session, each with its place among these; what the detail leaves out is passed
  // over.
  using TakeNumbered = std::function<Result<void>(const ExportedMessage&, std::size_t)>;
  Result<void> each_of(const std::vector<MessagePlan>& messages, const TakeNumbered& take) const;
  // Subagents that belong to what is exported, and what one of them said.
  std::vector<Subagent> agents() const;
  using TakeOfAgent = std::function<Result<void>(const ExportedMessage&, const Session&)>;
  Result<void> each_of_agent(const Subagent& agent, const TakeOfAgent& take) const;
  // The lines that were asked for, in the order of the file.
  std::vector<EntryIndex> lines() const;
  // How many lines of a file that was asked for whole are not among them: what cannot be read as
  // JSON would spoil the file.
  std::int64_t torn_lines() const;

 private:
  ExportSource(Engine& engine, NamedSession named) : engine_(engine), named_(std::move(named)) {}

  Result<void> hide_secrets(const Arguments& arguments);
  Result<void> choose_messages(const Arguments& arguments);
  const FileSystem& files() const;
  Result<void> each(const ConversationView& view, std::string folder,
                    const TakeNumbered& take) const;

  Engine& engine_;
  NamedSession named_;
  std::string id_;
  ExportDetail detail_ = ExportDetail::kAll;
  bool one_branch_ = false;  // lines of the branch alone
  bool one_range_ = false;   // lines of the messages alone
  bool with_changes_ = false;
  bool whole_files_ = false;  // changes are followed from call to call
  bool with_costs_ = false;
  std::optional<redact::Finder> finder_;
  std::optional<RedactDecisions> decisions_;
  std::unique_ptr<SessionRedaction> redaction_;
  std::unique_ptr<RedactedFiles> redacted_;
  ConversationView view_;
};

}  // namespace clew
