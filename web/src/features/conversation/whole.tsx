// SPDX-License-Identifier: MIT
//
// Pages of a conversation carry long texts cut and long JSON not at all. Here the whole of one message
// is asked for when somebody wants to read it. It lives as long as it is on the screen.

import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { ApiError, get } from '../../api/client';
import type { Message, ToolCall } from '../../api/types';
import { bytes, t } from '../../i18n';
import { notify } from '../../state/notices';
import { Icon } from '../../ui/Icon';
import { holdsAny, Sought } from '../../ui/sought';
import { SessionScope } from './scope';

/** How large the parts are that were cut or left out; 0 when everything is there. */
export function cutInText(message: Message): number {
  return (message.textBytes ?? 0) + (message.thoughtBytes ?? 0);
}

export function cutInTool(call: ToolCall): number {
  return Math.max(call.resultBytes ?? 0, call.structuredBytes ?? 0) + (call.inputBytes ?? 0);
}

export type Loading = 'cut' | 'loading' | 'failed';

export interface Whole {
  message: Message;
  state: Loading;
  load: () => void;
}

const kNothing: Whole = { message: null as unknown as Message, state: 'cut', load: () => undefined };
export const WholeMessage = createContext<Whole>(kNothing);

export function useWhole(message: Message): Whole {
  const { session, leaf, rules, agent } = useContext(SessionScope);
  const words = useContext(Sought);
  const [loaded, setLoaded] = useState<{ of: Message; whole: Message } | null>(null);
  const [state, setState] = useState<Loading>('cut');
  const load = (): void => {
    if (!message.uuid || state === 'loading') return;
    setState('loading');
    get('show', { session, leaf, rules, agent, at: message.uuid, first: 1 }).then(
      ({ messages }) => {
        if (messages[0]) setLoaded({ of: message, whole: messages[0] });
        setState(messages[0] ? 'cut' : 'failed');
      },
      (error: unknown) => {
        setState('failed');
        notify(error instanceof ApiError ? error.message || t('unreachable') : String(error), { bad: true });
      },
    );
  };
  // What was searched for lies in the part that was left out.
  useEffect(() => {
    const cut = cutInText(message) + message.tools.reduce((sum, call) => sum + cutInTool(call), 0);
    if (words.length > 0 && cut > 0 && !holdsAny(JSON.stringify(message), words)) load();
  }, [words, message]);
  // A message that grew since is another one: its page brings what is new.
  return { message: loaded?.of === message ? loaded.whole : message, state, load };
}

/** Says that a text is cut, how large it is, and brings all of it. */
export function CutNote({ size }: { size: number }) {
  const { state, load } = useContext(WholeMessage);
  if (size <= 0) return null;
  return (
    <p class="cut-note">
      <button type="button" class="tool-button small" onClick={load} disabled={state === 'loading'} data-testid="load-whole">
        <Icon name="down" /> {state === 'loading' ? t('loading') : t('loadWhole', { size: bytes(size) })}
      </button>
      <span>{t('cutHere')}</span>
    </p>
  );
}
