// SPDX-License-Identifier: MIT
//
// What the daemon may do for this page. Whether it drives claude is asked by the operation that only
// exists then.

import { signal } from '@preact/signals';
import { ApiError, get } from '../api/client';
import { kNoTurn, turns, type Permission, type TurnState } from './drive';

export const server = signal<{ drive: boolean; refused: boolean }>({ drive: false, refused: false });

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
    const answer = await get<{ conversations: OpenConversation[] }>('conversations');
    server.value = { drive: true, refused: false };
    const known = { ...turns.value };
    for (const open of answer.conversations) {
      if (open.session && !known[open.session] && open.state !== 'ended') {
        known[open.session] = { ...kNoTurn, conversation: open.conversation, session: open.session, state: open.state, model: open.model, mode: open.mode, costUsd: open.costUsd, permissions: open.permissions };
      }
    }
    turns.value = known;
  } catch (error) {
    server.value = { drive: false, refused: error instanceof ApiError && error.status === 401 };
  }
}
