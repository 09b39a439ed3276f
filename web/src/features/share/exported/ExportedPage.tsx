// SPDX-License-Identifier: MIT
//
// The page of an exported file: a conversation with its branches and a way to find something in it,
// made of the components of the page. Nothing can be changed, and nobody is asked for anything.

import { useCallback, useEffect, useMemo } from 'preact/hooks';
import type { Message } from '../../../api/types';
import { detail, theme, type Detail } from '../../../app/preferences';
import { go, route, sessionHref, withParams } from '../../../app/router';
import { dateTime, t, type Key } from '../../../i18n';
import { nameOf } from '../../../state/conversation';
import { dismiss, notices } from '../../../state/notices';
import { visible } from '../../../text/safe';
import { Icon } from '../../../ui/Icon';
import { useTitle } from '../../../ui/useTitle';
import { BranchSwitch } from '../../branches/BranchSwitch';
import { FindBar } from '../../conversation/FindBar';
import { MessageList } from '../../conversation/MessageList';
import { useConversation } from '../../conversation/opening';
import { SessionScope } from '../../conversation/scope';
import { file } from './data';
import '../../conversation/session.css';
import './exported.css';

const kDetails: [Detail, Key][] = [['all', 'detailAll'], ['no-tools', 'detailNoTools'], ['talk', 'detailTalk']];

function Head() {
  const { session, hidden, clew } = file();
  const secrets = hidden === null ? t('secretsIncluded') : hidden > 0 ? t('secretsHidden', { n: hidden }) : '';
  return (
    <header class="session-head">
      <div class="session-title">
        <h1>{visible(session.name || session.title)}</h1>
        <p class="facts">
          {session.cwd ? <span><Icon name="folder" /> {visible(session.cwd)}</span> : null}
          {session.gitBranch ? <span><Icon name="branch" /> {visible(session.gitBranch)}</span> : null}
          <span>{dateTime(session.createdAt)} – {dateTime(session.updatedAt)}</span>
          {secrets ? <span class="badge"><Icon name="lock" /> {secrets}</span> : null}
          <span>{t('exportedBy', { version: visible(clew) })}</span>
        </p>
      </div>
    </header>
  );
}

function Branches({ leaf }: { leaf: string }) {
  const { branches, session } = file();
  if (branches.length < 2) return null;
  const current = branches.findIndex((branch) => branch.tip === leaf);
  return (
    <select aria-label={t('branchMap')} value={String(Math.max(0, current))} data-testid="branches" onChange={(e) => {
      const chosen = Number(e.currentTarget.value);
      go(sessionHref(session.id, chosen === 0 ? {} : { leaf: branches[chosen]?.tip ?? '' }));
    }}>
      {branches.map((branch, i) => <option key={i} value={String(i)}>{i === 0 ? `${t('activeBranch')}: ` : ''}{visible(branch.title)}</option>)}
    </select>
  );
}

function Tools({ leaf }: { leaf: string }) {
  const dark = theme.value === 'dark' || (theme.value === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  return (
    <div class="toolbar" role="toolbar" aria-label={t('view')}>
      <select aria-label={t('detail')} value={detail.value} onChange={(e) => (detail.value = e.currentTarget.value as Detail)}>
        {kDetails.map(([value, key]) => <option key={value} value={value}>{t(key)}</option>)}
      </select>
      <Branches leaf={leaf} />
      <span class="grow" />
      <button type="button" class="tool-button" onClick={() => go(withParams({ find: ' ' }), true)} aria-label={t('find')} data-testid="find-button">
        <Icon name="search" /> <span class="wide-only">{t('find')}</span>
      </button>
      <button type="button" class="tool-button" onClick={() => (theme.value = dark ? 'light' : 'dark')} aria-label={t(dark ? 'themeLight' : 'themeDark')} data-testid="theme">
        <Icon name={dark ? 'sun' : 'moon'} />
      </button>
    </div>
  );
}

export function ExportedPage() {
  const { params } = route.value;
  const { conversation, target, aim } = useConversation('beginning');
  const scope = useMemo(() => conversation.key, [conversation]);
  const outline = conversation.outline.value;
  useTitle(file().session.name || file().session.title);
  const actions = useCallback(
    (_: Message, index: number) => {
      const alternatives = outline?.[index]?.alternatives;
      return alternatives ? <BranchSwitch alternatives={alternatives} compare={false} /> : null;
    },
    [outline],
  );
  useEffect(() => {
    const find = (event: KeyboardEvent): void => {
      if (event.key !== 'f' || event.ctrlKey || event.metaKey || event.altKey || (event.target instanceof Element && event.target.matches('input, select, textarea'))) return;
      event.preventDefault();
      go(withParams({ find: ' ' }), true);
    };
    addEventListener('keydown', find);
    return () => removeEventListener('keydown', find);
  }, []);
  return (
    <SessionScope.Provider value={scope}>
      <div class="app exported">
        <main class="session" id="main" data-testid="session" data-total={conversation.total.value}>
          <Head />
          <Tools leaf={conversation.key.leaf} />
          {params['find'] ? <FindBar conversation={conversation} aim={aim} onClose={() => go(withParams({ find: '' }), true)} /> : null}
          {conversation.load.value === 'failed' ? <p class="empty" role="alert">{t('cannotOpen')}</p> : null}
          <div class="session-body">
            <MessageList key={nameOf(conversation.key)} conversation={conversation} target={target} actions={actions} news={false} />
          </div>
        </main>
        <div class="notices" role="status" aria-live="polite">
          {notices.value.map((notice) => (
            <div key={notice.id} class="notice">
              <span>{visible(notice.text)}</span>
              <button type="button" class="icon-button" aria-label={t('close')} onClick={() => dismiss(notice.id)}><Icon name="cross" /></button>
            </div>
          ))}
        </div>
      </div>
    </SessionScope.Provider>
  );
}
