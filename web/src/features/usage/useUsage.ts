// SPDX-License-Identifier: MIT
//
// The numbers of one way of counting and one range. What was asked before is shown at once and asked
// again behind it; numbers of another range are never shown for this one.

import { useEffect, useState } from 'preact/hooks';
import { ApiError, get, timezone } from '../../api/client';
import type { Query, Usage } from '../../api/types';
import { t } from '../../i18n';
import { usageRevision } from '../../state/live';

type Kind = NonNullable<Query<'usage'>['kind']>;

const known = new Map<string, Usage>();
// Live changes come in bursts; numbers need not be newer than a few seconds.
const kLiveDelay = 2000;

export function useUsage(kind: Kind, since: string): { answer: Usage | null; failed: string } {
  const key = `${kind} ${since}`;
  const [failure, setFailure] = useState({ key: '', text: '' });
  const [, redraw] = useState(0);
  const ask = (): (() => void) => {
    let live = true;
    get('usage', { kind, since, breakdown: true, timezone: timezone() }).then(
      (usage) => {
        known.set(key, usage);
        if (!live) return;
        setFailure({ key: '', text: '' });
        redraw((n) => n + 1);
      },
      (error: unknown) => live && setFailure({ key, text: error instanceof ApiError ? error.message || t('unreachable') : String(error) }),
    );
    return () => {
      live = false;
    };
  };
  useEffect(ask, [key]);
  const revision = usageRevision.value;
  useEffect(() => {
    if (!known.has(key)) return; // the first answer is still on its way
    let stop = (): void => undefined;
    const timer = setTimeout(() => (stop = ask()), kLiveDelay);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [revision]);
  return { answer: known.get(key) ?? null, failed: failure.key === key ? failure.text : '' };
}
