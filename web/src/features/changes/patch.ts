// SPDX-License-Identifier: MIT
//
// Changes as a patch that git takes.

import type { ChangeStep, FileDiff } from '../../api/types';

export function patchOf(file: Pick<FileDiff, 'path' | 'diff'> & { created?: boolean }): string {
  if (file.diff.length === 0) return '';
  const slash = file.path.startsWith('/') ? '' : '/';
  const before = file.created ? '/dev/null' : `a${slash}${file.path}`;
  return `--- ${before}\n+++ b${slash}${file.path}\n${file.diff.join('\n')}\n`;
}

export function patchOfAll(files: readonly FileDiff[]): string {
  return files.map(patchOf).join('');
}

export interface TurnChanges {
  turn: number;
  steps: ChangeStep[];
}

/** Steps under the turns that made them, in their order. */
export function byTurn(steps: readonly ChangeStep[]): TurnChanges[] {
  const turns: TurnChanges[] = [];
  for (const step of steps) {
    const last = turns.at(-1);
    if (last?.turn === step.turn) last.steps.push(step);
    else turns.push({ turn: step.turn, steps: [step] });
  }
  return turns;
}
