// SPDX-License-Identifier: MIT
//
// Words that were searched for, marked where they stand on the screen. The browser paints the marks
// (CSS Custom Highlight API); no element is touched, so nothing has to be undone.

import { useEffect } from 'preact/hooks';
import type { Hit } from '../../api/types';
import type { Conversation } from '../../state/conversation';
import { likeness, patternOf, placesIn, type Around } from '../../text/words';

const kMost = 2000;
const kMostWords = 40;
const kCalm = 120; // ms

function following(node: Node, root: Node): Node | null {
  if (node.firstChild) return node.firstChild;
  for (let at: Node | null = node; at && at !== root; at = at.parentNode) if (at.nextSibling) return at.nextSibling;
  return null;
}

// Inside a sentence; everything else begins a new one.
const kInline = new Set(['A', 'ABBR', 'B', 'CODE', 'DEL', 'EM', 'I', 'KBD', 'MARK', 'Q', 'S', 'SMALL', 'SPAN', 'STRONG', 'SUB', 'SUP', 'U']);

/** Text that is read in one go, whatever elements it is made of. */
interface Run {
  text: string;
  parts: { node: Node; from: number }[];
}

function boxOf(node: Node, root: Node): Node {
  let at = node.parentNode ?? root;
  while (at !== root && kInline.has(at.nodeName) && at.parentNode) at = at.parentNode;
  return at;
}

function runsIn(root: Node): Run[] {
  const runs: Run[] = [];
  let box: Node | null = null;
  for (let node = following(root, root); node; node = following(node, root)) {
    if (node.nodeName === 'BR') box = null;
    if (node.nodeType !== Node.TEXT_NODE || !node.nodeValue) continue;
    const its = boxOf(node, root);
    if (its !== box || runs.length === 0) runs.push({ text: '', parts: [] });
    box = its;
    const run = runs.at(-1)!;
    run.parts.push({ node, from: run.text.length });
    run.text += node.nodeValue;
  }
  return runs;
}

function rangeOf(run: Run, from: number, to: number): Range {
  const range = document.createRange();
  const first = run.parts.findLast((part) => part.from <= from)!;
  const last = run.parts.findLast((part) => part.from < to)!;
  range.setStart(first.node, from - first.from);
  range.setEnd(last.node, to - last.from);
  return range;
}

interface Match {
  run: Run;
  from: number;
  to: number;
}

function matchesIn(root: Node, words: readonly string[], isLoose = false): Match[] {
  const patterns = words.map(patternOf).filter((pattern) => pattern !== null);
  const matches: Match[] = [];
  if (patterns.length === 0) return matches;
  for (const run of runsIn(root)) {
    const found = patterns.flatMap((pattern) => placesIn(run.text, pattern, isLoose)).sort((a, b) => a.from - b.from);
    for (const { from, to } of found) {
      matches.push({ run, from, to });
      if (matches.length >= kMost) return matches;
    }
  }
  return matches;
}

/** Where the words stand in the text below an element, letters large or small. */
export function rangesIn(root: Node, words: readonly string[]): Range[] {
  return matchesIn(root, words).map(({ run, from, to }) => rangeOf(run, from, to));
}

/** The place in a message that a hit is about: where the same text stands around the words, else their first. */
export function soughtIn(row: Node, words: readonly string[], around: Around | null, isLoose = true): Range | undefined {
  const whole = matchesIn(row, words);
  const matches = whole.length > 0 || !isLoose ? whole : matchesIn(row, words, true);
  let best = matches[0];
  if (around && matches.length > 1) {
    let most = -1;
    for (const match of matches) {
      const points = likeness(match.run.text, match.from, match.to, around);
      if (points <= most) continue;
      most = points;
      best = match;
    }
  }
  return best ? rangeOf(best.run, best.from, best.to) : undefined;
}

/** The words and phrases of a question, without the signs that only the search understands; `begin*` keeps its star. */
function wordsIn(question: string): string[] {
  if (question.trim().startsWith('/')) return []; // an expression: its hits say what it found
  const phrases: string[] = [];
  const rest = question.replace(/(-?)"([^"]*)"?/g, (_, not: string, phrase: string) => {
    if (!not && phrase.trim()) phrases.push(phrase.trim());
    return ' ';
  });
  const single = rest.split(/[\s()+]+/).filter((word) => word.replaceAll('*', '').length > 1 && !/^(AND|OR|NOT)$/.test(word) && !word.startsWith('-'));
  return [...phrases, ...single.map((word) => word.replace(/^\*+/, ''))];
}

/** As they were asked for, and as they stand in the hits: `FindAgents` finds "find agents" too. */
export function wordsOf(question: string, hits: readonly Hit[] = []): string[] {
  const isExpression = question.trim().startsWith('/');
  const marked = hits.flatMap(({ snippet }) => snippet.marks.map(([from, to]) => snippet.text.slice(from, to).toLowerCase()));
  const found = marked.filter((word) => word.length > 1 || word > '\x7f').map((word) => (isExpression ? `*${word}*` : word));
  return [...new Set([...wordsIn(question), ...found])].slice(0, kMostWords);
}

/** What the search led to, in the message that was gone to. */
function current(words: readonly string[], around: Around | null): Range[] {
  const row = document.querySelector('.messages-inner > .row-target');
  const range = row ? soughtIn(row, words, around) : undefined;
  return range ? [range] : [];
}

/** `found` for what is looked for in this session, `searched` for the search in all of them; `-now` is the match that is looked at. */
export function useMarks(words: readonly string[], name: 'found' | 'searched', conversation: Conversation): void {
  const sought = conversation.sought.value;
  const around = conversation.around.value;
  useEffect(() => {
    const root = document.querySelector('.messages-inner');
    if (!root || words.length === 0 || typeof Highlight === 'undefined') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const mark = (): void => {
      timer = undefined;
      CSS.highlights.set(name, new Highlight(...rangesIn(root, words)));
      const now = new Highlight(...current(words, around));
      now.priority = 1;
      CSS.highlights.set(`${name}-now`, now);
    };
    const observer = new MutationObserver(() => {
      timer ??= setTimeout(mark, kCalm);
    });
    observer.observe(root, { childList: true, subtree: true, characterData: true });
    mark();
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      CSS.highlights.delete(name);
      CSS.highlights.delete(`${name}-now`);
    };
    // Each conversation has a list of its own.
  }, [words.join('\n'), name, conversation, sought, around]);
}
