// SPDX-License-Identifier: MIT
import { useRef, useState } from 'preact/hooks';
import { t } from '../i18n';
import { Icon } from './Icon';

export async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // Plain http on another name than localhost has no clipboard; a selection still works.
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

export function CopyButton({ text, label }: { text: string | (() => string); label?: string }) {
  const [done, setDone] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const run = (event: MouseEvent): void => {
    event.stopPropagation();
    void copy(typeof text === 'string' ? text : text()).then(() => {
      setDone(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setDone(false), 1500);
    });
  };
  return (
    <button type="button" class="icon-button copy" onClick={run} title={label ?? t('copy')} aria-label={label ?? t('copy')}>
      <Icon name={done ? 'check' : 'copy'} />
      {done ? <span class="visually-hidden" role="status">{t('copied')}</span> : null}
    </button>
  );
}
