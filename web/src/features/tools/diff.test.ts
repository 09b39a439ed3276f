// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../../api/types';
import { between, count, hunksOf, inverted, unified } from './diff';

const call = (input: unknown, structured?: unknown): ToolCall => ({
  id: 't', name: 'Edit', state: 'success', input, result: '', structured, callUuid: null, resultUuid: null,
});

describe('diffs', () => {
  it('come from the record when there is one', () => {
    const hunks = hunksOf(call({}, { structuredPatch: [{ oldStart: 8, newStart: 9, lines: [' a', '-b', '+c', '+d'] }] }));
    expect(hunks[0]?.lines).toEqual([
      { sign: ' ', text: 'a', old: 8, now: 9 },
      { sign: '-', text: 'b', old: 9 },
      { sign: '+', text: 'c', now: 10 },
      { sign: '+', text: 'd', now: 11 },
    ]);
    expect(count(hunks)).toEqual({ added: 2, removed: 1 });
  });
  it('are worked out otherwise', () => {
    expect(count(hunksOf(call({ old_string: 'a\nb\n', new_string: 'a\nc\n' })))).toEqual({ added: 1, removed: 1 });
    expect(count(hunksOf(call({ edits: [{ old_string: 'a', new_string: 'b' }, { old_string: 'x', new_string: '' }] })))).toEqual({ added: 1, removed: 2 });
    expect(count(hunksOf(call({ content: 'one\ntwo\n' })))).toEqual({ added: 2, removed: 0 });
  });
  it('have no numbers where nobody knows them', () => {
    expect(hunksOf(call({ old_string: 'a', new_string: 'b' }))[0]?.lines).toEqual([{ sign: '-', text: 'a' }, { sign: '+', text: 'b' }]);
  });
  it('take anything for input', () => {
    expect(hunksOf(call(null))).toEqual([]);
    expect(hunksOf(call({ edits: 'x', old_string: 7 }, { structuredPatch: [null, { lines: [1, 2] }] }))[0]?.lines).toEqual([]);
  });
  it('read unified form', () => {
    const hunks = unified(['@@ -1,2 +1,1 @@', '-a', ' b', '@@ -9 +8,2 @@', '+c']);
    expect(hunks.length).toBe(2);
    expect(hunks[1]?.lines).toEqual([{ sign: '+', text: 'c', now: 8 }]);
  });
  it('between equal texts are empty', () => expect(between('a', 'a')).toEqual([]));
});

describe('inverted', () => {
  it('reads the other way round, what goes before what comes', () => {
    const [hunk] = inverted(unified(['@@ -1,3 +1,3 @@', ' a', '-b', '+c', '+d', ' e']));
    expect(hunk?.lines).toEqual([
      { sign: ' ', text: 'a', old: 1, now: 1 }, { sign: '-', text: 'c', old: 2 }, { sign: '-', text: 'd', old: 3 }, { sign: '+', text: 'b', now: 2 }, { sign: ' ', text: 'e', old: 4, now: 3 },
    ]);
  });
  it('twice is nothing', () => {
    const hunks = unified(['@@ -4,4 +4,3 @@', '-x', '-y', '+z', ' k', '-l']);
    expect(inverted(inverted(hunks))).toEqual(hunks);
  });
});
