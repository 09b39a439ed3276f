// SPDX-License-Identifier: MIT
//
// What one wants to know of a session before reading it: cost, time, model, context, files, subagents.
// Each is a link to where it comes from.

import { useEffect, useState } from 'preact/hooks';
import { get } from '../../api/client';
import type { SessionOutcome } from '../../api/types';
import { sessionHref } from '../../app/router';
import { duration, t } from '../../i18n';
import type { Conversation } from '../../state/conversation';
import { visible } from '../../text/safe';
import { Icon } from '../../ui/Icon';
import { agentsOf } from '../tools/AgentView';
import { contextText, costText, fillOf } from './TurnFacts';

interface Work {
  files: SessionOutcome['files'];
  agents: number;
}

/** After the first look; again when a turn has ended. */
function useWork(conversation: Conversation): Work | null {
  const [work, setWork] = useState<{ of: Conversation; work: Work } | null>(null);
  const turns = conversation.turns.value?.turns.length ?? 0;
  const { session, leaf, rules } = conversation.key;
  useEffect(() => {
    if (turns === 0 || conversation.isAgent.value) return;
    let live = true;
    void Promise.all([get('outcome', { session, leaf, rules }), agentsOf(session)]).then(
      ([outcome, agents]) => live && setWork({ of: conversation, work: { files: outcome.files, agents: agents.filter((agent) => agent.kind !== 'warm-up').length } }),
      () => undefined,
    );
    return () => {
      live = false;
    };
  }, [conversation, turns]);
  return work?.of === conversation ? work.work : null;
}

export function shortModel(model: string): string {
  return visible(model.replace(/^claude-/, '').replace(/-\d{8}$/, ''));
}

function Gauge({ fill }: { fill: number }) {
  return <meter class="gauge" min={0} max={1} high={0.8} value={fill} aria-label={t('contextFill')} />;
}

export function SessionFacts({ conversation }: { conversation: Conversation }) {
  const answer = conversation.turns.value;
  const work = useWork(conversation);
  if (!answer || answer.turns.length === 0) return null;
  const { session, leaf } = conversation.key;
  const params: Record<string, string> = leaf ? { leaf } : {};
  const last = answer.turns.findLast((turn) => turn.contextTokens);
  const model = answer.turns.findLast((turn) => turn.model)?.model;
  const fill = fillOf(last);
  const added = work?.files.reduce((n, file) => n + file.added, 0) ?? 0;
  const removed = work?.files.reduce((n, file) => n + file.removed, 0) ?? 0;
  return (
    <p class="session-facts" data-testid="session-facts">
      {answer.usage && answer.usage.responses > 0 ? <a href={`#/usage?explain=${encodeURIComponent(session)}&back=${encodeURIComponent(session)}`} title={t('costHint')}><Icon name="gauge" /> {costText(answer.usage)}</a> : null}
      {answer.activeMs > 0 ? <a href={sessionHref(session, params, 'timeline')} title={t('activeHint')}><Icon name="clock" /> {duration(answer.activeMs)}</a> : null}
      {model ? <span title={visible(model)}><Icon name="robot" /> {shortModel(model)}</span> : null}
      {last ? <a href={sessionHref(session, params, 'context')} title={t('contextFillHint')}>{fill === null ? null : <Gauge fill={fill} />} {contextText(last)}</a> : null}
      {work && work.files.length > 0 ? <a href={sessionHref(session, params, 'changes')} title={t('changesHint')}><Icon name="file" /> {t('fileCount', { n: work.files.length })} <span class="plus">+{added}</span> <span class="minus">−{removed}</span></a> : null}
      {work && work.agents > 0 ? <a href={sessionHref(session, params, 'timeline')} title={t('agentsHint')}><Icon name="fork" /> {t('agentCount', { n: work.agents })}</a> : null}
    </p>
  );
}
