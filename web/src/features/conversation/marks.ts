// SPDX-License-Identifier: MIT
//
// Words that were searched for, marked where they stand on the screen. The browser paints the marks
// (CSS Custom Highlight API); no element is touched, so nothing has to be undone.

import { useEffect } from 'preact/hooks';
import type { Hit } from '../../api/types';
import type { Conversation } from '../../state/conversation';

const kMost = 2000;
const kMostWords = 40;
const kCalm = 120; // ms

function following(node: Node, root: Node): Node | null {
  if (node.firstChild) return node.firstChild;
  for (let at: Node | null = node; at && at !== root; at = at.parentNode) if (at.nextSibling) return at.nextSibling;
  return null;
}

/** Where the words stand in the text below an element, letters large or small. */
export function rangesIn(root: Node, words: readonly string[]): Range[] {
  const ranges: Range[] = [];
  const wanted = words.map((word) => word.toLowerCase()).filter(Boolean);
  for (let node = following(root, root); node && wanted.length > 0; node = following(node, root)) {
    if (node.nodeType !== Node.TEXT_NODE) continue;
    const text = (node.nodeValue ?? '').toLowerCase();
    // Some letters have another length in lower case; marking the wrong ones is worse than none.
    if (text.length !== node.nodeValue?.length) continue;
    for (const word of wanted) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        ranges.push(range);
        if (ranges.length >= kMost) return ranges;
      }
    }
  }
  return ranges;
}

/** The words of a question, without the signs that only the search understands. */
function wordsIn(question: string): string[] {
  return question.replace(/["()*+]/g, ' ').split(/\s+/).filter((word) => word.length > 1 && !/^(AND|OR|NOT)$/.test(word) && !word.startsWith('-'));
}

/** As they were asked for, and as they stand in the hits: `FindAgents` finds "find agents" too. */
export function wordsOf(question: string, hits: readonly Hit[] = []): string[] {
  const marked = hits.flatMap(({ snippet }) => snippet.marks.map(([from, to]) => snippet.text.slice(from, to).toLowerCase()));
  return [...new Set([...wordsIn(question), ...marked.filter((word) => word.length > 1 || word > '\x7f')])].slice(0, kMostWords);
}

/** The first of the words in the message that was gone to, which is the one that is on the screen. */
function current(words: readonly string[]): Range[] {
  const row = document.querySelector('.messages-inner > .row-target');
  return row ? rangesIn(row, words).slice(0, 1) : [];
}

/** `found` for what is looked for in this session, `searched` for the search in all of them; `-now` is the match that is looked at. */
export function useMarks(words: readonly string[], name: 'found' | 'searched', conversation: Conversation): void {
  const sought = conversation.sought.value;
  useEffect(() => {
    const root = document.querySelector('.messages-inner');
    if (!root || words.length === 0 || typeof Highlight === 'undefined') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const mark = (): void => {
      timer = undefined;
      CSS.highlights.set(name, new Highlight(...rangesIn(root, words)));
      const now = new Highlight(...current(words));
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
  }, [words.join('\n'), name, conversation, sought]);
}
