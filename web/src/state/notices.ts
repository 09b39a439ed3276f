// SPDX-License-Identifier: MIT
//
// Short messages at the edge of the page: what was done, and a way to undo it.

import { signal } from '@preact/signals';

export interface Notice {
  id: number;
  text: string;
  bad: boolean;
  undo?: () => void | Promise<void>;
}

export const notices = signal<Notice[]>([]);
let next = 1;

export function dismiss(id: number): void {
  notices.value = notices.value.filter((n) => n.id !== id);
}

export function notify(text: string, options: { bad?: boolean; undo?: Notice['undo'] } = {}): void {
  const notice: Notice = { id: next++, text, bad: options.bad ?? false };
  if (options.undo) notice.undo = options.undo;
  notices.value = [...notices.value.slice(-3), notice];
  // What can be undone stays longer.
  setTimeout(() => dismiss(notice.id), options.undo ? 12_000 : 5_000);
}
