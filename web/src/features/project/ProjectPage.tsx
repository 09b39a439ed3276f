// SPDX-License-Identifier: MIT
//
// One project: its sessions, what they cost, and what was typed there.

import { useState } from 'preact/hooks';
import { get, timezone } from '../../api/client';
import { openSidebar } from '../../app/overlay';
import { route } from '../../app/router';
import { ago, bytes, money, number, t } from '../../i18n';
import { visible } from '../../text/safe';
import { Icon } from '../../ui/Icon';
import { useAnswer } from '../../ui/useAnswer';
import { useTitle } from '../../ui/useTitle';
import { Card } from '../home/Card';
import { hideProject } from '../../state/edits';
import { projectName } from '../sessions/SessionRowView';
import { PromptItem } from './PromptsPage';
import '../details/details.css';
import '../turns/turns.css';
import '../usage/usage.css';

const kPage = 24;
const kPrompts = 8;

function Costs({ path }: { path: string }) {
  const { answer } = useAnswer(`cost ${path}`, () => get('usage', { kind: 'models', project: path, timezone: timezone() }));
  const { answer: week } = useAnswer(`week ${path}`, () => get('usage', { kind: 'daily', project: path, since: '7d', timezone: timezone() }));
  if (!answer?.rows || answer.rows.length === 0) return null;
  return (
    <section>
      <h2>{t('cost')}</h2>
      <p class="page-facts" data-testid="project-cost">{money(answer.totals.cost.usd)} · {t('last7days')} {money(week?.totals.cost.usd ?? 0)} · {t('responsesCount', { n: answer.totals.responses })}</p>
      <ul class="legend">{answer.rows.slice(0, 6).map((row) => <li key={row.period}>{visible(row.period.replace(/^claude-/, ''))} <strong>{money(row.cost.usd)}</strong></li>)}</ul>
    </section>
  );
}

export function ProjectPage() {
  const path = route.value.params['path'] ?? '';
  const [most, setMost] = useState(kPage);
  useTitle(projectName(path));
  const { answer, failed } = useAnswer(`list ${path} ${most}`, () => get('list', { path, limit: most }));
  const { answer: projects } = useAnswer('projects', () => get('projects', { hidden: true }));
  const { answer: prompts } = useAnswer(`prompts ${path}`, () => get('prompts', { project: path, limit: kPrompts }));
  const project = projects?.projects.find((one) => one.path === path);
  return (
    <main class="sub-page" id="main" data-testid="project-page">
      <header class="page-head">
        <button type="button" class="icon-button narrow-only" aria-label={t('sessions')} onClick={openSidebar}><Icon name="menu" /></button>
        <div class="sub-title"><h1>{visible(projectName(path))}</h1><p class="web-host">{visible(path)}{project && !project.exists ? ` · ${t('folderGone')}` : ''}</p></div>
        <span class="grow" />
        <a class="tool-button" href={`#/search?project=${encodeURIComponent(path)}`}><Icon name="search" /> {t('searchHere')}</a>
        <a class="tool-button" href={`#/new?folder=${encodeURIComponent(path)}`}><Icon name="plus" /> {t('newSession')}</a>
        <button type="button" class="tool-button" onClick={() => void hideProject(path)}><Icon name="eye" /> {t('hide')}</button>
      </header>
      {failed ? <p class="tool-error" role="alert">{failed}</p> : null}
      <div class="project-body">
        {project ? <p class="page-facts">{t('sessionCount', { n: project.sessions })} · {bytes(project.bytes)} · {ago(project.updatedAt)}</p> : null}
        <Costs path={path} />
        <section>
          <h2>{t('sessions')}</h2>
          <div class="cards">{answer?.sessions.map((row) => <Card key={row.file} row={row} />)}</div>
          {answer?.nextCursor ? <button type="button" class="tool-button" onClick={() => setMost(most * 4)}>{t('more')} {project ? `(${number(project.sessions - most)})` : ''}</button> : null}
        </section>
        {prompts && prompts.prompts.length > 0 ? (
          <section>
            <h2>{t('prompts')}</h2>
            <div class="prompt-list project-prompts">{prompts.prompts.map((prompt, i) => <PromptItem key={i} prompt={prompt} />)}</div>
          </section>
        ) : null}
      </div>
    </main>
  );
}
