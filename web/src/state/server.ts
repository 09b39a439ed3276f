// SPDX-License-Identifier: MIT
//
// What the daemon is and may do for this page.

import { signal } from '@preact/signals';
import { get } from '../api/client';
import { kNoTurn, turns, type Permission, type TurnState } from './drive';

export const server = signal<{ version: string; drive: boolean }>({ version: '', drive: false });

interface OpenConversation {
  conversation: string;
  session: string | null;
  state: TurnState;
  model: string;
  mode: string;
  costUsd: number;
  permissions: Permission[];
}

export async function loadServer(): Promise<void> {
  try {
    server.value = await get<{ version: string; drive: boolean }>('server');
    if (!server.value.drive) return;
    const answer = await get<{ conversations: OpenConversation[] }>('conversations');
    const known = { ...turns.value };
    for (const open of answer.conversations) {
      if (open.session && !known[open.session] && open.state !== 'ended') {
        known[open.session] = { ...kNoTurn, conversation: open.conversation, session: open.session, state: open.state, model: open.model, mode: open.mode, costUsd: open.costUsd, permissions: open.permissions };
      }
    }
    turns.value = known;
  } catch {
    // Then nothing is offered; what is asked next says why.
  }
}
