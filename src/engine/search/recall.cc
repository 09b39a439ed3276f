// SPDX-License-Identifier: MIT
//
// First all passages with any of the words, from the index or the files; then the files that hold
// most are opened, because only the tree knows which passages are of one turn; then the turns are
// ranked, and of the best the texts are read.
#include "engine/search/recall.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <set>

#include "base/text.h"
#include "catalog/layout/layout.h"
#include "engine/call/time_bounds.h"
#include "engine/lists/project_scope.h"
#include "engine/read/open_session.h"
#include "engine/read/root_option.h"
#include "engine/read/session_name.h"
#include "engine/search/matches.h"
#include "engine/search/recall_turns.h"
#include "ingest/branch_map.h"
#include "os/paths.h"
#include "search/index_search.h"
#include "search/question.h"
#include "search/recall_ranking.h"

namespace clew {
namespace {

constexpr std::size_t kMostFiles = 40;      // that are opened
constexpr std::size_t kTurnsOfSession = 3;  // that are shown
constexpr double kWorthShowing = 0.6;       // of the score of the session's best turn

// A file that was opened because it holds much of the question.
struct Candidate {
  const TranscriptFile* file = nullptr;
  std::string name;  // on a command line
  std::string session;
  std::unique_ptr<SessionTurns> turns;
  BranchMap branches;
};

struct RankedTurn {
  const Candidate* candidate = nullptr;
  SessionTurns::Turn turn;
  double score = 0;
  TimeMs time() const { return candidate->turns->entry_of(turn).time; }
};

bool comes_first(const RankedTurn& a, const RankedTurn& b) {
  if (a.score != b.score) return a.score > b.score;
  if (a.time() != b.time()) return a.time() > b.time();
  if (a.candidate->file->path != b.candidate->file->path)
    return a.candidate->file->path < b.candidate->file->path;
  return a.turn.prompt < b.turn.prompt;
}

std::string asked(const Arguments& arguments) {
  std::string text;
  for (const std::string& word : arguments.list("question"))
    text += (text.empty() ? "" : " ") + word;
  return text;
}

class Recall {
 public:
  Recall(Engine& engine, const Arguments& arguments, Question question)
      : engine_(engine), arguments_(arguments), question_(std::move(question)) {}

  // From one of the two places where matches come from.
  Result<RecallAnswer> answer(Matches found);
  Question& question() { return question_; }

 private:
  Result<void> open_candidates(Matches& found);
  Result<RecalledTurn> shown_turn(const RankedTurn& ranked) const;
  Result<void> show(RecallAnswer& answer);

  Engine& engine_;
  const Arguments& arguments_;
  Question question_;
  std::vector<double> weights_;
  std::vector<std::unique_ptr<Candidate>> candidates_;
  std::vector<RankedTurn> turns_;
};

Result<void> Recall::open_candidates(Matches& found) {
  std::vector<FileOfHits> ranked = rank_files(found.hits, weights_, kMostFiles);
  Ids ids;
  for (const FileOfHits& file : ranked) ids.insert(found.sources[file.file].session);
  const Ids repeated = repeated_ids(ids, found.index ? &*found.index : nullptr, found.sources);
  for (FileOfHits& file : ranked) {
    if (engine_.stop().is_stopped()) return Error{ErrorCode::kCancelled, "cancelled"};
    for (SearchHit& hit : file.hits) {
      if (!found.index) break;
      if (auto placed = find_place(*found.index->database, hit); !placed) return placed;
    }
    const TranscriptFile& source = found.sources[file.file];
    auto session = open_file(engine_, source.path);
    if (!session) continue;  // gone since
    auto candidate = std::make_unique<Candidate>();
    candidate->file = &source;
    candidate->name = command_name(engine_, source, repeated.contains(source.session));
    candidate->session = session_of(engine_.files(), source);
    if (candidate->session.empty()) candidate->session = source.path;
    candidate->branches = BranchMap((*session)->tree());
    candidate->turns = std::make_unique<SessionTurns>(std::move(*session));
    for (SessionTurns::Turn& turn : candidate->turns->turns_of(file.hits)) {
      const double score = score_together(turn.hits, weights_, file.title);
      turns_.push_back({candidate.get(), std::move(turn), score});
    }
    candidates_.push_back(std::move(candidate));
  }
  std::sort(turns_.begin(), turns_.end(), comes_first);
  return {};
}

Result<RecalledTurn> Recall::shown_turn(const RankedTurn& ranked) const {
  const SessionTurns& turns = *ranked.candidate->turns;
  const TranscriptFile& file = *ranked.candidate->file;
  const Entry& prompt = turns.entry_of(ranked.turn);
  const auto most = static_cast<std::size_t>(arguments_.integer("max-chars"));
  const std::size_t share = most / static_cast<std::size_t>(arguments_.integer("limit") + 1);
  RecalledTurn shown;
  shown.uuid = turns.session().transcript().text(prompt.uuid);
  shown.time = prompt.time;
  if (turns.has_prompt(ranked.turn)) {
    shown.question =
        turns.session().prompt_preview(turns.session().tree().last_line(ranked.turn.prompt), 200);
  }
  auto conclusion = turns.conclusion_of(ranked.turn);
  if (!conclusion) return conclusion.error();
  shown.conclusion_uuid = std::move(conclusion->uuid);
  shown.conclusion = cut_utf8(conclusion->text, share / 3);
  if (shown.conclusion.size() < conclusion->text.size()) shown.conclusion += "…";
  const auto best = std::max_element(
      ranked.turn.hits.begin(), ranked.turn.hits.end(),
      [&](const SearchHit& a, const SearchHit& b) {
        return score_together({&a, 1}, weights_, 0) < score_together({&b, 1}, weights_, 0);
      });
  std::uint32_t terms = 0;
  for (const SearchHit& hit : ranked.turn.hits) terms |= hit.terms;
  for (std::size_t i = 0; i < question_.words.size(); ++i) {
    if ((terms >> i & 1U) != 0) shown.words.push_back(question_.words[i]);
  }
  std::vector<TranscriptFile> source = {file};
  SelectedHit selected{*best, 0};
  selected.hit.file = 0;
  for (ShownHit& hit :
       read_hits(engine_.files(), source, question_.query, {selected}, share / 6, engine_.stop())) {
    shown.found_uuid = std::move(hit.uuid);
    shown.found = std::move(hit.snippet.text);
  }
  shown.branch = file.is_agent ? HitBranch::kSubagent
                               : hit_branch(ranked.candidate->branches.at(best->offset));
  shown.open = "clew show " + shell_word(ranked.candidate->name);
  if (!shown.uuid.empty()) shown.open += " --at " + shell_word(shown.uuid);
  shown.open += root_option(engine_, file.path);
  return shown;
}

// Sessions by their best turn; of each further turns that are about as good.
Result<void> Recall::show(RecallAnswer& answer) {
  const auto limit = static_cast<std::size_t>(arguments_.integer("limit"));
  std::map<std::string, std::size_t> places;
  std::set<std::string_view> left_out;
  for (const RankedTurn& ranked : turns_) {
    const Candidate& candidate = *ranked.candidate;
    const auto [place, is_new] = places.try_emplace(candidate.session, answer.sessions.size());
    if (is_new) {
      if (answer.sessions.size() >= limit) {
        places.erase(place);
        left_out.insert(candidate.session);
        continue;
      }
      const Session& session = candidate.turns->session();
      RecalledSession one;
      one.id = candidate.session;
      const FileOfSession file{candidate.file, candidate.session};
      SessionName called = session_names(engine_, {file}).front();
      one.title = std::move(called.title);
      one.name = std::move(called.name);
      const Transcript& t = session.transcript();
      one.project = t.text(t.origin(candidate.turns->entry_of(ranked.turn)).cwd);
      one.score = ranked.score;
      // Only what has a transcript of its own can be resumed; clew resume knows where.
      if (!candidate.file->is_agent) one.resume = "clew resume " + shell_word(candidate.name);
      answer.sessions.push_back(std::move(one));
    }
    RecalledSession& session = answer.sessions[place->second];
    if (session.turns.size() >= kTurnsOfSession || ranked.score < session.score * kWorthShowing)
      continue;
    auto turn = shown_turn(ranked);
    if (!turn) return turn.error();
    session.turns.push_back(std::move(*turn));
  }
  answer.more = std::ssize(left_out);
  return {};
}

Result<RecallAnswer> Recall::answer(Matches found) {
  turns_.clear();
  candidates_.clear();
  if (auto left = leave_out_hidden(engine_, arguments_, found); !left) return left.error();
  std::erase_if(found.hits, [&](const SearchHit& hit) {
    return is_helper_agent_name(base_name(found.sources[hit.file].path));
  });
  weights_ = word_weights(found.hits, question_.words.size());
  RecallAnswer answer;
  answer.words = question_.words;
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    if (weights_[i] == 0) answer.missing.push_back(question_.words[i]);
  }
  answer.used_index = found.index.has_value();
  answer.skipped_lines = found.skipped_lines;
  answer.findings = std::move(found.findings);
  if (auto opened = open_candidates(found); !opened) return opened.error();
  if (auto shown = show(answer); !shown) return shown.error();
  return answer;
}

Result<RecallAnswer> recall_of(Engine& engine, const Arguments& arguments, Question question) {
  Recall recall(engine, arguments, std::move(question));
  const Query& query = recall.question().query;
  std::optional<Error> why;
  if (!arguments.flag("no-index")) {
    auto found = index_matches(engine, query, search_index_for_any);
    auto answer = found ? recall.answer(std::move(*found)) : Result<RecallAnswer>(found.error());
    if (answer) return answer;
    why = answer.error();
  }
  if (engine.stop().is_stopped()) return Error{ErrorCode::kCancelled, "cancelled"};
  auto found = file_matches(engine, query);
  if (!found) return found.error();
  auto answer = recall.answer(std::move(*found));
  if (!answer || !why) return answer;
  for (Finding& finding : mend_index(engine, *why)) answer->findings.push_back(std::move(finding));
  return answer;
}

}  // namespace

Result<RecallAnswer> recall_answer(Engine& engine, const Arguments& arguments) {
  const auto started = std::chrono::steady_clock::now();
  Question question = read_question(asked(arguments));
  const auto clock = clock_of(engine, arguments);
  if (!clock) return clock.error();
  for (const std::string_view name : {"project", "since", "until"}) {
    for (const std::string& value : arguments.list(name)) {
      auto filter = make_filter(name, value, *clock);
      if (!filter) return with_context("--" + std::string(name), filter.error());
      question.query.filters.push_back(std::move(*filter));
    }
  }
  Result<RecallAnswer> answer = RecallAnswer{};
  if (!question.words.empty()) answer = recall_of(engine, arguments, std::move(question));
  if (!answer) return answer;
  if (answer->sessions.empty()) {
    const auto known = check_projects_known(engine, arguments.list("project"));
    if (!known) return known.error();
    auto nearest = nearest_sessions(engine, arguments, answer->words);
    if (!nearest) return nearest.error();
    answer->nearest = std::move(*nearest);
  }
  answer->took_ms = std::chrono::duration_cast<std::chrono::milliseconds>(
                        std::chrono::steady_clock::now() - started)
                        .count();
  return answer;
}

}  // namespace clew
