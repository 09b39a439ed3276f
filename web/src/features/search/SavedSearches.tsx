// SPDX-License-Identifier: MIT
import { formatRoute, route } from '../../app/router';
import { t } from '../../i18n';
import { forgetSearch, savedSearches, saveSearch } from '../../state/savedSearches';
import { visible } from '../../text/safe';
import { Icon } from '../../ui/Icon';
import { kParams, sayOption } from './SearchFilters';

/** What a search is called: its words, else what it is narrowed by. */
function nameOfSearch(): string {
  const { params } = route.value;
  const narrowed = kParams.filter((name) => params[name]).map((name) => sayOption(name, params[name]!));
  return [params['q']?.trim(), ...narrowed].filter(Boolean).join(' · ');
}

export function SaveSearch() {
  const name = nameOfSearch();
  const hash = formatRoute(route.value);
  const isSaved = savedSearches.value.some((one) => one.hash === hash);
  if (!name) return null;
  return (
    <button type="button" class="tool-button" aria-pressed={isSaved} onClick={() => (isSaved ? forgetSearch(hash) : saveSearch({ name, hash }))} data-testid="save-search">
      <Icon name="pin" /> {isSaved ? t('searchSaved') : t('saveSearch')}
    </button>
  );
}

export function SavedSearches() {
  if (savedSearches.value.length === 0) return null;
  return (
    <nav class="saved" aria-label={t('savedSearches')} data-testid="saved-searches">
      <span class="web-host">{t('savedSearches')}</span>
      {savedSearches.value.map(({ name, hash }) => (
        <span key={hash} class="chip">
          <a href={`#${hash.slice(1)}`}>{visible(name)}</a>
          <button type="button" class="chip-cross" aria-label={t('forgetSearch', { name })} onClick={() => forgetSearch(hash)}><Icon name="cross" /></button>
        </span>
      ))}
    </nav>
  );
}
