// SPDX-License-Identifier: MIT
//
// What was deleted, and the way back.

import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, get } from '../../api/client';
import type { TrashRow } from '../../api/types';
import { ago, bytes, t } from '../../i18n';
import { restore } from '../../state/edits';
import { trashOpen } from '../../state/screen';
import { visible } from '../../text/safe';
import { Icon } from '../../ui/Icon';

/** The folder of its transcript, where nothing says which project that was. */
function folderOf(file: string): string {
  return file.split('/').at(-2) ?? '';
}

export function Trash() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [rows, setRows] = useState<TrashRow[] | null>(null);
  const [failed, setFailed] = useState('');
  const load = (): Promise<void> =>
    get('trash', { hidden: true }).then(
      (answer) => setRows(answer.sessions),
      (error: unknown) => setFailed(error instanceof ApiError ? error.message || t('unreachable') : String(error)),
    );
  useEffect(() => {
    dialog.current?.showModal();
    void load();
  }, []);
  return (
    <dialog class="trash" ref={dialog} aria-label={t('trash')} onClose={() => (trashOpen.value = false)} data-testid="trash-list">
      <header>
        <h2><Icon name="trash" /> {t('trash')}</h2>
        <button type="button" class="icon-button" aria-label={t('close')} onClick={() => dialog.current?.close()}><Icon name="cross" /></button>
      </header>
      <p class="trash-note">{t('trashNote')}</p>
      {failed ? <p class="tool-error" role="alert">{failed}</p> : null}
      {rows?.length === 0 ? <p class="empty-list">{t('trashEmpty')}</p> : null}
      <ul>
        {rows?.map((row) => (
          <li key={row.id}>
            <span class="trash-name">{visible(row.title || row.id)}</span>
            <span class="web-host"><span title={visible(row.file)} data-testid="trash-project">{visible(row.project ?? folderOf(row.file))}</span> · {bytes(row.bytes)} · {t('deletedAt', { when: ago(row.deletedAt) })}</span>
            <button type="button" class="tool-button small" onClick={() => void restore(row.id, row.title || row.id).then(load)}>{t('restore')}</button>
          </li>
        ))}
      </ul>
    </dialog>
  );
}
