// SPDX-License-Identifier: MIT
import { useEffect } from 'preact/hooks';
import { plain } from '../text/safe';

/** The title of the tab while a page is shown: what is on it, then Clew. */
export function useTitle(what: string): void {
  useEffect(() => {
    document.title = what ? `${plain(what)} · Clew` : 'Clew';
  }, [what]);
}
