// SPDX-License-Identifier: MIT
//
// A server that reads a team's store shows each person what is shared with them: who are you?

import { useState } from 'preact/hooks';
import { ApiError, signIn } from '../api/client';
import { t } from '../i18n';
import { Icon } from '../ui/Icon';
import { Look } from '../ui/Look';

export function SignIn() {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (form: HTMLFormElement) => {
    const token = (new FormData(form).get('token') as string).trim();
    if (!token) return;
    setBusy(true);
    setProblem('');
    try {
      await signIn(token);
      location.reload();
    } catch (error) {
      setProblem(error instanceof ApiError && error.status !== 0 ? error.message : t('unreachable'));
      setBusy(false);
    }
  };
  return (
    <main class="need-link" id="main" data-testid="sign-in">
      <h1><Icon name="lock" /> {t('signInTitle')}</h1>
      <p>{t('signInWhy')}</p>
      <form onSubmit={(e) => { e.preventDefault(); void submit(e.currentTarget); }}>
        <label>
          <span>{t('signInToken')}</span>
          <input name="token" type="password" autocomplete="current-password" spellcheck={false} placeholder="postgres://ann:…@…" aria-invalid={!!problem} onInput={() => setProblem('')} />
        </label>
        <button type="submit" class="tool-button primary" disabled={busy}>{t('signIn')}</button>
      </form>
      {problem ? <p class="tool-error" role="alert">{problem}</p> : null}
      <p class="need-link-look"><Look /></p>
    </main>
  );
}
