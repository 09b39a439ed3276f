// SPDX-License-Identifier: MIT
//
// Everything by name: sessions and commands, found by the letters typed.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { t } from '../i18n';
import { paletteOpen } from '../state/screen';
import { get } from '../api/client';
import type { SessionRow } from '../api/types';
import { savedSearches } from '../state/savedSearches';
import { sessions } from '../state/sessions';
import { visible } from '../text/safe';
import { projectName } from '../features/sessions/SessionRowView';
import { commands } from './commands';
import { go, sessionHref } from './router';

interface Entry {
  label: string;
  note: string;
  run: () => void;
}

/** How well the letters fit, or -1: all of them in order, better when together and at word starts. */
export function score(text: string, letters: string): number {
  const hay = text.toLowerCase();
  const needle = letters.toLowerCase().replace(/\s+/g, '');
  if (!needle) return 0;
  const whole = hay.indexOf(letters.toLowerCase().trim());
  if (whole >= 0) return 1000 - whole;
  let at = -1;
  let points = 0;
  for (const letter of needle) {
    const next = hay.indexOf(letter, at + 1);
    if (next < 0) return -1;
    points += next === at + 1 ? 6 : /[\s/_-]/.test(hay[next - 1] ?? ' ') ? 4 : 1;
    at = next;
  }
  return points;
}

const kMost = 40;
const kDelay = 80; // ms

/** Sessions that are not loaded are found by the daemon. */
function useFoundSessions(text: string): SessionRow[] {
  const [found, setFound] = useState<SessionRow[]>([]);
  useEffect(() => {
    if (text.trim().length < 2) return setFound([]);
    const stop = new AbortController();
    const timer = setTimeout(() => {
      get('list', { all: true, match: [text], limit: kMost }, stop.signal).then((page) => setFound(page.sessions), () => undefined);
    }, kDelay);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text]);
  return found;
}

export function CommandPalette() {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  // Before anything is painted: the next key already belongs to it.
  useLayoutEffect(() => {
    const el = dialog.current;
    const before = document.activeElement as HTMLElement | null;
    el?.showModal();
    return () => before?.focus();
  }, []);
  const found = useFoundSessions(text);
  const entries = useMemo<Entry[]>(() => {
    const rows = new Map([...sessions.value, ...found].map((row) => [row.id, row]));
    const all: Entry[] = [
      ...commands().map((c) => ({ label: c.label, note: c.keys, run: c.run })),
      ...savedSearches.value.map(({ name, hash }) => ({ label: name, note: t('savedSearches'), run: () => go(hash) })),
      ...[...rows.values()].map((row) => ({ label: row.title || row.name, note: projectName(row.project.path), run: () => go(sessionHref(row.id)) })),
    ];
    return all
      .map((entry) => ({ entry, points: score(`${entry.label} ${entry.note}`, text) }))
      .filter((e) => e.points >= 0)
      .sort((a, b) => b.points - a.points)
      .slice(0, kMost)
      .map((e) => e.entry);
  }, [text, sessions.value, found]);
  const close = (): void => {
    paletteOpen.value = false;
  };
  const choose = (entry: Entry | undefined): void => {
    close();
    entry?.run();
  };
  return (
    <dialog class="palette" ref={dialog} aria-label={t('commands')} onClose={close} onClick={(e) => e.target === dialog.current && close()} data-testid="palette">
      <input
        autoFocus
        value={text}
        placeholder={t('palettePlaceholder')}
        aria-label={t('palettePlaceholder')}
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={entries[at] ? `palette-${at}` : undefined}
        onInput={(e) => {
          setText(e.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(e) => {
          e.stopPropagation();
          if (e.key === 'ArrowDown') setAt(Math.min(entries.length - 1, at + 1));
          else if (e.key === 'ArrowUp') setAt(Math.max(0, at - 1));
          else if (e.key === 'Enter') choose(entries[at]);
          else return;
          e.preventDefault();
        }}
      />
      <ul id="palette-list" role="listbox" aria-label={t('commands')}>
        {entries.map((entry, i) => (
          <li key={i} id={`palette-${i}`} role="option" aria-selected={i === at} onClick={() => choose(entry)} onPointerMove={() => setAt(i)} ref={i === at ? (el) => el?.scrollIntoView?.({ block: 'nearest' }) : undefined}>
            <span>{visible(entry.label)}</span>
            <span class="palette-note">{visible(entry.note)}</span>
          </li>
        ))}
      </ul>
    </dialog>
  );
}
