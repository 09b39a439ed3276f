// SPDX-License-Identifier: MIT
import { useState } from 'preact/hooks';
import { t } from '../../i18n';
import { hidePicked, pickAll, picked, picking, pickNone, pinPicked, removePicked, tagPicked } from '../../state/picked';
import { shown } from '../../state/sessions';
import { shared } from '../share/sharing';
import { Icon } from '../../ui/Icon';
import { useFocus } from '../../ui/useFocus';

function TagForm({ onDone }: { onDone: () => void }) {
  const field = useFocus<HTMLInputElement>();
  return (
    <form
      class="inline-edit"
      onSubmit={(e) => {
        e.preventDefault();
        onDone();
        void tagPicked((new FormData(e.currentTarget).get('text') as string).trim());
      }}
    >
      <input name="text" ref={field} aria-label={t('tag')} placeholder={t('tag')} onKeyDown={(e) => { e.stopPropagation(); if (e.key === 'Escape') onDone(); }} />
      <button type="submit">{t('save')}</button>
    </form>
  );
}

function sharePicked(): void {
  const [first, ...others] = picked.value.map((row) => row.id);
  if (first) shared.value = { session: first, leaf: '', from: '', to: '', others };
}

/** Below the list, while sessions are picked: what to do with them. */
export function PickBar() {
  const [tagging, setTagging] = useState(false);
  if (!picking.value) return null;
  const none = picked.value.length === 0;
  return (
    <section class="pick-bar" aria-label={t('pickedCount', { n: picked.value.length })} data-testid="pick-bar">
      <p role="status">
        {t('pickedCount', { n: picked.value.length })}
        <button type="button" class="hit-more" onClick={() => pickAll(shown.value)}>{t('pickAll')}</button>
        <button type="button" class="icon-button" aria-label={t('pickNone')} title={t('pickNone')} onClick={pickNone}><Icon name="cross" /></button>
      </p>
      {tagging ? (
        <TagForm onDone={() => setTagging(false)} />
      ) : (
        <div class="pick-actions">
          <button type="button" class="tool-button small" disabled={none} onClick={() => void pinPicked()}><Icon name="pin" /> {t('pin')}</button>
          <button type="button" class="tool-button small" disabled={none} onClick={() => setTagging(true)} data-testid="pick-tag"><Icon name="tag" /> {t('setTag')}</button>
          <button type="button" class="tool-button small" disabled={none} onClick={sharePicked} data-testid="pick-share"><Icon name="send" /> {t('shareIt')}</button>
          <button type="button" class="tool-button small" disabled={none} onClick={() => void hidePicked()} data-testid="pick-hide"><Icon name="eye" /> {t('hide')}</button>
          <button type="button" class="tool-button small" disabled={none} onClick={() => void removePicked()} data-testid="pick-delete"><Icon name="trash" /> {t('delete')}</button>
        </div>
      )}
    </section>
  );
}
