// SPDX-License-Identifier: MIT
//
// Short messages at the edge of the page: what was done, and a way to undo it.

import { signal } from '@preact/signals';

export interface Notice {
  id: number;
  text: string;
  bad: boolean;
  about: string;
  undo?: () => void | Promise<void>;
}

export const notices = signal<Notice[]>([]);
let next = 1;

export function dismiss(id: number): void {
  notices.value = notices.value.filter((n) => n.id !== id);
}

export function notify(text: string, options: { bad?: boolean; undo?: Notice['undo']; about?: string } = {}): void {
  const notice: Notice = { id: next++, text, bad: options.bad ?? false, about: options.about ?? '' };
  if (options.undo) notice.undo = options.undo;
  // Of one session only the last is offered: the one before it undoes what is no longer so.
  const others = notices.value.filter((n) => !notice.about || n.about !== notice.about);
  notices.value = [...others.slice(-3), notice];
  // What can be undone stays longer.
  setTimeout(() => dismiss(notice.id), options.undo ? 12_000 : 5_000);
}
