// SPDX-License-Identifier: MIT
import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../api/client';
import { t } from '../i18n';

export interface Asked<T> {
  answer: T | null;
  failed: string;
}

/** What the daemon answers to a question that `key` names; null until it has, or while it is another one. */
export function useAnswer<T>(key: string, ask: () => Promise<T>): Asked<T> {
  const [state, setState] = useState<{ key: string } & Asked<T>>({ key: '', answer: null, failed: '' });
  useEffect(() => {
    let live = true;
    ask().then(
      (answer) => live && setState({ key, answer, failed: '' }),
      (error: unknown) => live && setState({ key, answer: null, failed: error instanceof ApiError ? error.message || t('unreachable') : String(error) }),
    );
    return () => {
      live = false;
    };
  }, [key]);
  return state.key === key ? state : { answer: null, failed: '' };
}
