// SPDX-License-Identifier: MIT
//
// What `claude --resume` will load: the verdict in words, by rule set, and why a message is left out.

import type { Message, OutlineRow } from '../../api/types';
import { go, route, withParams } from '../../app/router';
import { said, t, type Key } from '../../i18n';
import { kRules, type Conversation } from '../../state/conversation';
import { visible } from '../../text/safe';
import { Icon } from '../../ui/Icon';

export type Reason = 'compacted' | 'notSent' | '';

/** Why a resume would not send a message, or nothing if it would. */
export function reasonOut(message: Message, index: number, inContext: ReadonlySet<string>, lastCompaction: number): Reason {
  if (message.kind === 'compaction') return ''; // a mark, not a message
  const sent = (uuid: string | null): boolean => uuid !== null && inContext.has(uuid);
  if (message.entries.some(sent) || message.tools.some((call) => sent(call.callUuid) || sent(call.resultUuid))) return '';
  return index < lastCompaction ? 'compacted' : 'notSent';
}

export function lastCompactionIn(outline: readonly OutlineRow[] | null): number {
  return outline?.findLast((row) => row.kind === 'compaction')?.index ?? -1;
}

const kWhy: Record<Exclude<Reason, ''>, Key> = { compacted: 'outCompacted', notSent: 'outNotSent' };

export function whyOut(reason: Reason): string {
  return reason ? t(kWhy[reason]) : '';
}

export function ContextBar({ conversation }: { conversation: Conversation }) {
  const context = conversation.context.value;
  const rules = route.value.params['rules'] || '2.1';
  return (
    <div class="context-bar" role="status" data-testid="context-bar">
      <Icon name="eye" />
      {context ? (
        <p>
          {context.refused ? <strong class="bad">{t('resumeRefused', { why: visible(said(context.refused)) })}</strong> : null}
          <strong>{t('contextCount', { n: context.entries.length, of: context.loaded })}</strong>{' '}
          {t('contextEnds')}: <em>{visible(said(context.reason))}</em>. <span class="context-note">{t('contextGrey')}</span>
        </p>
      ) : (
        <p>{t('loading')}</p>
      )}
      <label>
        {t('ruleSet')}{' '}
        <select value={rules} onChange={(e) => go(withParams({ rules: e.currentTarget.value }))} data-testid="rules">
          {kRules.map((name) => <option key={name} value={name}>{name}</option>)}
        </select>
      </label>
    </div>
  );
}
