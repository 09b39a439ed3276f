// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { imageData, plain, safeUrl, visible } from './safe';

describe('safeUrl', () => {
  it('lets web and mail addresses through', () => {
    expect(safeUrl('https://example.com/a?b=c')).toBe('https://example.com/a?b=c');
    expect(safeUrl('mailto:ada@example.com')).toBe('mailto:ada@example.com');
  });
  it.each([
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:http://x/y',
    '//evil.example',
    '/api/v1/delete',
    '#t=token',
    'http://[',
  ])('refuses %s', (url) => expect(safeUrl(url)).toBeUndefined());
});

describe('invisible characters', () => {
  it('are shown in labels', () => {
    expect(visible('safe\u202Egpj.exe')).toBe('safe‹202E›gpj.exe');
    expect(visible('a\u200Bb\u001b[31m')).toBe('a‹200B›b‹001B›[31m');
  });
  it('are left out of prose, but joiners of scripts stay', () => {
    expect(plain('a\u202Eb\u0007c')).toBe('abc');
    expect(plain('👩\u200D🌾 می\u200Cخواهم')).toBe('👩\u200D🌾 می\u200Cخواهم');
    expect(plain('line\n\ttab')).toBe('line\n\ttab');
  });
  it('tag characters too', () => expect(plain('a\u{E0041}b')).toBe('ab'));
});

describe('imageData', () => {
  it('takes pictures only', () => {
    expect(imageData('image/png', 'AAAA')).toBe('data:image/png;base64,AAAA');
    expect(imageData('image/svg+xml', 'AAAA')).toBeUndefined();
    expect(imageData('text/html', 'AAAA')).toBeUndefined();
    expect(imageData('image/png;base64,AA"><script>', 'AAAA')).toBeUndefined();
  });
});
