// SPDX-License-Identifier: MIT
//
// Follows the daemon's events and brings lists and open conversations up to date with what they
// carry. Asks again only where that is not enough: after a gap, a change of branch, a rewrite.
// Reconnects by itself, waiting a little longer each time; then everything on the screen is asked again.

import { signal } from '@preact/signals';
import { ApiError, events, type ServerEvent } from '../api/client';
import type { Event } from '../api/types';
import { conversationsOf, openConversations, type Conversation } from './conversation';
import { takeDriveEvent } from './drive';
import { isGrowth } from './growth';
import { connected, loadSessions, takeRow, takeRunning } from './sessions';
import { route } from '../app/router';

/** Changes with everything that may have changed the usage. */
export const usageRevision = signal(0);

const kListDelay = 400;
const kConversationDelay = 120;
const kTurnDelay = 600;
const timers = new Map<string, ReturnType<typeof setTimeout>>();

// A burst of lines becomes one refresh.
function soon(key: string, ms: number, run: () => void): void {
  if (timers.has(key)) return;
  timers.set(
    key,
    setTimeout(() => {
      timers.delete(key);
      run();
    }, ms),
  );
}

function refreshAll(): void {
  void loadSessions();
  for (const conversation of openConversations(route.value.session)) void conversation.refresh();
}

/** Asks again for what shows this transcript. */
function askAgain(conversations: readonly Conversation[], delay: number): void {
  for (const conversation of conversations) {
    soon(`conversation ${JSON.stringify(conversation.key)}`, delay, () => void conversation.refresh());
  }
}

function takeGrowth(event: Event): void {
  const conversations = conversationsOf(event.file ?? '');
  if (!isGrowth(event)) return askAgain(conversations, kConversationDelay);
  askAgain(conversations.filter((conversation) => !conversation.grow(event)), kConversationDelay);
  // What a resume would send is in no event: whoever looks at it is told at the end of a turn.
  if (!event.turn) return;
  for (const conversation of conversations) {
    if (conversation.turns.value) soon(`turns ${JSON.stringify(conversation.key)}`, kTurnDelay, () => void conversation.loadTurns().catch(() => undefined));
    if (conversation.context.value) soon(`context ${JSON.stringify(conversation.key)}`, kTurnDelay, () => void conversation.loadContext().catch(() => undefined));
  }
}

// Sessions that a list leaves out (hidden ones, subagents) change too; one look tells which.
const unlisted = new Set<string>();

function takeFacts(event: Event): void {
  const file = event.file ?? '';
  const isNew = event.type === 'session.added';
  if (event.row && !isNew && takeRow(event.row)) unlisted.delete(file);
  else if (!event.agent && (isNew || !unlisted.has(file))) {
    unlisted.add(file);
    soon('list', kListDelay, () => void loadSessions());
  }
  if (event.reload) for (const conversation of conversationsOf(file)) void conversation.reload();
}

function takeSessionEvent(event: Event): void {
  switch (event.type) {
    case 'session.appended':
      return takeGrowth(event);
    case 'session.added':
    case 'session.changed':
      return takeFacts(event);
    case 'session.branch':
      return askAgain(conversationsOf(event.file ?? ''), kConversationDelay);
    case 'session.running':
      return takeRunning(event.session ?? '', event.running ?? null);
    default:
      // What is gone cannot be read again; what is on the screen of it stays.
      soon('list', kListDelay, () => void loadSessions());
  }
}

export function takeEvent(event: ServerEvent): void {
  if (event.type === 'resync') {
    refreshAll();
    return;
  }
  let payload: Event;
  try {
    payload = JSON.parse(event.data) as Event;
  } catch {
    return;
  }
  if (event.type === 'drive') {
    takeDriveEvent(payload as unknown as Record<string, unknown>);
    return;
  }
  if (!event.type.startsWith('session.')) return;
  usageRevision.value++;
  takeSessionEvent(payload);
}

export function startLive(): () => void {
  const stop = new AbortController();
  void (async () => {
    let lastId = '';
    let wait = 500;
    let first = true;
    while (!stop.signal.aborted) {
      try {
        for await (const event of events(lastId, stop.signal)) {
          if (event.type === 'open') {
            wait = 500;
            connected.value = true;
            // A daemon that came back numbers its events anew: ask for everything once.
            if (!first) refreshAll();
            first = false;
            continue;
          }
          lastId = event.id;
          takeEvent(event);
        }
      } catch (error) {
        if (stop.signal.aborted) return;
        // Refused for good: no use in asking again and again.
        if (error instanceof ApiError && (error.status === 401 || error.status === 403 || error.status === 404)) {
          connected.value = false;
          void loadSessions(); // which says on the page what is missing
          return;
        }
      }
      connected.value = false;
      first = false;
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait = Math.min(wait * 1.6, 8000);
    }
  })();
  return () => stop.abort();
}
