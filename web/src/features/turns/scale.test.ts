// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { busy, scaleOf, tracks } from './scale';

const s = 1000;

describe('a scale without pauses', () => {
  it('joins what follows soon', () => {
    expect(busy([{ start: 0, end: 5 * s }, { start: 10 * s, end: 20 * s }, { start: 9000 * s, end: 9010 * s }])).toEqual([{ start: 0, end: 20 * s }, { start: 9000 * s, end: 9010 * s }]);
  });
  it('gives work its share of the room and pauses a few pixels', () => {
    const scale = scaleOf([{ start: 0, end: 20 * s }, { start: 9000 * s, end: 9010 * s }], 322, 1);
    expect(scale.x(0)).toBe(0);
    expect(scale.x(10 * s)).toBe(101);
    expect(scale.x(20 * s)).toBe(202);
    expect(scale.x(500 * s)).toBe(202);
    expect(scale.x(9000 * s)).toBe(220);
    expect(scale.width).toBe(322);
    expect(scale.starts.map(({ pause }) => pause)).toEqual([0, 8980 * s]);
  });
  it('zooms the work and not the pauses', () => expect(scaleOf([{ start: 0, end: 20 * s }, { start: 9000 * s, end: 9010 * s }], 322, 4).width).toBe(1222));
  it('fits whatever there is', () => {
    for (const room of [120, 230, 900]) {
      for (const turns of [1, 7, 60, 400]) {
        const spans = Array.from({ length: turns }, (_, i) => ({ start: i * 9000 * s, end: i * 9000 * s + (i % 5) * s }));
        expect(scaleOf(spans, room, 1).width).toBeLessThanOrEqual(room + 0.001);
      }
    }
  });
});

describe('tracks', () => {
  it('put side by side what happened at once', () => {
    const a = { start: 0, end: 10 };
    const b = { start: 2, end: 4 };
    const c = { start: 5, end: 8 };
    expect(tracks([a, b, c])).toEqual([[a], [b, c]]);
  });
});
