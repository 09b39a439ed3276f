// SPDX-License-Identifier: MIT
import type { SessionRow } from '../../api/types';
import { month, t } from '../../i18n';
import { visible } from '../../text/safe';

export type ListItem = { type: 'head'; label: string; count: number } | { type: 'row'; row: SessionRow };

const kDay = 86_400_000;

function timeOf(row: SessionRow): number {
  return Date.parse(row.updatedAt ?? row.modifiedAt ?? '') || 0;
}

function dayLabel(row: SessionRow, now: number): string {
  const time = timeOf(row);
  if (time === 0) return t('someTime');
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  if (time >= midnight) return t('today');
  if (time >= midnight - kDay) return t('yesterday');
  if (time >= midnight - 6 * kDay) return t('thisWeek');
  return month(time);
}

/** Rows under heads: running ones first, then by day or by project. */
export function grouped(rows: readonly SessionRow[], by: 'time' | 'project', now = Date.now()): ListItem[] {
  const groups = new Map<string, SessionRow[]>();
  // A file may be newer than what was last said in it: heads go by what was said.
  for (const row of by === 'time' ? [...rows].sort((a, b) => timeOf(b) - timeOf(a)) : rows) {
    const label = by === 'project' ? visible(row.project.path) : row.running ? t('runningNow') : dayLabel(row, now);
    const group = groups.get(label);
    if (group) group.push(row);
    else groups.set(label, [row]);
  }
  const running = t('runningNow');
  const order = [...groups.keys()].sort((a, b) => Number(b === running) - Number(a === running));
  return order.flatMap((label) => {
    const group = groups.get(label)!;
    return [{ type: 'head' as const, label, count: group.length }, ...group.map((row) => ({ type: 'row' as const, row }))];
  });
}
