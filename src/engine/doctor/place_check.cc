// SPDX-License-Identifier: MIT
#include "engine/doctor/place_check.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "base/uuid.h"
#include "catalog/layout/folder_of_key.h"
#include "catalog/layout/layout.h"
#include "catalog/layout/project_key.h"

namespace clew {
namespace {

// Of either end of a file the official tools read as much.
constexpr std::int64_t kWindow = 65'536;

class PlaceFinder {
 public:
  PlaceFinder(const FileSystem& files, const Session& session, const NamedSession& named,
              Diagnosis& diagnosis)
      : files_(files),
        session_(session),
        t_(session.transcript()),
        named_(named),
        diagnosis_(diagnosis) {}

  void run() {
    // The transcript of a subagent is no session, and need not be one.
    if (is_agent_name(named_.id.text())) return;
    if (named_.folder.key.empty() || t_.entries.empty()) return;
    if (!is_uuid(named_.id.text())) add(Defect::kH4, 0);
    if (t_.entries.front().sidechain) add(Defect::kH3, t_.entries.front().line);
    find_title();
    find_versions();
    const SessionFacts& facts = session_.facts();
    if (facts.entrypoint.starts_with("sdk-")) add(Defect::kH6, 0);
    if (!facts.cwd.empty()) find_key(facts.cwd);
  }

 private:
  void add(Defect defect, std::int64_t line, std::string detail = {}) {
    Trouble trouble;
    trouble.defect = defect;
    trouble.count = 1;
    trouble.detail = std::move(detail);
    if (line > 0) trouble.lines.push_back(line);
    diagnosis_.troubles.push_back(std::move(trouble));
  }

  // Whether the folder's name is what 2.1 makes of the path that the session worked in.
  void find_key(const std::string& cwd) {
    const std::string& key = named_.folder.key;
    if (same_key(key, project_key(cwd))) return;
    const auto target = files_.real_path(cwd);
    const bool drifted = is_key_of(key, cwd) || ascii_lower(key) == ascii_lower(project_key(cwd)) ||
                         project_key(key) == project_key(cwd) ||
                         (target && is_key_of(key, *target));
    // Where it is filed under a folder that is there, it was brought there on purpose.
    if (!drifted && folder_of_key(files_, key)) return;
    add(drifted ? Defect::kH9 : Defect::kH8, 0, cwd);
  }

  bool is_seen(EntryIndex line) const {
    const Entry& entry = t_[line];
    return entry.offset + entry.length < kWindow || entry.offset >= t_.bytes - kWindow;
  }

  void find_title() {
    const EntryIndex titles[] = {t_.custom_title.entry, t_.ai_title.entry,
                                 t_.summaries.empty() ? kNoEntry : t_.summaries.back().entry,
                                 t_.last_prompts.empty() ? kNoEntry : t_.last_prompts.back().entry};
    const bool titled = std::any_of(std::begin(titles), std::end(titles), [&](EntryIndex line) {
      return line != kNoEntry && is_seen(line);
    });
    if (t_.custom_title.entry != kNoEntry && !is_seen(t_.custom_title.entry)) {
      add(Defect::kH2, t_[t_.custom_title.entry].line);
    }
    if (titled) return;
    const auto prompt = std::find_if(t_.entries.begin(), t_.entries.end(), [](const Entry& line) {
      return !line.sidechain &&
             (line.prompt == PromptKind::kTyped || line.prompt == PromptKind::kCommand ||
              line.prompt == PromptKind::kShell);
    });
    if (prompt == t_.entries.end()) {
      if (session_.facts().title().empty()) add(Defect::kH5, 0);
    } else if (prompt->offset + prompt->length >= kWindow) {
      add(Defect::kH1, prompt->line);
    }
  }

  void find_versions() {
    bool first = false;
    bool second = false;
    for (const Origin& origin : t_.origins) {
      first |= t_.text(origin.version).starts_with("1.0.");
      second |= t_.text(origin.version).starts_with("2.0.");
    }
    if (first && second) add(Defect::kH14, 0);
  }

  const FileSystem& files_;
  const Session& session_;
  const Transcript& t_;
  const NamedSession& named_;
  Diagnosis& diagnosis_;
};

}  // namespace

void find_in_place(const FileSystem& files, const Session& session, const NamedSession& named,
                   Diagnosis& diagnosis) {
  PlaceFinder(files, session, named, diagnosis).run();
}

}  // namespace clew
