// SPDX-License-Identifier: MIT
import { t } from '../../i18n';
import { building, buildIndex } from '../../state/searchIndex';
import { Icon } from '../../ui/Icon';

/** Under hits that were found by reading every file: what would be faster. */
export function IndexHint() {
  const state = building.value;
  if (!state) {
    return (
      <p class="index-hint">
        {t('indexHint')} <button type="button" class="tool-button small" onClick={() => void buildIndex()} data-testid="build-index"><Icon name="gauge" /> {t('indexBuild')}</button>
      </p>
    );
  }
  return (
    <p class="index-hint" role="status">
      {t('indexBuilding')} {state.of > 0 ? t('indexProgress', { n: state.done, of: state.of }) : ''}
      <progress {...(state.of > 0 ? { max: state.of, value: state.done } : {})} aria-label={t('indexBuilding')} />
    </p>
  );
}
