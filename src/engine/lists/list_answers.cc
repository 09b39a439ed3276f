// SPDX-License-Identifier: MIT

#include "engine/lists/list_answers.h"

namespace clew {

FileRow<std::string> file_row(const TranscriptFile& file, const SessionFacts& facts) {
  return {{file.key, facts.cwd}, facts, file.root, file.is_agent};
}

ListedSession::ListedSession(const SessionListing& in, const SessionRow& of)
    : listing(&in), row(&of) {
  const ProjectFolder& folder = in.list.folders[of.folder];
  file.facts = in.facts_of(of);
  file.project = {folder.key, file.facts.cwd};
  file.root = folder.root;
  file.is_agent = of.is_agent;
}

const Tally* ListedSession::usage() const {
  if (row->is_agent) return nullptr;  // counted with the session that started it
  const auto found =
      listing->usage.find({std::string(file.project.key), std::string(file.facts.id)});
  return found == listing->usage.end() ? nullptr : &found->second;
}

Result<FilesAnswer> files_answer(Engine& engine, const Arguments& arguments) {
  auto view = open_files(engine, arguments);
  if (!view) return view.error();
  FilesAnswer answer{std::move(*view), arguments.maybe_text("cat"), {}};
  if (answer.path) {
    auto content = content_of(engine, answer.view, *answer.path);
    if (!content) return content.error();
    answer.content = std::move(*content);
  }
  return answer;
}

}  // namespace clew
