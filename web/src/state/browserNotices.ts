// SPDX-License-Identifier: MIT
//
// Notices of the browser, for who looks elsewhere: a turn has ended, or asks something. Off until the
// reader wants them, and asked for once.

import { effect } from '@preact/signals';
import { noticeWish } from '../app/preferences';
import { go, sessionHref } from '../app/router';
import { t } from '../i18n';
import { turns, type Turn } from './drive';
import { list, sessionById } from './sessions';

export function mayNotify(): boolean {
  return typeof Notification !== 'undefined' && Notification.permission === 'granted';
}

export async function askToNotify(wanted: boolean): Promise<void> {
  if (!wanted || typeof Notification === 'undefined') {
    noticeWish.value = 'no';
    return;
  }
  const answer = Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission;
  noticeWish.value = answer === 'granted' ? 'yes' : 'no';
}

function tell(session: string, text: string): void {
  if (noticeWish.peek() !== 'yes' || !mayNotify() || document.visibilityState === 'visible') return;
  const notice = new Notification(sessionById(session)?.name || 'Clew', { body: text, tag: session });
  notice.onclick = () => {
    window.focus();
    go(sessionHref(session));
    notice.close();
  };
}

/** What has happened between two looks, or nothing worth a word. */
export function newsOf(before: Turn | undefined, now: Turn): 'asks' | 'ended' | null {
  if (now.permissions.length > (before?.permissions.length ?? 0)) return 'asks';
  const wasBusy = before && (before.state === 'busy' || before.state === 'waiting' || before.state === 'starting');
  return wasBusy && (now.state === 'idle' || now.state === 'ended') ? 'ended' : null;
}

/** Also sessions that run in a terminal tell when they wait. */
export function startNotices(): void {
  let known: Readonly<Record<string, Turn>> = {};
  effect(() => {
    for (const [session, turn] of Object.entries(turns.value)) {
      const news = newsOf(known[session], turn);
      if (news) tell(session, t(news === 'asks' ? 'noticeAsks' : 'noticeEnded'));
    }
    known = turns.value;
  });
  let waiting = new Set<string>();
  let isFirst = true;
  effect(() => {
    const rows = (list.value?.sessions ?? []).filter((row) => row.running?.status === 'waiting');
    for (const row of rows) if (!isFirst && !waiting.has(row.id) && !turns.peek()[row.id]) tell(row.id, t('noticeAsks'));
    waiting = new Set(rows.map((row) => row.id));
    isFirst = !list.value;
  });
}
