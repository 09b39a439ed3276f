// SPDX-License-Identifier: MIT
import { render } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { Markdown } from './Markdown';

const html = (text: string): string => render(<Markdown text={text} />).container.innerHTML;

describe('Markdown', () => {
  it('makes the usual elements', () => {
    const out = html('# Title\n\nSome **bold** and `a < b`.\n\n1. one\n2. two\n\n| a | b |\n|---|--:|\n| 1 | 2 |');
    expect(out).toContain('<h3>Title</h3>');
    expect(out).toContain('<strong>bold</strong>');
    expect(out).toContain('<code>a &lt; b</code>');
    expect(out).toContain('<li>');
    expect(out).toContain('<td class="md-right">2</td>');
  });
  it('shows raw HTML as text', () => {
    const box = render(<Markdown text={'<script>alert(1)</script>\n\nx <img src=x onerror=alert(1)> y'} />).container;
    expect(box.querySelector('script, img')).toBeNull();
    expect(box.textContent).toContain('<script>alert(1)</script>');
    expect(box.textContent).toContain('<img src=x onerror=alert(1)>');
  });
  it('refuses unsafe links and foreign pictures', () => {
    const box = render(
      <Markdown text={'[a](javascript:alert(1)) [b](data:text/html,x) ![c](https://evil.example/x.png) [d](https://ok.example)'} />,
    ).container;
    expect(box.querySelector('img')).toBeNull();
    const links = [...box.querySelectorAll('a')];
    expect(links.map((a) => a.getAttribute('href'))).toEqual(['https://evil.example/x.png', 'https://ok.example/']);
    for (const a of links) expect(a.rel).toContain('noopener');
  });
  it('survives absurd nesting', () => {
    expect(html(`${'>'.repeat(20_000)} deep`)).toContain('deep');
    expect(html(`${'['.repeat(5000)}x${']'.repeat(5000)}`)).toContain('x');
    expect(html(`${'- '.repeat(500)}x`)).toBeTruthy();
  });
  it('leaves out characters that turn text around', () => {
    expect(render(<Markdown text={'pay \u202Eevil\u202C'} />).container.textContent).toBe('pay evil');
  });
});
