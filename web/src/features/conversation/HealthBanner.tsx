// SPDX-License-Identifier: MIT
import { useEffect, useState } from 'preact/hooks';
import { get } from '../../api/client';
import type { SessionHealth } from '../../api/types';
import { said, t } from '../../i18n';
import type { Conversation } from '../../state/conversation';
import { visible } from '../../text/safe';
import { CopyButton } from '../../ui/CopyButton';
import { Icon } from '../../ui/Icon';
import { shellWord } from './SessionHeader';

// The whole file is read for it: who only leafs through sessions does not ask.
const kPatienceMs = 600;
const kLinesNamed = 5;

function useHealth(session: string, ready: boolean): SessionHealth | null {
  const [health, setHealth] = useState<SessionHealth | null>(null);
  useEffect(() => {
    setHealth(null);
    if (!ready || !session) return undefined;
    let live = true;
    const timer = setTimeout(() => {
      get('doctor', { session }).then((answer) => live && setHealth(answer.session ?? null), () => undefined);
    }, kPatienceMs);
    return () => {
      live = false;
      clearTimeout(timer);
    };
  }, [session, ready]);
  return health;
}

function Command({ words, command }: { words: string; command: string }) {
  return <p>{words} <code>{command}</code> <CopyButton text={command} label={t('copyCommand')} /></p>;
}

/**
 * Over a session that a resume would fail with: why, and the command that makes a copy that works. Where the
 * file is not what has to be mended, or cannot be: the command for a copy that ends before the error.
 */
export function HealthBanner({ conversation }: { conversation: Conversation }) {
  const id = conversation.head.value?.id ?? '';
  const health = useHealth(id, conversation.load.value === 'ready' && !conversation.isAgent.value);
  if (!health || !(health.willFail || health.goBack)) return null;
  const alarms = health.defects.filter((one) => one.alarm);
  // Several: a person has to choose, who wants to see why.
  const repair = health.commands?.length === 1 ? health.commands[0] : undefined;
  const command = repair ?? `clew doctor ${shellWord(id)}`;
  return (
    <section class="health" role="status" data-testid="health">
      <p><Icon name="alert" /> <strong>{t(health.willFail ? 'healthTitle' : 'healthEnds')}</strong></p>
      {alarms.length > 0 ? <ul>
        {alarms.map((one) => (
          <li key={one.class}>
            <span class="badge badge-warn">{one.class}</span> {said(one.what)}
            {one.lines.length > 0 ? <span class="quiet"> · {t('healthLines', { n: one.lines.length, lines: one.lines.slice(0, kLinesNamed).join(', ') })}</span> : null}
          </li>
        ))}
      </ul> : null}
      {health.error ? <p class="quiet">{visible(health.error.text)}</p> : null}
      {health.goBack ? <Command words={t('healthGoBack')} command={health.goBack} /> : <Command words={repair ? t('healthRepair') : t('healthMore')} command={command} />}
    </section>
  );
}
