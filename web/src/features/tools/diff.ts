// SPDX-License-Identifier: MIT
//
// What an edit changed, as hunks: from the tool's own record, or worked out from the two texts.

import { structuredPatch } from 'diff';
import type { ToolCall } from '../../api/types';
import { fields, items, number, text, texts } from './access';

export interface DiffLine {
  sign: ' ' | '+' | '-';
  text: string;
  old?: number;
  now?: number;
}

export interface Hunk {
  lines: DiffLine[];
}

const kMaxLines = 5000;

export function hunkOf(oldStart: number, newStart: number, lines: readonly string[]): Hunk {
  let old = oldStart;
  let now = newStart;
  const result: DiffLine[] = [];
  for (const line of lines.slice(0, kMaxLines)) {
    const sign = line[0];
    const rest = line.slice(1);
    if (sign === '+') result.push({ sign, text: rest, now: now++ });
    else if (sign === '-') result.push({ sign, text: rest, old: old++ });
    else if (sign === ' ' || line === '') result.push({ sign: ' ', text: rest, old: old++, now: now++ });
  }
  return { lines: result };
}

function recorded(structured: unknown): Hunk[] {
  return items(fields(structured)['structuredPatch']).map((value) => {
    const hunk = fields(value);
    return hunkOf(number(hunk['oldStart']) ?? 1, number(hunk['newStart']) ?? 1, texts(hunk['lines']));
  });
}

export function between(before: string, after: string): Hunk[] {
  const patch = structuredPatch('a', 'b', before, after, '', '', { context: 3, timeout: 200 });
  if (!patch) return [hunkOf(1, 1, [...before.split('\n').map((l) => `-${l}`), ...after.split('\n').map((l) => `+${l}`)])];
  return patch.hunks.map((hunk) => hunkOf(hunk.oldStart, hunk.newStart, hunk.lines.filter((l) => !l.startsWith('\\'))));
}

/** The lines of a unified diff, as `clew files --diff` gives them. */
export function unified(lines: readonly string[]): Hunk[] {
  const hunks: Hunk[] = [];
  let at = 0;
  while (at < lines.length) {
    const head = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(lines[at] ?? '');
    let end = at + 1;
    while (end < lines.length && !lines[end]!.startsWith('@@')) end++;
    if (head) hunks.push(hunkOf(Number(head[1]), Number(head[2]), lines.slice(at + 1, end)));
    at = end;
  }
  return hunks;
}

/** The way back: what was added is removed, and the other way round. */
export function inverted(hunks: readonly Hunk[]): Hunk[] {
  return hunks.map((hunk) => {
    const lines: DiffLine[] = [];
    let added: DiffLine[] = [];
    for (const { sign, text, old, now } of hunk.lines) {
      const line: DiffLine = { sign: sign === '+' ? '-' : sign === '-' ? '+' : ' ', text };
      if (now !== undefined) line.old = now;
      if (old !== undefined) line.now = old;
      // What goes stands before what comes.
      if (line.sign === '+') {
        added.push(line);
        continue;
      }
      if (line.sign === ' ') {
        lines.push(...added);
        added = [];
      }
      lines.push(line);
    }
    return { lines: [...lines, ...added] };
  });
}

// The head of a call counts what its body shows; both are made again whenever they scroll into sight.
const known = new WeakMap<ToolCall, Hunk[]>();

export function hunksOf(call: ToolCall): Hunk[] {
  let hunks = known.get(call);
  if (!hunks) {
    hunks = findHunks(call);
    known.set(call, hunks);
  }
  return hunks;
}

// A piece of a file whose place in it nobody recorded: numbers would be wrong.
function unplaced(hunks: Hunk[]): Hunk[] {
  return hunks.map((hunk) => ({ lines: hunk.lines.map(({ sign, text: words }) => ({ sign, text: words })) }));
}

function findHunks(call: ToolCall): Hunk[] {
  const input = fields(call.input);
  const own = recorded(call.structured);
  if (own.length > 0) return own;
  const edits = items(input['edits']).map(fields);
  if (edits.length > 0) return edits.flatMap((edit) => unplaced(between(text(edit['old_string']), text(edit['new_string']))));
  if (typeof input['content'] === 'string') return between(text(fields(call.structured)['originalFile']), input['content']);
  if (typeof input['new_source'] === 'string') return between('', input['new_source']);
  return unplaced(between(text(input['old_string']), text(input['new_string'])));
}

export function count(hunks: readonly Hunk[]): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const hunk of hunks) {
    for (const line of hunk.lines) {
      if (line.sign === '+') added++;
      else if (line.sign === '-') removed++;
    }
  }
  return { added, removed };
}
