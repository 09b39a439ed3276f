// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { parseAnsi } from './ansi';

const text = (input: string): string => parseAnsi(input).map((r) => r.text).join('');

describe('parseAnsi', () => {
  it('leaves plain text alone', () => expect(parseAnsi('a\nb')).toEqual([{ text: 'a\nb', classes: '' }]));
  it('keeps colours and weights', () => {
    expect(parseAnsi('\u001b[1;31mbad\u001b[0m ok')).toEqual([
      { text: 'bad', classes: 'a-bold a-fg1' },
      { text: ' ok', classes: '' },
    ]);
  });
  it('knows 256 and 24-bit colours', () => {
    expect(parseAnsi('\u001b[38;5;208mx')[0]).toEqual({ text: 'x', classes: '', color: '#ff8700' });
    expect(parseAnsi('\u001b[38;2;300;0;16mx')[0]?.color).toBe('#ff0010');
    expect(parseAnsi('\u001b[38;5;9mx')[0]?.classes).toBe('a-fg9');
  });
  it('drops what could act on a terminal', () => {
    expect(text('a\u001b]0;title\u0007b\u001b]8;;javascript:alert(1)\u001b\\link\u001b]8;;\u001b\\c')).toBe('ablinkc');
    expect(text('\u001b[2J\u001b[Hx\u001b7y\u009b31mz\u0090payload\u009cw')).toBe('xyzw');
    expect(text('never ends \u001b]52;c;AAAA')).toBe('never ends ');
  });
  it('shows the last state of a progress line', () => expect(text('10%\r50%\r100%\ndone')).toBe('100%\ndone'));
  it('survives nonsense', () => {
    expect(text('\u001b[;;;;38;5mx')).toBe('x');
    expect(text('\u001b[999999999999999999mx')).toBe('x');
    expect(text('\u001b')).toBe('');
  });
});
