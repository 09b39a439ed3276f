// SPDX-License-Identifier: MIT
//
// What `claude --resume` will load: the verdict in words, by rule set, and why a message is left out.

import type { Message, OutlineRow } from '../../api/types';
import { go, route, withParams } from '../../app/router';
import { number, t } from '../../i18n';
import { kRules, type Conversation } from '../../state/conversation';
import { visible } from '../../text/safe';
import { Icon } from '../../ui/Icon';

export type Reason = 'compacted' | 'notSent' | '';

/** Why a resume would not send a message, or nothing if it would. */
export function reasonOut(message: Message, inContext: ReadonlySet<string>, outline: readonly OutlineRow[] | null): Reason {
  if (message.kind === 'compaction') return ''; // a mark, not a message
  const lines = [...message.entries, ...message.tools.flatMap((call) => [call.callUuid, call.resultUuid])];
  if (lines.some((uuid) => uuid !== null && inContext.has(uuid))) return '';
  const at = outline?.findIndex((row) => row.uuid === message.uuid) ?? -1;
  const later = at >= 0 && (outline ?? []).slice(at + 1).some((row) => row.kind === 'compaction');
  return later ? 'compacted' : 'notSent';
}

export function ContextBar({ conversation }: { conversation: Conversation }) {
  const context = conversation.context.value;
  const rules = route.value.params['rules'] || '2.1';
  return (
    <div class="context-bar" role="status" data-testid="context-bar">
      <Icon name="eye" />
      {context ? (
        <p>
          {context.refused ? <strong class="bad">{t('resumeRefused', { why: visible(context.refused) })}</strong> : null}
          <strong>{t('contextCount', { n: context.entries.length, of: context.conversationLines })}</strong>{' '}
          {t('contextEnds')}: <em>{visible(context.reason)}</em>. <span class="context-note">{t('contextGrey')}</span>
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
      <span class="visually-hidden">{context ? number(context.loaded) : ''}</span>
    </div>
  );
}
