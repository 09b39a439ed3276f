// SPDX-License-Identifier: MIT
//
// What the reader chose: kept in this browser only.

import { effect, signal, type Signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';
export type Detail = 'all' | 'no-tools' | 'talk';

function kept<T extends string>(key: string, fallback: T, allowed: readonly T[]): Signal<T> {
  let first = fallback;
  try {
    const stored = localStorage.getItem(`clew.${key}`) as T | null;
    if (stored && allowed.includes(stored)) first = stored;
  } catch {
    // No storage: the choice lasts as long as the page.
  }
  const value = signal<T>(first);
  effect(() => {
    const now = value.value;
    try {
      localStorage.setItem(`clew.${key}`, now);
    } catch {
      // See above.
    }
  });
  return value;
}

export const theme = kept<Theme>('theme', 'system', ['system', 'light', 'dark']);
export const detail = kept<Detail>('detail', 'all', ['all', 'no-tools', 'talk']);
export const mapOpen = kept<'yes' | 'no'>('map', 'yes', ['yes', 'no']);
export const grouping = kept<'time' | 'project'>('grouping', 'time', ['time', 'project']);

/** Notices of the browser are wanted. */
export const noticeWish = kept<'yes' | 'no'>('notices', 'no', ['yes', 'no']);

effect(() => {
  if (typeof document !== 'undefined') document.documentElement.dataset['theme'] = theme.value;
});
