// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { Branch, TreeMessage } from '../../api/types';
import { layoutMap } from './layout';

function node(id: number, parent: number | null, role: string, active: boolean): TreeMessage {
  return { id, parent, uuid: `u${id}`, role, timestamp: new Date(1e12 + id * 1000).toISOString(), active, conversation: true };
}

function branch(tip: string, active: boolean, promptUuid: string | null): Branch {
  return { tip, active, reason: '', fork: null, prompt: '', promptUuid, messages: 0, ownMessages: 0, startedAt: null, updatedAt: null, summary: null };
}

describe('layoutMap', () => {
  it('puts turns in rows and branches in lanes', () => {
    const nodes = [
      node(0, null, 'user', true), node(1, 0, 'assistant', true),
      node(2, 1, 'user', false), node(3, 2, 'assistant', false),
      node(4, 1, 'user', true), node(5, 4, 'assistant', true), node(6, 5, 'assistant', true),
    ];
    const map = layoutMap(nodes, [branch('x', true, null), branch('u3', false, 'u2')]);
    expect(map.stops.map((s) => [s.uuid, s.lane, s.row, s.from, s.messages, s.active])).toEqual([
      ['u0', 0, 0, -1, 2, true],
      ['u2', 1, 1, 0, 2, false],
      ['u4', 0, 2, 0, 3, true],
    ]);
    expect(map.lanes).toBe(2);
    expect(map.stops[1]?.tip).toBe('u3');
    expect(map.stops[2]?.tip).toBe('x');
    expect(map.stopOf.get('u6')).toBe(2);
  });
  it('lets branches share a lane when they are not side by side', () => {
    const nodes = [
      node(0, null, 'user', true), node(1, 0, 'user', false), node(2, 0, 'user', true),
      node(3, 2, 'user', false), node(4, 2, 'user', true), node(5, 0, 'user', false),
    ];
    const map = layoutMap(nodes, []);
    expect(map.stops.map((s) => s.lane)).toEqual([0, 1, 0, 1, 0, 2]);
  });
  it('keeps several roots and survives clocks that run backwards', () => {
    const nodes = [node(5, null, 'user', false), node(0, 5, 'user', false), node(7, null, 'user', true)];
    const map = layoutMap(nodes, []);
    expect(map.stops.map((s) => s.uuid)).toEqual(['u5', 'u0', 'u7']);
    expect(map.stops[2]?.lane).toBe(0);
  });
  it('is linear: a hundred thousand messages take no time and no stack', () => {
    const nodes = Array.from({ length: 100_000 }, (_, i) => node(i, i === 0 ? null : i - 1, i % 3 ? 'assistant' : 'user', true));
    expect(layoutMap(nodes, []).stops.length).toBe(33_334);
  });
});
