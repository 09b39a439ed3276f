// SPDX-License-Identifier: MIT
//
// What narrows a search: each choice is a chip that is taken away with one click.

import { useEffect } from 'preact/hooks';
import { go, route, withParams } from '../../app/router';
import { t, type Key } from '../../i18n';
import { labels, loadLabels, names } from '../../state/labels';
import { visible } from '../../text/safe';
import { Icon } from '../../ui/Icon';
import { kRoles } from '../sessions/SearchHits';
import { projectName } from '../sessions/SessionRowView';

export const kParams = ['project', 'role', 'tool', 'since', 'branch', 'model', 'errors'] as const;
export type SearchParam = (typeof kParams)[number];

const kLabels: Record<SearchParam, Key> = { project: 'project', role: 'who', tool: 'byTool', since: 'date', branch: 'gitBranch', model: 'model', errors: 'errorsOnly' };
const kSince: [string, Key][] = [['1', 'lastDay'], ['7', 'lastWeek'], ['30', 'lastMonth']];
const kSpeakers = ['user', 'assistant', 'tool', 'thinking'] as const;
const kTools = ['Bash', 'Read', 'Edit', 'Write', 'Grep', 'Glob', 'Task', 'WebFetch', 'WebSearch', 'TodoWrite', 'AskUserQuestion'];

function set(name: SearchParam, value: string): void {
  go(withParams({ [name]: value }), true);
}

export function sayOption(name: SearchParam, value: string): string {
  if (name === 'project') return visible(projectName(value));
  if (name === 'role') return t(kRoles[value as (typeof kSpeakers)[number]] ?? 'any');
  if (name === 'since') return t(kSince.find(([days]) => days === value)?.[1] ?? 'any');
  if (name === 'errors') return t('errorsOnly');
  return visible(value.replace(/^claude-/, ''));
}

function sayChip(name: SearchParam, value: string): string {
  return name === 'errors' ? t('errorsOnly') : `${t(kLabels[name])}: ${sayOption(name, value)}`;
}

function Choice({ name, options }: { name: SearchParam; options: readonly string[] }) {
  if (options.length === 0 || route.value.params[name]) return null;
  return (
    <select class="chip-select" aria-label={t(kLabels[name])} value="" onChange={(e) => set(name, e.currentTarget.value)} data-testid={`search-${name}`}>
      <option value="">{t(kLabels[name])}</option>
      {options.map((option) => <option key={option} value={option}>{sayOption(name, option)}</option>)}
    </select>
  );
}

export function SearchFilters() {
  useEffect(() => void loadLabels(), []);
  const { params } = route.value;
  const chosen = kParams.filter((name) => params[name]);
  const { projects, branches, models } = labels.value;
  return (
    <div class="chips" role="group" aria-label={t('filters')}>
      {chosen.map((name) => (
        <button key={name} type="button" class="chip" onClick={() => set(name, '')} aria-label={t('takeAway', { name: sayChip(name, params[name]!) })} data-testid={`chip-${name}`}>
          {sayChip(name, params[name]!)} <Icon name="cross" />
        </button>
      ))}
      <Choice name="project" options={names(projects)} />
      <Choice name="role" options={kSpeakers} />
      <Choice name="tool" options={kTools} />
      <Choice name="since" options={kSince.map(([days]) => days)} />
      <Choice name="branch" options={names(branches)} />
      <Choice name="model" options={names(models)} />
      {params['errors'] ? null : <button type="button" class="chip-add" onClick={() => set('errors', '1')}>{t('errorsOnly')}</button>}
    </div>
  );
}
