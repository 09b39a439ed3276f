// SPDX-License-Identifier: MIT
//
// Which conversation is open and where in it: the place that was kept for this entry of the history, the
// message that a link names, the place where the thread was left, or the end (of a file that somebody exported: the beginning).

import { batch } from '@preact/signals';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { entry, findText, go, route, withParams, type Route } from '../../app/router';
import { t } from '../../i18n';
import { conversationFor, keyOf, nameOf, threadOf, type Conversation, type ConversationKey, type Found } from '../../state/conversation';
import { notify } from '../../state/notices';
import { keepPlace, placeOf, storePlaces, type Place } from '../../state/places';
import { knownHits } from '../../state/search';
import { connected, query } from '../../state/sessions';
import { aroundOf, type Around } from '../../text/words';
import { kNoWords } from '../../ui/sought';
import type { Target } from './MessageList';
import { wordsOf } from './marks';

export interface Opened {
  conversation: Conversation;
  target: Target | null;
  aim: (index: number, words?: readonly string[], around?: Around | null) => void;
  looked: boolean; // its first messages were on the screen
}

/** After what was just rendered is on the screen. */
function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
}

/** Branches of a session share a place: most of their messages are the same. */
function threadName({ session, agent }: ConversationKey): string {
  return `thread ${session} ${agent ?? ''}`;
}

function keep(conversation: Conversation, visit: string): void {
  const place = conversation.place();
  if (!place) return;
  keepPlace(visit, place);
  keepPlace(threadName(conversation.key), place);
}

/** The keyboard scrolls what was opened; who types goes on typing. */
function focusMessages(): void {
  const active = document.activeElement;
  const isFree = !active || active === document.body || (active.closest('.sidebar') && active.tagName !== 'INPUT');
  const box = isFree ? document.querySelector<HTMLElement>('#main .messages') : null;
  if (!box || box === active) return;
  // Nobody went there by Tab: no frame around all of it.
  box.dataset['quiet'] = '';
  box.addEventListener('blur', () => delete box.dataset['quiet'], { once: true });
  box.focus({ preventScroll: true });
}

/** What was asked for, in this conversation or where it is instead. */
type Arrival = Target | Route | null;

function end(conversation: Conversation): Target {
  return { index: Math.max(0, conversation.total.value - 1), offset: 0, end: true, words: kNoWords };
}

async function find(conversation: Conversation, uuid: string): Promise<Found> {
  return conversation.load.value === 'ready' ? (uuid ? conversation.find(uuid) : -1) : conversation.open(uuid);
}

async function arriveAt(conversation: Conversation, place: Place): Promise<Arrival> {
  const found = await find(conversation, place === 'end' ? '' : place.uuid);
  // The line is on another branch than this one.
  if (typeof found === 'object') await find(conversation, '');
  if (conversation.load.value === 'failed') return null;
  if (place === 'end' || typeof found === 'object') return end(conversation);
  const index = found >= 0 ? found : place.index;
  return index < conversation.total.value ? { index, offset: place.offset, end: false, words: kNoWords } : end(conversation);
}

/** Where who has never been in a conversation begins to read: one that goes on at its end, one that is over at its beginning. */
export type Start = 'end' | 'beginning';

function seek(conversation: Conversation, index: number, around: Around | null): void {
  batch(() => {
    conversation.sought.value = index;
    conversation.around.value = around;
  });
}

/** Of the hit that leads to a line: what stands around its words. */
function aroundKnown(conversation: Conversation, uuid: string): Around | null {
  const hit = knownHits().find((one) => one.uuid === uuid && (threadOf(one) === conversation.key.session || one.session === conversation.key.session));
  return hit ? aroundOf(hit.snippet) : null;
}

async function follow(conversation: Conversation, uuid: string, start: Start): Promise<Arrival> {
  const found = await find(conversation, uuid);
  if (typeof found === 'object') {
    const to = withParams({ leaf: found.leaf ?? '', agent: found.agent ?? '', meta: found.meta ? '1' : '' });
    if (nameOf(keyOf(to)) !== nameOf(conversation.key)) return to;
    await find(conversation, '');
  }
  if (conversation.load.value === 'failed') return null;
  if (typeof found === 'number' && found >= 0) {
    const words = findText.value ? wordsOf(findText.value) : wordsOf(query.value, knownHits());
    seek(conversation, found, findText.value ? null : aroundKnown(conversation, uuid));
    return { index: found, offset: 0, end: false, words };
  }
  if (uuid) notify(t('messageUnknown'), { bad: true });
  if (start === 'beginning' && !uuid) return { index: 0, offset: 0, end: false, words: kNoWords };
  return end(conversation);
}

/** Who comes back to a link still sees which message it names. */
async function markAgain(conversation: Conversation, uuid: string): Promise<void> {
  const found = uuid ? await conversation.find(uuid).catch(() => -1) : -1;
  seek(conversation, typeof found === 'number' ? found : -1, aroundKnown(conversation, uuid));
}

function isRoute(to: Target | Route): to is Route {
  return 'page' in to;
}

export function useConversation(start: Start = 'end'): Opened {
  const key = keyOf(route.value);
  const at = route.value.params['at'] ?? '';
  const visit = entry.value;
  const conversation = conversationFor(key);
  const [target, setTarget] = useState<{ of: Conversation; to: Target } | null>(null);
  const [looked, setLooked] = useState<Conversation | null>(null);
  const [attempt, setAttempt] = useState(0);
  const before = useRef<{ conversation: Conversation; at: string; hash: string } | null>(null);
  const aim = useCallback(
    (index: number, words: readonly string[] = kNoWords, around: Around | null = null) => {
      seek(conversation, index, around);
      setTarget({ of: conversation, to: { index, offset: 0, end: false, words } });
    },
    [conversation],
  );

  // Could not be opened because nobody answered: tried again when somebody does.
  const isUp = connected.value;
  useEffect(() => {
    if (isUp && conversation.load.value === 'failed' && conversation.error.value?.status === 0) setAttempt((n) => n + 1);
  }, [conversation, isUp]);

  useEffect(() => {
    let live = true;
    const last = before.current;
    before.current = { conversation, at, hash: location.hash };
    const kept = placeOf(visit);
    // Only the view of it is another one; the same link once more is a wish to go there again.
    const stays = conversation.load.value === 'ready' && !kept && last?.conversation === conversation && last.at === at && last.hash !== location.hash;
    const place = kept ?? (at ? undefined : placeOf(threadName(key)));
    void (async () => {
      const to = stays ? null : await (place ? arriveAt(conversation, place) : follow(conversation, at, start));
      if (!live) return;
      if (to && isRoute(to)) return go(to, true);
      if (conversation.load.value !== 'ready') return;
      if (to) {
        setTarget({ of: conversation, to });
        focusMessages();
      }
      if (place && !stays) void markAgain(conversation, at);
      // What is not needed for the first look comes after it.
      await painted();
      if (!live) return;
      setLooked(conversation);
      if (!conversation.outline.value) await conversation.loadOutline().catch(() => undefined);
      if (live && !conversation.turns.value) await conversation.loadTurns().catch(() => undefined);
    })();
    const leave = (): void => keep(conversation, visit);
    const unload = (): void => {
      leave();
      storePlaces();
    };
    addEventListener('pagehide', unload);
    return () => {
      live = false;
      removeEventListener('pagehide', unload);
      leave();
    };
  }, [conversation, at, visit, attempt]);
  return { conversation, target: target?.of === conversation ? target.to : null, aim, looked: looked === conversation };
}
