// SPDX-License-Identifier: MIT
//
// Words of the interface. English is the source; the others are loaded when chosen.

import { effect, signal } from '@preact/signals';
import { en } from './en';

export type Key = keyof typeof en;
export type Words = Record<Key, string>;
export type Language = 'en' | 'zh-CN';

const kKey = 'clew.language';

function first(): Language {
  try {
    const stored = localStorage.getItem(kKey);
    if (stored === 'en' || stored === 'zh-CN') return stored;
  } catch {
    // No storage: the browser's language decides.
  }
  return typeof navigator !== 'undefined' && /^zh/i.test(navigator.language) ? 'zh-CN' : 'en';
}

export const language = signal<Language>(first());
const words = signal<Words>(en);
const sayings = signal<Readonly<Record<string, string>>>({});

export async function setLanguage(next: Language): Promise<void> {
  const chinese = next === 'zh-CN' ? await import('./zh') : null;
  words.value = chinese?.zh ?? en;
  sayings.value = chinese?.said ?? {};
  language.value = next;
  try {
    localStorage.setItem(kKey, next);
  } catch {
    // See above.
  }
}

export async function startLanguage(): Promise<void> {
  if (language.value !== 'en') await setLanguage(language.value);
}

effect(() => {
  if (typeof document !== 'undefined') document.documentElement.lang = language.value;
});

/** The words for a key, with {name} replaced. `{n|one|many}` picks by the number n. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  return words.value[key].replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, many?: string) => {
    const value = values[name] ?? '';
    if (one === undefined) return typeof value === 'number' ? number(value) : value;
    return value === 1 ? one : (many ?? '');
  });
}

/** A sentence of the daemon's, where it is a known one. */
export function said(text: string): string {
  return sayings.value[text] ?? text;
}

/** A formatter costs as much as a hundred uses of it: each is made once for a language. */
function kept<T>(make: (language: string) => T): () => T {
  let made: { language: string; format: T } | null = null;
  return () => {
    if (made?.language !== language.value) made = { language: language.value, format: make(language.value) };
    return made.format;
  };
}

const numbers = kept((l) => new Intl.NumberFormat(l));
const compactNumbers = kept((l) => new Intl.NumberFormat(l, { notation: 'compact', maximumFractionDigits: 1 }));
const datesAndTimes = kept((l) => new Intl.DateTimeFormat(l, { dateStyle: 'medium', timeStyle: 'short' }));
const times = kept((l) => new Intl.DateTimeFormat(l, { timeStyle: 'short' }));
const days = kept((l) => new Intl.DateTimeFormat(l, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }));
const months = kept((l) => new Intl.DateTimeFormat(l, { month: 'long', year: 'numeric' }));
const distances = kept((l) => new Intl.RelativeTimeFormat(l, { numeric: 'auto', style: 'narrow' }));

export function number(value: number): string {
  return numbers().format(value);
}

export function compact(value: number): string {
  return compactNumbers().format(value);
}

/** Two digits everywhere, so that amounts in a column can be compared; proofs are exact to four. */
export function money(usd: number, digits: 2 | 4 = 2): string {
  const least = 10 ** -digits;
  if (usd > 0 && usd < least / 2) return `<$${least.toFixed(digits)}`;
  return `$${numbers().format(Math.trunc(Number(usd.toFixed(digits))))}${usd.toFixed(digits).slice(-digits - 1)}`;
}

export function bytes(value: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  let size = value;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${unit > 0 && size < 10 ? size.toFixed(1) : Math.round(size)} ${units[unit]}`;
}

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const minutes = Math.round(ms / 60_000);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function dateTime(iso: string | null | undefined): string {
  if (!iso) return '';
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  return datesAndTimes().format(date);
}

export function clock(iso: string | null | undefined): string {
  if (!iso) return '';
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  return times().format(date);
}

/** The day of the reader's clock. */
export function day(iso: string | null | undefined): string {
  if (!iso) return '';
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : days().format(date);
}

export function month(time: number): string {
  return months().format(time);
}

export function ago(iso: string | null | undefined, now = Date.now()): string {
  if (!iso) return '';
  const then = new Date(iso).getTime();
  if (Number.isNaN(then)) return '';
  const seconds = Math.round((then - now) / 1000);
  // How many of a unit are said before the next one, and how many of it the next one has.
  const steps: [number, number, Intl.RelativeTimeFormatUnit][] = [
    [60, 60, 'second'], [60, 60, 'minute'], [24, 24, 'hour'], [14, 7, 'day'], [9, 4.35, 'week'], [12, 12, 'month'], [Infinity, 1, 'year'],
  ];
  let value = seconds;
  for (const [most, size, unit] of steps) {
    if (Math.abs(Math.round(value)) < most) return distances().format(Math.round(value), unit);
    value /= size;
  }
  return '';
}
