// SPDX-License-Identifier: MIT
//
// What a row says of the keep and the team: that Claude Code has deleted the session and only Clew has it, whose it is,
// and on which other machines it was continued in another way.

import type { SessionRow } from '../api/types';
import { t } from '../i18n';
import { visible } from '../text/safe';

export function KeptMark({ row }: { row: SessionRow }) {
  const mark = row.machine ? t('keptBy', { name: visible(row.machine) }) : t('kept');
  return (
    <>
      {row.kept ? <span class="badge" title={t('keptHint')} data-testid="kept">{mark}</span> : null}
      {row.machine && !row.kept ? <span class="badge" title={visible(row.machine)} data-testid="whose">{visible(row.person ?? row.machine)}</span> : null}
      {row.copies?.map((copy) => <span class="badge badge-warn" key={copy.machine} title={visible(copy.file)}>{t(copy.continued ? 'continuedOn' : 'differsOn', { name: visible(copy.machine) })}</span>)}
    </>
  );
}
