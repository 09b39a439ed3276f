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

const kMinute = 60_000;
const kHour = 60 * kMinute;

/** Midnights of the reader's clock between two times. */
function daysBetween(then: number, now: number): number {
  return Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(then).setHours(0, 0, 0, 0)) / (24 * kHour));
}

/** Whole units that have passed, days by the calendar: the same number as the commands give. */
export function ago(iso: string | null | undefined, now = Date.now()): string {
  if (!iso) return '';
  const then = new Date(iso).getTime();
  if (Number.isNaN(then)) return '';
  const passed = now - then;
  const say = (n: number, unit: Intl.RelativeTimeFormatUnit): string => distances().format(-Math.trunc(n), unit);
  if (Math.abs(passed) < kMinute) return say(passed / 1000, 'second');
  if (Math.abs(passed) < kHour) return say(passed / kMinute, 'minute');
  const days = daysBetween(then, now);
  // Late in the evening is not "yesterday" shortly after midnight.
  if (days === 0 || Math.abs(passed) < 12 * kHour) return say(passed / kHour, 'hour');
  if (Math.abs(days) < 14) return say(days, 'day');
  if (Math.abs(days) < 61) return say(days / 7, 'week');
  return Math.abs(days) < 365 ? say(days / 30.44, 'month') : say(days / 365.25, 'year');
}
