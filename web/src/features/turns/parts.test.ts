// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { SessionTurn, TurnPart } from '../../api/types';
import { columnsOf, layersOf } from './parts';

function turn(parts: Partial<TurnPart>[], change: Partial<SessionTurn> = {}): SessionTurn {
  return { index: 0, uuid: null, prompt: '', startedAt: null, endedAt: null, durationMs: 0, messages: 1, model: null, tools: [], ...change, parts: parts.map((part) => ({ what: 'prompt', items: 1, bytes: 4, tokens: 1, ...part })) };
}

describe('what fills the context', () => {
  it('adds up from turn to turn and begins anew after a compaction', () => {
    const turns = [turn([{ tokens: 10 }, { what: 'tool', name: 'Read', tokens: 30 }]), turn([{ tokens: 5 }]), turn([{ tokens: 2 }], { compacted: true })];
    const layers = layersOf(turns);
    expect(layers.map((layer) => [layer.key, layer.tokens])).toEqual([['tool Read', 30], ['prompt', 17]]);
    expect(columnsOf(turns, layers).map((column) => column.parts)).toEqual([[30, 10], [30, 15], [0, 2]]);
  });
  it('many small kinds are one', () => {
    const turns = [turn(Array.from({ length: 12 }, (_, i) => ({ what: 'tool' as const, name: `t${i}`, tokens: 20 - i })))];
    const layers = layersOf(turns);
    expect(layers).toHaveLength(8);
    expect(layers.at(-1)).toMatchObject({ key: 'rest', tokens: 13 + 12 + 11 + 10 + 9 });
    expect(columnsOf(turns, layers)[0]!.known).toBe(Array.from({ length: 12 }, (_, i) => 20 - i).reduce((a, b) => a + b));
  });
});
