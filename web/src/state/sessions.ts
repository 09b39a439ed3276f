// SPDX-License-Identifier: MIT
//
// The sessions of the machine, page by page, kept in order while they change, and what of them is asked
// for. There may be a hundred thousand: what is not loaded is asked for by its id.

import { computed, signal } from '@preact/signals';
import { ApiError, get, timezone, type Asked } from '../api/client';
import type { EventRow, SessionPage, SessionRow } from '../api/types';
import { listedRow, placed } from './growth';

export interface Filters {
  project: string;
  since: '' | '1' | '7' | '30';
  model: string;
  branch: string;
  tag: string;
  person: string;
  machine: string;
  running: boolean;
  pinned: boolean;
  hidden: boolean;
  ghosts: boolean;
}

export const kNoFilters: Filters = {
  project: '', since: '', model: '', branch: '', tag: '', person: '', machine: '', running: false, pinned: false, hidden: false, ghosts: false,
};

export const list = signal<SessionPage | null>(null);
export const listError = signal<ApiError | null>(null);
export const filters = signal<Filters>(kNoFilters);
export const query = signal('');
export const connected = signal(true);
/** The row the keyboard stands on, as a session id. */
export const cursor = signal('');

/** Those that are loaded, without hidden ones unless they are asked for. */
export const sessions = computed<SessionRow[]>(() => {
  const all = list.value?.sessions ?? [];
  return filters.value.hidden ? all : all.filter((row) => !row.hidden);
});
/** The daemon does not know this browser: the page was opened without its link. */
export const refused = computed(() => listError.value?.status === 401);
/** And it wants to know which person of a team this is. */
export const wantsSignIn = computed(() => refused.value && !!listError.value?.signIn);
/** There are more than those that are loaded. */
export const hasMore = computed(() => !!list.value?.nextCursor);

const kPage = 100; // rows

/** What of the sessions is asked for; the daemon chooses among all of them. */
export function wanted(): Asked<'list'> {
  const f = filters.value;
  return {
    ...(f.project ? { path: f.project } : { all: true }),
    since: f.since ? `${f.since}d` : '', model: f.model, branch: f.branch, tag: f.tag, person: f.person, machine: f.machine, running: f.running, pinned: f.pinned, hidden: f.hidden, match: words().slice(0, 20), timezone: f.since ? timezone() : '',
  };
}

function words(): string[] {
  return query.value.toLowerCase().split(/\s+/).filter(Boolean);
}

let loading: Promise<void> | null = null;
let again = false;

async function loadOnce(): Promise<void> {
  const asked = wanted();
  // As many as there are on the screen: what is read further down stays.
  const rows = Math.max(kPage, Math.ceil((list.peek()?.sessions.length ?? 0) / kPage) * kPage);
  try {
    const page = await get('list', { ...asked, limit: lastAsked === JSON.stringify(asked) ? rows : kPage, ghosts: filters.value.ghosts });
    lastAsked = JSON.stringify(asked);
    list.value = page;
    listError.value = null;
  } catch (error) {
    listError.value = error instanceof ApiError ? error : new ApiError(0, String(error), '');
  }
}

let lastAsked = '';

export function loadSessions(): Promise<void> {
  if (loading) {
    again = true;
    return loading;
  }
  loading = (async () => {
    do {
      again = false;
      await loadOnce();
    } while (again);
  })().finally(() => {
    loading = null;
  });
  return loading;
}

let loadingMore = false;

/** The next page, behind those that are loaded. */
export async function loadMore(): Promise<void> {
  const page = list.peek();
  if (loadingMore || loading || !page?.nextCursor) return;
  loadingMore = true;
  try {
    const next = await get('list', { ...wanted(), limit: kPage, cursor: page.nextCursor });
    // Somebody may have asked for others meanwhile.
    if (list.peek() !== page) return;
    const known = new Set(page.sessions.map((row) => row.file));
    list.value = { ...page, sessions: [...page.sessions, ...next.sessions.filter((row) => !known.has(row.file))], nextCursor: next.nextCursor };
  } catch {
    // The end of the list is asked for again when it is looked at again.
  } finally {
    loadingMore = false;
  }
}

/** Rows that were asked for by themselves: of sessions that no page has. */
const alone = signal<ReadonlyMap<string, SessionRow>>(new Map());
const askedAlone = new Set<string>();

/** Rows from elsewhere, such as the groups of projects, are known too. */
export function learn(rows: readonly SessionRow[]): void {
  if (rows.length > 0) alone.value = new Map([...alone.peek(), ...rows.map((row) => [row.id, row] as const)]);
}

/** Asks for the row of a session that no page has. */
export async function wantSession(id: string, fresh = false): Promise<void> {
  if (!id || (askedAlone.has(id) && !fresh) || (!fresh && sessionById(id))) return;
  askedAlone.add(id);
  try {
    const { sessions: found } = await get('list', { all: true, hidden: true, id: [id], limit: 1 });
    learn(found);
  } catch {
    askedAlone.delete(id);
  }
}

const kMostIds = 100; // in one question

/** Of several at once, as far as they are not known. */
export async function wantSessions(ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)].filter((id) => id && !askedAlone.has(id) && !sessionById(id)).slice(0, kMostIds);
  if (wanted.length === 0) return;
  for (const id of wanted) askedAlone.add(id);
  try {
    const { sessions: found } = await get('list', { all: true, hidden: true, id: wanted, limit: wanted.length });
    learn(found);
  } catch {
    for (const id of wanted) askedAlone.delete(id);
  }
}

/** After a change: the list, and what is open beside it. */
export async function reloadRows(ids: readonly string[]): Promise<void> {
  await Promise.all([loadSessions(), ...ids.filter((id) => alone.peek().has(id)).map((id) => wantSession(id, true))]);
}

/** A session of the list has changed. False when it is not in the list. */
export function takeRow(row: EventRow): boolean {
  const page = list.value;
  const before = page?.sessions.find((one) => one.file === row.file);
  if (!page || !before) return false;
  const now = listedRow(before, row);
  list.value = { ...page, sessions: placed(page.sessions, now) };
  if (alone.peek().has(now.id)) learn([now]);
  return true;
}

/** A process began, changed its state or ended in a session. */
export function takeRunning(session: string, running: SessionRow['running']): void {
  const page = list.value;
  const known = alone.peek().get(session);
  if (known) learn([{ ...known, running }]);
  if (!page?.sessions.some((one) => one.id === session)) return;
  list.value = { ...page, sessions: page.sessions.map((one) => (one.id === session ? { ...one, running } : one)) };
}

export function matches(row: SessionRow, needles: readonly string[], f: Filters, now: number): boolean {
  if (f.project && row.project.path !== f.project) return false;
  if (f.model && row.model !== f.model) return false;
  if (f.branch && row.gitBranch !== f.branch) return false;
  if (f.tag && row.tag !== f.tag) return false;
  if (f.person && row.person !== f.person) return false;
  if (f.machine && row.machine !== f.machine) return false;
  if (f.running && !row.running) return false;
  if (f.pinned && !row.pinned) return false;
  if (f.since) {
    const time = Date.parse(row.updatedAt ?? row.modifiedAt ?? '');
    if (!(time >= now - Number(f.since) * 86_400_000)) return false;
  }
  if (needles.length === 0) return true;
  const text = `${row.title}\n${row.firstPrompt}\n${row.project.path}\n${row.tag ?? ''}\n${row.gitBranch ?? ''}\n${row.remark ?? ''}\n${row.id}`.toLowerCase();
  return needles.every((word) => text.includes(word));
}

/** What is loaded of what is asked for; until the daemon has answered, of what was loaded before. */
export const shown = computed<SessionRow[]>(() => {
  const needles = words();
  const f = filters.value;
  const now = Date.now();
  return sessions.value.filter((row) => matches(row, needles, f, now));
});

/** What narrows or widens the list; sessions without a transcript are none of it. */
export const activeFilters = computed(() => {
  const f = filters.value;
  return [f.project, f.since, f.model, f.branch, f.tag, f.person, f.machine, f.running, f.pinned, f.hidden].filter(Boolean).length;
});

/** The row of a session: of the list, or one that was asked for by itself. */
export function sessionById(id: string): SessionRow | undefined {
  const all = list.value?.sessions ?? [];
  return all.find((row) => row.id === id) ?? all.find((row) => row.file === id) ?? alone.value.get(id);
}
