// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { VNode } from 'preact';
import { highlightedLines, splitLines } from './highlight';

const textOf = (line: unknown): string => (Array.isArray(line) ? line : []).map((piece: unknown) => (typeof piece === 'string' ? piece : String((piece as VNode<{ children: string }>).props.children))).join('');

describe('lines of coloured code', () => {
  it('are as many as there were, and lose nothing', async () => {
    const code = 'def f(x):\n    """two\n    lines"""\n\n    return "a" + x';
    const lines = await highlightedLines(code, 'python');
    expect(lines?.map(textOf)).toEqual(code.split('\n'));
  });
  it('begin anew what spans them', () => {
    const [first, second] = splitLines([{ type: 'element', tagName: 'span', properties: { className: ['hljs-string'] }, children: [{ type: 'text', value: 'a\nb' }] }]) as VNode<{ class: string }>[][];
    expect([first?.[0]?.props.class, second?.[0]?.props.class]).toEqual(['hljs-string', 'hljs-string']);
  });
  it('are none for languages nobody knows', async () => {
    expect(await highlightedLines('x', 'klingon')).toBeNull();
    expect(await highlightedLines('x', '')).toBeNull();
  });
});
