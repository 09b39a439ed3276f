// SPDX-License-Identifier: MIT
#include "engine/keep/keep_operation.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/numbers.h"
#include "catalog/layout/kept_places.h"
#include "catalog/layout/settings.h"
#include "engine/keep/keep_answers.h"
#include "engine/lists/session_list.h"
#include "keep/machine_name.h"
#include "keep/restore.h"
#include "os/paths.h"

namespace clew {
namespace {

// Who stores an encrypted keep is not to read what a machine adds that comes to it later.
Result<void> check_may_begin(const Engine& engine) {
  bool encrypted = false;
  for (const KeptMachine* machine : engine.kept().machines()) {
    if (machine->name == engine.keep_place().machine) return {};
    encrypted = encrypted || machine->locked || machine->cipher != nullptr;
  }
  if (!encrypted) return {};
  return Error{
      ErrorCode::kInvalid,
      engine.options().keep +
          " is encrypted by others, and this machine has kept nothing there yet: clew keep "
          "encrypt begins, with the same passphrase or another. Nothing was written"};
}

Result<KeepOptions> keep_options(Engine& engine) {
  const EngineOptions& options = engine.options();
  auto forgotten = ForgottenPrompts::read(engine.disk(), options.own.forgotten());
  if (!forgotten) return forgotten.error();
  return KeepOptions{.roots = engine.kept_roots(),
                     .place = engine.keep_place(),
                     .chunks = options.own.cache.empty() ? std::string() : options.own.chunks(),
                     .now = options.now,
                     .loaded = engine.kept().own_machine(),
                     .forgotten = std::move(*forgotten),
                     .stop = engine.stop()};
}

MachineStatus status_of(const KeptMachine& machine, bool own) {
  MachineStatus status{.name = machine.title, .own = own};
  status.encrypted = machine.locked || machine.cipher != nullptr;
  status.locked = machine.locked;
  status.files = std::ssize(machine.files);
  for (const auto& [number, pack] : machine.packs) {
    status.size += static_cast<std::int64_t>(pack.file_size + pack.manifest_size);
  }
  for (const auto& [name, versions] : machine.files) {
    status.versions += std::ssize(versions);
    for (const KeptVersion& version : versions) {
      status.bytes += static_cast<std::int64_t>(version.size());
      status.last = std::max(status.last, version.pieces.back().kept);
    }
  }
  return status;
}

// Whether all that the file holds now is kept.
bool is_kept_as_it_is(const KeptWorld& kept, std::string_view path, const FileInfo& file) {
  const auto* known = kept.find_file(path);
  return known != nullptr && known->info.size == file.size && known->info.mtime_ns == file.mtime_ns;
}

Result<void> count_sessions(Engine& engine, KeepStatus& status) {
  auto list = list_with_cache(engine, {.empty = true, .show_hidden = true});
  if (!list) return list.error();
  SessionListing listing;
  listing.now = engine.options().now;
  for (const std::string& root : engine.roots().paths) {
    listing.cleanup_days[root] = cleanup_period_days(engine.files(), root);
  }
  listing.list = std::move(*list);
  for (const SessionRow& row : listing.list.sessions) {
    if (is_kept(row.file)) {
      const std::string& root = listing.list.folders[row.folder].root;
      ++(engine.kept().machine_of(root).empty() ? status.only_kept : status.of_others);
    } else if (!engine.is_stored(row.facts().path) &&
               listing.days_left(row).value_or(0) <= kLeavingDays) {
      ++status.leaving;
      const bool safe = is_kept_as_it_is(engine.kept(), row.facts().path, row.file);
      status.leaving_unkept += safe ? 0 : 1;
    }
  }
  return {};
}

}  // namespace

Error no_keep() {
  return {ErrorCode::kInvalid,
          "there is no place for a keep: name one with --keep-dir or $CLEW_KEEP"};
}

Result<KeepReport> keep_now(Engine& engine, bool dry_run, std::chrono::milliseconds patience) {
  if (engine.keep_place().folder.empty()) return no_keep();
  auto known = keep_options(engine);
  if (!known) return known.error();
  KeepOptions& options = *known;
  options.patience = patience;
  if (dry_run) return preview_keep(engine.disk(), options);
  if (auto may = check_may_begin(engine); !may) return may.error();
  auto name = make_machine_name(engine.disk(), engine.options().own.machine(), host_name());
  if (!name) return name.error();
  options.place.machine = std::move(*name);
  auto report = keep_roots(engine.disk(), options);
  if (!report || !report->many_pieces) return report;
  // What is damaged stays as it is; `keep check` names it.
  auto compacted = compact_keep(engine.disk(), options);
  if (!compacted && compacted.error().code != ErrorCode::kCorrupt) {
    report->findings.push_back({.kind = Finding::Kind::kUnreadable,
                                .path = options.place.folder,
                                .reason = compacted.error().message});
  }
  return report;
}

Result<KeepStatus> keep_status(Engine& engine) {
  if (engine.options().keep.empty()) return no_keep();
  KeepStatus status;
  for (const KeptMachine* machine : engine.kept().machines()) {
    status.machines.push_back(status_of(*machine, machine->name == engine.keep_place().machine));
  }
  std::stable_sort(status.machines.begin(), status.machines.end(),
                   [](const MachineStatus& a, const MachineStatus& b) {
                     return std::pair(!a.own, std::string_view(a.name)) <
                            std::pair(!b.own, std::string_view(b.name));
                   });
  status.damage = engine.kept().damage();
  auto missing = keep_now(engine, /*dry_run=*/true);
  if (!missing) return missing.error();
  status.missing = std::move(*missing);
  if (auto may = check_may_begin(engine); !may) status.must_encrypt = true;
  if (auto counted = count_sessions(engine, status); !counted) return counted.error();
  return status;
}

namespace {

// Files of which something was changed in place before they grew: a keeper that only looks at the
// end of a file cannot see that.
void add_differing(Engine& engine, const ForgottenPrompts& forgotten, KeptNames& names) {
  for (const KeptMachine* machine : engine.kept().machines()) {
    if (machine->name != engine.keep_place().machine) continue;
    for (const auto& [name, versions] : machine->files) {
      const std::string path = resolve_path(name.root, name.file);
      if (engine.kept().find_file(path) == nullptr) continue;  // deleted, or no place of ours
      const auto there = engine.disk().stat(path);
      const KeptVersion& last = versions.back();
      if (!there || static_cast<std::uint64_t>(there->size) < last.size()) continue;
      if (forgotten.concerns(name.file)) continue;  // compared whole by each run
      const auto same = is_same_file(engine.disk(), path, last);
      if (same && !*same) names.insert(name);
    }
  }
}

}  // namespace

Result<KeepChecked> check_keep(Engine& engine, bool dry_run) {
  if (engine.options().keep.empty()) return no_keep();
  KeepChecked checked;
  KeptNames distrusted;
  checked.all.damage = engine.kept().damage();
  for (const KeptMachine* machine : engine.kept().machines()) {
    if (machine->locked) {
      checked.locked.push_back(machine->name);
      continue;
    }
    auto one = check_kept(engine.disk(), *machine, engine.stop());
    if (!one) return one.error();
    checked.all.files += one->files;
    checked.all.versions += one->versions;
    checked.all.packs += one->packs;
    checked.all.bytes += one->bytes;
    for (DamagedVersion& damage : one->damaged) {
      const std::string path = resolve_path(damage.name.root, damage.name.file);
      const bool ours = machine->name == engine.keep_place().machine;
      const bool mends = ours && damage.is_last && engine.disk().stat(path);
      if (mends) distrusted.insert(damage.name);
      checked.files.push_back({machine->title, path, session_of_file(damage.name.file),
                               /*lost=*/damage.is_last && !(mends && !dry_run), std::move(damage)});
    }
  }
  if (dry_run) return checked;
  auto options = keep_options(engine);
  if (!options) return options.error();
  add_differing(engine, options->forgotten, distrusted);
  if (distrusted.empty()) return checked;
  options->distrusted = std::move(distrusted);
  auto again = keep_roots(engine.disk(), *options);
  if (!again) return again.error();
  checked.kept_again = std::ssize(options->distrusted);
  return checked;
}

Result<void> check_keep_arguments(const Arguments& arguments) {
  const std::string what = arguments.text("what");
  const bool names = !arguments.list("session").empty();
  if (arguments.flag("dry-run") && (what == "encrypt" || what == "unlock")) {
    return Error{ErrorCode::kInvalid, "--dry-run says nothing about " + what};
  }
  if (what == "versions" && arguments.list("session").size() != 1) {
    return Error{ErrorCode::kInvalid, "name the session whose versions you want to see"};
  }
  if (what == "forget" || (what == "versions" && !arguments.maybe_text("before"))) return {};
  if (!names && !arguments.maybe_text("before")) return {};
  return Error{ErrorCode::kInvalid,
               "clew keep keeps every session; only `clew keep forget` takes some, or --before"};
}

Result<KeepAnswer> keep_answer(Engine& engine, const Arguments& arguments) {
  const std::string what = arguments.text("what");
  if (auto good = check_keep_arguments(arguments); !good) return good.error();
  KeepAnswer answer{.folder = engine.options().keep, .machine = engine.keep_place().machine};
  if (what == "status") {
    auto status = keep_status(engine);
    if (!status) return status.error();
    answer.status = std::move(*status);
  } else if (what == "check") {
    answer.dry_run = arguments.flag("dry-run");
    auto check = check_keep(engine, answer.dry_run);
    if (!check) return check.error();
    answer.check = std::move(*check);
  } else if (what == "versions") {
    auto versions = kept_versions(engine, arguments.list("session").front());
    if (!versions) return versions.error();
    answer.versions = std::move(*versions);
  } else if (what == "encrypt" || what == "unlock") {
    auto secret = secret_of_file(engine, arguments);
    if (!secret) return secret.error();
    auto encryption = what == "encrypt" ? encrypt(engine, *secret) : unlock(engine, *secret);
    if (!encryption) return encryption.error();
    answer.encryption = std::move(*encryption);
  } else if (what == "forget") {
    auto forgotten = preview_forget(engine, arguments);
    answer.dry_run = !arguments.flag("yes") || arguments.flag("dry-run");
    if (forgotten && !answer.dry_run) forgotten = forget(engine, std::move(*forgotten));
    if (!forgotten) return forgotten.error();
    answer.forgotten = std::move(*forgotten);
  } else {
    answer.dry_run = arguments.flag("dry-run");
    auto run = keep_now(engine, answer.dry_run);
    if (!run) return run.error();
    answer.run = std::move(*run);
    if (auto name = read_machine_name(engine.disk(), engine.options().own.machine())) {
      answer.machine = std::move(*name);  // it may have got it just now
    }
  }
  return answer;
}

std::string damage_in_words(const KeepChecked& checked) {
  std::set<std::string> sessions;
  std::int64_t lost = 0;
  for (const DamagedFile& file : checked.files) {
    if (!file.lost) continue;
    ++lost;
    if (!file.session.empty()) sessions.insert(file.session);
  }
  if (lost > 0) {
    return fmt::format("The keep is damaged: {} of {} cannot be read back whole.",
                       counted(lost, "file"), counted(std::ssize(sessions), "session"));
  }
  if (checked.all.damage.empty()) return {};
  return "The keep is damaged, and what stood in the places named above may be missing; all else "
         "that it holds can be read back.";
}

bool holds_nothing(const KeepAnswer& answer) {
  if (answer.status) return !answer.status->is_safe();
  if (answer.check) return !damage_in_words(*answer.check).empty();
  return answer.run && !answer.run->findings.empty();
}

}  // namespace clew
