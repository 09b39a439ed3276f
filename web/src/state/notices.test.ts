// SPDX-License-Identifier: MIT
import { beforeEach, describe, expect, it } from 'vitest';
import { dismiss, notices, notify, undoable, undoLast } from './notices';

describe('notices', () => {
  beforeEach(() => {
    notices.value = [];
    undoable.value = [];
  });

  it('offers only the last step of a session to be undone', () => {
    notify('hidden', { about: 'a', undo: () => undefined });
    notify('elsewhere', { about: 'b', undo: () => undefined });
    notify('failed', { bad: true });
    notify('deleted', { about: 'a', undo: () => undefined });
    expect(notices.value.map((n) => n.text)).toEqual(['elsewhere', 'failed', 'deleted']);
  });

  it('takes back the last first, also when its message is gone, and each once', () => {
    const undone: string[] = [];
    notify('first', { about: 'a', undo: () => void undone.push('a') });
    notify('second', { about: 'b', undo: () => void undone.push('b') });
    for (const { id } of notices.value) dismiss(id);
    expect([undoLast(), undoLast(), undoLast()]).toEqual([true, true, false]);
    expect(undone).toEqual(['b', 'a']);
  });

  it('does not take back what something else has changed since', () => {
    notify('hidden', { about: 'a', undo: () => undefined });
    notify('shown again elsewhere', { about: 'a' });
    expect(undoLast()).toBe(false);
  });
});
