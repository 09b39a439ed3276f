// SPDX-License-Identifier: MIT
//
// One session: its head, the switches over the conversation, the conversation, the map beside it and
// the way to go on below it.

import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { lazy, Suspense } from 'preact/compat';
import type { Message } from '../../api/types';
import { mapOpen } from '../../app/preferences';
import { go, route, withParams } from '../../app/router';
import { t } from '../../i18n';
import { conversationFor, ruleSet, type Conversation } from '../../state/conversation';
import { query, sessionById } from '../../state/sessions';
import { ContextBar, lastCompactionIn, reasonOut, whyOut } from '../context/ContextBar';
import { Composer } from '../drive/Composer';
import { LiveTurn } from '../drive/LiveTurn';
import { BranchSwitch } from '../branches/BranchSwitch';
import { FindBar } from './FindBar';
import { MessageList, type Target } from './MessageList';
import { MessageMenu } from './MessageMenu';
import { SessionHeader } from './SessionHeader';
import { Toolbar } from './Toolbar';
import { useMarks } from './marks';
import { SessionScope } from './scope';
import './session.css';

// The map follows the reader a little behind: it is large, and scrolling must not wait for it.
const kMapDelay = 150;

const BranchMap = lazy(() => import('../branches/BranchMap').then((m) => ({ default: m.BranchMap })));

/** After what was just rendered is on the screen. */
function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
}

interface Opened {
  conversation: Conversation;
  target: Target | null;
  aim: (index: number) => void;
  looked: boolean; // its first messages were on the screen
}

function useConversation(): Opened {
  const { session, params } = route.value;
  const leaf = params['leaf'] ?? '';
  const rules = ruleSet(params['rules']);
  const at = params['at'] ?? '';
  const conversation = conversationFor({ session, leaf, rules });
  const [target, setTarget] = useState<{ of: Conversation; to: Target } | null>(null);
  const [looked, setLooked] = useState<Conversation | null>(null);
  const serial = useRef(0);
  const aim = useCallback((index: number, end = false) => setTarget({ of: conversation, to: { index, serial: ++serial.current, end } }), [conversation]);

  useEffect(() => {
    let live = true;
    void (async () => {
      const fresh = conversation.load.value !== 'ready';
      let index = 0;
      if (fresh) index = await conversation.open(at);
      else if (at) index = await conversation.find(at);
      else if (conversation.anchor) index = conversation.anchor.index;
      if (!live || conversation.load.value === 'failed') return;
      if (at && index < 0) index = conversation.total.value - 1;
      aim(Math.max(0, index), !at && fresh);
      // What is not needed for the first look comes after it.
      await painted();
      if (!live) return;
      setLooked(conversation);
      if (!conversation.outline.value) await conversation.loadOutline().catch(() => undefined);
    })();
    return () => {
      live = false;
    };
  }, [conversation, at]);
  return { conversation, target: target?.of === conversation ? target.to : null, aim, looked: looked === conversation };
}

export function SessionPage() {
  const { params } = route.value;
  const { conversation, target, aim, looked } = useConversation();
  const [top, setTop] = useState('');
  const contextView = params['view'] === 'context';
  const row = sessionById(conversation.key.session);
  const id = conversation.head.value?.id ?? conversation.key.session;

  useEffect(() => {
    if (contextView && !conversation.context.value) void conversation.loadContext().catch(() => undefined);
  }, [conversation, contextView]);
  useEffect(() => {
    document.title = `${row?.name ?? conversation.head.value?.name ?? 'Clew'} · Clew`;
  }, [row?.name, conversation.head.value?.name]);

  const scope = useMemo(
    () => ({ session: conversation.key.session, leaf: conversation.key.leaf, rules: conversation.key.rules }),
    [conversation],
  );
  useMarks(conversation.load.value === 'ready' && !params['find'] ? query.value : '', 'searched', conversation);
  const outline = conversation.outline.value;
  const inContext = conversation.inContext.value;
  const actions = useCallback(
    (message: Message, index: number) => {
      const alternatives = outline?.[index]?.alternatives;
      return (
        <>
          {alternatives ? <BranchSwitch alternatives={alternatives} /> : null}
          <MessageMenu message={message} conversation={conversation} />
        </>
      );
    },
    [outline, conversation],
  );
  const lastCompaction = useMemo(() => lastCompactionIn(outline), [outline]);
  const leftOut = useCallback(
    (message: Message, index: number) => (contextView && inContext ? whyOut(reasonOut(message, index, inContext, lastCompaction)) : ''),
    [contextView, inContext, lastCompaction],
  );
  const mapTimer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(
    () => () => {
      clearTimeout(mapTimer.current);
      mapTimer.current = undefined;
    },
    [conversation],
  );
  const onVisible = useCallback(
    (first: number, last: number) => {
      conversation.anchor = { index: first, last };
      mapTimer.current ??= setTimeout(() => {
        mapTimer.current = undefined;
        const index = conversation.anchor?.index ?? 0;
        setTop(conversation.message(index)?.uuid ?? conversation.outline.value?.[index]?.uuid ?? '');
      }, kMapDelay);
    },
    [conversation],
  );

  if (conversation.load.value === 'failed') {
    return (
      <main class="session" id="main">
        <div class="empty" role="alert">
          <h1>{t('cannotOpen')}</h1>
          <p>{conversation.error.value?.message || t('unreachable')}</p>
        </div>
      </main>
    );
  }
  const total = conversation.total.value;
  return (
    <SessionScope.Provider value={scope}>
      <main class="session" id="main" data-testid="session" data-session={id} data-total={total}>
        <SessionHeader conversation={conversation} />
        <Toolbar conversation={conversation} contextView={contextView} />
        {params['find'] !== undefined && params['find'] !== '' ? <FindBar conversation={conversation} aim={aim} onClose={() => go(withParams({ find: '' }), true)} /> : null}
        {contextView ? <ContextBar conversation={conversation} /> : null}
        <div class={mapOpen.value === 'yes' ? 'session-body with-map' : 'session-body'}>
          <MessageList key={JSON.stringify(conversation.key)} conversation={conversation} target={target} actions={actions} leftOut={leftOut} onVisible={onVisible} footer={<LiveTurn conversation={conversation} />} />
          {mapOpen.value === 'yes' ? (
            <Suspense fallback={<aside class="map" aria-busy="true" />}>
              {looked ? <BranchMap conversation={conversation} at={top} /> : <aside class="map" aria-busy="true" />}
            </Suspense>
          ) : null}
        </div>
        <Composer conversation={conversation} />
      </main>
    </SessionScope.Provider>
  );
}
