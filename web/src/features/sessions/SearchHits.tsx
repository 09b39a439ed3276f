// SPDX-License-Identifier: MIT
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../../api/client';
import type { Hit } from '../../api/types';
import { go, route, sessionHref } from '../../app/router';
import { sidebarOpen } from '../../state/screen';
import { ago, dateTime, t, type Key } from '../../i18n';
import { threadOf } from '../../state/conversation';
import { building } from '../../state/searchIndex';
import { notify } from '../../state/notices';
import { asked, hits, hitsIn, openedHits, type Found } from '../../state/search';
import { sessionById, shown, wantSessions } from '../../state/sessions';
import { plain, visible } from '../../text/safe';
import { Icon } from '../../ui/Icon';
import { IndexHint } from './IndexHint';
import { projectName } from './SessionRowView';

export const kSlow = 200; // ms that a search may take without an index before one is offered

/** The text with its marks, which count UTF-16 units as JavaScript does. */
export function marked(text: string, marks: readonly (readonly number[])[]): ComponentChildren[] {
  const out: ComponentChildren[] = [];
  let at = 0;
  for (const [from = 0, to = 0] of marks) {
    if (from < at || to <= from) continue;
    out.push(plain(text.slice(at, from)), <mark key={from}>{plain(text.slice(from, to))}</mark>);
    at = to;
  }
  out.push(plain(text.slice(at)));
  return out;
}

export function hrefOf(hit: Hit): string {
  return sessionHref(threadOf(hit), hit.uuid ? { at: hit.uuid } : {});
}

/** Who says it; a subagent is asked by Claude, not by the reader. */
export function sayRole(hit: Pick<Hit, 'role' | 'branch'>): string {
  return t(hit.role === 'user' && hit.branch === 'subagent' ? 'kindTask' : kRoles[hit.role]);
}

export const kRoles: Record<Hit['role'], Key> = { user: 'kindPrompt', assistant: 'kindAnswer', tool: 'toolCall', thinking: 'roleThinking', title: 'title' };

function HitView({ hit, head }: { hit: Hit; head: boolean }) {
  const row = sessionById(hit.session);
  const path = hit.project ?? row?.project.path ?? null;
  const project = projectName(path);
  // Beside its name the time of the session, as in the list; each hit has its own.
  const used = row?.updatedAt ?? row?.modifiedAt;
  return (
    <a href={hrefOf(hit)} onClick={() => (sidebarOpen.value = false)}>
      {head ? (
        <span class="hit-head">
          <span class="hit-title">{visible(row?.title || hit.title || hit.name)}</span>
          {used ? <time title={`${t('lastUsed')}: ${dateTime(used)}`}>{ago(used)}</time> : null}
        </span>
      ) : null}
      <span class="hit-facts">
        {head && project ? <span class="hit-project" title={visible(path ?? '')}><Icon name="folder" /> {visible(project)}</span> : null}
        <span class="hit-role">{sayRole(hit)}</span>
        {hit.tool ? <span>{visible(hit.tool)}</span> : null}
        {hit.branch === 'subagent' ? <span class="badge">{t('inSubagent')}</span> : hit.branch === 'abandoned' ? <span class="badge">{t('otherBranchHit')}</span> : null}
        {hit.timestamp ? <time title={dateTime(hit.timestamp)}>{ago(hit.timestamp)}</time> : null}
      </span>
      <span class="hit-text">{marked(hit.snippet.text, hit.snippet.marks)}</span>
    </a>
  );
}

/** The hits of one session: the best first, all of them when asked for. */
function HitGroup({ group, query }: { group: Hit[]; query: string }) {
  const [all, setAll] = useState<Hit[] | null>(null);
  const [failed, setFailed] = useState('');
  const shownHits = all ?? group;
  const more = all ? 0 : Math.max(...group.map((hit) => hit.moreInSession));
  const open = (): void => {
    hitsIn(group[0]!.session, query).then(
      (found) => setAll(groupsOf(found)[0] ?? []),
      (error: unknown) => setFailed(error instanceof ApiError ? error.message || t('unreachable') : String(error)),
    );
  };
  return (
    <li class="hit-group">
      <ul aria-label={visible(group[0]!.title || group[0]!.name)}>
        {shownHits.map((hit, i) => <li key={`${hit.file} ${hit.offset} ${i}`} class="hit"><HitView hit={hit} head={i === 0} /></li>)}
      </ul>
      {more > 0 ? <button type="button" class="hit-more" onClick={open} data-testid="more-hits">{t('andMore', { n: more })}</button> : null}
      {failed ? <p class="tool-error" role="alert">{failed}</p> : null}
    </li>
  );
}

/** The hits of each session, what was said before what it is called. */
export function groupsOf(found: readonly Hit[]): Hit[][] {
  const groups = new Map<string, Hit[]>();
  for (const hit of found) {
    const group = groups.get(hit.session);
    if (group) group.push(hit);
    else groups.set(hit.session, [hit]);
  }
  const isTitle = (hit: Hit): number => (hit.role === 'title' ? 1 : 0);
  return [...groups.values()].map((group) => group.sort((a, b) => isTitle(a) - isTitle(b)));
}

/** One for each message that is listed, as they stand on the screen. */
export function listedHits(first: readonly Hit[], opened: readonly Hit[]): Hit[] {
  const isText = (hit: Hit): boolean => hit.role !== 'title' && !!hit.uuid;
  const whole = new Map(groupsOf(opened.filter(isText)).map((group) => [group[0]!.session, group]));
  const listed = groupsOf(first.filter(isText)).flatMap((group) => whole.get(group[0]!.session) ?? group);
  const seen = new Set<string>();
  return listed.filter((hit) => !seen.has(hrefOf(hit)) && seen.add(hrefOf(hit)));
}

/** From the hit that is open to the next or the one before, also in another session; at the last one stays and says so. False: none is open. */
export function stepHit(by: 1 | -1): boolean {
  const answer = hits.value;
  if (!answer || !asked.value || answer.query !== asked.value) return false;
  const listed = listedHits(answer.hits, openedHits.value);
  const { session, params } = route.value;
  const at = listed.findIndex((hit) => threadOf(hit) === session && hit.uuid === params['at']);
  if (at < 0) return false;
  const next = listed[at + by];
  if (next) go(hrefOf(next), true);
  else notify(t(by < 0 ? 'firstHit' : hasMoreHits(answer) ? 'lastHitListed' : 'lastHit'), { about: 'step hit' });
  return true;
}

/** Some are not in the list: of sessions that have many, or of further sessions. */
function hasMoreHits(answer: Found): boolean {
  const whole = new Set(openedHits.value.map((hit) => hit.session));
  return answer.sessions > groupsOf(answer.hits).length || answer.hits.some((hit) => hit.moreInSession > 0 && !whole.has(hit.session));
}

/** The rows of the sessions that hits are in: what they are called and when they were used. */
export function useHitSessions(): void {
  const found = hits.value?.hits;
  useEffect(() => void wantSessions(found?.map((hit) => hit.session) ?? []), [found]);
}

export function SearchHits() {
  const answer = hits.value;
  useHitSessions();
  // Hits of what was typed before say nothing about what is typed now.
  if (answer?.query !== asked.value) return <p class="hits-note" role="status">{t('searching')}</p>;
  // What is not about one of the files: why the index was not asked, or the question refused.
  const aboutAll = answer.findings.find((one) => !one.path || one.path.endsWith('/index.db'));
  const groups = groupsOf(answer.hits);
  return (
    <section class={shown.value.length === 0 ? 'hits hits-alone' : 'hits'} aria-label={t('searchResults')} data-testid="hits">
      <p class="hits-note" role="status">
        {aboutAll?.reason ?? (answer.total === 0 ? t('nothingFound') : t('hitCount', { n: answer.total, sessions: answer.sessions, ms: answer.tookMs }))}
        {' '}<a href={`#/search?q=${encodeURIComponent(answer.query)}`} onClick={() => (sidebarOpen.value = false)} data-testid="to-search-page">{t('searchPage')}</a>
      </p>
      {answer.index || (answer.tookMs < kSlow && !building.value) ? null : <IndexHint />}
      <ul>{groups.map((group) => <HitGroup key={`${answer.query} ${group[0]!.session}`} group={group} query={answer.query} />)}</ul>
    </section>
  );
}
