// SPDX-License-Identifier: MIT
//
// At a fork: which of the alternatives is shown, and a way to the others.

import type { Alternative } from '../../api/types';
import { go, withParams } from '../../app/router';
import { t } from '../../i18n';
import { Icon } from '../../ui/Icon';

export function stepTo(alternatives: readonly Alternative[], by: 1 | -1): Alternative | undefined {
  const current = alternatives.findIndex((way) => way.current);
  if (current < 0 || alternatives.length < 2) return undefined;
  return alternatives[(current + by + alternatives.length) % alternatives.length];
}

export function switchTo(way: Alternative | undefined): void {
  if (way) go(withParams({ leaf: way.tip ?? '', at: way.uuid ?? '', find: '' }));
}

export function BranchSwitch({ alternatives, compare = true }: { alternatives: readonly Alternative[]; compare?: boolean }) {
  const current = alternatives.findIndex((way) => way.current);
  const other = stepTo(alternatives, -1);
  return (
    <span class="branch-switch" role="group" aria-label={t('alternatives')} data-testid="branch-switch">
      <button type="button" class="icon-button flip" onClick={() => switchTo(stepTo(alternatives, -1))} aria-label={t('previousBranch')} title={t('previousBranch')}>
        <Icon name="chevron" />
      </button>
      <span aria-label={t('branchOf', { n: current + 1, of: alternatives.length })}>{current + 1}/{alternatives.length}</span>
      <button type="button" class="icon-button" onClick={() => switchTo(stepTo(alternatives, 1))} aria-label={t('nextBranch')} title={t('nextBranch')}>
        <Icon name="chevron" />
      </button>
      {compare && other && current >= 0 ? (
        <button
          type="button"
          class="icon-button"
          onClick={() => go({ page: 'compare', session: withParams({}).session, params: { a: alternatives[current]!.tip ?? '', b: other.tip ?? '' } })}
          aria-label={t('compareBranches')}
          title={t('compareBranches')}
        >
          <Icon name="compare" />
        </button>
      ) : null}
    </span>
  );
}
