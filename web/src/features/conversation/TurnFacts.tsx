// SPDX-License-Identifier: MIT
//
// What a turn took, at the head of its prompt: time, money, tools, and how full the context was then.

import type { SessionTurn } from '../../api/types';
import { compact, duration, money, t } from '../../i18n';
import { visible } from '../../text/safe';

/** The share of the window that is full, from 0 to 1; nothing when its size is not known. */
export function fillOf(turn: SessionTurn | undefined): number | null {
  if (!turn?.contextTokens || !turn.windowTokens) return null;
  return Math.min(1, turn.contextTokens / turn.windowTokens);
}

export function contextText(turn: SessionTurn): string {
  const fill = fillOf(turn);
  const tokens = compact(turn.contextTokens ?? 0);
  return fill === null ? tokens : `${tokens} · ${Math.round(fill * 100)} %`;
}

export function costText(usage: SessionTurn['usage']): string {
  if (!usage) return '';
  return `${usage.cost.complete ? '' : '≥ '}${money(usage.cost.usd)}`;
}

function toolsText(turn: SessionTurn): string {
  return turn.tools.map((tool) => (tool.calls > 1 ? `${visible(tool.name)} ×${tool.calls}` : visible(tool.name))).join(', ');
}

export function TurnFacts({ turn }: { turn: SessionTurn }) {
  const calls = turn.tools.reduce((n, tool) => n + tool.calls, 0);
  const failed = turn.tools.reduce((n, tool) => n + tool.failed, 0);
  return (
    <span class="turn-facts" data-testid="turn-facts">
      {turn.durationMs >= 1000 ? <span title={t('turnTook')}>{duration(turn.durationMs)}</span> : null}
      {turn.usage && turn.usage.responses > 0 ? <span title={t('turnCost')}>{costText(turn.usage)}</span> : null}
      {calls > 0 ? <span title={toolsText(turn)}>{t('toolCount', { n: calls })}{failed > 0 ? <span class="tools-failed"> · {t('failedCount', { n: failed })}</span> : null}</span> : null}
      {turn.contextTokens ? <span title={t('turnContext')}>{t('contextTokens', { n: contextText(turn) })}</span> : null}
    </span>
  );
}
