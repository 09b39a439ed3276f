// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { cutAt } from './Fold';

const lines = (n: number): string => Array.from({ length: n }, (_, i) => `line ${i}`).join('\n');

describe('cutAt', () => {
  it('keeps short texts whole', () => {
    expect(cutAt('', 5)).toBe(0);
    expect(cutAt(lines(5), 5)).toBe(lines(5).length);
    expect(cutAt(lines(8), 5)).toBe(lines(8).length);
  });
  it('cuts long ones at a line', () => {
    expect(lines(100).slice(0, cutAt(lines(100), 5))).toBe(`${lines(5)}\n`);
  });
  it('cuts gigantic lines', () => expect(cutAt('x'.repeat(1_000_000), 5)).toBe(4000));
});
