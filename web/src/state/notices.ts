// SPDX-License-Identifier: MIT
//
// Short messages at the edge of the page: what was done, and a way to undo it. The way back outlives its
// message: keys and the palette reach it as long as it is still the last thing that was done.

import { signal } from '@preact/signals';

export interface Notice {
  id: number;
  text: string;
  bad: boolean;
  about: string;
  undo?: () => void | Promise<void>;
}

export const notices = signal<Notice[]>([]);
/** What can be taken back, the newest last. */
export const undoable = signal<Notice[]>([]);
const kMostUndoable = 20;
let next = 1;

export function dismiss(id: number): void {
  notices.value = notices.value.filter((n) => n.id !== id);
}

export function undo(notice: Notice): void {
  dismiss(notice.id);
  undoable.value = undoable.value.filter((one) => one.id !== notice.id);
  void notice.undo?.();
}

/** Takes back what was done last. False: there is nothing. */
export function undoLast(): boolean {
  const last = undoable.value.at(-1);
  if (last) undo(last);
  return !!last;
}

export function notify(text: string, options: { bad?: boolean; undo?: Notice['undo']; about?: string } = {}): void {
  const notice: Notice = { id: next++, text, bad: options.bad ?? false, about: options.about ?? '' };
  if (options.undo) notice.undo = options.undo;
  // Of one session only the last is offered: the one before it undoes what is no longer so.
  const isOther = (n: Notice): boolean => !notice.about || n.about !== notice.about;
  notices.value = [...notices.value.filter(isOther).slice(-3), notice];
  undoable.value = [...undoable.value.filter(isOther), ...(options.undo ? [notice] : [])].slice(-kMostUndoable);
  // What can be undone stays longer.
  setTimeout(() => dismiss(notice.id), options.undo ? 12_000 : 5_000);
}
