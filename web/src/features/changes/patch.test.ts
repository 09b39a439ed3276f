// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { ChangeStep, FileDiff } from '../../api/types';
import { byTurn, patchOfAll } from './patch';

const file = (change: Partial<FileDiff>): FileDiff => ({ path: 'a.c', created: false, whole: true, edits: 1, added: 1, removed: 1, diff: ['@@ -1,1 +1,1 @@', '-x', '+y'], ...change });

describe('a patch', () => {
  it('has the heads that git wants', () => {
    expect(patchOfAll([file({}), file({ path: 'new.c', created: true, diff: ['@@ -0,0 +1,1 @@', '+z'] })])).toBe(
      '--- a/a.c\n+++ b/a.c\n@@ -1,1 +1,1 @@\n-x\n+y\n--- /dev/null\n+++ b/new.c\n@@ -0,0 +1,1 @@\n+z\n',
    );
  });
  it('leaves out files that are as they were', () => expect(patchOfAll([file({ diff: [] })])).toBe(''));
});

describe('steps', () => {
  it('stand under their turns', () => {
    const step = (turn: number): ChangeStep => ({ path: 'a', tool: 'Edit', turn, uuid: null, timestamp: null, added: 1, removed: 0, diff: [] });
    expect(byTurn([step(0), step(0), step(2)]).map(({ turn, steps }) => [turn, steps.length])).toEqual([[0, 2], [2, 1]]);
  });
});
