// SPDX-License-Identifier: MIT
//
// Calls of tools that failed this week: which tools, and the last of them.

import { useEffect, useState } from 'preact/hooks';
import { get, timezone } from '../../api/client';
import type { Hit, SearchResult } from '../../api/types';
import { ago, t } from '../../i18n';
import { visible } from '../../text/safe';
import { Icon } from '../../ui/Icon';
import { hrefOf } from '../sessions/SearchHits';
import { projectName } from '../sessions/SessionRowView';

const kAsked = 60;
const kShown = 5;

/** The newest of each session: one broken thing fails again and again. */
export function lastOfEach(hits: readonly Hit[]): Hit[] {
  const seen = new Set<string>();
  return hits.filter((hit) => !seen.has(hit.session) && seen.add(hit.session));
}

export function Failures() {
  const [found, setFound] = useState<SearchResult | null>(null);
  useEffect(() => {
    let live = true;
    get('search', { errors: true, since: '7d', timezone: timezone(), sort: 'time', limit: kAsked, perSession: 1, context: 120 }).then((answer) => live && setFound(answer), () => undefined);
    return () => {
      live = false;
    };
  }, []);
  if (!found || found.total === 0) return null;
  return (
    <section data-testid="failures">
      <h2>{t('failedThisWeek')} <a class="section-more" href="#/search?errors=1&since=7&sort=time">{t('allOfThem', { n: found.total })}</a></h2>
      <ul class="failures">
        {lastOfEach(found.hits).slice(0, kShown).map((hit) => (
          <li key={`${hit.file} ${hit.offset}`}>
            <a href={hrefOf(hit)}>
              <Icon name="alert" />
              <span class="failure-text">{visible(hit.snippet.text.replace(/\s+/g, ' ').trim())}</span>
              <span class="web-host">{visible(hit.title || hit.name)} · {visible(projectName(hit.project ?? ''))} · {ago(hit.timestamp)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
