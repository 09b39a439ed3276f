// SPDX-License-Identifier: MIT
//
// The field for a prompt: grows with it, completes files and commands, takes pictures that are pasted.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { post } from '../../api/client';
import { t } from '../../i18n';
import { knownCommands } from '../../state/drive';
import { visible } from '../../text/safe';
import { askedAt, commandsFor, completed, type Asked } from './suggest';

const kMost = 8;
const kDelay = 80; // ms

interface Props {
  session: string;
  text: string;
  onText: (text: string) => void;
  onSend: () => void;
  onFiles: (files: File[]) => void;
  area: { current: HTMLTextAreaElement | null };
}

function useOffers(session: string, asked: Asked | null): string[] {
  const [found, setFound] = useState<{ word: string; paths: string[] }>({ word: '', paths: [] });
  const word = asked?.kind === 'file' ? asked.word : null;
  useEffect(() => {
    if (word === null) return;
    let live = true;
    const timer = setTimeout(() => {
      post('paths', { session, match: word, limit: kMost }).then((answer) => live && setFound({ word, paths: answer.paths }), () => live && setFound({ word, paths: [] }));
    }, kDelay);
    return () => {
      live = false;
      clearTimeout(timer);
    };
  }, [session, word]);
  if (!asked) return [];
  if (asked.kind === 'command') return commandsFor(knownCommands.value, asked.word).slice(0, kMost);
  return found.word === asked.word ? found.paths : [];
}

export function PromptField({ session, text, onText, onSend, onFiles, area }: Props) {
  const [caret, setCaret] = useState(0);
  const [at, setAt] = useState(0);
  const [closed, setClosed] = useState('');
  const asked = closed === text ? null : askedAt(text, caret);
  const offers = useOffers(session, asked);
  const moveTo = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (moveTo.current === null) return;
    area.current?.setSelectionRange(moveTo.current, moveTo.current);
    moveTo.current = null;
  }, [text]);
  const choose = (offer: string | undefined): void => {
    if (!asked || !offer) return;
    const next = completed(text, caret, asked, offer);
    moveTo.current = next.caret;
    setCaret(next.caret);
    setAt(0);
    onText(next.text);
    area.current?.focus();
  };
  const onKey = (e: KeyboardEvent & { currentTarget: HTMLTextAreaElement }): void => {
    e.stopPropagation();
    const open = offers.length > 0;
    if (open && (e.key === 'ArrowDown' || e.key === 'ArrowUp')) setAt((at + (e.key === 'ArrowDown' ? 1 : offers.length - 1)) % offers.length);
    else if (open && (e.key === 'Tab' || (e.key === 'Enter' && !e.shiftKey)) && !e.isComposing) choose(offers[at] ?? offers[0]);
    else if (open && e.key === 'Escape') setClosed(text);
    else if (e.key === 'Enter' && !e.shiftKey && !e.isComposing) onSend();
    else if (e.key === 'Escape') e.currentTarget.blur();
    else return;
    e.preventDefault();
  };
  return (
    <div class="prompt-field">
      {offers.length > 0 ? (
        <ul class="offers" role="listbox" id="offers" aria-label={asked?.kind === 'file' ? t('files') : t('commands')} data-testid="offers">
          {offers.map((offer, i) => <li key={offer} role="option" id={`offer-${i}`} aria-selected={i === at} onPointerDown={(e) => { e.preventDefault(); choose(offer); }}>{asked?.kind === 'file' ? '@' : '/'}{visible(offer)}</li>)}
        </ul>
      ) : null}
      <textarea
        ref={area}
        rows={Math.min(10, Math.max(1, text.split('\n').length))}
        value={text}
        placeholder={t('promptPlaceholder')}
        aria-label={t('promptPlaceholder')}
        aria-autocomplete="list"
        aria-controls={offers.length > 0 ? 'offers' : undefined}
        aria-activedescendant={offers.length > 0 ? `offer-${at}` : undefined}
        onInput={(e) => {
          setCaret(e.currentTarget.selectionStart);
          setAt(0);
          setClosed('');
          onText(e.currentTarget.value);
        }}
        onSelect={(e) => setCaret(e.currentTarget.selectionStart)}
        onPaste={(e) => {
          const files = [...(e.clipboardData?.files ?? [])].filter((file) => file.type.startsWith('image/'));
          if (files.length === 0) return;
          e.preventDefault();
          onFiles(files);
        }}
        onKeyDown={onKey}
      />
    </div>
  );
}
