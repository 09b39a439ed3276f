// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { withGaps } from './UsagePage';

const bar = (label: string) => ({ label, parts: [{ name: 'm', value: 1 }] });

describe('the days of a chart', () => {
  it('are all there, also those without use', () => {
    expect(withGaps([bar('2026-10-30'), bar('2026-11-02')]).map((b) => [b.label, b.parts.length])).toEqual([['2026-10-30', 1], ['2026-10-31', 0], ['2026-11-01', 0], ['2026-11-02', 1]]);
  });
  it('are left alone when they are no days, too many, or none', () => {
    expect(withGaps([])).toEqual([]);
    expect(withGaps([bar('2026-11')])).toEqual([bar('2026-11')]);
    expect(withGaps([bar('2020-01-01'), bar('2026-01-01')]).length).toBe(2);
    expect(withGaps([bar('nonsense'), bar('2026-01-01')]).length).toBe(2);
  });
});
