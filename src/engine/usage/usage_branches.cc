// SPDX-License-Identifier: MIT
#include "engine/usage/usage_branches.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "base/parallel.h"
#include "engine/read/agent_calls.h"
#include "engine/read/session.h"
#include "engine/usage/usage_view.h"

namespace clew {
namespace {

constexpr std::size_t kActive = 0;
constexpr std::size_t kAbandoned = 1;
constexpr std::size_t kUnattached = SIZE_MAX;

// The branches of one session, and which of them a line or a subagent belongs to.
class SessionBranches {
 public:
  explicit SessionBranches(const Session& session) : session_(session) {
    const Transcript& t = session.transcript();
    if (reads_in_file_order(t)) return;
    const MessageTree& messages = session.messages();
    branches_ = find_branches(messages, find_path(session.tree(), RuleSet::k21));
    labels_.assign(static_cast<std::size_t>(messages.size()), kUnattached);
    for (std::size_t b = 0; b < branches_.size(); ++b) {
      for (MessageId id = branches_[b].tip_message; id != kNoMessage; id = messages[id].parent) {
        std::size_t& label = labels_[MessageTree::index(id)];
        if (label != kUnattached) break;
        label = b;
      }
    }
    // What leads nowhere belongs to the message it hangs on; parents come first.
    for (MessageId id = 0; id < messages.size(); ++id) {
      std::size_t& label = labels_[MessageTree::index(id)];
      const MessageId parent = messages[id].parent;
      if (label == kUnattached) {
        label = parent == kNoMessage ? kActive : labels_[MessageTree::index(parent)];
      }
    }
  }

  const std::vector<Branch>& branches() const { return branches_; }
  bool has_choice() const { return branches_.size() > 1; }

  // The branch of the line at this offset.
  std::size_t of_line(std::int64_t offset) const {
    if (!has_choice()) return kActive;
    const EntryIndex entry = entry_at(session_.transcript(), offset);
    return entry == kNoEntry ? kUnattached : of_entry(session_.transcript()[entry]);
  }

  // The branch with the call that started the subagent.
  std::size_t of_agent(const FileSystem& files, const std::string& path) {
    if (!has_choice()) return kActive;
    if (!agents_read_) read_agents(files);
    const auto found = by_path_.find(path);
    return found == by_path_.end() ? kUnattached : found->second;
  }

 private:
  std::size_t of_entry(const Entry& entry) const {
    const NodeId node = session_.tree().find(entry.uuid);
    if (node < 0) return kUnattached;
    const MessageId message = session_.messages().message_of(node);
    return message == kNoMessage ? kUnattached : labels_[MessageTree::index(message)];
  }

  void read_agents(const FileSystem& files) {
    agents_read_ = true;
    for (const auto& [path, call] : agent_calls(files, session_))
      by_path_.emplace(path, of_entry(session_.transcript()[call]));
  }

  const Session& session_;
  std::vector<Branch> branches_;
  std::vector<std::size_t> labels_;  // by message: index of a branch
  std::map<std::string, std::size_t> by_path_;
  bool agents_read_ = false;
};

// The responses of one session, by their place in the list of those asked for.
struct SessionWork {
  std::string main_file;  // empty: it is gone
  std::vector<std::size_t> places;
};

std::vector<SessionWork> by_session(const Ledger& ledger,
                                    const std::vector<std::size_t>& responses) {
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> known;
  std::vector<SessionWork> work;
  const auto work_of = [&](const LedgerFile& file) -> SessionWork& {
    const auto [found, is_new] = known.emplace(
        std::pair<std::string_view, std::string_view>(file.project, file.session), work.size());
    if (is_new) work.emplace_back();
    return work[found->second];
  };
  for (std::size_t place = 0; place < responses.size(); ++place) {
    work_of(ledger.file(ledger.responses()[responses[place]].row().file)).places.push_back(place);
  }
  for (const LedgerFile& file : ledger.files()) {
    const auto found = known.find({file.project, file.session});
    if (!file.is_agent && found != known.end()) work[found->second].main_file = file.path;
  }
  return work;
}

// Labels for the responses of one session. The opened session comes back through `visit`.
template <class Visit>
void label_session(const FileSystem& files, const Ledger& ledger,
                   const std::vector<std::size_t>& responses, const SessionWork& work,
                   std::vector<std::size_t>& labels, Visit visit) {
  auto session = work.main_file.empty() ? Result<SharedSession>(Error{ErrorCode::kNotFound, ""})
                                        : Session::open(files, work.main_file);
  if (!session) {
    for (const std::size_t place : work.places) labels[place] = kUnattached;
    return;
  }
  SessionBranches branches(**session);
  for (const std::size_t place : work.places) {
    const LedgerRow& row = ledger.responses()[responses[place]].row();
    const LedgerFile& file = ledger.file(row.file);
    labels[place] =
        file.is_agent ? branches.of_agent(files, file.path) : branches.of_line(row.offset);
  }
  visit(**session, branches.branches());
}

UsageGroup named_group(std::string name) {
  UsageGroup group;
  group.name = std::move(name);
  return group;
}

std::vector<UsageGroup> groups_of(const Session& session, const std::vector<Branch>& branches,
                                  const std::string& project) {
  constexpr std::size_t kPreview = 200;
  std::vector<UsageGroup> groups;
  for (const Branch& branch : branches) {
    UsageGroup group;
    group.name = branch.active ? "active" : "abandoned";
    const Transcript& t = session.transcript();
    if (branch.tip != kNoEntry) group.name += " " + std::string(t.text(t[branch.tip].uuid));
    group.project = project;
    group.file = session.file();
    group.note = branch.prompt == kNoEntry ? "" : session.prompt_preview(branch.prompt, kPreview);
    groups.push_back(std::move(group));
  }
  if (groups.empty()) groups.push_back(named_group("active"));
  return groups;
}

UsageReport report_one(Engine& engine, const UsageLedger& source,
                       const std::vector<std::size_t>& responses, const SessionWork& work) {
  std::vector<std::size_t> labels(responses.size(), kUnattached);
  std::vector<UsageGroup> groups;
  label_session(engine.files(), *source.ledger, responses, work, labels,
                [&](const Session& session, const std::vector<Branch>& branches) {
                  groups = groups_of(session, branches, source.session->project);
                });
  const bool some_unattached = std::find(labels.begin(), labels.end(), kUnattached) != labels.end();
  if (some_unattached) {
    for (std::size_t& label : labels) label = label == kUnattached ? groups.size() : label;
    groups.push_back(named_group("unattached"));
  }
  return make_report(*source.priced, responses, std::move(groups), labels);
}

}  // namespace

UsageReport report_branches(Engine& engine, const UsageLedger& source,
                            const std::vector<std::size_t>& responses) {
  const std::vector<SessionWork> work = by_session(*source.ledger, responses);
  if (source.session && work.size() == 1)
    return report_one(engine, source, responses, work.front());
  std::vector<std::size_t> labels(responses.size(), kUnattached);
  // Each session has its own places, so threads do not meet.
  parallel_for(static_cast<std::int64_t>(work.size()), default_threads(), [&](std::int64_t i, int) {
    label_session(engine.files(), *source.ledger, responses, work[static_cast<std::size_t>(i)],
                  labels, [](const Session&, const std::vector<Branch>&) {});
  });
  std::vector<UsageGroup> groups;
  for (const char* name : {"active", "abandoned", "unattached"})
    groups.push_back(named_group(name));
  for (std::size_t& label : labels) {
    label = label == kUnattached ? 2 : std::min(label, kAbandoned);
  }
  return make_report(*source.priced, responses, std::move(groups), labels);
}

}  // namespace clew
