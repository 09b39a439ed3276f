// SPDX-License-Identifier: MIT
//
// Instead of an empty page: why nothing is shown without the link that `clew serve` printed, and how
// to get one.

import { useState } from 'preact/hooks';
import { t } from '../i18n';
import { CopyButton } from '../ui/CopyButton';
import { Icon } from '../ui/Icon';
import { Look } from '../ui/Look';

const kCommand = 'clew serve --open';

/** The token of a pasted link, or one pasted alone. */
export function tokenIn(text: string): string {
  return /(?:^|#t=)([A-Za-z0-9_-]{16,})(?:&|$)/.exec(text.trim())?.[1] ?? '';
}

export function NeedLink() {
  const [bad, setBad] = useState(false);
  return (
    <main class="need-link" id="main" data-testid="need-link">
      <h1><Icon name="lock" /> {t('linkTitle')}</h1>
      <p>{t('linkWhy')}</p>
      <p>{t('linkRun')}</p>
      <p class="need-link-command"><code>{kCommand}</code> <CopyButton text={kCommand} label={t('copyCommand')} /></p>
      <form
        onSubmit={(e) => {
          e.preventDefault();
          const token = tokenIn(new FormData(e.currentTarget).get('link') as string);
          setBad(!token);
          if (!token) return;
          location.hash = `#t=${token}`;
          location.reload();
        }}
      >
        <label>
          <span>{t('linkPaste')}</span>
          <input name="link" autocomplete="off" spellcheck={false} placeholder={t('linkHint')} aria-invalid={bad} onInput={() => setBad(false)} />
        </label>
        <button type="submit" class="tool-button primary">{t('open')}</button>
      </form>
      {bad ? <p class="tool-error" role="alert">{t('linkBad')}</p> : null}
      <p class="need-link-look"><Look /></p>
    </main>
  );
}
