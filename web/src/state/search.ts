// SPDX-License-Identifier: MIT
//
// Full-text search: what is asked, what was found, and in which order.

import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { ApiError, get, timezone, type Asked } from '../api/client';
import type { Hit, SearchResult } from '../api/types';
import { filters, query, type Filters } from './sessions';

/** An answer of the search and to what, or why there is none. */
export type Found = Pick<SearchResult, 'hits' | 'total' | 'sessions' | 'tookMs' | 'findings' | 'index'> & { query: string };

export const hits = signal<Found | null>(null);
export const openedHits = signal<Hit[]>([]); // all of those sessions where somebody asked for all
export const searching = signal(false);

/** What only a search is asked, beside the filters of the list. */
export interface SearchOptions {
  role: '' | Exclude<Hit['role'], 'title'>;
  tool: string;
  errors: boolean;
  sort: 'rank' | 'time';
  most: number; // hits that are asked for
}
const kMost = 60;
export const kNoOptions: SearchOptions = { role: '', tool: '', errors: false, sort: 'rank', most: kMost };
export const options = signal<SearchOptions>(kNoOptions);

// A Chinese, Japanese or Korean character is a word; of letters it takes two.
const kWord = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|\S\s*\S/u;

/** The text of the field, when it is worth a search. */
export const asked = computed(() => (kWord.test(query.value) ? query.value.trim() : ''));

type SearchParams = Asked<'search'>;

/** A phrase that is still being typed ends where the text ends. */
function closed(text: string): string {
  return (text.match(/"/g) ?? []).length % 2 === 0 ? text : `${text}"`;
}

/** An expression without its end is no question yet. */
function isHalf(text: string): boolean {
  return text.startsWith('/') && !/^\/.+\/$/.test(text);
}

function searchParams(text: string): SearchParams {
  const f: Filters = filters.value;
  const { role, tool, errors, sort } = options.value;
  return {
    query: text ? [closed(text)] : [],
    role: role ? [role] : [],
    tool: tool ? [tool] : [],
    errors,
    sort,
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

// Without an index every file is read: not for a word that is still being typed.
const kFilesDelay = 180;
let readsFiles = false; // the last answer said so

/** Searches for what is asked whenever that changes: with an index at once, for an answer costs less than a key. */
export function startSearching(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = effect(() => {
    const text = asked.value;
    void [filters.value, options.value];
    clearTimeout(timer);
    if (readsFiles || isHalf(text)) timer = setTimeout(() => void search(text), kFilesDelay);
    else untracked(() => void search(text));
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

let searchRun = 0;
let searchAbort: AbortController | null = null;

/** Full-text search, as typed: the newest question wins, older ones are given up. */
export async function search(text: string): Promise<void> {
  const run = ++searchRun;
  searchAbort?.abort();
  if (!text && !options.peek().errors && !options.peek().tool) {
    hits.value = null;
    searching.value = false;
    return;
  }
  searchAbort = new AbortController();
  searching.value = true;
  try {
    const answer = await get('search', { ...searchParams(text), limit: options.value.most, perSession: 4 }, searchAbort.signal);
    if (run !== searchRun) return;
    readsFiles = !answer.index;
    batch(() => {
      openedHits.value = [];
      hits.value = { ...answer, query: text };
    });
  } catch (error) {
    if (run !== searchRun || (error instanceof DOMException && error.name === 'AbortError')) return;
    // A question half typed ("/unclosed") is no failure worth a message; the reason is.
    const reason = error instanceof ApiError ? error.message : String(error);
    hits.value = { query: text, hits: [], total: 0, sessions: 0, tookMs: 0, index: true, findings: [{ kind: 'unreadable', reason }] };
  } finally {
    if (run === searchRun) searching.value = false;
  }
}

