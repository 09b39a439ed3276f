// SPDX-License-Identifier: MIT
//
// The frame of a page about one session: its name, the way back, and the pages beside it.

import type { ComponentChildren } from 'preact';
import { openSidebar } from '../../app/overlay';
import { route, sessionHref, type Page } from '../../app/router';
import { t, type Key } from '../../i18n';
import { sessionById, wantSession } from '../../state/sessions';
import { useEffect } from 'preact/hooks';
import { visible } from '../../text/safe';
import { Icon } from '../../ui/Icon';
import { useTitle } from '../../ui/useTitle';
import './turns.css';

const kTabs: [Page, Key][] = [['session', 'conversation'], ['changes', 'allChanges'], ['context', 'contextOverTime'], ['timeline', 'timeline'], ['files', 'files'], ['details', 'details']];

interface Props {
  page: Page;
  title: string;
  /** What the session is called, where the list does not know it: that of a subagent. */
  name?: string | undefined;
  failed: string;
  waiting: boolean;
  tools?: ComponentChildren;
  children: ComponentChildren;
}

export function SubPage({ page, title, name, failed, waiting, tools, children }: Props) {
  const { session, params } = route.value;
  const row = sessionById(session);
  useEffect(() => void wantSession(session), [session]);
  useTitle(`${title} · ${row?.name ?? name ?? ''}`);
  const kept: Record<string, string> = { ...(params['leaf'] ? { leaf: params['leaf'] } : {}), ...(params['agent'] ? { agent: params['agent'] } : {}) };
  return (
    <main class="sub-page" id="main" data-testid={`${page}-page`}>
      <header class="page-head">
        <button type="button" class="icon-button narrow-only" aria-label={t('sessions')} onClick={openSidebar}><Icon name="menu" /></button>
        <div class="sub-title">
          <h1>{title}</h1>
          <p class="web-host">{visible(row?.title || row?.name || name || session)}</p>
        </div>
        <span class="grow" />
        {tools}
      </header>
      <nav class="tabs" aria-label={t('view')}>
        {kTabs.map(([to, key]) => <a key={to} href={sessionHref(session, kept, to)} aria-current={to === page ? 'page' : undefined}>{t(key)}</a>)}
      </nav>
      {failed ? <p class="tool-error" role="alert">{failed}</p> : waiting ? <div class="chart-waiting" aria-busy="true" /> : children}
    </main>
  );
}
