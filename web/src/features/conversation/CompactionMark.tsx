// SPDX-License-Identifier: MIT
import type { ComponentChildren } from 'preact';
import type { Message } from '../../api/types';
import { compact, dateTime, t } from '../../i18n';
import { visible } from '../../text/safe';
import { Icon } from '../../ui/Icon';

export function CompactionMark({ message, actions }: { message: Message; actions?: ComponentChildren }) {
  const c = message.compaction;
  const numbers =
    c?.tokensBefore !== undefined
      ? c.tokensAfter !== undefined
        ? t('compactedFromTo', { before: compact(c.tokensBefore), after: compact(c.tokensAfter) })
        : t('compactedFrom', { before: compact(c.tokensBefore) })
      : '';
  return (
    <div class="compaction" role="separator" aria-label={t('kindCompaction')} title={dateTime(message.timestamp)}>
      <span class="compaction-line" />
      <span class="compaction-label">
        <Icon name="fold" /> {t('kindCompaction')}
        {c?.trigger ? <span class="compaction-note">{visible(c.trigger)}</span> : null}
        {numbers ? <span class="compaction-note">{numbers}</span> : null}
        {c?.command ? <span class="compaction-note" title={visible(c.confirmation ?? '')}><code>{visible(c.command)}</code></span> : null}
        <span class="compaction-note">{t('stillReadable')}</span>
        {actions}
      </span>
      <span class="compaction-line" />
    </div>
  );
}
