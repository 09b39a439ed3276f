// SPDX-License-Identifier: MIT
//
// Words as the search understands them, to be found again in what is on the screen: whole, in any case,
// and phrases whatever signs stand between their words.

const kSign = /[\p{L}\p{N}]/u;
const kBetween = /[^\p{L}\p{N}]+/u;
const kNoGaps = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u; // each is a word
const kLarge = /\p{Lu}/u;
const kSmall = /\p{Ll}/u;

/** Whether a word may end before this place and another begin at it: also inside of `findAgents` and `HTTPServer`. */
export function isEdge(text: string, at: number): boolean {
  const [a = '', b = '', c = ''] = [text[at - 1], text[at], text[at + 1]];
  if (!kSign.test(a) || !kSign.test(b) || kNoGaps.test(a) || kNoGaps.test(b)) return true;
  return kLarge.test(b) && (kSmall.test(a) || kSmall.test(c));
}

/** What is looked for: a word or a phrase, whole unless a star says that it goes on at that side. */
export interface Pattern {
  search: RegExp;
  openStart: boolean;
  openEnd: boolean;
}

export function patternOf(word: string): Pattern | null {
  const openStart = word.length > 1 && word.startsWith('*');
  const openEnd = word.length > 1 && word.endsWith('*');
  const core = word.slice(openStart ? 1 : 0, openEnd ? -1 : undefined);
  const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  const pieces = core.split(kBetween).filter(Boolean).map(escape);
  const source = openStart || pieces.length === 0 ? core.split(/\s+/).filter(Boolean).map(escape).join('\\s+') : pieces.join('[^\\p{L}\\p{N}]*?');
  return source ? { search: new RegExp(source, 'giu'), openStart, openEnd } : null;
}

export interface Place {
  from: number;
  to: number;
}

/** Where it stands in a text; loosely also inside of other words. */
export function placesIn(text: string, { search, openStart, openEnd }: Pattern, isLoose = false): Place[] {
  return [...text.matchAll(search)]
    .map((match) => ({ from: match.index, to: match.index + match[0].length }))
    .filter(({ from, to }) => isLoose || ((openStart || isEdge(text, from)) && (openEnd || isEdge(text, to))));
}

/** What stands before and behind a hit, by which it is told from other places with the same word. */
export interface Around {
  before: string;
  word: string;
  after: string;
}

const kFar = 80; // signs that are compared
const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

export function aroundOf({ text, marks }: { text: string; marks: readonly (readonly number[])[] }): Around | null {
  const [from, to] = marks[0] ?? [];
  if (from === undefined || to === undefined) return null;
  return { before: lettersOf(text.slice(0, from)).slice(-kFar), word: lettersOf(text.slice(from, to)), after: lettersOf(text.slice(to)).slice(0, kFar) };
}

function sameAtStart(a: string, b: string): number {
  let n = 0;
  while (n < a.length && n < b.length && a[n] === b[n]) n++;
  return n;
}

const backwards = (text: string): string => [...text].reverse().join('');

/** How much of what stands around a place is what stands around the hit. */
export function likeness(text: string, from: number, to: number, around: Around): number {
  const word = lettersOf(text.slice(from, to)) === around.word ? 1 : 0;
  const before = lettersOf(text.slice(Math.max(0, from - 2 * kFar), from));
  const after = lettersOf(text.slice(to, to + 2 * kFar));
  return word + 2 * (sameAtStart(backwards(before), backwards(around.before)) + sameAtStart(after, around.after));
}
