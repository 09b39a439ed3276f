// SPDX-License-Identifier: MIT
import { fireEvent, render } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { LongText, rowsOf } from './LongText';

describe('rowsOf', () => {
  it('numbers lines and wraps long ones', () => {
    expect(rowsOf('ab\ncdefg\n\nh', 3)).toEqual([
      { text: 'ab', line: 1 }, { text: 'cde', line: 2 }, { text: 'fg', line: 0 }, { text: '', line: 3 }, { text: 'h', line: 4 },
    ]);
    expect(rowsOf('a\n')).toEqual([{ text: 'a', line: 1 }]);
    expect(rowsOf('')).toEqual([{ text: '', line: 1 }]);
  });
  it('loses nothing and splits no character', () => {
    const text = `${'𝒳'.repeat(500)}\n${'é中'.repeat(300)}`;
    const rows = rowsOf(text, 7);
    expect(rows.reduce((all, row) => all + (row.line > 1 ? '\n' : '') + row.text, '')).toBe(text);
    expect(rows.some((row) => /[\ud800-\udbff]$/.test(row.text))).toBe(false);
  });
  it('is fast on megabytes in one line', () => {
    expect(rowsOf('x'.repeat(5_000_000)).length).toBe(31_250);
  });
});

describe('LongText', () => {
  const text = Array.from({ length: 50_000 }, (_, i) => `line ${i + 1}`).join('\n');
  it('makes elements of what is in sight only', () => {
    const box = render(<LongText text={text} start={1} />).container;
    expect(box.querySelectorAll('.long-text-row').length).toBeLessThan(120);
    expect(box.textContent).toContain('line 1');
    const scroller = box.querySelector<HTMLElement>('.long-text')!;
    scroller.scrollTop = 49_990 * 18;
    fireEvent.scroll(scroller);
    expect(box.textContent).toContain('line 50000');
    expect(box.textContent).not.toContain('line 1 ');
  });
  it('drops what a terminal would obey', () => {
    expect(render(<LongText text={'\u001b]0;title\u0007a\u001b[31mred'} />).container.textContent).toBe('ared');
  });
});
