// SPDX-License-Identifier: MIT
import type { ComponentChildren } from 'preact';
import type { Hit } from '../../api/types';
import { sessionHref } from '../../app/router';
import { sidebarOpen } from '../../state/screen';
import { ago, t } from '../../i18n';
import { threadOf } from '../../state/conversation';
import { hits, searching, shown } from '../../state/sessions';
import { plain, visible } from '../../text/safe';
import { kindLabel } from '../conversation/MessageView';

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

function hrefOf(hit: Hit): string {
  return sessionHref(threadOf(hit), hit.uuid ? { at: hit.uuid } : {});
}

const kRoles: Record<string, string> = { user: 'prompt', assistant: 'answer', title: 'title' };

export function SearchHits() {
  const answer = hits.value;
  if (!answer) return searching.value ? <p class="hits-note">{t('searching')}</p> : null;
  // What is not about one of the files: why the index was not asked, or the question refused.
  const aboutAll = answer.findings.find((one) => !one.path || one.path.endsWith('/index.db'));
  const found = answer.hits.filter((hit) => hit.role !== 'title');
  return (
    <section class={shown.value.length === 0 ? 'hits hits-alone' : 'hits'} aria-label={t('searchResults')} data-testid="hits">
      <p class="hits-note" role="status">
        {aboutAll?.reason ?? t('hitCount', { n: answer.total, sessions: answer.sessions, ms: answer.tookMs })}
      </p>
      <ul>
        {found.map((hit, i) => (
          <li key={i} class="hit">
            <a href={hrefOf(hit)} onClick={() => (sidebarOpen.value = false)}>
              <span class="hit-head">
                <span class="hit-title">{visible(hit.title ?? hit.name)}</span>
                <time>{ago(hit.timestamp)}</time>
              </span>
              <span class="hit-text">
                <span class="hit-role">{kRoles[hit.role] ? kindLabel(kRoles[hit.role]!) : visible(hit.role)}</span> {marked(hit.snippet.text, hit.snippet.marks)}
              </span>
              {hit.moreInSession > 0 ? <span class="hit-more">{t('andMore', { n: hit.moreInSession })}</span> : null}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
