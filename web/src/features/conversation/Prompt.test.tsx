// SPDX-License-Identifier: MIT
import { render } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { partsOf, Prompt } from './Prompt';

const shown = (text: string): Element => render(<Prompt text={text} />).container;

describe('a prompt', () => {
  it('keeps every space and sign', () => {
    const text = 'Why:\n  def __init__(self, *args):\n\t# a comment\n      return **1**\n\n  - one\n      - two';
    expect(shown(text).querySelector('.prompt-text')?.textContent).toBe(text);
  });
  it('knows code by its fences', () => {
    expect(partsOf('see\n\n```py\n  a\n```\nand\n~~~~\n```\n~~~~')).toEqual([{ text: 'see' }, { code: '  a', language: 'py' }, { text: 'and' }, { code: '```', language: '' }]);
    expect(partsOf('```\nnever closed')).toEqual([{ code: 'never closed', language: '' }]);
    expect(partsOf('``` a `b` ```')).toEqual([{ text: '``` a `b` ```' }]);
  });
  it('has links and code inside a line, and nothing that runs', () => {
    const box = shown('open `a.ts`, see https://example.org/x). <img src=x onerror=alert(1)> javascript:alert(1)');
    expect(box.querySelector('code')?.textContent).toBe('a.ts');
    expect(box.querySelector('a')?.getAttribute('href')).toBe('https://example.org/x');
    expect(box.querySelectorAll('a, img')).toHaveLength(1);
  });
});
