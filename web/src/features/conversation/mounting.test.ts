// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { Message } from '../../api/types';
import { Mounting, workIn } from './mounting';

function message(text: string, tools = 0): Message {
  return { uuid: 'u', role: 'assistant', kind: 'answer', text, thought: '', tools: new Array(tools).fill({}), timestamp: null, entries: [], line: 1 };
}

const rows = (n: number, text = 'x'.repeat(1000)) => Array.from({ length: n }, (_, index) => ({ index, message: message(text) }));

describe('Mounting', () => {
  it('knows that tools and long texts are more work', () => {
    expect(workIn(message('', 3))).toBeGreaterThan(workIn(message('')));
    expect(workIn(message('x'.repeat(5000)))).toBeGreaterThan(workIn(message('x')));
  });
  it('builds what fits the frame and keeps the rest for later', () => {
    const { build, left } = new Mounting().choose(rows(50), new Set());
    expect(build.size).toBeGreaterThan(0);
    expect(build.size).toBeLessThan(50);
    expect(left).toBe(50 - build.size);
  });
  it('always builds one, however large', () => {
    const slow = new Mounting();
    for (let i = 0; i < 100; i++) slow.took(1, 1000);
    expect(slow.choose(rows(3, 'x'.repeat(100_000)), new Set()).build.size).toBe(1);
  });
  it('never takes down what stands', () => {
    const { build } = new Mounting().choose(rows(50), new Set([40, 45, 49]));
    expect([40, 45, 49].every((index) => build.has(index))).toBe(true);
  });
  it('builds more on a fast machine', () => {
    const fast = new Mounting();
    for (let i = 0; i < 30; i++) fast.took(100, 1);
    expect(fast.choose(rows(50), new Set()).build.size).toBeGreaterThan(new Mounting().choose(rows(50), new Set()).build.size);
  });
  it('gets everything built in the end', () => {
    const mounting = new Mounting();
    let standing: ReadonlySet<number> = new Set();
    let frames = 0;
    for (let left = 1; left > 0 && frames < 100; frames++) ({ build: standing, left } = mounting.choose(rows(50), standing));
    expect(standing.size).toBe(50);
    expect(frames).toBeGreaterThan(1);
  });
});
