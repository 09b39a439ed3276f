// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { UsageRow } from '../../api/types';
import { calendar, strength, weeks } from './week';

const now = new Date(2026, 10, 16, 9).getTime(); // a Monday

function row(period: string, usd: number, responses = 1): UsageRow {
  return { period, responses, cost: { usd, complete: true } } as UsageRow;
}

describe('days of use', () => {
  it('end with today and begin on a Monday', () => {
    const days = calendar([row('2026-11-15', 2, 5)], 3, now);
    expect(days.map((week) => week.length)).toEqual([7, 7, 1]);
    expect(days[0]![0]!.date).toBe('2026-11-02');
    expect(days[2]![0]!.date).toBe('2026-11-16');
    expect(days[1]![6]).toEqual({ date: '2026-11-15', usd: 2, responses: 5 });
  });
  it('a week is the last seven days, against the seven before', () => {
    const rows = [row('2026-11-16', 1), row('2026-11-10', 2), row('2026-11-09', 4), row('2026-11-03', 8), row('2026-11-02', 16)];
    expect(weeks(rows, now)).toEqual({ now: 3, before: 12, responses: 2 });
  });
  it('the busiest day is the strongest, and nothing is nothing', () => {
    expect([0, 1, 10, 50, 100].map((n) => strength(n, 100))).toEqual([0, 1, 2, 3, 4]);
    expect(strength(3, 0)).toBe(0);
  });
});
