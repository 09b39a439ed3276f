// SPDX-License-Identifier: MIT
//
// All sessions of the machine, kept in order while they change, and what of them is shown.

import { computed, signal } from '@preact/signals';
import { ApiError, get, timezone, type Asked } from '../api/client';
import type { EventRow, Hit, SearchResult, SessionPage, SessionRow } from '../api/types';
import { listedRow, placed } from './growth';

export interface Filters {
  project: string;
  since: '' | '1' | '7' | '30';
  model: string;
  branch: string;
  tag: string;
  running: boolean;
  hidden: boolean;
  ghosts: boolean;
}

export const kNoFilters: Filters = {
  project: '', since: '', model: '', branch: '', tag: '', running: false, hidden: false, ghosts: false,
};

/** An answer of the search and to what, or why there is none. */
export type Found = Pick<SearchResult, 'hits' | 'total' | 'sessions' | 'tookMs' | 'findings' | 'index'> & { query: string };

export const list = signal<SessionPage | null>(null);
export const listError = signal<ApiError | null>(null);
export const filters = signal<Filters>(kNoFilters);
export const query = signal('');
export const hits = signal<Found | null>(null);
export const openedHits = signal<Hit[]>([]); // all of those sessions where somebody asked for all
export const searching = signal(false);
export const connected = signal(true);
/** The row the keyboard stands on, as a session id. */
export const cursor = signal('');

/** Without those that are hidden, unless they are asked for. */
export const sessions = computed<SessionRow[]>(() => {
  const all = list.value?.sessions ?? [];
  return filters.value.hidden ? all : all.filter((row) => !row.hidden);
});
export const hiddenCount = computed(() => (list.value?.sessions.length ?? 0) - sessions.value.length);
/** The daemon does not know this browser: the page was opened without its link. */
export const refused = computed(() => listError.value?.status === 401);

let loading: Promise<void> | null = null;
let again = false;

export function loadSessions(): Promise<void> {
  if (loading) {
    again = true;
    return loading;
  }
  loading = (async () => {
    do {
      again = false;
      try {
        // Hidden ones too: one that is open stays known, and is shown again without asking.
        list.value = await get('list', { all: true, hidden: true, ghosts: filters.value.ghosts });
        listError.value = null;
      } catch (error) {
        listError.value = error instanceof ApiError ? error : new ApiError(0, String(error), '');
      }
    } while (again);
  })().finally(() => {
    loading = null;
  });
  return loading;
}

/** A session of the list has changed. False when it is not in the list. */
export function takeRow(row: EventRow): boolean {
  const page = list.value;
  const before = page?.sessions.find((one) => one.file === row.file);
  if (!page || !before) return false;
  list.value = { ...page, sessions: placed(page.sessions, listedRow(before, row)) };
  return true;
}

/** A process began, changed its state or ended in a session. */
export function takeRunning(session: string, running: SessionRow['running']): void {
  const page = list.value;
  if (!page?.sessions.some((one) => one.id === session)) return;
  list.value = { ...page, sessions: page.sessions.map((one) => (one.id === session ? { ...one, running } : one)) };
}

export function matches(row: SessionRow, words: readonly string[], f: Filters, now: number): boolean {
  if (f.project && row.project.path !== f.project) return false;
  if (f.model && row.model !== f.model) return false;
  if (f.branch && row.gitBranch !== f.branch) return false;
  if (f.tag && row.tag !== f.tag) return false;
  if (f.running && !row.running) return false;
  if (f.since) {
    const time = Date.parse(row.updatedAt ?? row.modifiedAt ?? '');
    if (!(time >= now - Number(f.since) * 86_400_000)) return false;
  }
  if (words.length === 0) return true;
  const text = `${row.title}\n${row.firstPrompt}\n${row.project.path}\n${row.tag ?? ''}\n${row.gitBranch ?? ''}\n${row.id}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

export const shown = computed<SessionRow[]>(() => {
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  const f = filters.value;
  const now = Date.now();
  return sessions.value.filter((row) => matches(row, words, f, now));
});

export interface Choices {
  projects: string[];
  models: string[];
  branches: string[];
  tags: string[];
}

export const choices = computed<Choices>(() => {
  const of = (pick: (row: SessionRow) => string | null): string[] =>
    [...new Set(sessions.value.map(pick).filter((v): v is string => !!v))].sort((a, b) => a.localeCompare(b));
  return {
    projects: of((row) => row.project.path),
    models: of((row) => row.model),
    branches: of((row) => row.gitBranch),
    tags: of((row) => row.tag),
  };
});

/** What narrows or widens the list; sessions without a transcript are none of it. */
export const activeFilters = computed(() => {
  const f = filters.value;
  return [f.project, f.since, f.model, f.branch, f.tag, f.running, f.hidden].filter(Boolean).length;
});

// A Chinese, Japanese or Korean character is a word; of letters it takes two.
const kWord = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|\S\s*\S/u;

/** The text of the field, when it is worth a search. */
export const asked = computed(() => (kWord.test(query.value) ? query.value.trim() : ''));

type SearchParams = Asked<'search'>;

function searchParams(text: string): SearchParams {
  const f = filters.value;
  return {
    query: [text],
    project: f.project ? [f.project] : [],
    model: f.model ? [f.model] : [],
    branch: f.branch ? [f.branch] : [],
    since: f.since ? `${f.since}d` : '',
    hidden: f.hidden,
    timezone: timezone(),
  };
}

/** All hits of one session, where the list has only the first few. */
export async function hitsIn(session: string, text: string): Promise<Hit[]> {
  const { hits: found } = await get('search', { ...searchParams(text), session: [session], limit: 0, perSession: 0 });
  if (hits.peek()?.query === text) openedHits.value = [...openedHits.peek(), ...found];
  return found;
}

/** All hits of the question that the page knows. */
export function knownHits(): Hit[] {
  return [...(hits.value?.hits ?? []), ...openedHits.value];
}

let searchRun = 0;
let searchAbort: AbortController | null = null;

/** Full-text search, as typed: the newest question wins, older ones are given up. */
export async function search(text: string): Promise<void> {
  const run = ++searchRun;
  searchAbort?.abort();
  if (!text) {
    hits.value = null;
    searching.value = false;
    return;
  }
  searchAbort = new AbortController();
  searching.value = true;
  try {
    const answer = await get('search', { ...searchParams(text), limit: 60, perSession: 4 }, searchAbort.signal);
    if (run !== searchRun) return;
    openedHits.value = [];
    hits.value = { ...answer, query: text };
  } catch (error) {
    if (run !== searchRun || (error instanceof DOMException && error.name === 'AbortError')) return;
    // A question half typed ("/unclosed") is no failure worth a message; the reason is.
    const reason = error instanceof ApiError ? error.message : String(error);
    hits.value = { query: text, hits: [], total: 0, sessions: 0, tookMs: 0, index: true, findings: [{ kind: 'unreadable', reason }] };
  } finally {
    if (run === searchRun) searching.value = false;
  }
}

export function sessionById(id: string): SessionRow | undefined {
  const all = list.value?.sessions ?? [];
  return all.find((row) => row.id === id) ?? all.find((row) => row.file === id);
}
