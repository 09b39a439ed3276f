// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { formatRoute, parseRoute } from './router';

describe('routes', () => {
  it.each([
    '#/',
    '#/usage?by=models',
    '#/s/0bff7470-02c7-46a5-9332-65662c727261',
    '#/s/abc?at=u1&leaf=u2',
    '#/s/abc/compare?a=x&b=y',
    '#/s/abc/files',
    '#/s/%2Ftmp%2Fa%20b.jsonl',
  ])('survive a round trip: %s', (hash) => expect(formatRoute(parseRoute(hash))).toBe(hash));
  it('takes nonsense for home', () => {
    expect(parseRoute('#/s/').page).toBe('home');
    expect(parseRoute('#javascript:alert(1)').page).toBe('home');
    expect(parseRoute('#/s/%E0%A4%A').session).toBe('%E0%A4%A');
  });
});
