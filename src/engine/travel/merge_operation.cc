// SPDX-License-Identifier: MIT
#include "engine/travel/merge_operation.h"

#include <memory>
#include <optional>
#include <utility>

#include "base/uuid.h"
#include "catalog/layout/layout.h"
#include "catalog/layout/session_files.h"
#include "catalog/layout/transcript_file.h"
#include "engine/travel/merged_parts.h"
#include "engine/travel/new_file.h"
#include "keep/kept_world.h"
#include "os/paths.h"
#include "travel/session_merge.h"

namespace clew {
namespace {

using Side = SessionMerge::Side;

struct OpenCopy {
  NamedSession session;
  std::unique_ptr<RandomAccessFile> file;
  Transcript transcript;
};

Result<OpenCopy> open_copy(Engine& engine, const std::string& name) {
  auto session = engine.locate(name);
  if (!session) return session.error();
  auto file = engine.files().open(session->path);
  if (!file) return file.error();
  auto transcript = read_transcript(**file);
  if (!transcript) return transcript.error();
  return OpenCopy{std::move(*session), std::move(*file), std::move(*transcript)};
}

// Whether something can be put beside it: it lies in a configuration folder on this disk.
bool is_here(Engine& engine, const NamedSession& session) {
  return !session.folder.root.empty() && engine.disk().stat(session.path).has_value();
}

struct Target {
  std::string session;         // id
  std::string path;            // of the transcript
  const NamedSession* beside;  // a copy whose folder it is put into; null: a person named the file
};

Result<Target> choose_target(Engine& engine, const std::string& output, const OpenCopy& a,
                             const OpenCopy& b) {
  if (!output.empty()) {
    const auto id = session_id_of(output);
    if (!id || !is_transcript_name(output)) {
      return Error{ErrorCode::kInvalid, output + " is not the name of a transcript: FILE.jsonl"};
    }
    return Target{is_uuid(id->text()) ? id->text() : make_uuid(), output, nullptr};
  }
  for (const OpenCopy* copy : {&a, &b}) {
    if (!is_here(engine, copy->session)) continue;
    std::string id = make_uuid();
    std::string path = join_path(parent_path(copy->session.path), *transcript_name(id));
    return Target{std::move(id), std::move(path), &copy->session};
  }
  return Error{ErrorCode::kInvalid,
               "neither copy is in a configuration folder here; -o FILE says where to write"};
}

// Writes the session in one order and looks whether both ends are as they were.
Result<std::unique_ptr<NewFile>> try_order(Engine& engine, const Target& target,
                                           SessionMerge& merge, Side last) {
  auto out = NewFile::begin(engine, target.path);
  if (!out) return out.error();
  std::string waiting;
  constexpr std::size_t kAtOnce = 1 << 20;
  auto written = merge.write(last, [&](std::string_view line) -> Result<void> {
    if (engine.stop().is_stopped()) return stopped_error();
    waiting += line;
    if (waiting.size() < kAtOnce) return {};
    auto done = (*out)->append(waiting);
    waiting.clear();
    return done;
  });
  if (written) written = (*out)->append(waiting);
  if (!written) return written.error();
  const auto merged = read_transcript(engine.disk(), (*out)->unfinished_path());
  if (!merged) return merged.error();
  if (auto same = merge.verify(last, *merged); !same) return same.error();
  return out;
}

}  // namespace

Result<MergeAnswer> merge_answer(Engine& engine, const Arguments& arguments) {
  auto a = open_copy(engine, arguments.text("a"));
  if (!a) return a.error();
  auto b = open_copy(engine, arguments.text("b"));
  if (!b) return b.error();
  if (a->session.path == b->session.path) {
    return Error{ErrorCode::kInvalid, "both names mean the same file: " + a->session.path};
  }
  auto target = choose_target(engine, arguments.text("output"), *a, *b);
  if (!target) return target.error();
  auto merge = SessionMerge::open({a->file.get(), &a->transcript}, {b->file.get(), &b->transcript},
                                  target->session);
  if (!merge) return merge.error();
  Side last = merge->usual_last();
  auto out = try_order(engine, *target, *merge, last);
  if (!out && out.error().code == ErrorCode::kUnsupported) {
    last = last == Side::kA ? Side::kB : Side::kA;
    auto other = try_order(engine, *target, *merge, last);
    if (other || other.error().code != ErrorCode::kUnsupported) out = std::move(other);
  }
  if (!out) return out.error();
  MergeAnswer answer{target->session, (*out)->path(), merge->common()};
  if (target->beside != nullptr) {
    auto parts =
        copy_merged_parts(engine, a->session, b->session, *target->beside, target->session);
    if (!parts) return parts.error();
    answer.beside = std::move(parts->copied);
    answer.left = std::move(parts->left);
  }
  if (auto finished = (*out)->finish(); !finished) return finished.error();
  answer.copies = {{a->session.path, merge->own(Side::kA), merge->end(Side::kA)},
                   {b->session.path, merge->own(Side::kB), merge->end(Side::kB)}};
  answer.active = merge->end(last);
  answer.renamed = merge->renamed();
  return answer;
}

}  // namespace clew
