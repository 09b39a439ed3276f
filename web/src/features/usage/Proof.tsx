// SPDX-License-Identifier: MIT
//
// The proof of a number: first the sessions it is made of, then the responses of one, each with the
// place in the file that says so.

import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, get, timezone, type Asked } from '../../api/client';
import type { Usage, UsageRow } from '../../api/types';
import { go, sessionHref, withParams } from '../../app/router';
import { compact, dateTime, money, number, t } from '../../i18n';
import { sessionById } from '../../state/sessions';
import { visible } from '../../text/safe';
import { Icon } from '../../ui/Icon';
import { labelOf } from './UsagePage';

const kMost = 300;

/** Which sessions a row of the table is made of. */
export function narrowing(kind: string, row: Pick<UsageRow, 'period' | 'from' | 'to'>, since: string): Partial<Asked<'usage'>> | null {
  const { period, from, to } = row;
  if (kind === 'daily') return { since: period, until: period };
  if (kind === 'weekly') return from && to ? { since: from, until: to } : null;
  if (kind === 'projects') return { project: period, since };
  if (kind === 'models') return { model: period, since };
  if (kind === 'monthly') {
    const [year = 0, month = 0] = period.split('-').map(Number);
    const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
    return { since: `${period}-01`, until: `${period}-${String(last).padStart(2, '0')}` };
  }
  return null;
}

function Sessions({ params, onReady }: { params: Partial<Asked<'usage'>>; onReady: () => void }) {
  const [answer, setAnswer] = useState<Usage | null>(null);
  const key = JSON.stringify(params);
  useEffect(() => {
    let live = true;
    get('usage', { kind: 'sessions', ...params, timezone: timezone() }).then((a) => live && setAnswer(a), () => undefined);
    return () => {
      live = false;
    };
  }, [key]);
  useEffect(() => {
    if (answer) onReady();
  }, [answer]);
  if (!answer) return <p class="term-note">{t('loading')}</p>;
  return (
    <ul class="proof-sessions">
      {(answer.rows ?? []).slice(0, kMost).map((row) => (
        <li key={row.period}>
          <button type="button" class="proof-link" onClick={() => go(withParams({ explain: row.period }))}>{money(row.cost.usd)}</button>
          <a href={sessionHref(row.period)}>{visible(labelOf('sessions', row))}</a>
          <span class="web-host">{t('responsesCount', { n: row.responses })} · {compact(row.total)} {t('tokens')}</span>
        </li>
      ))}
    </ul>
  );
}

function Responses({ target, onReady }: { target: string; onReady: () => void }) {
  const [answer, setAnswer] = useState<Usage | null>(null);
  const [failed, setFailed] = useState('');
  useEffect(() => {
    let live = true;
    setAnswer(null);
    setFailed('');
    get('usage', { kind: 'explain', target }).then((a) => live && setAnswer(a), (e: unknown) => live && setFailed(e instanceof ApiError ? e.message : String(e)));
    return () => {
      live = false;
    };
  }, [target]);
  useEffect(() => {
    if (answer) onReady();
  }, [answer]);
  if (failed) return <p class="tool-error">{failed}</p>;
  if (!answer) return <p class="term-note">{t('loading')}</p>;
  return (
    <div class="table-scroll" tabIndex={0} role="group" aria-label={t('proof')}>
      <table class="usage-table proof-table">
        <thead>
          <tr>
            <th scope="col">{t('when')}</th><th scope="col">{t('model')}</th><th scope="col" class="num">{t('cost')}</th>
            <th scope="col" class="num">{t('tokensInput')}</th><th scope="col" class="num">{t('tokensOutput')}</th><th scope="col" class="num">{t('cacheRead')}</th><th scope="col" class="num">{t('cacheWrite')}</th>
            <th scope="col">{t('writtenAt')}</th>
          </tr>
        </thead>
        <tbody>
          {(answer.responses ?? []).slice(0, kMost).map((r, i) => {
            const line = r.lines.find((l) => l.counts.length > 0) ?? r.lines[0];
            return (
              <tr key={i} class={r.counted ? undefined : 'not-counted'}>
                <th scope="row">{line?.uuid ? <a href={sessionHref(r.session, { at: line.uuid })}>{dateTime(r.timestamp)}</a> : dateTime(r.timestamp)}</th>
                <td>{visible(r.model.replace(/^claude-/, ''))}{r.subagent ? <span class="badge">{t('subagent')}</span> : null}</td>
                <td class="num">{typeof r.cost?.usd === 'number' ? money(r.cost.usd, 4) : '–'}</td>
                <td class="num">{number(r.input)}</td><td class="num">{number(r.output)}</td><td class="num">{number(r.cacheRead)}</td><td class="num">{number(r.cacheWrite5m + r.cacheWrite1h)}</td>
                <td class="proof-place" title={visible(r.file)}>{visible(r.file.split('/').pop() ?? '').slice(0, 13)}… @ {r.offset}{r.lines.length > 1 ? ` · ${t('linesOnce', { n: r.lines.length })}` : ''}{r.price ? ` · ${visible(r.price.model)} (${visible(r.price.source)} ${visible(r.price.date)})` : ''}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {(answer.responses ?? []).length > kMost ? <p class="term-note">{t('andMore', { n: (answer.responses ?? []).length - kMost })}</p> : null}
    </div>
  );
}

interface ProofProps {
  kind: string;
  period: string; // the row, or the session or message that is explained
  narrowed: Partial<Asked<'usage'>> | null; // what asks for the sessions of the row
  back: string; // the session that the question came from
}

export function Proof({ kind, period, narrowed: params, back }: ProofProps) {
  const head = useRef<HTMLHeadingElement>(null);
  // What is proved lies below a long table: it comes into sight once it is there.
  const show = (): void => head.current?.scrollIntoView({ block: 'start' });
  const explains = kind === 'explain' || kind === 'sessions';
  return (
    <section class="proof" aria-label={t('proof')} data-testid="proof">
      <h2 ref={head}>
        {back ? <a class="icon-button" href={sessionHref(back)} aria-label={t('back')} title={t('back')}><span class="flip"><Icon name="chevron" /></span></a> : null}
        {t('proof')}: {visible(sessionById(period)?.title ?? period)}
      </h2>
      {explains ? <Responses target={period} onReady={show} /> : params ? <Sessions params={params} onReady={show} /> : <p class="page-note">{t('noProofFor')}</p>}
    </section>
  );
}
