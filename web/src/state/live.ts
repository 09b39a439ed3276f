// SPDX-License-Identifier: MIT
//
// Follows the daemon's events and brings lists and open conversations up to date. Reconnects by
// itself, waiting a little longer each time; after a gap everything on the screen is asked again.

import { signal } from '@preact/signals';
import { ApiError, events, type ServerEvent } from '../api/client';
import { openConversations } from './conversation';
import { takeDriveEvent } from './drive';
import { connected, loadSessions } from './sessions';
import { route } from '../app/router';

/** Changes with everything that may have changed the usage. */
export const usageRevision = signal(0);

const kListDelay = 400;
const kConversationDelay = 120;
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

export function takeEvent(event: ServerEvent): void {
  if (event.type === 'resync') {
    refreshAll();
    return;
  }
  let payload: Record<string, unknown>;
  try {
    payload = JSON.parse(event.data) as Record<string, unknown>;
  } catch {
    return;
  }
  if (event.type === 'drive') {
    takeDriveEvent(payload);
    return;
  }
  if (!event.type.startsWith('session.')) return;
  soon('list', kListDelay, () => void loadSessions());
  usageRevision.value++;
  const session = typeof payload['session'] === 'string' ? payload['session'] : '';
  // What is gone cannot be read again; what is on the screen of it stays.
  if (!session || event.type === 'session.running' || event.type === 'session.removed') return;
  soon(`conversation ${session}`, kConversationDelay, () => {
    for (const conversation of openConversations(session)) void conversation.refresh();
  });
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
        if (error instanceof ApiError && (error.status === 401 || error.status === 403 || error.status === 404)) return;
      }
      connected.value = false;
      first = false;
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait = Math.min(wait * 1.6, 8000);
    }
  })();
  return () => stop.abort();
}
