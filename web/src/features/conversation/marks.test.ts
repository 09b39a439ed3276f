// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { Hit } from '../../api/types';
import { aroundOf } from '../../text/words';
import { rangesIn, soughtIn, wordsOf } from './marks';

describe('rangesIn', () => {
  const box = document.createElement('div');
  const part = document.createElement('b');
  part.textContent = 'Wet bulb';
  box.append('A wet day. ', part, ', 中秋 and wet again');
  it('finds words wherever they stand, letters large or small', () => {
    expect(rangesIn(box, ['wet', '中秋']).map((range) => [range.startOffset, range.endOffset])).toEqual([[2, 5], [0, 3], [2, 4], [9, 12]]);
  });
  it('finds words and not their like inside of others, but for what begins with them', () => {
    const text = document.createElement('p');
    text.textContent = 'times, sometimes: time, bedTime and timeZone';
    const offsets = (words: string[]): number[] => rangesIn(text, words).map((range) => range.startOffset);
    expect(offsets(['time'])).toEqual([18, 27, 36]);
    expect(offsets(['time*'])).toEqual([0, 18, 27, 36]);
    expect(offsets(['*time*'])).toEqual([0, 11, 18, 27, 36]);
  });
  it('finds phrases whatever stands between their words, and no single word of them', () => {
    const text = document.createElement('div');
    const strong = document.createElement('strong');
    strong.textContent = 'bulb';
    text.append('It is wet. The wet-', strong, '\n above 3 is a bulb.');
    expect(rangesIn(text, ['wet bulb above']).map((range) => range.toString())).toEqual(['wet-bulb\n above']);
  });
  it('finds nothing for nothing', () => {
    expect(rangesIn(box, [])).toEqual([]);
    expect(rangesIn(box, [''])).toEqual([]);
    expect(rangesIn(box, ['frost'])).toEqual([]);
  });
});

describe('soughtIn', () => {
  const row = document.createElement('div');
  const [first, second] = [document.createElement('p'), document.createElement('p')];
  first.textContent = 'These times, the time of day.';
  second.textContent = 'At night the time runs out.';
  row.append(first, second);
  it('is the place that the hit shows', () => {
    const around = aroundOf({ text: '…day. At **night** the time runs out', marks: [[23, 27]] });
    expect(soughtIn(row, ['time'], around)?.startContainer.textContent).toBe(second.textContent);
    expect(soughtIn(row, ['time'], null)?.startOffset).toBe(17);
  });
  it('is a part of a word where no whole one is', () => {
    expect(soughtIn(row, ['nigh'], null)?.startOffset).toBe(3);
    expect(soughtIn(row, ['nigh'], null, false)).toBeUndefined();
  });
});

describe('wordsOf', () => {
  it('leaves out what only the search understands', () => {
    expect(wordsOf('"wet bulb" OR fro* -rain a -"of it"')).toEqual(['wet bulb', 'fro*']);
    expect(wordsOf('a phrase "still typ')).toEqual(['still typ', 'phrase']);
  });
  it('are also what the hits have', () => {
    const hit = { snippet: { text: 'Find agents, 秋', marks: [[0, 11], [13, 14]] } } as unknown as Hit;
    expect(wordsOf('FindAgents', [hit, hit])).toEqual(['FindAgents', 'find agents', '秋']);
  });
});
