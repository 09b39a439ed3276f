// SPDX-License-Identifier: MIT
//
// Sessions that the reader picked, to do something with all of them.

import { computed, signal } from '@preact/signals';
import { ApiError, post } from '../api/client';
import type { Any, Body, SessionRow } from '../api/types';
import { t, type Key } from '../i18n';
import { loadLabels } from './labels';
import { notify } from './notices';
import { reloadRows, sessionById } from './sessions';

const ids = signal<ReadonlySet<string>>(new Set());
/** Rows show their boxes. */
export const picking = signal(false);
export const picked = computed<SessionRow[]>(() => [...ids.value].map((id) => sessionById(id)).filter((row): row is SessionRow => !!row));

export const isPicked = (id: string): boolean => ids.value.has(id);

export function pick(id: string): void {
  const next = new Set(ids.peek());
  if (!next.delete(id)) next.add(id);
  ids.value = next;
  if (next.size > 0) picking.value = true;
}

export function pickAll(rows: readonly SessionRow[]): void {
  ids.value = new Set(rows.map((row) => row.id));
}

export function pickNone(): void {
  ids.value = new Set();
  picking.value = false;
}

/** One after the other; what cannot be done is said, and what was done can be taken back. */
async function each<O extends Any>(rows: readonly SessionRow[], operation: O, body: (row: SessionRow) => Body<O>): Promise<SessionRow[]> {
  const done: SessionRow[] = [];
  for (const row of rows) {
    try {
      await post(operation, body(row));
      done.push(row);
    } catch (error) {
      notify(`${row.name}: ${error instanceof ApiError ? error.message : String(error)}`, { bad: true });
    }
  }
  await reloadRows(rows.map((row) => row.id));
  void loadLabels();
  return done;
}

async function change<O extends Any, U extends Any>(said: Key, operation: O, body: (row: SessionRow) => Body<O>, undo: U, back: (row: SessionRow) => Body<U>): Promise<void> {
  const done = await each(picked.peek(), operation, body);
  pickNone();
  if (done.length === 0) return;
  notify(t(said, { name: t('sessionCount', { n: done.length }) }), { undo: async () => void (await each(done, undo, back)) });
}

export function removePicked(): Promise<void> {
  return change('deleted', 'delete', (row) => ({ session: row.id }), 'undelete', (row) => ({ session: row.id }));
}

export function hidePicked(): Promise<void> {
  return change('hiddenDone', 'hide', (row) => ({ session: [row.id] }), 'unhide', (row) => ({ session: [row.id] }));
}

export function pinPicked(): Promise<void> {
  return change('pinnedDone', 'pin', (row) => ({ session: [row.id] }), 'unpin', (row) => ({ session: [row.id] }));
}

export function tagPicked(text: string): Promise<void> {
  const body = (tag: string, row: SessionRow): Body<'tag'> => (tag ? { session: row.id, tag } : { session: row.id });
  return change('taggedMany', 'tag', (row) => body(text, row), 'tag', (row) => body(row.tag ?? '', row));
}
