// SPDX-License-Identifier: MIT
//
// The first look: what is running, what was used last, what will soon be gone, and the keys.

import type { SessionRow } from '../../api/types';
import { sessionHref } from '../../app/router';
import { sidebarOpen } from '../../state/screen';
import { ago, bytes, t } from '../../i18n';
import { filters, list, sessions } from '../../state/sessions';
import { visible } from '../../text/safe';
import { Icon } from '../../ui/Icon';
import { Keys } from '../../app/Keys';
import { useTitle } from '../../ui/useTitle';
import { KeptMark } from '../../ui/KeptMark';
import { projectName } from './SessionRowView';

function Card({ row }: { row: SessionRow }) {
  return (
    <a class="card" href={sessionHref(row.id)}>
      <span class="card-title">{row.running ? <span class="running-dot" role="img" aria-label={t('running')} /> : null}{visible(row.title || row.name)}</span>
      <span class="card-text">{visible(promptOf(row.firstPrompt))}</span>
      <span class="card-facts">
        <span>{visible(projectName(row.project.path))}</span>
        <span>{ago(row.updatedAt)}</span>
        <span>{bytes(row.size)}</span>
        <KeptMark row={row} />
        {row.daysLeft !== null && row.daysLeft <= 7 ? <span class="badge badge-warn">{t('daysLeft', { n: row.daysLeft })}</span> : null}
      </span>
    </a>
  );
}

// What an editor attached stands before the words; the card shows the words.
export function promptOf(text: string | null): string {
  if (!text) return '';
  if (!text.startsWith('> **上下文资料**')) return text;
  return text.replace(/^> \*\*上下文资料\*\*(?:\s*>)*\s*/, '').replace(/\s*>\s*-\s*/g, ' · ').replace(/^-\s*/, '');
}

export function HomePage() {
  useTitle('');
  const all = sessions.value;
  const running = all.filter((row) => row.running);
  const recent = all.filter((row) => !row.running).slice(0, 6);
  // A card stands once: the first section that has it says all there is to say.
  const above = new Set([...running, ...recent].map((row) => row.id));
  const ending = all.filter((row) => row.daysLeft !== null && row.daysLeft <= 3 && !above.has(row.id)).slice(0, 6);
  const ghosts = list.value?.ghosts ?? [];
  return (
    <main class="home" id="main" data-testid="home">
      <button type="button" class="icon-button narrow-only" aria-label={t('sessions')} onClick={() => (sidebarOpen.value = true)}><Icon name="menu" /></button>
      <h1>{t('homeTitle')}</h1>
      <p class="home-lead">{t('homeLead', { n: all.length })}</p>
      <p><a class="tool-button primary" href="#/new"><Icon name="plus" /> {t('newSession')}</a></p>
      {running.length > 0 ? <Section title={t('runningNow')} rows={running} /> : null}
      <Section title={t('lastUsed')} rows={recent} />
      {ending.length > 0 ? <Section title={t('soonGone')} rows={ending} /> : null}
      {ghosts.length > 0 ? (
        <section>
          <h2>{t('ghosts')}</h2>
          <ul class="ghosts">
            {ghosts.map((ghost) => (
              <li key={ghost.id}>
                <span class="web-host">{visible(ghost.project)} · {ago(ghost.lastAt)}</span>
                {ghost.prompts.slice(0, 3).map((prompt, i) => <p key={i}>{visible(prompt.text)}</p>)}
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <button type="button" class="tool-button" onClick={() => (filters.value = { ...filters.value, ghosts: true })}>{t('showGhosts')}</button>
      )}
      <section>
        <h2>{t('keys')}</h2>
        <Keys />
      </section>
      <p class="privacy"><Icon name="lock" /> {t('privacyLong')}</p>
    </main>
  );
}

function Section({ title, rows }: { title: string; rows: SessionRow[] }) {
  return (
    <section>
      <h2>{title}</h2>
      <div class="cards">{rows.map((row) => <Card key={row.id} row={row} />)}</div>
    </section>
  );
}
