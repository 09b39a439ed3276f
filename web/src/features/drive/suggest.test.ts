// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { askedAt, commandsFor, completed } from './suggest';

describe('what is typed', () => {
  it('asks for files behind @ and commands behind / at the beginning', () => {
    expect(askedAt('look at @src/fr', 15)).toEqual({ kind: 'file', word: 'src/fr', from: 8 });
    expect(askedAt('/com', 4)).toEqual({ kind: 'command', word: 'com', from: 0 });
    expect(askedAt('a /com', 6)).toBeNull();
    expect(askedAt('me@home', 7)).toBeNull();
    expect(askedAt('@a b', 4)).toBeNull();
  });
  it('is completed in its place', () => {
    expect(completed('see @fr now', 7, { kind: 'file', word: 'fr', from: 4 }, 'src/frost.py')).toEqual({ text: 'see @src/frost.py  now', caret: 18 });
    expect(completed('@s', 2, { kind: 'file', word: 's', from: 0 }, 'src/')).toEqual({ text: '@src/', caret: 5 });
  });
  it('commands that begin so come first', () => expect(commandsFor(['recap', 'compact', 'cost'], 'c')).toEqual(['compact', 'cost', 'recap']));
});
