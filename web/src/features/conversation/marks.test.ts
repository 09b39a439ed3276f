// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { Hit } from '../../api/types';
import { rangesIn, wordsOf } from './marks';

describe('rangesIn', () => {
  const box = document.createElement('div');
  const part = document.createElement('b');
  part.textContent = 'Wet bulb';
  box.append('A wet day. ', part, ', 中秋 and wet again');
  it('finds words wherever they stand, letters large or small', () => {
    expect(rangesIn(box, ['wet', '中秋']).map((range) => [range.startOffset, range.endOffset])).toEqual([[2, 5], [0, 3], [9, 12], [2, 4]]);
  });
  it('finds nothing for nothing', () => {
    expect(rangesIn(box, [])).toEqual([]);
    expect(rangesIn(box, [''])).toEqual([]);
    expect(rangesIn(box, ['frost'])).toEqual([]);
  });
});

describe('wordsOf', () => {
  it('leaves out what only the search understands', () => {
    expect(wordsOf('"wet bulb" OR fro* -rain a')).toEqual(['wet', 'bulb', 'fro']);
  });
  it('are also what the hits have', () => {
    const hit = { snippet: { text: 'Find agents, 秋', marks: [[0, 11], [13, 14]] } } as unknown as Hit;
    expect(wordsOf('FindAgents', [hit, hit])).toEqual(['FindAgents', 'find agents', '秋']);
  });
});
