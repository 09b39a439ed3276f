// SPDX-License-Identifier: MIT
import { useState } from 'preact/hooks';
import { grouping } from '../../app/preferences';
import { number, t, type Key } from '../../i18n';
import { labels, names } from '../../state/labels';
import { asked } from '../../state/search';
import { activeFilters, filters, hasMore, kNoFilters, query, shown, type Filters as FilterValues } from '../../state/sessions';
import { visible } from '../../text/safe';
import { Icon } from '../../ui/Icon';
import { projectName } from './SessionRowView';

function set(change: Partial<FilterValues>): void {
  filters.value = { ...filters.value, ...change };
}

function Select({ name, label, options, show = visible }: { name: 'project' | 'model' | 'branch' | 'tag' | 'person' | 'machine'; label: Key; options: string[]; show?: (text: string) => string }) {
  if (options.length === 0) return null;
  return (
    <label class="filter">
      <span>{t(label)}</span>
      <select value={filters.value[name]} onChange={(e) => set({ [name]: e.currentTarget.value })} data-testid={`filter-${name}`}>
        <option value="">{t('any')}</option>
        {options.map((option) => <option key={option} value={option}>{show(option)}</option>)}
      </select>
    </label>
  );
}

export function Filters() {
  const [open, setOpen] = useState(false);
  const { projects, models, branches, tags, people, machines, sessions: all } = labels.value;
  const isNarrow = activeFilters.value > 0 || query.value !== '';
  const count = `${shown.value.length}${hasMore.value ? '+' : ''}`;
  const active = activeFilters.value;
  return (
    <div class="filters">
      <div class="filters-bar">
        <button type="button" class="tool-button small" aria-expanded={open} onClick={() => setOpen(!open)} data-testid="filters">
          <Icon name="filter" /> {t('filters')} {active > 0 ? <span class="count">{active}</span> : null}
        </button>
        <button type="button" class="tool-button small" onClick={() => (grouping.value = grouping.value === 'time' ? 'project' : 'time')}>
          <Icon name={grouping.value === 'time' ? 'clock' : 'folder'} /> {grouping.value === 'time' ? t('byTime') : t('byProject')}
        </button>
        <span class="grow" />
        {/* While words are searched the hits say how many there are: titles that match are no answer to that. */}
        <span class="filters-count" role="status">{asked.value ? '' : isNarrow ? (all > 0 ? `${count} / ${number(all)}` : count) : t('sessionCount', { n: all || shown.value.length })}</span>
      </div>
      {open ? (
        <div class="filters-body">
          <Select name="project" label="project" options={names(projects)} show={(p) => visible(projectName(p))} />
          <label class="filter">
            <span>{t('date')}</span>
            <select value={filters.value.since} onChange={(e) => set({ since: e.currentTarget.value as FilterValues['since'] })}>
              <option value="">{t('any')}</option>
              <option value="1">{t('lastDay')}</option>
              <option value="7">{t('lastWeek')}</option>
              <option value="30">{t('lastMonth')}</option>
            </select>
          </label>
          <Select name="branch" label="gitBranch" options={names(branches)} />
          <Select name="model" label="model" options={names(models)} show={(m) => visible(m.replace(/^claude-/, ''))} />
          <Select name="tag" label="tag" options={names(tags)} />
          <Select name="person" label="person" options={names(people)} />
          <Select name="machine" label="machine" options={names(machines)} />
          <label class="filter-check"><input type="checkbox" checked={filters.value.running} onChange={(e) => set({ running: e.currentTarget.checked })} /> {t('onlyRunning')}</label>
          <label class="filter-check"><input type="checkbox" checked={filters.value.pinned} onChange={(e) => set({ pinned: e.currentTarget.checked })} /> {t('onlyPinned')}</label>
          <label class="filter-check"><input type="checkbox" checked={filters.value.hidden} onChange={(e) => set({ hidden: e.currentTarget.checked })} data-testid="show-hidden" /> {t('showHidden')}</label>
          {active > 0 ? <button type="button" class="tool-button small" onClick={() => (filters.value = kNoFilters)}>{t('clearFilters')}</button> : null}
        </div>
      ) : null}
    </div>
  );
}
