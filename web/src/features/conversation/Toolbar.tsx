// SPDX-License-Identifier: MIT
import { toggleMap } from '../../app/overlay';
import { mapShown, narrowBar } from '../../app/panes';
import { detail, type Detail } from '../../app/preferences';
import { go, sessionHref, withParams } from '../../app/router';
import { t, type Key } from '../../i18n';
import type { Conversation } from '../../state/conversation';
import { Icon } from '../../ui/Icon';

const kDetails: [Detail, Key][] = [['all', 'detailAll'], ['no-tools', 'detailNoTools'], ['talk', 'detailTalk']];

export function Toolbar({ conversation, contextView }: { conversation: Conversation; contextView: boolean }) {
  // A subagent has one branch, and nothing resumes it.
  const isAgent = conversation.isAgent.value;
  const leaf: Record<string, string> = conversation.key.leaf ? { leaf: conversation.key.leaf } : {};
  const agent: Record<string, string> = conversation.key.agent ? { agent: conversation.key.agent } : {};
  return (
    <div class="toolbar" role="toolbar" aria-label={t('view')}>
      {narrowBar.value ? (
        <select aria-label={t('detail')} value={detail.value} onChange={(e) => (detail.value = e.currentTarget.value as Detail)}>
          {kDetails.map(([value, key]) => <option key={value} value={value}>{t(key)}</option>)}
        </select>
      ) : (
        <div class="segmented" role="radiogroup" aria-label={t('detail')}>
          {kDetails.map(([value, key]) => (
            <button key={value} type="button" role="radio" aria-checked={detail.value === value} onClick={() => (detail.value = value)}>
              {t(key)}
            </button>
          ))}
        </div>
      )}
      <button
        type="button"
        class="tool-button"
        hidden={isAgent}
        aria-pressed={contextView}
        data-testid="context-toggle"
        title={t('contextHint')}
        aria-label={t('contextView')}
        onClick={() => go(withParams({ view: contextView ? '' : 'context', ...(contextView ? { rules: '' } : {}) }))}
      >
        <Icon name="eye" /> <span class="wide-only">{t('contextView')}</span>
      </button>
      <a class="tool-button" href={sessionHref(conversation.key.session, {}, 'files')} aria-label={t('files')} title={t('files')}>
        <Icon name="file" /> <span class="wide-only">{t('files')}</span>
      </a>
      <a class="tool-button" hidden={isAgent} href={sessionHref(conversation.key.session, leaf, 'changes')} aria-label={t('allChanges')} title={t('allChanges')}>
        <Icon name="compare" /> <span class="wide-only">{t('allChanges')}</span>
      </a>
      <a class="tool-button not-on-phone" href={sessionHref(conversation.key.session, { ...leaf, ...agent }, 'timeline')} aria-label={t('timeline')} title={t('timeline')}>
        <Icon name="clock" /> <span class="wide-only">{t('timeline')}</span>
      </a>
      <span class="grow" />
      <button type="button" class="tool-button" onClick={() => go(withParams({ find: ' ' }), true)} title={`${t('findInSession')} (f)`} aria-label={t('find')}>
        <Icon name="search" /> <span class="wide-only">{t('find')}</span>
      </button>
      <button type="button" class="tool-button" hidden={isAgent} aria-pressed={mapShown.value} title={`${t('keyMap')} (b)`} aria-label={t('map')} onClick={toggleMap} data-testid="map-toggle">
        <Icon name="branch" /> <span class="wide-only">{t('map')}</span>
      </button>
    </div>
  );
}
