// SPDX-License-Identifier: MIT
import { beforeEach, describe, expect, it } from 'vitest';
import { notices, notify } from './notices';

describe('notices', () => {
  beforeEach(() => {
    notices.value = [];
  });

  it('offers only the last step of a session to be undone', () => {
    notify('hidden', { about: 'a', undo: () => undefined });
    notify('elsewhere', { about: 'b', undo: () => undefined });
    notify('failed', { bad: true });
    notify('deleted', { about: 'a', undo: () => undefined });
    expect(notices.value.map((n) => n.text)).toEqual(['elsewhere', 'failed', 'deleted']);
  });
});
