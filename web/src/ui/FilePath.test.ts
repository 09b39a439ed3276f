// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { relativePath } from './FilePath';

describe('a path', () => {
  it('is said from the folder of the session', () => {
    expect(relativePath('/home/ada/orchard/src/frost.c', '/home/ada/orchard')).toBe('src/frost.c');
    expect(relativePath('/home/ada/orchard/src/frost.c', '/home/ada/orchard/')).toBe('src/frost.c');
    expect(relativePath('C:\\work\\app\\main.c', 'C:\\work\\app')).toBe('main.c');
  });
  it('stays whole outside of it', () => {
    for (const folder of ['/home/ada/orch', '/home/bob', '', null]) expect(relativePath('/home/ada/orchard/frost.c', folder)).toBe('/home/ada/orchard/frost.c');
    expect(relativePath('/home/ada/orchard', '/home/ada/orchard')).toBe('/home/ada/orchard');
  });
});
