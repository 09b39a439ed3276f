// SPDX-License-Identifier: MIT
//
// What the reader can choose; all of it is kept in this browser alone.

import type { ComponentChildren } from 'preact';
import { openSidebar } from '../../app/overlay';
import { detail, grouping, mapOpen, noticeWish, theme, type Detail, type Theme } from '../../app/preferences';
import { language, setLanguage, t, type Language } from '../../i18n';
import { askToNotify, mayNotify } from '../../state/browserNotices';
import { server } from '../../state/server';
import { buildIndex, building } from '../../state/searchIndex';
import { Icon } from '../../ui/Icon';
import { useTitle } from '../../ui/useTitle';
import '../details/details.css';
import '../turns/turns.css';

function Choice<T extends string>({ label, value, options, onChange }: { label: string; value: T; options: [T, string][]; onChange: (value: T) => void }) {
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={(e) => onChange(e.currentTarget.value as T)}>{options.map(([option, name]) => <option key={option} value={option}>{name}</option>)}</select>
    </label>
  );
}

function Row({ label, note, children }: { label: string; note?: string; children: ComponentChildren }) {
  return <div class="settings-row"><label><span>{label}</span>{children}</label>{note ? <p class="settings-note">{note}</p> : null}</div>;
}

export function SettingsPage() {
  useTitle(t('settings'));
  const on = noticeWish.value === 'yes' && mayNotify();
  return (
    <main class="sub-page" id="main" data-testid="settings-page">
      <header class="page-head">
        <button type="button" class="icon-button narrow-only" aria-label={t('sessions')} onClick={openSidebar}><Icon name="menu" /></button>
        <h1>{t('settings')}</h1>
      </header>
      <p class="page-note">{t('settingsNote')}</p>
      <div class="settings-form">
        <Choice<Theme> label={t('look')} value={theme.value} options={[['system', t('themeSystem')], ['light', t('themeLight')], ['dark', t('themeDark')]]} onChange={(value) => (theme.value = value)} />
        <Choice<Language> label={t('languageName')} value={language.value} options={[['en', 'English'], ['zh-CN', '简体中文']]} onChange={(value) => void setLanguage(value)} />
        <Choice<Detail> label={t('detail')} value={detail.value} options={[['all', t('detailAll')], ['no-tools', t('detailNoTools')], ['talk', t('detailTalk')]]} onChange={(value) => (detail.value = value)} />
        <Choice<'time' | 'project'> label={t('sessions')} value={grouping.value} options={[['time', t('groupByTime')], ['project', t('groupByProject')]]} onChange={(value) => (grouping.value = value)} />
        <Row label={t('mapBeside')}><input type="checkbox" checked={mapOpen.value === 'yes'} onChange={(e) => (mapOpen.value = e.currentTarget.checked ? 'yes' : 'no')} /></Row>
        <Row label={t('notifyMe')} note={t('notifyNote')}><input type="checkbox" checked={on} data-testid="notify-me" onChange={(e) => void askToNotify(e.currentTarget.checked)} /></Row>
        <Row label={t('indexName')} note={t('indexNote')}>
          {building.value ? <progress {...(building.value.of > 0 ? { max: building.value.of, value: building.value.done } : {})} aria-label={t('indexBuilding')} /> : <button type="button" class="tool-button" onClick={() => void buildIndex()}><Icon name="gauge" /> {t('indexBuild')}</button>}
        </Row>
        <p class="settings-note">Clew {server.value.version} · {server.value.drive ? t('driveOn') : t('driveOff')}</p>
      </div>
    </main>
  );
}
