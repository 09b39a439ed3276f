// SPDX-License-Identifier: MIT
//
// One session: its head, the switches over the conversation, the conversation, the map beside it and
// the way to go on below it.

import { effect } from '@preact/signals';
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { lazy, Suspense } from 'preact/compat';
import type { Message } from '../../api/types';
import { closeMapOver, mapOver, mapShown } from '../../app/panes';
import { go, route, withParams } from '../../app/router';
import { t } from '../../i18n';
import { nameOf, type Conversation } from '../../state/conversation';
import { knownHits } from '../../state/search';
import { query, sessionById, wantSession } from '../../state/sessions';
import { kNoWords } from '../../ui/sought';
import { useTitle } from '../../ui/useTitle';
import { ContextBar, lastCompactionIn, reasonOut, whyOut } from '../context/ContextBar';
import { Composer } from '../drive/Composer';
import { isLive, LiveTurn } from '../drive/LiveTurn';
import { BranchSwitch } from '../branches/BranchSwitch';
import { Beside } from './Beside';
import { FindBar } from './FindBar';
import { HealthBanner } from './HealthBanner';
import { MessageList } from './MessageList';
import { MessageMenu } from './MessageMenu';
import { SessionHeader } from './SessionHeader';
import { Toolbar } from './Toolbar';
import { useMarks, wordsOf } from './marks';
import { useConversation } from './opening';
import { SessionScope } from './scope';
import './session.css';

// The map follows the reader a little behind: it is large, and scrolling must not wait for it.
const kMapDelay = 150;

const BranchMap = lazy(() => import('../branches/BranchMap').then((m) => ({ default: m.BranchMap })));

/** The message that is read, a little behind. */
function useTop(conversation: Conversation): string {
  const [top, setTop] = useState('');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = effect(() => {
      void conversation.sight.value;
      timer ??= setTimeout(() => {
        timer = undefined;
        setTop(conversation.uuidOf(conversation.sight.peek()?.index ?? 0));
      }, kMapDelay);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [conversation]);
  return top;
}

export function SessionPage() {
  const { params } = route.value;
  const { conversation, target, aim, looked } = useConversation();
  const top = useTop(conversation);
  const isAgent = conversation.isAgent.value;
  const contextView = params['view'] === 'context' && !isAgent;
  const row = sessionById(conversation.key.session);
  const id = conversation.head.value?.id ?? conversation.key.session;

  useEffect(() => {
    if (contextView && !conversation.context.value) void conversation.loadContext().catch(() => undefined);
  }, [conversation, contextView]);
  useTitle(row?.name ?? conversation.head.value?.name ?? '');
  useEffect(() => {
    if (conversation.load.value === 'ready' && !isAgent) void wantSession(id);
  }, [conversation.load.value, id, isAgent]);
  useEffect(closeMapOver, [conversation.key.session]);

  const scope = useMemo(
    () => conversation.key,
    [conversation],
  );
  useMarks(conversation.load.value === 'ready' && !params['find'] ? wordsOf(query.value, knownHits()) : kNoWords, 'searched', conversation);
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
  if (conversation.load.value === 'failed') {
    return (
      <main class="session" id="main">
        <div class="empty" role="alert">
          <h1>{t('cannotOpen')}</h1>
          <p>{conversation.error.value?.status === 0 ? t('liveOff') : conversation.error.value?.message}</p>
        </div>
      </main>
    );
  }
  const total = conversation.total.value;
  const isBeside = (params['beside'] ?? '') !== '';
  const withMap = mapShown.value && !isAgent && !isBeside;
  return (
    <SessionScope.Provider value={scope}>
      <main class="session" id="main" data-testid="session" data-session={id} data-total={total}>
        <SessionHeader conversation={conversation} />
        <Toolbar conversation={conversation} contextView={contextView} />
        <HealthBanner conversation={conversation} />
        {params['find'] !== undefined && params['find'] !== '' ? <FindBar conversation={conversation} aim={aim} onClose={() => go(withParams({ find: '' }), true)} /> : null}
        {contextView ? <ContextBar conversation={conversation} /> : null}
        <div class={isBeside ? 'session-body with-beside' : withMap && !mapOver.value ? 'session-body with-map' : 'session-body'}>
          <MessageList key={nameOf(conversation.key)} conversation={conversation} target={target} actions={actions} leftOut={leftOut} footer={isAgent ? null : <LiveTurn conversation={conversation} />} news={!isAgent && isLive(conversation)} />
          {isBeside ? <Beside id={(params['beside'] ?? '').trim()} /> : null}
          {withMap ? (
            <Suspense fallback={<aside class="map" aria-busy="true" />}>
              {looked ? <BranchMap conversation={conversation} at={top} /> : <aside class="map" aria-busy="true" />}
            </Suspense>
          ) : null}
        </div>
        {isAgent ? null : <Composer conversation={conversation} />}
      </main>
    </SessionScope.Provider>
  );
}
