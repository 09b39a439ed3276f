// SPDX-License-Identifier: MIT
//
// The first look: what runs and what waits, what was pinned, the last sessions of each project, what was
// used, what failed and what will soon be gone.

import { useEffect, useState } from 'preact/hooks';
import { get } from '../../api/client';
import type { SessionRow } from '../../api/types';
import { Keys } from '../../app/Keys';
import { openSidebar } from '../../app/overlay';
import { ago, t } from '../../i18n';
import { labels } from '../../state/labels';
import { filters, learn, list, sessions } from '../../state/sessions';
import { visible } from '../../text/safe';
import { Icon } from '../../ui/Icon';
import { useTitle } from '../../ui/useTitle';
import { Cards } from './Card';
import { Failures } from './Failures';
import { ProjectGroups } from './ProjectGroups';
import { Week } from './Week';
import './home.css';

const kSoon = 3; // days
const kMost = 3;
const kAsked = 50;

/** Sessions of the whole machine that a filter of the list names. */
function useRows(asked: { pinned?: true; running?: true; daysLeft?: number }): SessionRow[] {
  const [rows, setRows] = useState<SessionRow[]>([]);
  // What a session says while it runs changes no card; another state or another order may.
  const known = list.value?.sessions.map((row) => `${row.id}${row.running?.status ?? ''}${row.pinned ?? ''}`).join(' ');
  useEffect(() => {
    let live = true;
    if (known === undefined) return;
    get('list', { all: true, limit: kAsked, ...asked }).then(
      (answer) => {
        if (!live) return;
        learn(answer.sessions);
        setRows(answer.sessions);
      },
      () => undefined,
    );
    return () => {
      live = false;
    };
  }, [known]);
  return rows;
}

function Ghosts() {
  const ghosts = list.value?.ghosts ?? [];
  if (!filters.value.ghosts) return <button type="button" class="tool-button" onClick={() => (filters.value = { ...filters.value, ghosts: true })}>{t('showGhosts')}</button>;
  return (
    <section>
      <h2>{t('ghosts')}</h2>
      {ghosts.length === 0 && list.value?.ghosts ? <p class="term-note">{t('nothingFound')}</p> : null}
      <ul class="ghosts">
        {ghosts.map((ghost) => (
          <li key={ghost.id}>
            <span class="web-host">{visible(ghost.project)} · {ago(ghost.lastAt)}</span>
            {ghost.prompts.slice(0, 3).map((prompt, i) => <p key={i}>{visible(prompt.text)}</p>)}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function HomePage() {
  useTitle('');
  const running = useRows({ running: true });
  const pinned = useRows({ pinned: true });
  const ending = useRows({ daysLeft: kSoon });
  // A card stands once: the first section that has it says all there is to say.
  const above = new Set<string>();
  const once = (rows: readonly SessionRow[]): SessionRow[] => rows.filter((row) => !above.has(row.id) && above.add(row.id));
  const waiting = once(running.filter((row) => row.running?.status === 'waiting'));
  const busy = once(running);
  const pins = once(pinned);
  const soon = once(ending);
  const all = labels.value.sessions || sessions.value.length;
  return (
    <main class="home" id="main" data-testid="home">
      <button type="button" class="icon-button narrow-only" aria-label={t('sessions')} onClick={openSidebar}><Icon name="menu" /></button>
      <h1>{t('homeTitle')}</h1>
      <p class="home-lead">{t('homeLead', { n: all })}</p>
      <p class="home-actions">
        <a class="tool-button primary" href="#/new"><Icon name="plus" /> {t('newSession')}</a>
        <a class="tool-button" href="#/search"><Icon name="search" /> {t('keySearch')}</a>
        <a class="tool-button" href="#/prompts"><Icon name="list" /> {t('prompts')}</a>
        <a class="tool-button" href="#/plans"><Icon name="plan" /> {t('plans')}</a>
      </p>
      <Cards title={t('waitingForYou')} rows={waiting} testid="waiting" />
      <Cards title={t('runningNow')} rows={busy} testid="running" />
      <Cards title={t('pinned')} rows={pins} testid="pinned" />
      <Cards title={t('soonGone')} rows={soon.slice(0, kMost)} testid="soon-gone">
        <p class="term-note">{soon.length > kMost ? `${t('soonGoneMore', { n: soon.length >= kAsked - kMost ? `${soon.length - kMost}+` : String(soon.length - kMost) })} · ` : ''}<code>clew keep</code> {t('keepHint')}</p>
      </Cards>
      <div class="home-columns">
        <section class="home-projects">
          <h2>{t('lastUsed')}</h2>
          <ProjectGroups isHome />
        </section>
        <div class="home-side">
          <Week />
          <Failures />
        </div>
      </div>
      <Ghosts />
      <section>
        <h2>{t('keys')}</h2>
        <Keys />
      </section>
      <p class="privacy"><Icon name="lock" /> {t('privacyLong')}</p>
    </main>
  );
}
