// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { score } from './CommandPalette';

describe('score', () => {
  it('wants all letters in order', () => {
    expect(score('Frost bell', 'fb')).toBeGreaterThan(0);
    expect(score('Frost bell', 'bf')).toBe(-1);
    expect(score('anything', '')).toBe(0);
  });
  it('likes whole words best, early ones more', () => {
    expect(score('Frost bell', 'bell')).toBeGreaterThan(score('b e l l scattered', 'bell'));
    expect(score('bell', 'bell')).toBeGreaterThan(score('the bell', 'bell'));
  });
});
