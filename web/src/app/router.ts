// SPDX-License-Identifier: MIT
//
// Where the reader is, as a hash: a link to any place can be kept and shared on this computer.

import { batch, computed, signal } from '@preact/signals';

export type Page = 'home' | 'session' | 'compare' | 'files' | 'changes' | 'context' | 'timeline' | 'details' | 'usage' | 'new' | 'search' | 'project' | 'prompts' | 'plans' | 'settings';

export interface Route {
  page: Page;
  session: string; // empty outside a session
  params: Record<string, string>;
}

const kSessionPages: Record<string, Page> = { '': 'session', compare: 'compare', files: 'files', changes: 'changes', context: 'context', timeline: 'timeline', details: 'details' };
const kPages: readonly Page[] = ['usage', 'new', 'search', 'project', 'prompts', 'plans', 'settings'];

export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const params = Object.fromEntries(new URLSearchParams(search));
  const [head = '', id = '', tail = ''] = path.split('/').map(decode);
  if (head === 's' && id) return { page: kSessionPages[tail] ?? 'session', session: id, params };
  return { page: kPages.find((page) => page === head) ?? 'home', session: '', params };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function formatRoute(route: Route): string {
  const pairs = Object.entries(route.params).filter(([, value]) => value !== '');
  const search = pairs.length > 0 ? `?${new URLSearchParams(pairs).toString()}` : '';
  if (route.page === 'home') return `#/${search}`;
  if (kPages.includes(route.page)) return `#/${route.page}${search}`;
  const tail = route.page === 'session' ? '' : `/${route.page}`;
  return `#/s/${encodeURIComponent(route.session)}${tail}${search}`;
}

export const route = signal<Route>(parseRoute(typeof location === 'undefined' ? '' : location.hash));
/** What is looked for in the session that is open; a blank stands for a field that is still empty. */
export const findText = computed(() => (route.value.params['find'] ?? '').trim());
/** The entry of the browser's history that is shown: Back, Forward and a reload come to the same one again. */
export const entry = signal('');

/** Something lies over the page, with an entry of its own that Back takes away. */
export const isOver = signal(false);

interface State {
  entry?: string;
  over?: boolean;
}

const state = (): State => (history.state as State | null) ?? {};

/** Puts the entry for what is opened over the page. */
export function standOver(): void {
  if (isOver.value) return;
  history.pushState({ entry: entry.value, over: true } satisfies State, '');
  isOver.value = true;
}

/** It was closed without Back: its entry goes too. */
export function leaveOver(): void {
  if (state().over) history.back();
}

function newEntry(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
}

export function sessionHref(session: string, params: Record<string, string> = {}, page: Page = 'session'): string {
  return formatRoute({ page, session, params });
}

// What a link names is the same: only the view of it changed.
const kPlaceParams = ['at', 'leaf', 'agent'];

function isSamePlace(a: Route, b: Route): boolean {
  return a.page === b.page && a.session === b.session && kPlaceParams.every((name) => (a.params[name] ?? '') === (b.params[name] ?? ''));
}

export function go(to: Route | string, replace = false): void {
  const hash = typeof to === 'string' ? to : formatRoute(to);
  const next = parseRoute(hash);
  const id = replace && isSamePlace(route.value, next) ? entry.value : newEntry();
  // What was opened over the page led there: its entry becomes that of the place.
  if (replace || state().over) history.replaceState({ entry: id }, '', hash);
  else history.pushState({ entry: id }, '', hash);
  batch(() => {
    entry.value = id;
    route.value = next;
    isOver.value = false;
  });
}

/** The same page with some parameters changed; an empty value takes one away. */
export function withParams(changes: Record<string, string>): Route {
  const params = { ...route.value.params, ...changes };
  if (!params['find']) delete params['hit'];
  return { ...route.value, params };
}

/**
 * A link to where the reader is already is a wish to go there again, of which browsers tell nobody; and a
 * link in what lies over the page takes the place of its entry.
 */
function onClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const href = link?.getAttribute('href') ?? '';
  if (state().over && href.startsWith('#/')) {
    event.preventDefault();
    return go(href);
  }
  if (!link || href !== location.hash) return;
  event.preventDefault();
  const id = newEntry();
  history.replaceState({ entry: id }, '');
  entry.value = id;
}

export function startRouter(): void {
  const follow = (): void => {
    // An entry that a link or the address bar made has no name yet.
    let id = state().entry ?? '';
    isOver.value = !!state().over;
    if (id && id === entry.value) return;
    if (!id) {
      id = newEntry();
      history.replaceState({ entry: id }, '');
    }
    batch(() => {
      entry.value = id;
      route.value = parseRoute(location.hash);
    });
  };
  document.addEventListener('click', onClick);
  window.addEventListener('popstate', follow);
  window.addEventListener('hashchange', follow);
  // After a reload nothing lies over the page.
  if (state().over) history.replaceState({ entry: state().entry ?? newEntry() }, '');
  follow();
}
