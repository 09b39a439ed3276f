// SPDX-License-Identifier: MIT
//
// What it cost: by day, project, model, session or tool. Every number leads to its proof: the
// responses behind it, each with the file and the place in it where it is written.

import { useMemo } from 'preact/hooks';
import type { Query, Usage, UsageRow } from '../../api/types';
import { openSidebar } from '../../app/overlay';
import { go, route, sessionHref, withParams } from '../../app/router';
import { compact, money, number, t, type Key } from '../../i18n';
import { sessionById } from '../../state/sessions';
import { visible } from '../../text/safe';
import { Icon } from '../../ui/Icon';
import { useTitle } from '../../ui/useTitle';
import { BarChart, type Bar } from './BarChart';
import { Proof, narrowing } from './Proof';
import { useUsage } from './useUsage';
import './usage.css';

type Kind = NonNullable<Query<'usage'>['kind']>;

const kKinds: [Kind, Key][] = [
  ['daily', 'byDay'], ['weekly', 'byWeek'], ['monthly', 'byMonth'], ['projects', 'byProject'], ['models', 'byModel'], ['sessions', 'bySession'], ['tools', 'byTool'],
];
const kTimes = new Set<string>(['daily', 'weekly', 'monthly']);
const kRanges: [string, Key][] = [['7d', 'lastWeek'], ['30d', 'lastMonth'], ['90d', 'lastQuarter'], ['all', 'allTime']];

function barsOf(rows: readonly UsageRow[], kind: string, unit: 'usd' | 'tokens'): { bars: Bar[]; names: string[] } {
  const names = new Map<string, number>();
  const bars = rows.map((row) => {
    const parts = (row.breakdown ?? []).map((part) => ({ name: part.model, value: unit === 'usd' ? part.cost.usd : part.total }));
    for (const part of parts) names.set(part.name, (names.get(part.name) ?? 0) + part.value);
    return { label: row.period, parts: parts.length > 0 ? parts : [{ name: '', value: unit === 'usd' ? row.cost.usd : row.total }] };
  });
  return { bars: kind === 'daily' ? withGaps(bars) : bars, names: [...names].sort((a, b) => b[1] - a[1]).map(([name]) => name) };
}

const kDay = 86_400_000;
const kMostDays = 400;

/** Days between the first and the last on which nothing was used are empty bars: time goes evenly. */
export function withGaps(bars: Bar[]): Bar[] {
  const first = Date.parse(bars[0]?.label ?? '');
  const last = Date.parse(bars[bars.length - 1]?.label ?? '');
  const days = (last - first) / kDay + 1;
  if (!bars.every((bar) => /^\d{4}-\d\d-\d\d$/.test(bar.label)) || !(days > bars.length && days <= kMostDays)) return bars;
  const known = new Map(bars.map((bar) => [bar.label, bar]));
  return Array.from({ length: days }, (_, i) => {
    const label = new Date(first + i * kDay).toISOString().slice(0, 10);
    return known.get(label) ?? { label, parts: [] };
  });
}

export function labelOf(kind: string, row: UsageRow): string {
  if (kind === 'sessions') return sessionById(row.period)?.title || row.name || row.period;
  if (kind === 'projects') return row.path || row.period;
  if (row.period === '(no tool)') return t('noTool'); // as the daemon calls it
  if (kind === 'models') return row.period.replace(/^claude-/, '');
  return row.period;
}

const kTiles: Key[] = ['cost', 'tokensTotal', 'tokensOutput', 'cacheRead', 'responses'];

function Totals({ answer }: { answer: Usage }) {
  const { totals } = answer;
  const values = [`${totals.cost.complete ? '' : '≥ '}${money(totals.cost.usd)}`, compact(totals.total), compact(totals.output), compact(totals.cacheRead), number(totals.responses)];
  return (
    <div class="tiles">
      {kTiles.map((key, i) => <div key={key} class="tile"><span class="tile-value">{values[i]}</span><span class="tile-name">{t(key)}</span></div>)}
    </div>
  );
}

/** The frame of what is coming: no number of anything else. */
function Waiting() {
  return (
    <div aria-busy="true" data-testid="usage-waiting">
      <p class="visually-hidden" role="status">{t('loading')}</p>
      <div class="tiles" aria-hidden="true">{kTiles.map((key) => <div key={key} class="tile"><span class="tile-value">…</span><span class="tile-name">{t(key)}</span></div>)}</div>
      <div class="chart chart-waiting" aria-hidden="true" />
    </div>
  );
}

function Table({ answer, kind, selected, onSelect }: { answer: Usage; kind: string; selected: string; onSelect: (period: string) => void }) {
  const all = answer.rows ?? [];
  const most = Math.max(1e-9, ...all.map((row) => row.cost.usd));
  const rows = kTimes.has(kind) ? [...all].reverse() : all;
  const { totals } = answer;
  // A response that calls two tools would count for both: calls add up, responses do not.
  const ofTools = kind === 'tools';
  return (
    <div class="table-scroll" tabIndex={0} role="group" aria-label={t('usage')}>
      <table class="usage-table">
        <thead>
          <tr>
            <th scope="col">{t(kKinds.find(([k]) => k === kind)?.[1] ?? 'byDay')}</th>
            <th scope="col" class="num">{t('cost')}</th>
            <th scope="col" class="share" aria-label={t('share')} />
            <th scope="col" class="num">{t('tokensInput')}</th>
            <th scope="col" class="num">{t('tokensOutput')}</th>
            <th scope="col" class="num">{t('cacheRead')}</th>
            <th scope="col" class="num">{t('cacheWrite')}</th>
            <th scope="col" class="num">{t(ofTools ? 'toolCalls' : 'responses')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, 400).map((row) => (
            <tr key={row.period} data-selected={selected === row.period}>
              <th scope="row">
                {kind === 'sessions' ? <a href={sessionHref(row.period)}>{visible(labelOf(kind, row))}</a> : visible(labelOf(kind, row))}
              </th>
              <td class="num">
                <button type="button" class="proof-link" onClick={() => onSelect(row.period)} title={t('showProof')} data-testid="proof-link">
                  {row.cost.complete ? '' : '≥ '}{money(row.cost.usd)}
                </button>
              </td>
              <td class="share"><progress max={most} value={row.cost.usd} aria-label={t('share')} /></td>
              <td class="num">{compact(row.input)}</td>
              <td class="num">{compact(row.output)}</td>
              <td class="num">{compact(row.cacheRead)}</td>
              <td class="num">{compact(row.cacheWrite5m + row.cacheWrite1h)}</td>
              <td class="num">{ofTools ? (row.calls ? number(row.calls) : '') : number(row.responses)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr data-testid="usage-total">
            <th scope="row">{t('sum')}</th>
            <td class="num">{totals.cost.complete ? '' : '≥ '}{money(totals.cost.usd)}</td>
            <td class="share" />
            <td class="num">{compact(totals.input)}</td>
            <td class="num">{compact(totals.output)}</td>
            <td class="num">{compact(totals.cacheRead)}</td>
            <td class="num">{compact(totals.cacheWrite5m + totals.cacheWrite1h)}</td>
            <td class="num">{number(ofTools ? all.reduce((n, row) => n + (row.calls ?? 0), 0) : totals.responses)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** Old sessions only: the way to their numbers. */
function Nothing({ all }: { all: boolean }) {
  return (
    <p class="empty-list">
      {t(all ? 'nothingFound' : 'nothingInRange')}{' '}
      {all ? null : <button type="button" class="tool-button small" onClick={() => go(withParams({ since: 'all', row: '', explain: '' }))} data-testid="all-time">{t('allTime')}</button>}
    </p>
  );
}

export function UsagePage() {
  const { params } = route.value;
  const kind = kKinds.find(([k]) => k === params['by'])?.[0] ?? 'daily';
  const range = kRanges.find(([r]) => r === params['since'])?.[0] ?? (params['since'] === '' ? 'all' : '30d');
  const since = range === 'all' ? '' : range;
  const unit = params['unit'] === 'tokens' ? 'tokens' : 'usd';
  const selected = params['row'] ?? '';
  const explain = params['explain'] ?? '';
  const { answer: current, failed } = useUsage(kind, since);
  useTitle(t('usage'));
  const chart = useMemo(() => (current && kTimes.has(kind) ? barsOf(current.rows ?? [], kind, unit) : null), [current, kind, unit]);
  const row = current?.rows?.find((r) => r.period === selected);
  const select = (period: string): void => go(withParams({ row: period === selected ? '' : period, explain: '' }), selected !== '');
  return (
    <main class="usage" id="main" data-testid="usage">
      <header class="page-head">
        <button type="button" class="icon-button narrow-only" aria-label={t('sessions')} onClick={openSidebar}><Icon name="menu" /></button>
        <h1>{t('usage')}</h1>
        <div class="segmented" role="radiogroup" aria-label={t('countBy')}>
          {kKinds.map(([k, key]) => <button key={k} type="button" role="radio" aria-checked={kind === k} onClick={() => go(withParams({ by: k, row: '', explain: '' }))}>{t(key)}</button>)}
        </div>
        <div class="segmented" role="radiogroup" aria-label={t('date')}>
          {kRanges.map(([r, key]) => <button key={r} type="button" role="radio" aria-checked={range === r} onClick={() => go(withParams({ since: r, row: '', explain: '' }))}>{t(key)}</button>)}
        </div>
        <div class="segmented" role="radiogroup" aria-label={t('unit')}>
          <button type="button" role="radio" aria-checked={unit === 'usd'} onClick={() => go(withParams({ unit: '' }))}>$</button>
          <button type="button" role="radio" aria-checked={unit === 'tokens'} onClick={() => go(withParams({ unit: 'tokens' }))}>{t('tokens')}</button>
        </div>
      </header>
      {failed ? <p class="tool-error" role="alert">{failed}</p> : null}
      {explain && !selected ? <Proof kind="explain" period={explain} narrowed={null} back={params['back'] ?? ''} /> : null}
      {current ? (
        <>
          <Totals answer={current} />
          {chart && chart.bars.length > 0 ? <BarChart bars={chart.bars} names={chart.names} unit={unit} label={t('usage')} selected={selected} onSelect={select} /> : null}
          {(current.rows ?? []).length === 0 ? <Nothing all={range === 'all'} /> : <Table answer={current} kind={kind} selected={selected} onSelect={select} />}
        </>
      ) : failed ? null : <Waiting />}
      {selected ? <Proof kind={explain ? 'explain' : kind} period={explain || selected} narrowed={row ? narrowing(kind, row, since) : null} back="" /> : <p class="page-note">{t('usageNote')}</p>}
    </main>
  );
}
