// SPDX-License-Identifier: MIT
//
// Search over the whole page: hits under the sessions that have them. What is asked stands in the
// address, so that it can be kept, shared and come back to.

import { batch } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { go, route, withParams, type Route } from '../../app/router';
import { t } from '../../i18n';
import { building } from '../../state/searchIndex';
import { filters, kNoFilters, query, type Filters } from '../../state/sessions';
import { asked, hits, kNoOptions, options, search, searching, type SearchOptions } from '../../state/search';
import { Icon } from '../../ui/Icon';
import { useFocus } from '../../ui/useFocus';
import { useTitle } from '../../ui/useTitle';
import { IndexHint } from '../sessions/IndexHint';
import { groupsOf, kSlow, useHitSessions } from '../sessions/SearchHits';
import { HitGroup } from './HitGroup';
import { SavedSearches, SaveSearch } from './SavedSearches';
import { SearchFilters } from './SearchFilters';
import './search.css';

const kMore = 4; // times as many hits

function filtersOf({ params }: Route): Filters {
  return { ...kNoFilters, project: params['project'] ?? '', since: (params['since'] ?? '') as Filters['since'], branch: params['branch'] ?? '', model: params['model'] ?? '' };
}

function optionsOf({ params }: Route): SearchOptions {
  return { ...kNoOptions, role: (params['role'] ?? '') as SearchOptions['role'], tool: params['tool'] ?? '', errors: !!params['errors'], sort: params['sort'] === 'time' ? 'time' : 'rank' };
}

/** What the address asks is what is searched for, here and beside a conversation that is opened from here. */
function useAsked(): void {
  const now = route.value;
  const key = JSON.stringify([now.params]);
  useEffect(() => {
    batch(() => {
      query.value = now.params['q'] ?? '';
      if (JSON.stringify(filters.peek()) !== JSON.stringify(filtersOf(now))) filters.value = filtersOf(now);
      if (JSON.stringify({ ...options.peek(), most: 0 }) !== JSON.stringify({ ...optionsOf(now), most: 0 })) options.value = optionsOf(now);
    });
  }, [key]);
  // Who opens a hit goes on with the search beside it; who goes elsewhere is done with it.
  useEffect(
    () => () => {
      if (route.peek().session) return;
      batch(() => {
        query.value = '';
        filters.value = kNoFilters;
        options.value = kNoOptions;
      });
    },
    [],
  );
}

function Field() {
  const field = useFocus<HTMLInputElement>();
  return (
    <div class="search-field search-page-field">
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        value={route.value.params['q'] ?? ''}
        placeholder={t('searchPlaceholder')}
        aria-label={t('searchPlaceholder')}
        data-testid="search-page-field"
        onInput={(e) => go(withParams({ q: e.currentTarget.value }), true)}
        onKeyDown={(e) => {
          e.stopPropagation();
          if (e.key === 'ArrowDown' || e.key === 'Enter') {
            const first = document.querySelector<HTMLElement>('.found-hit a');
            first?.focus();
            if (e.key === 'Enter') first?.click();
            if (first) e.preventDefault();
          }
        }}
      />
      {searching.value ? <span class="spinner" aria-label={t('searching')} role="status" /> : null}
    </div>
  );
}

function Results() {
  const answer = hits.value;
  useHitSessions();
  if (!asked.value && !answer) return <p class="empty-list">{t('searchHow')}</p>;
  if (!answer || answer.query !== asked.value) return <p class="hits-note" role="status">{t('searching')}</p>;
  const aboutAll = answer.findings.find((one) => !one.path || one.path.endsWith('/index.db'));
  const groups = groupsOf(answer.hits);
  const listed = answer.hits.reduce((n, hit) => n + 1 + hit.moreInSession, 0);
  const more = (): void => {
    options.value = { ...options.value, most: options.value.most * kMore };
    void search(asked.value);
  };
  return (
    <>
      <p class="hits-note" role="status" data-testid="hit-count">
        {aboutAll?.reason ?? (answer.total === 0 ? t('nothingFound') : t('hitCount', { n: answer.total, sessions: answer.sessions, ms: answer.tookMs }))}
      </p>
      {answer.index || (answer.tookMs < kSlow && !building.value) ? null : <IndexHint />}
      {groups.map((group) => <HitGroup key={`${answer.query} ${group[0]!.session}`} group={group} query={answer.query} />)}
      {groups.length < answer.sessions && listed < answer.total ? (
        <button type="button" class="tool-button more-sessions" onClick={more} data-testid="more-sessions">{t('moreSessions', { n: answer.sessions - groups.length })}</button>
      ) : null}
    </>
  );
}

/** Arrows lead from hit to hit. */
function onKey(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const all = [...document.querySelectorAll<HTMLElement>('.found-hit a')];
  const at = all.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  const next = all[at + (event.key === 'ArrowDown' ? 1 : -1)];
  (next ?? document.querySelector<HTMLElement>('[data-testid=search-page-field]'))?.focus();
}

export function SearchPage() {
  useTitle(t('searchResults'));
  useAsked();
  const sort = route.value.params['sort'] === 'time' ? 'time' : 'rank';
  return (
    <main class="search-page" id="main" data-testid="search-page" onKeyDown={onKey}>
      <header class="page-head">
        <a class="icon-button" href="#/" aria-label={t('keyHome')} title={t('keyHome')}><span class="flip"><Icon name="chevron" /></span></a>
        <h1 class="visually-hidden">{t('keySearch')}</h1>
        <Field />
        <div class="segmented" role="radiogroup" aria-label={t('sortBy')}>
          {(['rank', 'time'] as const).map((by) => (
            <button key={by} type="button" role="radio" aria-checked={sort === by} onClick={() => go(withParams({ sort: by === 'rank' ? '' : by }), true)} data-testid={`sort-${by}`}>{t(by === 'rank' ? 'byRank' : 'byTime')}</button>
          ))}
        </div>
        <SaveSearch />
      </header>
      <SearchFilters />
      <SavedSearches />
      <div class="found">
        <Results />
      </div>
    </main>
  );
}
