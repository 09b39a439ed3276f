// SPDX-License-Identifier: MIT
//
// What the reader came for: words that were searched for. What is folded opens where it holds them.

import { createContext } from 'preact';
import { useContext, useEffect, useState, type StateUpdater, type Dispatch } from 'preact/hooks';
import { patternOf } from '../text/words';

export const kNoWords: readonly string[] = [];

/** In the message that a search led to, its words; empty everywhere else. */
export const Sought = createContext<readonly string[]>(kNoWords);

export function holdsAny(text: string, words: readonly string[]): boolean {
  if (words.length === 0 || !text) return false;
  return words.some((word) => patternOf(word)?.search.test(text) ?? false);
}

/** Open or not, as the reader chose; opens by itself when it hides what he came for. */
export function useOpen(first: boolean, hidden: () => string): [open: boolean, setOpen: Dispatch<StateUpdater<boolean>>] {
  const words = useContext(Sought);
  const [open, setOpen] = useState(() => first || (words.length > 0 && holdsAny(hidden(), words)));
  useEffect(() => {
    if (words.length > 0 && holdsAny(hidden(), words)) setOpen(true);
  }, [words]);
  return [open, setOpen];
}
