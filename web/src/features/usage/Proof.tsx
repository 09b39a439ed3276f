// SPDX-License-Identifier: MIT
//
// The proof of a number: first the sessions it is made of, then the responses of one, each with the
// place in the file that says so.

import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, get, type Asked } from '../../api/client';
import type { Usage } from '../../api/types';
import { go, sessionHref, withParams } from '../../app/router';
import { compact, dateTime, money, number, t } from '../../i18n';
import { visible } from '../../text/safe';
import { labelOf } from './UsagePage';

const kMost = 300;

/** Which sessions a row of the table is made of. */
export function narrowing(kind: string, period: string, since: string): Partial<Asked<'usage'>> | null {
  if (kind === 'daily') return { since: period, until: period };
  if (kind === 'projects') return { project: period, since };
  if (kind === 'models') return { model: period, since };
  if (kind === 'monthly') {
    const [year = 0, month = 0] = period.split('-').map(Number);
    const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
    return { since: `${period}-01`, until: `${period}-${String(last).padStart(2, '0')}` };
  }
  return null;
}

function Sessions({ params }: { params: Partial<Asked<'usage'>> }) {
  const [answer, setAnswer] = useState<Usage | null>(null);
  const key = JSON.stringify(params);
  useEffect(() => {
    let live = true;
    get('usage', { kind: 'sessions', ...params, tz: Intl.DateTimeFormat().resolvedOptions().timeZone }).then((a) => live && setAnswer(a), () => undefined);
    return () => {
      live = false;
    };
  }, [key]);
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

function Responses({ target }: { target: string }) {
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
                <td class="num">{typeof r.cost?.usd === 'number' ? money(r.cost.usd) : '–'}</td>
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

export function Proof({ kind, period, since }: { kind: string; period: string; since: string }) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.scrollIntoView({ block: 'nearest' }), [kind, period]);
  const params = narrowing(kind, period, since);
  const explains = kind === 'explain' || kind === 'sessions';
  return (
    <section class="proof" aria-label={t('proof')} data-testid="proof">
      <h2 ref={head}>{t('proof')}: {visible(period)}</h2>
      {explains ? <Responses target={period} /> : params ? <Sessions params={params} /> : <p class="page-note">{t('noProofFor')}</p>}
    </section>
  );
}
