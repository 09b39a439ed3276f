// SPDX-License-Identifier: MIT
import { get } from '../../api/client';
import { openSidebar } from '../../app/overlay';
import { sessionHref } from '../../app/router';
import { ago, bytes, t } from '../../i18n';
import { visible } from '../../text/safe';
import { Icon } from '../../ui/Icon';
import { useAnswer } from '../../ui/useAnswer';
import { useTitle } from '../../ui/useTitle';
import '../details/details.css';
import '../turns/turns.css';

/** Plans that lie in the configuration folders, and who worked by them. */
export function PlansPage() {
  useTitle(t('plans'));
  const { answer, failed } = useAnswer('plans', () => get('plans', {}));
  return (
    <main class="sub-page" id="main" data-testid="plans-page">
      <header class="page-head">
        <button type="button" class="icon-button narrow-only" aria-label={t('sessions')} onClick={openSidebar}><Icon name="menu" /></button>
        <h1>{t('plans')}</h1>
      </header>
      {failed ? <p class="tool-error" role="alert">{failed}</p> : null}
      {answer?.plans.length === 0 ? <p class="empty-list">{t('noPlans')}</p> : null}
      <ul class="prompt-list">
        {answer?.plans.map((plan) => (
          <li key={plan.file} class="prompt-item">
            <header><strong>{visible(plan.title || plan.slug)}</strong><span class="web-host">{bytes(plan.size)} · {ago(plan.modifiedAt)}</span></header>
            <p class="web-host">{visible(plan.file)}</p>
            {plan.sessions.map((one) => <a key={one.id} class="badge" href={sessionHref(one.id, {}, 'details')}>{visible(one.name)}</a>)}
          </li>
        ))}
      </ul>
    </main>
  );
}
