// SPDX-License-Identifier: MIT
//
// What was used: this week against the last, and a map of the days of half a year.

import { useEffect, useState } from 'preact/hooks';
import { get, timezone } from '../../api/client';
import type { UsageRow } from '../../api/types';
import { money, number, t } from '../../i18n';
import { useNarrow } from '../../app/panes';
import { calendar, strength, weeks } from './week';

const kWeeks = 26;
const kWeeksNarrow = 16;

// Without an index every file of that time is read for it: not at every look at this page.
const kFresh = 120_000; // ms
let known: { at: number; rows: UsageRow[] } | null = null;

async function days(): Promise<UsageRow[]> {
  if (known && Date.now() - known.at < kFresh) return known.rows;
  const { rows = [] } = await get('usage', { kind: 'daily', since: `${kWeeks * 7}d`, timezone: timezone() });
  known = { at: Date.now(), rows };
  return rows;
}

function useDays(): UsageRow[] | null {
  const [rows, setRows] = useState<UsageRow[] | null>(known?.rows ?? null);
  useEffect(() => {
    let live = true;
    days().then((found) => live && setRows(found), () => live && setRows([]));
    return () => {
      live = false;
    };
  }, []);
  return rows;
}

function Change({ now, before }: { now: number; before: number }) {
  if (before <= 0) return null;
  const share = Math.round(((now - before) / before) * 100);
  return <span class={share > 0 ? 'change change-up' : 'change change-down'}>{share > 0 ? '+' : '−'}{Math.abs(share)} %</span>;
}

export function Week() {
  const rows = useDays();
  const now = Date.now();
  const narrow = useNarrow();
  if (!rows) return <section class="week" aria-busy="true"><div class="chart-waiting" /></section>;
  if (rows.length === 0) return null;
  const sums = weeks(rows, now);
  const map = calendar(rows, narrow ? kWeeksNarrow : kWeeks, now);
  const most = Math.max(...map.flat().map((day) => day.responses));
  return (
    <section class="week" data-testid="week">
      <h2>{t('usage')}</h2>
      <div class="week-body">
        <a class="tile" href="#/usage?since=7d">
          <span class="tile-value" data-testid="week-cost">{money(sums.now)}</span>
          <span class="tile-name">{t('last7days')} <Change now={sums.now} before={sums.before} /></span>
          <span class="tile-name">{t('before7days', { cost: money(sums.before) })}</span>
          <span class="tile-name">{t('responsesCount', { n: sums.responses })}</span>
        </a>
        <div>
          <div class="heat" role="img" aria-label={t('heatMap')} data-testid="heat">
            {map.map((week, i) => (
              <div key={i} class="heat-week">
                {week.map((day) => <span key={day.date} class={`heat-day heat-${strength(day.responses, most)}`} title={`${day.date} · ${t('responsesCount', { n: day.responses })} · ${money(day.usd)}`} />)}
              </div>
            ))}
          </div>
          <p class="heat-legend">{t('less')} {[0, 1, 2, 3, 4].map((n) => <span key={n} class={`heat-day heat-${n}`} />)} {t('moreUse')} ({t('mostOfADay', { n: most })})</p>
        </div>
      </div>
      <p class="visually-hidden">{t('heatSummary', { n: number(map.flat().filter((day) => day.responses > 0).length), of: number(map.flat().length) })}</p>
    </section>
  );
}
