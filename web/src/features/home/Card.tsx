// SPDX-License-Identifier: MIT
import type { SessionRow } from '../../api/types';
import { sessionHref } from '../../app/router';
import { ago, bytes, t } from '../../i18n';
import { visible } from '../../text/safe';
import { Icon } from '../../ui/Icon';
import { KeptMark } from '../../ui/KeptMark';
import { projectName } from '../sessions/SessionRowView';

// What an editor attached stands before the words; the card shows the words.
export function promptOf(text: string | null): string {
  if (!text) return '';
  if (!text.startsWith('> **上下文资料**')) return text;
  return text.replace(/^> \*\*上下文资料\*\*(?:\s*>)*\s*/, '').replace(/\s*>\s*-\s*/g, ' · ').replace(/^-\s*/, '');
}

/** What its process does right now. */
export function Doing({ row }: { row: SessionRow }) {
  if (!row.running) return null;
  return row.running.status === 'waiting' ? <span class="badge badge-warn"><Icon name="bell" /> {t('waitsForYou')}</span> : <span class="badge badge-running">{t(row.running.status === 'idle' ? 'isIdle' : 'running')}</span>;
}

/** Its remark, else its first prompt, unless the title says that already. */
export function textOf(row: Pick<SessionRow, 'title' | 'name' | 'remark' | 'firstPrompt'>): string {
  if (row.remark) return row.remark;
  const text = promptOf(row.firstPrompt);
  const plainly = (words: string): string => words.replace(/(…|\.\.\.)\s*$/, '').replace(/\s+/g, ' ').trim().toLowerCase();
  const [title, said] = [plainly(row.title || row.name), plainly(text)];
  return said === title ? '' : text;
}

export function Card({ row }: { row: SessionRow }) {
  return (
    <a class="card" href={sessionHref(row.id)}>
      <span class="card-title">{row.running ? <span class="running-dot" role="img" aria-label={t('running')} /> : null}{row.pinned ? <span class="mark" role="img" aria-label={t('pinned')}><Icon name="pin" /></span> : null}{visible(row.title || row.name)}</span>
      <span class="card-text">{visible(textOf(row))}</span>
      <span class="card-facts">
        <span>{visible(projectName(row.project.path))}</span>
        <span>{ago(row.updatedAt)}</span>
        <span>{bytes(row.size)}</span>
        <Doing row={row} />
        <KeptMark row={row} />
        {row.daysLeft !== null && row.daysLeft <= 7 ? <span class="badge badge-warn">{t('daysLeft', { n: row.daysLeft })}</span> : null}
      </span>
    </a>
  );
}

export function Cards({ title, rows, testid, children }: { title: string; rows: SessionRow[]; testid?: string; children?: preact.ComponentChildren }) {
  if (rows.length === 0) return null;
  return (
    <section data-testid={testid}>
      <h2>{title}</h2>
      <div class="cards">{rows.map((row) => <Card key={row.id} row={row} />)}</div>
      {children}
    </section>
  );
}
