// SPDX-License-Identifier: MIT
//
// What the operation `team` answers.
#pragma once

#include "base/described.h"
#include "engine/read/session_answers.h"
#include "engine/team/team_operation.h"

namespace clew {

template <>
inline constexpr auto kDescription<TeamPerson> = describe(
    "TeamPerson", "who is in a team", field("name", "of a person or a machine", &TeamPerson::name),
    field("scopes", "what they may: read, push, admin", &TeamPerson::scopes),
    field("invitedAt", "when they were invited last", as_time(&TeamPerson::invited)),
    field("revokedAt", "when that was taken back", as_time(&TeamPerson::revoked)));

template <>
inline constexpr auto kDescription<TeamInvitation> = describe(
    "TeamInvitation", "a way into a team", field("name", "whose it is", &TeamInvitation::name),
    field("scopes", "what it allows", &TeamInvitation::scopes),
    field("address", "with its secret, which is shown once and stored nowhere",
          &TeamInvitation::address),
    field_if_any("again", "they were in the team; the secret before lets nobody in any more",
                 &TeamInvitation::again));

template <>
inline constexpr auto kDescription<TeamLink> =
    describe("TeamLink", "how somebody else comes to a session",
             field("session", "its id", &TeamLink::session),
             field_if_any("page", "its address on the team's page", &TeamLink::page),
             field("resume", "the command that continues it", &TeamLink::resume));

template <>
inline constexpr auto kDescription<TeamBudget> =
    describe("TeamBudget", "what a month may cost",
             field("kind", "team, person or repository", &TeamBudget::kind),
             field_if_any("name", "whose, or which", &TeamBudget::name),
             field("microUsd", "in millionths of a US dollar", &TeamBudget::micro_usd));

template <>
inline constexpr auto kDescription<TeamProjectStatus> = describe(
    "TeamProject", "a project that is shared with a team",
    field("project", "its folder", &TeamProjectStatus::project),
    field("visibility", "who may see it: mine, team or named", &TeamProjectStatus::visibility),
    field_if_any("readers", "named: these", &TeamProjectStatus::readers),
    field("shared", "what is new of it goes there", &TeamProjectStatus::shared),
    field("redact", "without its secrets", &TeamProjectStatus::redact),
    field("sessions", "of this machine that are in the store", &TeamProjectStatus::sessions),
    field("files", "of these", &TeamProjectStatus::files),
    field("bytes", "of these, as they are here", &TeamProjectStatus::bytes),
    field("lastAt", "when something was sent last", as_time(&TeamProjectStatus::last)));

template <>
inline constexpr auto kDescription<StoredSum> =
    describe("SentSession", "a session that is in the store",
             field("session", "its id", &StoredSum::session),
             field("root", "the configuration folder it is from", &StoredSum::root),
             field("projectKey", "the name of its project's folder there", &StoredSum::key),
             field("files", "of it that were sent", &StoredSum::files),
             field("bytes", "of these, in all versions", &StoredSum::bytes));

template <>
inline constexpr auto kDescription<PushCount> = describe(
    "PushCount", "what was sent", field("files", "of which something was sent", &PushCount::files),
    field("bytes", "of files", &PushCount::bytes),
    field("stored", "bytes that these take in the store", &PushCount::stored),
    field("rewritten", "files that began a new version", &PushCount::rewritten),
    field("removed", "earlier versions that were removed because of a secret in them",
          &PushCount::removed));

template <>
inline constexpr auto kDescription<PushReport> = describe(
    "TeamPush", "what was sent to a team, or would be",
    field("projects", "that are shared", &PushReport::projects),
    field("sessions", "of these that may go", &PushReport::sessions),
    field("pushed", "sessions that were compared and sent, or would be", &PushReport::pushed),
    field("hidden", "sessions that stay because they are hidden here", &PushReport::hidden),
    field("withheld", "sessions that stay because they were taken back", &PushReport::withheld),
    field("sent", "what that was", &PushReport::count),
    field("findings", "what could not be read or stored; nothing of such a session was sent",
          &PushReport::findings));

template <>
inline constexpr auto kDescription<TeamStatus> =
    describe("TeamStatus", "what of this machine is with the team",
             field("machine", "what this one is called there", &TeamStatus::machine),
             field("projects", "that are shared", &TeamStatus::projects),
             field("sent", "every session that is in the store", &TeamStatus::sent),
             field("withheld", "sessions that were taken back", &TeamStatus::withheld),
             field("waiting", "what the next push has to look at", &TeamStatus::waiting));

template <>
inline constexpr auto kDescription<TeamUnshared> =
    describe("TeamUnshared", "what was taken back",
             field_if_any("project", "a project", &TeamUnshared::project),
             field_if_any("session", "or a session", &TeamUnshared::session),
             field("files", "that were removed from the store", &TeamUnshared::files));

template <>
inline constexpr auto kDescription<TeamAnswer> = describe(
    "Team", "a team's store", field("store", "where it is, without secrets", &TeamAnswer::store),
    field("person", "as whom it was opened", &TeamAnswer::person),
    field_if_any("schemaBefore", "init: what was there; 0: nothing", &TeamAnswer::schema_before),
    field_if_any("invited", "invite: the invitation", &TeamAnswer::invited),
    field_if_any("revoked", "revoke: who has no way in any more", &TeamAnswer::revoked),
    field_if_any("people", "people: who is in the team", &TeamAnswer::people),
    field_if_any("shared", "share: the project", &TeamAnswer::shared),
    field_if_any("unshared", "unshare: what was taken back", &TeamAnswer::unshared),
    field_if_any("sharedAgain", "share: a session that had been taken back",
                 &TeamAnswer::shared_again),
    field_if_any("link", "link: how somebody else comes to the session", &TeamAnswer::link),
    field_if_any("budgets", "budget: what a month may cost", &TeamAnswer::budgets),
    field_if_any("page", "page: where the team's sessions are shown", &TeamAnswer::page),
    field_if_any("audit", "audit: whether who reads what is written down", &TeamAnswer::audit),
    field_if_any("pushed", "push: what was sent", &TeamAnswer::pushed),
    field_if_any("status", "status: what is there", &TeamAnswer::status));

}  // namespace clew
