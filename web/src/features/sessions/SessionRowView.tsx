// SPDX-License-Identifier: MIT
import { memo } from 'preact/compat';
import type { SessionRow } from '../../api/types';
import { sessionHref } from '../../app/router';
import { sidebarOpen } from '../../state/screen';
import { ago, dateTime, t } from '../../i18n';
import { visible } from '../../text/safe';
import { Icon } from '../../ui/Icon';
import { isPicked, pick, picking } from '../../state/picked';
import { KeptMark } from '../../ui/KeptMark';

export function projectName(path: string | null): string {
  if (!path) return '';
  return path.split(/[/\\]/).filter(Boolean).pop() ?? path;
}

export const SessionRowView = memo(function SessionRowView({ row, selected, current }: { row: SessionRow; selected: boolean; current: boolean }) {
  return (
    <a
      class="session-row"
      href={sessionHref(row.id)}
      aria-current={selected ? 'page' : undefined}
      data-cursor={current}
      data-session={row.id}
      onClick={(e) => {
        if (picking.value && !e.ctrlKey && !e.metaKey) {
          e.preventDefault();
          pick(row.id);
          return;
        }
        sidebarOpen.value = false;
      }}
    >
      {picking.value ? <input type="checkbox" class="pick-box" checked={isPicked(row.id)} tabIndex={-1} aria-label={t('pickThis', { name: row.name })} onClick={(e) => { e.stopPropagation(); pick(row.id); }} /> : null}
      <span class="session-row-title">
        {row.running ? <span class="running-dot" role="img" aria-label={t('running')} /> : null}
        {row.pinned ? <span class="mark" title={t('pinned')} role="img" aria-label={t('pinned')}><Icon name="pin" /></span> : null}
        <span class="session-row-name">{visible(row.title || row.name)}</span>
        <time dateTime={row.updatedAt ?? undefined} title={dateTime(row.updatedAt)}>{ago(row.updatedAt ?? row.modifiedAt)}</time>
      </span>
      <span class="session-row-facts">
        <span class="session-row-project">{visible(projectName(row.project.path))}</span>
        {row.gitBranch ? <span class="session-row-branch"><Icon name="branch" />{visible(row.gitBranch)}</span> : null}
        {row.remark ? <span class="mark" title={visible(row.remark)} role="img" aria-label={t('remark')}><Icon name="note" /></span> : null}
        {row.tag ? <span class="badge">{visible(row.tag)}</span> : null}
        <KeptMark row={row} />
        {row.compacted ? <span class="mark" title={t('compacted')} role="img" aria-label={t('compacted')}><Icon name="fold" /></span> : null}
        {row.forkedFrom ? <span class="mark" title={t('forked')} role="img" aria-label={t('forked')}><Icon name="fork" /></span> : null}
        {row.hidden ? <span class="mark" title={t('hidden')} role="img" aria-label={t('hidden')}><Icon name="eye" /></span> : null}
        {row.daysLeft !== null && row.daysLeft <= 3 ? <span class="badge badge-warn" title={t('daysLeft', { n: row.daysLeft })}>{row.daysLeft} d</span> : null}
      </span>
    </a>
  );
});
