// SPDX-License-Identifier: MIT
//
// What lies in an exported file: messages in pieces of JSON, each in a script element that nothing
// runs, and what says how they hang together. A piece is read when somebody looks at it.

import type { Message, OutlineRow, SessionHead, Subagent } from '../../../api/types';

/** Numbers of messages, from the first up to the one before the second. */
export type Ranges = readonly (readonly [number, number])[];

export interface ExportedBranch {
  tip: string;
  title: string;
  messages: Ranges;
}

export interface ExportedAgent extends Subagent {
  messages: Ranges;
}

export interface ExportedFile {
  session: SessionHead;
  clew: string;
  /** Secrets that were hidden; null: nobody looked for them. */
  hidden: number | null;
  branches: readonly ExportedBranch[];
  agents: readonly ExportedAgent[];
  /** The first message of each piece. */
  pieces: readonly number[];
  /** Which piece has the pictures of a line. */
  media: Readonly<Record<string, number>>;
}

export interface Source {
  mediaType: string;
  data: string;
}

export type Row = Omit<OutlineRow, 'index' | 'alternatives'>;

function parse<T>(id: string): T {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null') as T;
}

// Pieces that were looked at lately.
const kKept = 24;
const kept = new Map<number, Message[]>();

let about: ExportedFile | undefined;
let allRows: Row[] | undefined;

export function file(): ExportedFile {
  return (about ??= parse<ExportedFile>('clew-about'));
}

export function rows(): Row[] {
  return (allRows ??= parse<Row[]>('clew-rows'));
}

export function piece(index: number): Message[] {
  const found = kept.get(index) ?? parse<Message[]>(`clew-messages-${index}`);
  kept.delete(index);
  kept.set(index, found);
  for (const old of kept.keys()) {
    if (kept.size <= kKept) break;
    kept.delete(old);
  }
  return found;
}

/** The last piece that begins at or before a message. */
function pieceOf(number: number): number {
  const { pieces } = file();
  let low = 0;
  let high = pieces.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (pieces[middle]! <= number) low = middle;
    else high = middle;
  }
  return low;
}

export function message(number: number): Message | undefined {
  const index = pieceOf(number);
  return piece(index)[number - (file().pieces[index] ?? 0)];
}

/** As the raw line has them: Media reads it so. */
export function mediaOf(uuid: string): Source[] {
  const { media } = file();
  return Object.hasOwn(media, uuid) ? parse<Source[]>(`clew-media-${media[uuid]}`) : [];
}

export function numbers(ranges: Ranges): number[] {
  return ranges.flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i));
}
