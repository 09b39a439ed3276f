// SPDX-License-Identifier: MIT
#include "engine/team/team_operation.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/text.h"
#include "base/uuid.h"
#include "catalog/layout/project_key.h"
#include "engine/lists/session_list.h"
#include "os/paths.h"
#include "team/file_push.h"
#include "team/migrations.h"

namespace clew {
namespace {

Error missing(std::string_view what) {
  return {ErrorCode::kInvalid, "this needs " + std::string(what)};
}

std::string named_store(const Arguments& arguments) {
  const std::string named = arguments.text("store");
  return named.empty() ? std::string(kJoinedTeam) : named;
}

std::string first_name(const Arguments& arguments) {
  const auto names = arguments.list("name");
  return names.empty() ? std::string() : names.front();
}

Result<TeamAddress> address_for(const Engine& engine, const std::string& named) {
  return find_team_address(engine.files(), engine.options().own.team(), named);
}

// "200", "12.50": up to six digits behind the point; nothing for anything else.
std::optional<std::int64_t> micro_usd(std::string_view text) {
  constexpr std::size_t kMostDigits = 9;
  const std::size_t point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  std::string part(point == text.npos ? std::string_view() : text.substr(point + 1));
  if (whole.empty() || whole.size() > kMostDigits || part.size() > 6) return std::nullopt;
  part.resize(6, '0');
  std::int64_t amount = 0;
  for (const char digit : std::string(whole) + part) {
    if (digit < '0' || digit > '9') return std::nullopt;
    amount = amount * 10 + (digit - '0');
  }
  return amount;
}

// Whether what is in the store is of the project that was shared under this name.
bool is_of(const TeamProject& project, const std::string& shared) {
  return project.folder == shared || project.key == shared || is_key_of(project.key, shared);
}

// The administrator's machine joins what it made, unless it is in a team already.
Result<TeamAnswer> init(Engine& engine, const Arguments& arguments) {
  const std::string named = first_name(arguments);
  auto address = address_for(engine, named.empty() ? named_store(arguments) : named);
  if (!address) return address.error();
  auto connection = PgConnection::open(*address);
  if (!connection) return connection.error();
  auto before = migrate(*connection);
  if (!before) return before.error();
  if (*before > kTeamSchema) {
    if (auto good = check_schema({.schema = *before, .oldest_program = *before}); !good) {
      return good.error();
    }
  }
  const std::string& file = engine.options().own.team();
  if (!engine.files().stat(file)) {
    if (auto joined = join_team(engine.disk(), file, *address); !joined) return joined.error();
  }
  TeamAnswer answer{
      .store = address->text(), .person = connection->person(), .schema_before = *before};
  if (arguments.flag("audit")) {
    auto store = TeamStore::open(*address);
    if (!store) return store.error();
    if (auto done = (*store)->set_audit(true); !done) return done.error();
    answer.audit = true;
  }
  return answer;
}

Result<TeamAnswer> join(Engine& engine, const Arguments& arguments) {
  const std::string named = first_name(arguments);
  if (named.empty()) return missing("the address that `clew team invite` printed");
  auto address = TeamAddress::parse(named);
  if (!address) return address.error();
  auto store = TeamStore::open(*address);  // before anything is written
  if (!store) return store.error();
  auto joined = join_team(engine.disk(), engine.options().own.team(), *address);
  if (!joined) return joined.error();
  return TeamAnswer{.store = address->text(), .person = (*store)->person()};
}

Result<std::vector<std::string>> scopes_of(const Arguments& arguments) {
  std::vector<std::string> scopes;
  std::string text;
  for (const std::string& one : arguments.list("scope")) text += one + ",";
  if (text.empty()) text = "read,push,";
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find(',', begin);
    std::string scope = text.substr(begin, end - begin);
    begin = end + 1;
    if (scope.empty()) continue;
    if (scope != "read" && scope != "push" && scope != "admin") {
      return Error{ErrorCode::kInvalid,
                   "a scope is read, push or admin, or several of them with commas"};
    }
    if (std::find(scopes.begin(), scopes.end(), scope) == scopes.end()) {
      scopes.push_back(std::move(scope));
    }
  }
  return scopes;
}

Result<void> invite(TeamStore& store, const Arguments& arguments, TeamAnswer& answer) {
  const std::string name = first_name(arguments);
  if (name.empty()) return missing("the name of a person or a machine");
  if (name == "team" || name == "mine") {
    return Error{ErrorCode::kInvalid,
                 name + " says with whom something is shared, and is no name of a person"};
  }
  auto scopes = scopes_of(arguments);
  if (!scopes) return scopes.error();
  auto people = store.people();
  if (!people) return people.error();
  const bool again = std::any_of(people->begin(), people->end(), [&](const TeamPerson& one) {
    return one.name == name && one.revoked == kNoTime;
  });
  auto address = store.invite(name, *scopes);
  if (!address) return address.error();
  answer.invited = TeamInvitation{name, std::move(*scopes), address->url(), again};
  return {};
}

// "team", "mine", or the names of people.
void set_visibility(const Arguments& arguments, SharedProject& project) {
  const auto with = arguments.list("with");
  if (with.empty()) return;
  project.readers.clear();
  project.visibility = with.front();
  if (with.size() == 1 && (with.front() == "team" || with.front() == "mine")) return;
  project.visibility = "named";
  project.readers = with;
}

// Who may see what was sent before changes now, not with the next push.
Result<void> change_visibility(Engine& engine, TeamStore& store, const SharedProject& shared) {
  auto machine = machine_in_team(engine);
  if (!machine) return machine.error();
  auto sent = store.sent(*machine);
  if (!sent) return sent.error();
  auto lease = store.connection();
  if (!lease) return lease.error();
  FilePush push(**lease);
  for (const SentProject& one : *sent) {
    if (!is_of(one.project, shared.path)) continue;
    TeamProject project = one.project;
    project.machine = *machine;
    project.visibility = shared.visibility;
    if (auto done = push.project(project, shared.readers); !done) return done.error();
  }
  if (auto done = push.commit(); !done) return done.error();
  return {};
}

// The session that is meant, among these: by its id, or a unique start of it.
Result<std::string> session_among(const std::set<std::string>& ids, const std::string& name) {
  std::string found;
  for (const std::string& id : ids) {
    if (!id.starts_with(ascii_lower(name))) continue;
    if (!found.empty()) {
      return Error{ErrorCode::kInvalid,
                   "several sessions begin with " + name + ": " + found + " and " + id};
    }
    found = id;
  }
  if (found.empty()) return Error{ErrorCode::kNotFound, "no session begins with " + name};
  return found;
}

constexpr std::size_t kShortestStart = 4;

// What was taken back goes again. False: it was not.
Result<bool> share_again(Engine& engine, TeamStore& store, const std::string& name,
                         TeamAnswer& answer) {
  const std::string& file = engine.options().own.team_shared();
  auto list = read_shared_list(engine.files(), file, store.id());
  if (!list) return list.error();
  std::set<std::string> withheld(list->withheld.begin(), list->withheld.end());
  Result<std::string> session = Error{ErrorCode::kNotFound, ""};
  if (name.size() >= kShortestStart) session = session_among(withheld, name);
  if (!session) {
    const auto named = engine.locate(name, Engine::Hidden::kByAnyName);
    if (!named || !withheld.contains(named->id.text())) return false;
    session = named->id.text();
  }
  list->withheld.erase(*session);
  if (auto done = write_shared_list(engine.disk(), file, store.id(), *list); !done) {
    return done.error();
  }
  answer.shared_again = *session;
  return true;
}

Result<void> share(Engine& engine, TeamStore& store, const Arguments& arguments,
                   TeamAnswer& answer) {
  const std::string name = first_name(arguments);
  if (name.empty()) return missing("a project: its folder, or a part of its name");
  const auto again = share_again(engine, store, name, answer);
  if (!again) return again.error();
  if (*again) return {};
  auto path = project_meant(engine, name, /*hidden=*/false);
  if (!path) return path.error();
  const std::string& file = engine.options().own.team_shared();
  auto list = read_shared_list(engine.files(), file, store.id());
  if (!list) return list.error();
  const SharedProject* known = list->find(*path);
  SharedProject project = known != nullptr ? *known : SharedProject{.path = *path};
  set_visibility(arguments, project);
  project.redact = !arguments.flag("no-redact");
  auto people = store.people();
  if (!people) return people.error();
  for (const std::string& reader : project.readers) {
    const bool is_in_team = std::any_of(people->begin(), people->end(), [&](const TeamPerson& one) {
      return one.name == reader && one.revoked == kNoTime;
    });
    if (!is_in_team) {
      return Error{ErrorCode::kNotFound,
                   "nobody called " + reader + " is in this team; clew team people lists them"};
    }
  }
  std::erase_if(list->projects, [&](const SharedProject& one) { return one.path == *path; });
  list->projects.push_back(project);
  if (auto done = write_shared_list(engine.disk(), file, store.id(), *list); !done) return done;
  if (auto done = change_visibility(engine, store, project); !done) return done;
  answer.shared = TeamProjectStatus{.project = project.path,
                                    .visibility = project.visibility,
                                    .readers = project.readers,
                                    .redact = project.redact};
  return {};
}

Result<void> unshare_session(Engine& engine, TeamStore& store, const NamedSession& session,
                             SharedList list, TeamAnswer& answer) {
  auto machine = machine_in_team(engine);
  if (!machine) return machine.error();
  // First the list: a push that runs meanwhile must not bring it back.
  list.withheld.insert(session.id.text());
  auto noted =
      write_shared_list(engine.disk(), engine.options().own.team_shared(), store.id(), list);
  if (!noted) return noted;
  auto gone = store.remove_session(*machine, session.id.text());
  if (!gone) return gone.error();
  answer.unshared = TeamUnshared{.session = session.id.text(), .files = *gone};
  return {};
}

Result<void> unshare_project(Engine& engine, TeamStore& store, const std::string& path,
                             SharedList list, TeamAnswer& answer) {
  auto machine = machine_in_team(engine);
  if (!machine) return machine.error();
  std::erase_if(list.projects, [&](const SharedProject& one) { return one.path == path; });
  auto noted =
      write_shared_list(engine.disk(), engine.options().own.team_shared(), store.id(), list);
  if (!noted) return noted;
  auto sent = store.sent(*machine);
  if (!sent) return sent.error();
  TeamUnshared unshared{.project = path};
  for (const SentProject& one : *sent) {
    if (!is_of(one.project, path)) continue;
    auto gone = store.remove_project(*machine, one.project.root, one.project.key);
    if (!gone) return gone.error();
    unshared.files += *gone;
  }
  answer.unshared = std::move(unshared);
  return {};
}

Result<void> unshare(Engine& engine, TeamStore& store, const Arguments& arguments,
                     TeamAnswer& answer) {
  const std::string name = first_name(arguments);
  if (name.empty()) return missing("a project or a session");
  auto list = read_shared_list(engine.files(), engine.options().own.team_shared(), store.id());
  if (!list) return list.error();
  const std::string path = resolve_path(engine.options().folder, name);
  for (const std::string& one : {path, name}) {
    if (list->find(one)) return unshare_project(engine, store, one, std::move(*list), answer);
  }
  if (auto meant = project_meant(engine, name, /*hidden=*/true); meant && list->find(*meant)) {
    return unshare_project(engine, store, *meant, std::move(*list), answer);
  }
  auto session = engine.locate(name, Engine::Hidden::kByAnyName);
  if (session) return unshare_session(engine, store, *session, std::move(*list), answer);
  // What is not on this machine any more may still be in the store.
  if (name.size() >= kShortestStart) {
    auto machine = machine_in_team(engine);
    if (!machine) return machine.error();
    auto stored = store.stored_sessions(*machine);
    if (!stored) return stored.error();
    std::set<std::string> ids;
    for (const StoredSum& one : *stored) ids.insert(one.session);
    const auto id = session_among(ids, name);
    if (id && is_uuid(*id)) {
      const NamedSession gone{.path = {}, .id = *PlainName::from(*id)};
      return unshare_session(engine, store, gone, std::move(*list), answer);
    }
    if (!id && id.error().code != ErrorCode::kNotFound) return id.error();
  }
  return Error{ErrorCode::kNotFound, "\"" + name +
                                         "\" is no project that is shared, and no session; clew "
                                         "team status lists what is"};
}

Result<void> link(Engine& engine, TeamStore& store, const Arguments& arguments,
                  TeamAnswer& answer) {
  const std::string name = first_name(arguments);
  if (name.empty()) return missing("a session");
  auto all = store.visible_sessions();
  if (!all) return all.error();
  const std::set<std::string> ids(all->begin(), all->end());
  std::string session;
  if (const auto named = engine.locate(name, Engine::Hidden::kByAnyName)) {
    session = named->id.text();
    if (!ids.contains(session)) {
      return Error{ErrorCode::kNotFound, "session " + session +
                                             " is not in the team's store; clew team share its "
                                             "project, and clew team push"};
    }
  } else {
    const auto id = name.size() < kShortestStart ? Result<std::string>(named.error())
                                                 : session_among(ids, name);
    if (!id) return id.error();
    session = *id;
  }
  auto page = store.page();
  if (!page) return page.error();
  TeamLink made{.session = session, .resume = "clew resume " + session + " --root team:"};
  if (!page->empty()) made.page = *page + (page->ends_with('/') ? "" : "/") + "#/s/" + session;
  answer.link = std::move(made);
  return {};
}

// "team", a person, or a repository, which has slashes in its name.
Result<void> budget(TeamStore& store, const Arguments& arguments, TeamAnswer& answer) {
  const auto words = arguments.list("name");
  if (words.size() > 2) return missing("whose budget it is, and US dollars for a month");
  if (words.size() == 2) {
    const std::string& name = words.front();
    const bool is_repository = name.find('/') != std::string::npos;
    const auto amount = micro_usd(words.back());
    if (!amount) {
      return Error{ErrorCode::kInvalid, "\"" + words.back() + "\" is no amount of US dollars"};
    }
    auto done = store.set_budget({name == "team"  ? "team"
                                  : is_repository ? "repository"
                                                  : "person",
                                  name == "team" ? "" : name, *amount});
    if (!done) return done;
  } else if (words.size() == 1) {
    return missing("US dollars for a month behind it; 0 takes the budget away");
  }
  auto budgets = store.budgets();
  if (!budgets) return budgets.error();
  answer.budgets = std::move(*budgets);
  return {};
}

Result<void> page(TeamStore& store, const Arguments& arguments, TeamAnswer& answer) {
  if (const std::string address = first_name(arguments); !address.empty()) {
    if (auto done = store.set_page(address); !done) return done;
  }
  auto known = store.page();
  if (!known) return known.error();
  answer.page = std::move(*known);
  return {};
}

Result<void> audit(TeamStore& store, const Arguments& arguments, TeamAnswer& answer) {
  const std::string word = first_name(arguments);
  if (!word.empty() && word != "on" && word != "off") return missing("on or off");
  if (!word.empty()) {
    if (auto done = store.set_audit(word == "on"); !done) return done;
  }
  auto known = store.audit();
  if (!known) return known.error();
  answer.audit = *known;
  return {};
}

// What is meant for something else would be done otherwise than it reads.
Result<void> check_options(const std::string& what, const Arguments& arguments) {
  const auto only = [&](bool given, std::string_view option, std::string_view of) -> Result<void> {
    if (!given || what == of) return {};
    return Error{ErrorCode::kInvalid, std::string(option) + " is for clew team " + std::string(of) +
                                          ", not for " + what};
  };
  if (auto fits = only(arguments.flag("dry-run"), "--dry-run", "push"); !fits) return fits;
  if (auto fits = only(arguments.flag("no-redact"), "--no-redact", "share"); !fits) return fits;
  if (auto fits = only(!arguments.list("with").empty(), "--with", "share"); !fits) return fits;
  if (auto fits = only(!arguments.list("scope").empty(), "--scope", "invite"); !fits) return fits;
  return only(arguments.flag("audit"), "--audit", "init");
}

Result<void> status(Engine& engine, TeamStore& store, TeamAnswer& answer) {
  TeamStatus status;
  auto machine = machine_in_team(engine);
  if (!machine) return machine.error();
  status.machine = *machine;
  auto list = read_shared_list(engine.files(), engine.options().own.team_shared(), store.id());
  if (!list) return list.error();
  for (const SharedProject& one : list->projects) {
    status.projects.push_back({.project = one.path,
                               .visibility = one.visibility,
                               .readers = one.readers,
                               .redact = one.redact});
  }
  status.withheld.assign(list->withheld.begin(), list->withheld.end());
  auto sent = store.sent(*machine);
  if (!sent) return sent.error();
  for (const SentProject& one : *sent) {
    auto known = std::find_if(
        status.projects.begin(), status.projects.end(),
        [&](const TeamProjectStatus& project) { return is_of(one.project, project.project); });
    if (known == status.projects.end()) {
      status.projects.push_back({.project = one.project.folder,
                                 .visibility = one.project.visibility,
                                 .readers = one.readers,
                                 .shared = false});
      known = status.projects.end() - 1;
    }
    known->sessions += one.sessions;
    known->files += one.files;
    known->bytes += one.bytes;
    known->last = std::max(known->last, one.last);
  }
  auto sessions = store.stored_sessions(*machine);
  if (!sessions) return sessions.error();
  status.sent = std::move(*sessions);
  auto waiting = push_sessions(engine, store, {.dry_run = true});
  if (!waiting) return waiting.error();
  status.waiting = std::move(*waiting);
  answer.status = std::move(status);
  return {};
}

Result<void> push(Engine& engine, TeamStore& store, const Arguments& arguments,
                  const PushProgress& on_progress, TeamAnswer& answer) {
  auto report = push_sessions(engine, store,
                              {.dry_run = arguments.flag("dry-run"), .on_progress = on_progress});
  if (!report) return report.error();
  answer.pushed = std::move(*report);
  return {};
}

}  // namespace

Result<std::shared_ptr<TeamStore>> open_team_store(const Engine& engine, const std::string& named) {
  const auto address = address_for(engine, named);
  if (!address) return address.error();
  return TeamStore::open(*address);
}

Result<TeamAnswer> run_team(Engine& engine, const Arguments& arguments,
                            const PushProgress& on_progress) {
  const std::string what = arguments.text("what");
  if (engine.options().own.data.empty()) {
    return Error{ErrorCode::kInvalid, "there is no home folder to remember a team in"};
  }
  if (auto fits = check_options(what, arguments); !fits) return fits.error();
  if (what == "init") return init(engine, arguments);
  if (what == "join") return join(engine, arguments);
  auto store = open_team_store(engine, named_store(arguments));
  if (!store) return store.error();
  TeamAnswer answer{.store = (*store)->address().text(), .person = (*store)->person()};
  Result<void> done;
  if (what == "invite") {
    done = invite(**store, arguments, answer);
  } else if (what == "revoke") {
    done = first_name(arguments).empty() ? Result<void>(missing("a name"))
                                         : (*store)->revoke(first_name(arguments));
    answer.revoked = first_name(arguments);
  } else if (what == "people") {
    auto people = (*store)->people();
    if (!people) return people.error();
    answer.people = std::move(*people);
  } else if (what == "share") {
    done = share(engine, **store, arguments, answer);
  } else if (what == "unshare") {
    done = unshare(engine, **store, arguments, answer);
  } else if (what == "link") {
    done = link(engine, **store, arguments, answer);
  } else if (what == "budget") {
    done = budget(**store, arguments, answer);
  } else if (what == "page") {
    done = page(**store, arguments, answer);
  } else if (what == "audit") {
    done = audit(**store, arguments, answer);
  } else if (what == "push") {
    done = push(engine, **store, arguments, on_progress, answer);
  } else {
    done = status(engine, **store, answer);
  }
  if (!done) return done.error();
  return answer;
}

Result<TeamAnswer> team_answer(Engine& engine, const Arguments& arguments) {
  return run_team(engine, arguments, {});
}

}  // namespace clew
