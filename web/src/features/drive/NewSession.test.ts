// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { knownFolders, newCommand } from './NewSession';

describe('the command of a new session', () => {
  const wish = { folder: '/home/ada/orchard', prompt: '', model: '', mode: '' };
  it('is no longer than it must be', () => {
    expect(newCommand(wish)).toBe('cd /home/ada/orchard && claude');
    expect(newCommand({ ...wish, prompt: ' why? ', model: 'opus', mode: 'plan' })).toBe("cd /home/ada/orchard && claude --model opus --permission-mode plan 'why?'");
  });
  it('quotes whatever a shell would obey', () => {
    expect(newCommand({ ...wish, folder: "/home/o'brien/$(x)", prompt: '`rm` "a" $b; \'c\'' })).toBe(`cd '/home/o'\\''brien/$(x)' && claude '\`rm\` "a" $b; '\\''c'\\'''`);
  });
});

describe('known folders', () => {
  it('come once each, last used first', () => {
    const row = (path: string | null, cwd: string | null = null) => ({ project: { path }, cwd });
    expect(knownFolders([row('/b'), row('/a'), row('/b'), row(null, '/c'), row(null)])).toEqual(['/b', '/a', '/c']);
  });
});
