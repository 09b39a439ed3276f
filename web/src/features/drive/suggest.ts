// SPDX-License-Identifier: MIT
//
// What is offered while a prompt is typed: files behind an @, commands behind a / at its beginning.

export interface Asked {
  kind: 'file' | 'command';
  word: string; // without its sign
  from: number; // where the sign stands
}

/** The word that ends at the caret, if it is one to complete. */
export function askedAt(text: string, caret: number): Asked | null {
  const before = text.slice(0, caret);
  const command = /^\/([\w:-]*)$/.exec(before);
  if (command) return { kind: 'command', word: command[1]!, from: 0 };
  const file = /(?:^|\s)@([^\s@]*)$/.exec(before);
  return file ? { kind: 'file', word: file[1]!, from: caret - file[1]!.length - 1 } : null;
}

/** The text with the chosen one in the place of what was typed, and where the caret goes. */
export function completed(text: string, caret: number, asked: Asked, chosen: string): { text: string; caret: number } {
  const sign = asked.kind === 'file' ? '@' : '/';
  // A folder is gone into; all else is done.
  const put = `${sign}${chosen}${chosen.endsWith('/') ? '' : ' '}`;
  return { text: text.slice(0, asked.from) + put + text.slice(caret), caret: asked.from + put.length };
}

export function commandsFor(known: readonly string[], word: string): string[] {
  const low = word.toLowerCase();
  return known.filter((name) => name.toLowerCase().includes(low)).sort((a, b) => Number(b.toLowerCase().startsWith(low)) - Number(a.toLowerCase().startsWith(low)) || a.localeCompare(b));
}
