// SPDX-License-Identifier: MIT
//
// What changes a session: each is one operation, and each says how to take it back.

import { ApiError, post } from '../api/client';
import type { Any, Body, SessionRow } from '../api/types';
import { t, type Key } from '../i18n';
import { notify } from './notices';
import { reloadRows } from './sessions';
import { loadLabels } from './labels';

async function change<O extends Any>(operation: O, body: Body<O>): Promise<boolean> {
  try {
    await post(operation, body);
    const { session } = body as { session?: string | string[] };
    await reloadRows(session ? [session].flat() : []);
    void loadLabels();
    return true;
  } catch (error) {
    notify(error instanceof ApiError ? error.message : String(error), { bad: true });
    return false;
  }
}

async function undoable<O extends Any, U extends Any>(done: Key, name: string, operation: O, body: Body<O>, undo: [U, Body<U>]): Promise<boolean> {
  if (!(await change(operation, body))) return false;
  const { session } = body as { session?: string | string[] };
  const about = JSON.stringify(session ? [session].flat() : body);
  notify(t(done, { name }), {
    about,
    undo: async () => {
      if (await change(undo[0], undo[1])) notify(t('undone'), { about });
    },
  });
  return true;
}

export function hide(row: SessionRow): Promise<boolean> {
  const session = [row.id];
  return row.hidden
    ? undoable('unhidden', row.name, 'unhide', { session }, ['hide', { session }])
    : undoable('hiddenDone', row.name, 'hide', { session }, ['unhide', { session }]);
}

export function hideProject(path: string): Promise<boolean> {
  return undoable('hiddenDone', path, 'hide', { project: [path] }, ['unhide', { project: [path] }]);
}

export function remove(row: SessionRow): Promise<boolean> {
  return undoable('deleted', row.name, 'delete', { session: row.id }, ['undelete', { session: row.id }]);
}

export async function restore(id: string, name: string): Promise<boolean> {
  const done = await change('undelete', { session: id });
  if (done) notify(t('restored', { name }), { about: JSON.stringify([id]) });
  return done;
}

/** From the keep to the disk, where Claude Code finds it. */
export async function bringBack(row: SessionRow): Promise<boolean> {
  const done = await change('restore', { session: row.id });
  if (done) notify(t('broughtBack', { name: row.name }), { about: JSON.stringify([row.id]) });
  return done;
}

export function rename(row: SessionRow, title: string): Promise<boolean> {
  // A session that had no title of its own is called again by what it says.
  const before: Body<'rename'> = row.titleSource === 'custom' ? { session: row.id, title: row.title } : { session: row.id };
  return undoable('renamed', title, 'rename', { session: row.id, title }, ['rename', before]);
}

export function tag(row: SessionRow, text: string): Promise<boolean> {
  const body = (tagText: string): Body<'tag'> => (tagText ? { session: row.id, tag: tagText } : { session: row.id });
  return undoable(text ? 'tagged' : 'untagged', text, 'tag', body(text), ['tag', body(row.tag ?? '')]);
}

export function pin(rows: readonly SessionRow[], pinned: boolean): Promise<boolean> {
  const session = rows.map((row) => row.id);
  const name = rows.length === 1 ? rows[0]!.name : t('sessionCount', { n: rows.length });
  return pinned ? undoable('pinnedDone', name, 'pin', { session }, ['unpin', { session }]) : undoable('unpinned', name, 'unpin', { session }, ['pin', { session }]);
}

export function remark(row: SessionRow, text: string): Promise<boolean> {
  const body = (words: string): Body<'remark'> => (words ? { session: row.id, text: words } : { session: row.id });
  return undoable(text ? 'remarked' : 'unremarked', row.name, 'remark', body(text), ['remark', body(row.remark ?? '')]);
}
