// SPDX-License-Identifier: MIT
//
// Light or dark, and the language.

import { theme, type Theme } from '../app/preferences';
import { language, setLanguage, t } from '../i18n';
import { Icon } from './Icon';

const kNext: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };

export function Look() {
  const label = theme.value === 'light' ? t('themeLight') : theme.value === 'dark' ? t('themeDark') : t('themeSystem');
  const other = language.value === 'en' ? 'zh-CN' : 'en';
  return (
    <>
      <button type="button" class="tool-button small" title={label} aria-label={label} onClick={() => (theme.value = kNext[theme.value])} data-testid="theme"><Icon name={theme.value === 'dark' ? 'moon' : 'sun'} /></button>
      <button type="button" class="tool-button small" lang={other} onClick={() => void setLanguage(other)} data-testid="language">{other === 'en' ? 'English' : '中文'}</button>
    </>
  );
}
