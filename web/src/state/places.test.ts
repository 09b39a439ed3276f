// SPDX-License-Identifier: MIT
import { describe, expect, it, vi } from 'vitest';
import { isAgentFile, threadOf } from './conversation';
import { keepPlace, placeOf, storePlaces } from './places';

describe('places', () => {
  it('last over a reload', async () => {
    keepPlace('a', { index: 4, offset: -20, uuid: 'u4' });
    keepPlace('b', 'end');
    storePlaces();
    vi.resetModules();
    const again = await import('./places');
    expect(again.placeOf('a')).toEqual({ index: 4, offset: -20, uuid: 'u4' });
    expect(again.placeOf('b')).toBe('end');
  });
  it('are so many and no more', () => {
    for (let i = 0; i < 300; i++) keepPlace(`n${i}`, 'end');
    expect(placeOf('n0')).toBeUndefined();
    expect(placeOf('n299')).toBe('end');
  });
});

describe('the thread of a hit', () => {
  it('is the session, or the file of a subagent', () => {
    expect(threadOf({ session: 's', file: '/r/projects/-p/s.jsonl' })).toBe('s');
    expect(threadOf({ session: 's', file: '/r/projects/-p/s/subagents/agent-a1.jsonl' })).toBe('s/agent-a1');
    expect(threadOf({ session: 's', file: 'C:\\r\\agent-a1.jsonl' })).toBe('s/agent-a1');
  });
  it('is told by the name of the file', () => {
    expect(isAgentFile('agent-a1')).toBe(true);
    expect(isAgentFile('/home/agent-smith/s.jsonl')).toBe(false);
  });
});
