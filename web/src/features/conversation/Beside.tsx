// SPDX-License-Identifier: MIT
//
// Another session beside the one that is open: read with a scroll bar of its own.

import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { get } from '../../api/client';
import type { SessionRow } from '../../api/types';
import { go, sessionHref, withParams } from '../../app/router';
import { ago, t } from '../../i18n';
import { conversationFor, nameOf } from '../../state/conversation';
import { sessionById, sessions, wantSession } from '../../state/sessions';
import { visible } from '../../text/safe';
import { Icon } from '../../ui/Icon';
import { kNoWords } from '../../ui/sought';
import { useFocus } from '../../ui/useFocus';
import { projectName } from '../sessions/SessionRowView';
import { MessageList, type Target } from './MessageList';
import { SessionScope } from './scope';

const kMost = 30;

function close(): void {
  go(withParams({ beside: '' }), true);
}

/** Which one: those of the list, or by words. */
function Choose() {
  const field = useFocus<HTMLInputElement>();
  const [text, setText] = useState('');
  const [found, setFound] = useState<SessionRow[]>([]);
  useEffect(() => {
    let live = true;
    if (text.trim()) get('list', { all: true, match: [text], limit: kMost }).then((page) => live && setFound(page.sessions), () => undefined);
    return () => {
      live = false;
    };
  }, [text]);
  const rows = text.trim() ? found : sessions.value.slice(0, kMost);
  return (
    <div class="beside-choose">
      <input type="search" ref={field} value={text} placeholder={t('besideWhich')} aria-label={t('besideWhich')} onInput={(e) => setText(e.currentTarget.value)} onKeyDown={(e) => { e.stopPropagation(); if (e.key === 'Escape') close(); }} data-testid="beside-field" />
      <ul>
        {rows.map((row) => (
          <li key={row.file}><button type="button" onClick={() => go(withParams({ beside: row.id }), true)}>{visible(row.title || row.name)} <span class="web-host">{visible(projectName(row.project.path))} · {ago(row.updatedAt)}</span></button></li>
        ))}
      </ul>
    </div>
  );
}

function Reading({ id }: { id: string }) {
  const key = useMemo(() => ({ session: id, leaf: '', rules: '' as const }), [id]);
  const conversation = conversationFor(key);
  const [target, setTarget] = useState<Target | null>(null);
  useEffect(() => {
    let live = true;
    void (async () => {
      if (conversation.load.value !== 'ready') await conversation.open('');
      if (!live) return;
      setTarget({ index: Math.max(0, conversation.total.value - 1), offset: 0, end: true, words: kNoWords });
      if (!conversation.outline.value) await conversation.loadOutline().catch(() => undefined);
      if (live && !conversation.turns.value) await conversation.loadTurns().catch(() => undefined);
    })();
    void wantSession(id);
    return () => {
      live = false;
    };
  }, [conversation]);
  const actions = useCallback(() => null, []);
  if (conversation.load.value === 'failed') return <p class="tool-error" role="alert">{conversation.error.value?.message || t('cannotOpen')}</p>;
  return (
    <SessionScope.Provider value={key}>
      <MessageList key={nameOf(key)} conversation={conversation} target={target} actions={actions} news={false} />
    </SessionScope.Provider>
  );
}

export function Beside({ id }: { id: string }) {
  const row = sessionById(id);
  return (
    <aside class="beside" aria-label={t('sideBySide')} data-testid="beside">
      <header>
        <Icon name="columns" />
        <h2>{id ? <a href={sessionHref(id)}>{visible(row?.title || row?.name || id)}</a> : t('sideBySide')}</h2>
        {id ? <button type="button" class="tool-button small" onClick={() => go(withParams({ beside: ' ' }), true)}>{t('another')}</button> : null}
        <button type="button" class="icon-button" aria-label={t('close')} onClick={close} data-testid="close-beside"><Icon name="cross" /></button>
      </header>
      {id ? <Reading key={id} id={id} /> : <Choose />}
    </aside>
  );
}
