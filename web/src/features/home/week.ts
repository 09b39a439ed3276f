// SPDX-License-Identifier: MIT
//
// Days of use as the home page shows them: a week against the one before, and a map of half a year.

import type { UsageRow } from '../../api/types';

export interface Day {
  date: string; // 2026-11-16
  usd: number;
  responses: number;
}

const kDayMs = 86_400_000;

export function dateOf(time: number): string {
  const date = new Date(time);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
}

/** Noon of a day that many days before: an hour more or less in spring and autumn changes no date. */
function daysBefore(now: number, days: number): number {
  return new Date(now).setHours(12, 0, 0, 0) - days * kDayMs;
}

/** The last `weeks` weeks, whole ones, each from Monday; days that are still to come are left out. */
export function calendar(rows: readonly UsageRow[], weeks: number, now: number): Day[][] {
  const known = new Map(rows.map((row) => [row.period, row]));
  const weekday = (new Date(now).getDay() + 6) % 7;
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => daysBefore(now, (weeks - 1 - week) * 7 + weekday - day))
      .filter((time) => time <= daysBefore(now, 0))
      .map((time) => {
        const row = known.get(dateOf(time));
        return { date: dateOf(time), usd: row?.cost.usd ?? 0, responses: row?.responses ?? 0 };
      }),
  );
}

/** The last seven days and the seven before them. */
export function weeks(rows: readonly UsageRow[], now: number): { now: number; before: number; responses: number } {
  const known = new Map(rows.map((row) => [row.period, row]));
  const sum = (from: number, to: number, of: (row: UsageRow) => number): number => {
    let total = 0;
    for (let day = from; day < to; day++) {
      const row = known.get(dateOf(daysBefore(now, day)));
      if (row) total += of(row);
    }
    return total;
  };
  return { now: sum(0, 7, (row) => row.cost.usd), before: sum(7, 14, (row) => row.cost.usd), responses: sum(0, 7, (row) => row.responses) };
}

/** How strong a day's colour is, from 0 to 4: by its share of the busiest, on a scale of roots. */
export function strength(value: number, most: number): number {
  if (value <= 0 || most <= 0) return 0;
  return Math.max(1, Math.min(4, Math.ceil(Math.sqrt(value / most) * 4)));
}
