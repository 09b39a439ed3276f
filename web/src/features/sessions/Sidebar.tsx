// SPDX-License-Identifier: MIT
//
// All sessions of this machine: search as you type, filters, a list that stays fast with thousands of
// rows, and the keyboard's way through it.

import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import { closeSidebar } from '../../app/overlay';
import { grouping } from '../../app/preferences';
import { go, route, sessionHref } from '../../app/router';
import { language, t } from '../../i18n';
import { picking, pickNone } from '../../state/picked';
import { paletteOpen, sidebarOpen, trashOpen } from '../../state/screen';
import { signOut } from '../../api/client';
import { server } from '../../state/server';
import { labels, loadLabels } from '../../state/labels';
import { asked, hits, kNoOptions, options, searching, startSearching } from '../../state/search';
import { connected, cursor, filters, hasMore, list, listError, loadMore, loadSessions, query, sessions, shown } from '../../state/sessions';
import { visible } from '../../text/safe';
import { Handle } from '../../ui/Handle';
import { Icon } from '../../ui/Icon';
import { Look } from '../../ui/Look';
import { useVirtualizer } from '../../ui/virtual';
import { ProjectGroups } from '../home/ProjectGroups';
import { Filters } from './Filters';
import { PickBar } from './PickBar';
import { SearchHits } from './SearchHits';
import { SessionRowView } from './SessionRowView';
import { grouped, type ListItem } from './grouping';
import './sessions.css';

const kListDelay = 60;
const kNearEnd = 12; // rows

export function Sidebar() {
  const isFirst = useRef(true);
  // Beside the search page there is no list to narrow.
  const isAway = route.value.page === 'search';
  useEffect(() => {
    // The first list was asked for before there was anything to show it in.
    const isLoading = isFirst.current && !list.peek() && !listError.peek();
    isFirst.current = false;
    if (isAway || isLoading) return;
    const timer = setTimeout(() => void loadSessions(), kListDelay);
    return () => clearTimeout(timer);
  }, [filters.value, query.value, isAway]);
  // How many there are is not needed for the first look.
  const isLoaded = !!list.value;
  useEffect(() => {
    if (isLoaded) void loadLabels();
  }, [isLoaded]);
  useEffect(startSearching, []);
  return (
    <nav class="sidebar" data-open={sidebarOpen.value} aria-label={t('sessions')}>
      <header class="brand">
        <a href="#/" class="brand-name" onClick={() => (sidebarOpen.value = false)}><Logo /> Clew</a>
        <span class={connected.value ? 'live live-on' : 'live live-off'} role="status" title={connected.value ? t('liveOn') : t('liveOff')}>
          {connected.value ? t('live') : t('reconnecting')}
        </span>
        <span class="grow" />
        <a class="icon-button" href="#/new" aria-label={t('newSession')} title={`${t('newSession')} (g n)`} onClick={() => (sidebarOpen.value = false)}><Icon name="plus" /></a>
        <button type="button" class="icon-button" onClick={() => (paletteOpen.value = true)} aria-label={t('commands')} title={`${t('commands')} (Ctrl K)`}><Icon name="terminal" /></button>
        <a class="icon-button" href="#/usage" aria-label={t('usage')} title={`${t('usage')} (g u)`}><Icon name="chart" /></a>
        <button type="button" class="icon-button narrow-only" onClick={closeSidebar} aria-label={t('close')}><Icon name="cross" /></button>
      </header>
      <SearchField />
      <Filters />
      {listError.value && !list.value ? <p class="tool-error" role="alert">{listError.value.message || t('unreachable')}</p> : null}
      {asked.value ? <SearchHits /> : null}
      {grouping.value === 'project' && query.value === '' ? <div class="session-list" data-testid="session-list" tabIndex={-1}><ProjectGroups /></div> : <SessionList />}
      <PickBar />
      <footer class="sidebar-foot">
        <div class="sidebar-tools">
          <Look />
          <a class="tool-button small" href="#/settings" aria-label={t('settings')} title={t('settings')} onClick={() => (sidebarOpen.value = false)}><Icon name="settings" /></a>
          <button type="button" class="tool-button small" aria-pressed={picking.value} aria-label={t('pickSessions')} title={`${t('pickSessions')} (x)`} onClick={() => (picking.value ? pickNone() : (picking.value = true))} data-testid="pick"><Icon name="list" /></button>
          <span class="grow" />
          <button type="button" class="tool-button small" onClick={() => (trashOpen.value = true)} data-testid="trash"><Icon name="trash" /> {t('trash')}</button>
        </div>
        {server.value.person ? (
          <p data-testid="signed-in"><Icon name="lock" /> <span>{t('signedInAs', { name: visible(server.value.person) })}</span> <button type="button" class="tool-button small" onClick={() => void signOut().finally(() => location.reload())}>{t('signOut')}</button></p>
        ) : (
          <p><Icon name="lock" /> <span>{t('privacy')}</span></p>
        )}
      </footer>
      <Handle name="sidebar" side="right" />
    </nav>
  );
}

function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true" class="logo">
      <circle cx="15" cy="15" r="11" />
      <path d="M6 18c5-9 12-12 19-8M7 21c5-9 11-12 18-9M9 8c7 2 12 8 13 14M13 5c6 3 11 9 12 14" class="logo-thread" />
      <path d="M20 25c3 2 6 4 10 3" class="logo-tail" />
    </svg>
  );
}

function SearchField() {
  return (
    <div class="search-field">
      <Icon name="search" />
      <input
        type="search"
        id="search"
        value={query.value}
        placeholder={t('searchPlaceholder')}
        aria-label={t('searchPlaceholder')}
        data-testid="search"
        onInput={(e) => {
          // What the search page was narrowed by is not seen here.
          options.value = kNoOptions;
          query.value = e.currentTarget.value;
        }}
        onKeyDown={(e) => {
          if (e.key === 'Escape') {
            query.value = '';
            e.currentTarget.blur();
          } else if (e.key === 'ArrowDown' || e.key === 'Enter') {
            e.preventDefault();
            const first = document.querySelector<HTMLElement>('.hit a, .session-row');
            first?.focus();
            if (e.key === 'Enter') first?.click();
          }
        }}
      />
      {searching.value ? <span class="spinner" aria-label={t('searching')} role="status" /> : query.value ? null : <kbd class="wide-only">/</kbd>}
    </div>
  );
}

function SessionList() {
  const box = useRef<HTMLDivElement>(null);
  const rows = shown.value;
  const items = useMemo(() => grouped(rows, 'time'), [rows, language.value]);
  const keyOf = useCallback((i: number) => itemKey(items[i], i), [items]);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: (i) => (items[i]?.type === 'head' ? 32 : 62),
    getItemKey: keyOf,
    overscan: 8,
  });
  const selected = route.value.session;
  useEffect(() => {
    const at = items.findIndex((item) => item.type === 'row' && item.row.id === cursor.value);
    if (at >= 0) virtualizer.scrollToIndex(at, { align: 'auto' });
  }, [cursor.value]);
  const hidden = filters.value.hidden || query.value ? 0 : labels.value.hidden;
  const last = virtualizer.getVirtualItems().at(-1)?.index ?? 0;
  const nearEnd = items.length > 0 && last >= items.length - kNearEnd;
  useEffect(() => {
    if (nearEnd && hasMore.value) void loadMore();
  }, [nearEnd, items.length, hasMore.value]);
  return (
    <div class="session-list" ref={box} data-testid="session-list" tabIndex={-1}>
      {list.value && sessions.value.length === 0 ? <p class="empty-list">{t('noSessions')}</p> : null}
      {list.value && sessions.value.length > 0 && rows.length === 0 && query.value === '' ? <p class="empty-list">{t('nothingFound')}</p> : null}
      <div class="session-list-inner" style={{ height: `${virtualizer.getTotalSize()}px` }}>
        {virtualizer.getVirtualItems().map((v) => {
          const item = items[v.index];
          if (!item) return null;
          return (
            <div key={v.key} class="virtual" style={{ transform: `translateY(${v.start}px)`, height: `${v.size}px` }}>
              {item.type === 'head' ? (
                <h2 class="group-head" title={item.label}>{item.label} <span>{item.count}</span></h2>
              ) : (
                <SessionRowView row={item.row} selected={item.row.id === selected} current={item.row.id === cursor.value} />
              )}
            </div>
          );
        })}
      </div>
      {hidden > 0 ? (
        <button type="button" class="fold-more" onClick={() => (filters.value = { ...filters.value, hidden: true })}>{t('hiddenCount', { n: hidden })}</button>
      ) : null}
    </div>
  );
}

function itemKey(item: ListItem | undefined, i: number): string | number {
  if (!item) return i;
  return item.type === 'row' ? item.row.file || item.row.id : `head ${item.label}`;
}

/** The sessions as they stand in the list. */
function inOrder(): string[] {
  const groups = document.querySelectorAll<HTMLElement>('.sidebar .project-groups .session-row');
  if (groups.length > 0) return [...groups].map((row) => row.dataset['session'] ?? '');
  return grouped(shown.value, 'time').flatMap((item) => (item.type === 'row' ? [item.row.id] : []));
}

/** The keyboard's step through the list; opens nothing by itself. */
export function moveCursor(by: number): void {
  const ids = inOrder();
  if (ids.length === 0) return;
  const from = ids.indexOf(cursor.value || route.value.session);
  const next = from < 0 ? (by > 0 ? 0 : ids.length - 1) : Math.min(ids.length - 1, Math.max(0, from + by));
  cursor.value = ids[next]!;
  document.querySelector(`.project-groups [data-session="${CSS.escape(cursor.value)}"]`)?.scrollIntoView({ block: 'nearest' });
}

export function openCursor(): void {
  if (!cursor.value) return;
  sidebarOpen.value = false;
  go(sessionHref(cursor.value));
}

export function clearSearch(): void {
  query.value = '';
  hits.value = null;
}
