// SPDX-License-Identifier: MIT
//
// Where the reader is, as a hash: a link to any place can be kept and shared on this computer.

import { signal } from '@preact/signals';

export type Page = 'home' | 'session' | 'compare' | 'files' | 'usage' | 'new';

export interface Route {
  page: Page;
  session: string; // empty outside a session
  params: Record<string, string>;
}

const kSessionPages: Record<string, Page> = { '': 'session', compare: 'compare', files: 'files' };

export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const params = Object.fromEntries(new URLSearchParams(search));
  const [head = '', id = '', tail = ''] = path.split('/').map(decode);
  if (head === 's' && id) return { page: kSessionPages[tail] ?? 'session', session: id, params };
  if (head === 'usage') return { page: 'usage', session: '', params };
  if (head === 'new') return { page: 'new', session: '', params };
  return { page: 'home', session: '', params };
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
  if (route.page === 'usage') return `#/usage${search}`;
  if (route.page === 'new') return `#/new${search}`;
  const tail = route.page === 'session' ? '' : `/${route.page}`;
  return `#/s/${encodeURIComponent(route.session)}${tail}${search}`;
}

export const route = signal<Route>(parseRoute(typeof location === 'undefined' ? '' : location.hash));

export function sessionHref(session: string, params: Record<string, string> = {}, page: Page = 'session'): string {
  return formatRoute({ page, session, params });
}

export function go(to: Route | string, replace = false): void {
  const hash = typeof to === 'string' ? to : formatRoute(to);
  if (replace) history.replaceState(null, '', hash);
  else history.pushState(null, '', hash);
  route.value = parseRoute(hash);
}

/** The same page with some parameters changed; an empty value takes one away. */
export function withParams(changes: Record<string, string>): Route {
  return { ...route.value, params: { ...route.value.params, ...changes } };
}

export function startRouter(): void {
  const follow = (): void => {
    route.value = parseRoute(location.hash);
  };
  window.addEventListener('popstate', follow);
  window.addEventListener('hashchange', follow);
  follow();
}
