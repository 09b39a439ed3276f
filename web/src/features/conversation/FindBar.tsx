// SPDX-License-Identifier: MIT
//
// Find in the session: asks the daemon, so that messages which are not loaded are found too, on every
// branch and in every subagent.

import { useEffect, useRef, useState } from 'preact/hooks';
import { get } from '../../api/client';
import type { Hit } from '../../api/types';
import { entry, findText, go, route, sessionHref, withParams } from '../../app/router';
import { t } from '../../i18n';
import { threadOf, type Conversation } from '../../state/conversation';
import { placeOf } from '../../state/places';
import { Icon } from '../../ui/Icon';
import { useFocus } from '../../ui/useFocus';
import { visible } from '../../text/safe';
import { aroundOf, type Around } from '../../text/words';
import { useMarks, wordsOf } from './marks';

const kDelay = 200;
const kAll = 0;
const kAround = 60; // bytes of text beside a hit

function inOrder(a: Hit, b: Hit): number {
  return (a.timestamp ?? '').localeCompare(b.timestamp ?? '') || a.offset - b.offset;
}

interface Props {
  conversation: Conversation;
  aim: (index: number, words: readonly string[], around: Around | null) => void;
  onClose: () => void;
}

export function FindBar({ conversation, aim, onClose }: Props) {
  // The field is ahead of the address, which has the words that were asked for and the hit that is shown.
  const [text, setText] = useState(findText.value);
  const [found, setFound] = useState<Hit[] | null>(null);
  const [at, setAt] = useState(0);
  const input = useFocus<HTMLInputElement>();
  // Hits lead from one thread of the session to another: the question stays the same.
  const [session] = useState(() => (conversation.isAgent.value ? conversation.head.value?.id : undefined) ?? conversation.key.session);
  useEffect(() => {
    if (findText.value !== text.trim()) setText(findText.value);
  }, [findText.value]);
  useMarks(wordsOf(text, found ?? []), 'found', conversation);

  const typed = useRef(text);
  typed.current = text;
  const jump = async (hit: Hit): Promise<void> => {
    const uuid = hit.uuid ?? '';
    const thread = threadOf(hit);
    const here = thread === conversation.key.session || (!conversation.isAgent.value && thread === session);
    const index = here ? await conversation.find(uuid).catch(() => -1) : -1;
    if (typed.current !== text) return;
    if (typeof index === 'number' && index >= 0) {
      go(withParams({ find: text, hit: uuid }), true);
      aim(index, wordsOf(text, [hit]), aroundOf(hit.snippet));
    } else {
      go(sessionHref(thread, { at: uuid, find: text, hit: uuid }), true);
    }
  };
  /** To the first hit, or the one that the address names; who comes back to a place stays there. */
  const arrive = (hits: readonly Hit[]): void => {
    const { find = '', hit = '' } = route.peek().params;
    const named = find.trim() === text.trim() ? hits.findIndex((one) => one.uuid === hit) : -1;
    const at = Math.max(0, named);
    setFound([...hits]);
    setAt(at);
    if (hits.length === 0) go(withParams({ find: text, hit: '' }), true);
    if (hits[at] && !(named >= 0 && placeOf(entry.peek()))) void jump(hits[at]);
  };
  const latest = useRef(arrive);
  latest.current = arrive;

  useEffect(() => {
    if (text.trim().length < 2) {
      setFound(null);
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(() => {
      get('search', { query: [text], session: [session], limit: kAll, perSession: kAll, context: kAround, sort: 'time' }, stop.signal)
        .then((answer) => {
          latest.current(answer.hits.filter((hit) => hit.uuid).sort(inOrder));
        })
        .catch(() => !stop.signal.aborted && setFound([]));
    }, kDelay);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, session]);

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
      {hit?.branch === 'subagent' ? <span class="badge">{t('subagent')}</span> : null}
      <button type="button" class="icon-button flip-up" onClick={() => step(-1)} aria-label={t('previous')}><Icon name="chevron" /></button>
      <button type="button" class="icon-button flip-down" onClick={() => step(1)} aria-label={t('next')}><Icon name="chevron" /></button>
      <button type="button" class="icon-button" onClick={onClose} aria-label={t('close')}><Icon name="cross" /></button>
      {hit ? <span class="find-snippet">{visible(hit.snippet.text)}</span> : null}
    </div>
  );
}
