// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { Message, OutlineRow } from '../../api/types';
import { lastCompactionIn, reasonOut } from './ContextBar';

const message = (uuid: string, entries: string[]): Message => ({
  uuid, role: 'user', kind: 'prompt', text: '', thought: '', tools: [], timestamp: null, entries, line: 1,
});
const row = (uuid: string, kind: OutlineRow['kind'], index: number): OutlineRow => ({ index, uuid, role: 'user', kind, timestamp: null, bytes: 1, sent: true });

describe('reasonOut', () => {
  const outline = [row('a', 'prompt', 0), row('b', 'compaction', 1), row('c', 'prompt', 2)];
  it('is nothing for what is sent, by any of its lines', () => {
    expect(reasonOut(message('c', ['c', 'd']), 2, new Set(['d']), lastCompactionIn(outline))).toBe('');
  });
  it('tells compacted from never sent', () => {
    expect(lastCompactionIn(outline)).toBe(1);
    expect(reasonOut(message('a', ['a']), 0, new Set(['c']), 1)).toBe('compacted');
    expect(reasonOut(message('c', ['c']), 2, new Set(['x']), 1)).toBe('notSent');
    expect(reasonOut(message('a', ['a']), 0, new Set(), lastCompactionIn(null))).toBe('notSent');
  });
});
