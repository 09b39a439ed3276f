// SPDX-License-Identifier: MIT
//
// The hits of one session at full width: whose they are, and of each who said it, with which tool, when
// and where in the session.

import { useState } from 'preact/hooks';
import { ApiError } from '../../api/client';
import type { Hit } from '../../api/types';
import { sessionHref } from '../../app/router';
import { ago, dateTime, t } from '../../i18n';
import { hitsIn } from '../../state/search';
import { sessionById } from '../../state/sessions';
import { visible } from '../../text/safe';
import { Icon } from '../../ui/Icon';
import { groupsOf, hrefOf, marked, sayRole } from '../sessions/SearchHits';
import { projectName } from '../sessions/SessionRowView';

function Place({ hit }: { hit: Hit }) {
  if (hit.branch === 'subagent') return <span class="badge"><Icon name="robot" /> {t('inSubagent')}</span>;
  return hit.branch === 'abandoned' ? <span class="badge"><Icon name="branch" /> {t('otherBranchHit')}</span> : null;
}

function HitRow({ hit }: { hit: Hit }) {
  const row = sessionById(hit.session);
  const time = hit.timestamp ?? row?.updatedAt ?? row?.modifiedAt;
  return (
    <li class="hit found-hit">
      <a href={hrefOf(hit)}>
        <span class="hit-facts">
          <span class="hit-role">{sayRole(hit)}</span>
          {hit.tool ? <span class="badge"><Icon name="tool" /> {visible(hit.tool)}</span> : null}
          {hit.error ? <span class="badge badge-bad">{t('stateFailed')}</span> : null}
          <Place hit={hit} />
          <time dateTime={time ?? undefined} title={dateTime(time)}>{dateTime(time)}</time>
        </span>
        <span class="hit-text">{marked(hit.snippet.text, hit.snippet.marks)}</span>
      </a>
    </li>
  );
}

export function HitGroup({ group, query }: { group: Hit[]; query: string }) {
  const [all, setAll] = useState<Hit[] | null>(null);
  const [failed, setFailed] = useState('');
  const first = group[0]!;
  const row = sessionById(first.session);
  // As in the list; each hit says when it was written.
  const used = row?.updatedAt ?? row?.modifiedAt;
  const project = first.project ?? row?.project.path ?? '';
  const shown = all ?? group;
  const more = all ? 0 : Math.max(...group.map((hit) => hit.moreInSession));
  const open = (): void => {
    hitsIn(first.session, query).then((found) => setAll(groupsOf(found)[0] ?? []), (error: unknown) => setFailed(error instanceof ApiError ? error.message || t('unreachable') : String(error)));
  };
  return (
    <section class="found-group" aria-label={visible(first.title || first.name)}>
      <header>
        <h2><a href={sessionHref(first.session)}>{visible(row?.title || first.title || first.name)}</a></h2>
        {project ? <a class="hit-project" href={`#/project?path=${encodeURIComponent(project)}`} title={visible(project)}><Icon name="folder" /> {visible(projectName(project))}</a> : null}
        {row?.gitBranch ? <span class="hit-project"><Icon name="branch" /> {visible(row.gitBranch)}</span> : null}
        {used ? <time dateTime={used} title={`${t('lastUsed')}: ${dateTime(used)}`} data-testid="group-used">{ago(used)}</time> : null}
        <span class="web-host">{t('hitsHere', { n: shown.length + more })}</span>
      </header>
      <ul>{shown.map((hit, i) => <HitRow key={`${hit.file} ${hit.offset} ${i}`} hit={hit} />)}</ul>
      {more > 0 ? <button type="button" class="hit-more" onClick={open} data-testid="more-hits">{t('andMore', { n: more })}</button> : null}
      {failed ? <p class="tool-error" role="alert">{failed}</p> : null}
    </section>
  );
}
