// SPDX-License-Identifier: MIT
//
// What was typed, newest first, also into sessions that are gone.

import { useState } from 'preact/hooks';
import { get } from '../../api/client';
import type { Prompt } from '../../api/types';
import { openSidebar } from '../../app/overlay';
import { go, route, sessionHref, withParams } from '../../app/router';
import { dateTime, t } from '../../i18n';
import { visible } from '../../text/safe';
import { CopyButton } from '../../ui/CopyButton';
import { Icon } from '../../ui/Icon';
import { useAnswer } from '../../ui/useAnswer';
import { useTitle } from '../../ui/useTitle';
import { projectName } from '../sessions/SessionRowView';
import '../details/details.css';
import '../turns/turns.css';

const kPage = 50;

export function PromptItem({ prompt }: { prompt: Prompt }) {
  return (
    <article class="prompt-item" data-testid="prompt-item">
      <header>
        <time>{dateTime(prompt.timestamp)}</time>
        {prompt.project ? <span title={visible(prompt.project)}><Icon name="folder" /> {visible(projectName(prompt.project))}</span> : null}
        {prompt.session ? <a href={sessionHref(prompt.session)}>{t('toSession')}</a> : null}
        <span class="grow" />
        <CopyButton text={prompt.text} />
      </header>
      <p>{visible(prompt.text.length > 1500 ? `${prompt.text.slice(0, 1500)}…` : prompt.text)}</p>
    </article>
  );
}

export function PromptsPage() {
  const { params } = route.value;
  const q = params['q'] ?? '';
  const [most, setMost] = useState(kPage);
  useTitle(t('prompts'));
  const { answer, failed } = useAnswer(`${q} ${most}`, () => get('prompts', { query: q.trim() ? [q] : [], limit: most }));
  return (
    <main class="sub-page" id="main" data-testid="prompts-page">
      <header class="page-head">
        <button type="button" class="icon-button narrow-only" aria-label={t('sessions')} onClick={openSidebar}><Icon name="menu" /></button>
        <h1>{t('prompts')}</h1>
        <input type="search" value={q} placeholder={t('promptsFind')} aria-label={t('promptsFind')} onInput={(e) => go(withParams({ q: e.currentTarget.value }), true)} />
      </header>
      <p class="page-note">{t('promptsNote')}</p>
      {failed ? <p class="tool-error" role="alert">{failed}</p> : null}
      {answer?.prompts.length === 0 ? <p class="empty-list">{t('nothingFound')}</p> : null}
      <div class="prompt-list">
        {answer?.prompts.map((prompt, i) => <PromptItem key={i} prompt={prompt} />)}
        {answer?.more ? <button type="button" class="tool-button" onClick={() => setMost(most * 4)}>{t('more')}</button> : null}
      </div>
    </main>
  );
}
