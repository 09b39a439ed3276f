// SPDX-License-Identifier: MIT
//
// Find in the session: asks the daemon, so that messages which are not loaded are found too.

import { useEffect, useRef, useState } from 'preact/hooks';
import { get } from '../../api/client';
import type { Hit } from '../../api/types';
import { t } from '../../i18n';
import type { Conversation } from '../../state/conversation';
import { Icon } from '../../ui/Icon';
import { visible } from '../../text/safe';
import { useMarks } from './marks';

const kMost = 500;
const kDelay = 200;

interface Found extends Hit {
  index: number; // of the message, -1 while unknown
}

export function FindBar({ conversation, aim, onClose }: { conversation: Conversation; aim: (index: number) => void; onClose: () => void }) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<Found[] | null>(null);
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  useMarks(text, 'found', conversation);

  useEffect(() => {
    if (text.trim().length < 2) {
      setFound(null);
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const session = conversation.head.value?.id ?? conversation.key.session;
      get('search', { query: [text], session: [session], limit: kMost, perSession: kMost }, stop.signal)
        .then((answer) => {
          const outline = conversation.outline.value ?? [];
          const order = new Map(outline.map((row) => [row.uuid, row.index]));
          const hits = answer.hits
            .filter((hit) => hit.uuid && hit.session === session)
            .map((hit) => ({ ...hit, index: order.get(hit.uuid) ?? -1 }))
            .sort((a, b) => (a.timestamp ?? '').localeCompare(b.timestamp ?? ''));
          setFound(hits);
          setAt(0);
          if (hits[0]) void jump(hits[0]);
        })
        .catch(() => setFound([]));
    }, kDelay);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, conversation]);

  const jump = async (hit: Found): Promise<void> => {
    const index = hit.index >= 0 ? hit.index : await conversation.find(hit.uuid ?? '');
    if (index >= 0) aim(index);
  };
  const step = (by: number): void => {
    if (!found || found.length === 0) return;
    const next = (at + by + found.length) % found.length;
    setAt(next);
    void jump(found[next]!);
  };
  const hit = found?.[at];
  return (
    <div class="find" role="search" aria-label={t('findInSession')} data-testid="find">
      <Icon name="search" />
      <input
        ref={input}
        value={text}
        placeholder={t('findInSession')}
        aria-label={t('findInSession')}
        onInput={(e) => setText(e.currentTarget.value)}
        onKeyDown={(e) => {
          e.stopPropagation();
          if (e.key === 'Enter') step(e.shiftKey ? -1 : 1);
          else if (e.key === 'Escape') onClose();
        }}
      />
      <span class="find-count" role="status">{found ? (found.length > 0 ? `${at + 1}/${found.length}` : t('nothingFound')) : ''}</span>
      {hit?.branch === 'abandoned' ? <span class="badge">{t('otherBranch')}</span> : null}
      <button type="button" class="icon-button flip-up" onClick={() => step(-1)} aria-label={t('previous')}><Icon name="chevron" /></button>
      <button type="button" class="icon-button flip-down" onClick={() => step(1)} aria-label={t('next')}><Icon name="chevron" /></button>
      <button type="button" class="icon-button" onClick={onClose} aria-label={t('close')}><Icon name="cross" /></button>
      {hit ? <span class="find-snippet">{visible(hit.snippet.text)}</span> : null}
    </div>
  );
}
