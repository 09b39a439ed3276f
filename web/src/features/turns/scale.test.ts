// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { busy, scaleOf, tracks } from './scale';

const s = 1000;

describe('a scale without pauses', () => {
  it('joins what follows soon', () => {
    expect(busy([{ start: 0, end: 5 * s }, { start: 10 * s, end: 20 * s }, { start: 9000 * s, end: 9010 * s }])).toEqual([{ start: 0, end: 20 * s }, { start: 9000 * s, end: 9010 * s }]);
  });
  it('gives work its share of the room and pauses a few pixels', () => {
    const scale = scaleOf([{ start: 0, end: 20 * s }, { start: 9000 * s, end: 9010 * s }], 300, 1);
    expect(scale.x(0)).toBe(0);
    expect(scale.x(10 * s)).toBe(100);
    expect(scale.x(20 * s)).toBe(200);
    expect(scale.x(500 * s)).toBe(200);
    expect(scale.x(9000 * s)).toBe(218);
    expect(scale.width).toBe(318);
    expect(scale.starts.map(({ pause }) => pause)).toEqual([0, 8980 * s]);
  });
  it('zooms the work and not the pauses', () => expect(scaleOf([{ start: 0, end: 20 * s }, { start: 9000 * s, end: 9010 * s }], 300, 4).width).toBe(1218));
});

describe('tracks', () => {
  it('put side by side what happened at once', () => {
    const a = { start: 0, end: 10 };
    const b = { start: 2, end: 4 };
    const c = { start: 5, end: 8 };
    expect(tracks([a, b, c])).toEqual([[a], [b, c]]);
  });
});
