// SPDX-License-Identifier: MIT
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Has the focus before anything is painted: the next key already belongs to it. */
export function useFocus<T extends HTMLElement>(): { current: T | null } {
  const element = useRef<T>(null);
  useLayoutEffect(() => element.current?.focus(), []);
  return element;
}
