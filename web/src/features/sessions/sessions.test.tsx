// SPDX-License-Identifier: MIT
import { render } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import type { SessionRow } from '../../api/types';
import { kNoFilters, matches } from '../../state/sessions';
import { grouped } from './grouping';
import { marked } from './SearchHits';
import { SessionRowView } from './SessionRowView';

const now = Date.parse('2026-11-15T12:00:00Z');

const kRunning: NonNullable<SessionRow['running']> = { status: 'busy', pid: 1, certain: true, cwd: null, startedAt: null };

export function row(change: Partial<SessionRow>): SessionRow {
  return {
    id: 'id', project: { key: '-home-ada', path: '/home/ada/orchard' }, title: 'Frost bell', titleSource: 'ai', name: 'Frost bell', firstPrompt: 'why is it late',
    root: '/r', customTitle: null, createdAt: null, updatedAt: '2026-11-15T11:00:00Z', modifiedAt: null, size: 1, file: '/f', cwd: null, tag: null, gitBranch: 'main', version: null,
    model: 'claude-x', entrypoint: null, running: null, daysLeft: 30, ...change,
  };
}

describe('filters', () => {
  it('take all words, anywhere in the row', () => {
    expect(matches(row({}), ['frost', 'late'], kNoFilters, now)).toBe(true);
    expect(matches(row({}), ['frost', 'early'], kNoFilters, now)).toBe(false);
    expect(matches(row({}), ['orchard', 'main'], kNoFilters, now)).toBe(true);
  });
  it('take dates, running, model and tag', () => {
    expect(matches(row({ updatedAt: '2026-11-01T00:00:00Z' }), [], { ...kNoFilters, since: '7' }, now)).toBe(false);
    expect(matches(row({}), [], { ...kNoFilters, since: '1' }, now)).toBe(true);
    expect(matches(row({}), [], { ...kNoFilters, running: true }, now)).toBe(false);
    expect(matches(row({ running: kRunning }), [], { ...kNoFilters, running: true }, now)).toBe(true);
    expect(matches(row({}), [], { ...kNoFilters, model: 'other' }, now)).toBe(false);
    expect(matches(row({ tag: 'x' }), [], { ...kNoFilters, tag: 'x' }, now)).toBe(true);
  });
});

describe('grouping', () => {
  it('goes by what was said last, not by the time of the file', () => {
    const items = grouped([row({ id: 'old', updatedAt: '2026-10-01T00:00:00Z', modifiedAt: '2026-11-15T11:59:00Z' }), row({ id: 'new' })], 'time', now);
    expect(items.map((i) => (i.type === 'row' ? i.row.id : i.label))).toEqual(['Today', 'new', 'October 2026', 'old']);
  });
  it('puts running ones first and keeps the order of time', () => {
    const items = grouped([row({ id: 'a' }), row({ id: 'b', running: kRunning }), row({ id: 'c', updatedAt: '2026-10-01T00:00:00Z' })], 'time', now);
    expect(items.map((i) => (i.type === 'row' ? i.row.id : i.label))).toEqual(['Running now', 'b', 'Today', 'a', 'October 2026', 'c']);
  });
  it('by project', () => {
    const items = grouped([row({ id: 'a' }), row({ id: 'b', project: { key: 'k', path: '/p' } }), row({ id: 'c' })], 'project', now);
    expect(items.map((i) => (i.type === 'row' ? i.row.id : `${i.label} ${i.count}`))).toEqual(['/home/ada/orchard 2', 'a', 'c', '/p 1', 'b']);
  });
});

describe('a row', () => {
  it('shows hostile titles as text', () => {
    const box = render(<SessionRowView row={row({ title: '<img src=x onerror=alert(1)>\u202Etxt' })} selected={false} current={false} />).container;
    expect(box.querySelector('img')).toBeNull();
    expect(box.textContent).toContain('<img src=x onerror=alert(1)>‹202E›txt');
  });
});

describe('the marks of a row', () => {
  const marks = (change: Partial<SessionRow>) => [...render(<SessionRowView row={row(change)} selected={false} current={false} />).container.querySelectorAll('.mark')].map((m) => m.getAttribute('aria-label'));
  it('say what it is: compacted, forked, hidden', () => {
    expect(marks({})).toEqual([]);
    expect(marks({ compacted: true, forkedFrom: 'another', hidden: true })).toEqual(['Compacted', 'Forked from another session', 'Hidden']);
  });
});

describe('marks of a hit', () => {
  it('count as JavaScript does', () => {
    const box = render(<p>{marked('中秋 table', [[0, 2], [3, 8]])}</p>).container;
    expect([...box.querySelectorAll('mark')].map((m) => m.textContent)).toEqual(['中秋', 'table']);
  });
  it('overlapping or backward ones are ignored', () => {
    expect(render(<p>{marked('abcdef', [[2, 4], [3, 5], [5, 5], [9, 8]])}</p>).container.textContent).toBe('abcdef');
  });
});
