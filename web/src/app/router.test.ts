// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { entry, formatRoute, go, parseRoute, route, startRouter, withParams } from './router';

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

describe('entries of the history', () => {
  it('stay the same while only the view changes', () => {
    startRouter();
    go('#/s/abc?at=u1');
    const first = entry.value;
    go(withParams({ find: ' ' }), true);
    expect(entry.value).toBe(first);
    expect((history.state as { entry: string }).entry).toBe(first);
    go(withParams({ at: 'u2' }), true);
    expect(entry.value).not.toBe(first);
  });
  it('are named when a link made them', () => {
    go('#/s/abc');
    const first = entry.value;
    history.replaceState(null, '', '#/s/def');
    dispatchEvent(new PopStateEvent('popstate'));
    expect(route.value.session).toBe('def');
    expect(entry.value).not.toBe(first);
    expect((history.state as { entry: string }).entry).toBe(entry.value);
  });
});
