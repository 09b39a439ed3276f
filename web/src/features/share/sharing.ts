// SPDX-License-Identifier: MIT
//
// What is being shared, and how an export becomes a file. Nothing leaves the computer: the daemon
// makes the text, the browser saves it.

import { signal } from '@preact/signals';
import { get, type Asked } from '../../api/client';
import type { Query } from '../../api/types';

export interface Shared {
  session: string;
  /** The end of the branch; empty for the one that continues. */
  leaf: string;
  /** The first and the last message of a part; empty for all. */
  from: string;
  to: string;
  /** Further sessions, whole: each becomes a file of its own with the same choices. */
  others?: readonly string[];
}

/** What becomes one file each. */
export function partsOf({ others = [], ...first }: Shared): Shared[] {
  return [first, ...others.map((session) => ({ session, leaf: '', from: '', to: '' }))];
}

/** The dialog is open while this is something. */
export const shared = signal<Shared | null>(null);

export type Format = NonNullable<Query<'export'>['format']>;
export type ExportDetail = NonNullable<Query<'export'>['detail']>;
export const kFormats: readonly Format[] = ['html', 'markdown', 'text', 'jsonl', 'csv', 'patch', 'atif', 'otlp'];
const kEndings: Record<Format, string> = { html: 'html', markdown: 'md', text: 'txt', jsonl: 'jsonl', csv: 'csv', patch: 'patch', atif: 'atif.json', otlp: 'otlp.json' };
/** Lines and changes are whole or not at all. */
export const hasDetail = (format: Format): boolean => format !== 'jsonl' && format !== 'patch';

export interface Wanted {
  format: Format;
  detail: ExportDetail;
  also: readonly string[];
}

export function questionOf(what: Shared, { format, detail, also }: Wanted): Asked<'export'> {
  return { session: what.session, branch: what.leaf, from: what.from, to: what.to, format, detail: hasDetail(format) ? detail : 'all', also: [...also] as Query<'export'>['also'] };
}

/** A name for the file that no system minds, and that none of those before it has. */
export function fileName(title: string, format: Format, taken: Set<string> = new Set()): string {
  const plain = title.normalize('NFKC').replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '').slice(0, 60) || 'session';
  let name = `${plain}.${kEndings[format]}`;
  for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${plain}-${n}.${kEndings[format]}`;
  taken.add(name.toLowerCase());
  return name;
}

/** The title too is without secrets: it becomes the name of the file. */
export async function exported(what: Shared, wanted: Wanted): Promise<{ text: Blob; title: string; hidden: number }> {
  const answer = await get('export', questionOf(what, wanted));
  return { text: new Blob(answer.text ?? [], { type: 'application/octet-stream' }), title: answer.title, hidden: answer.hidden ?? 0 };
}

export function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
