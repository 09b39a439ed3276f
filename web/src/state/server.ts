// SPDX-License-Identifier: MIT
//
// What the daemon is and may do for this page.

import { signal } from '@preact/signals';
import { get } from '../api/client';
import type { Server } from '../api/types';
import { kNoTurn, turns } from './drive';

export const server = signal<Server>({ version: '', drive: false });

export async function loadServer(): Promise<void> {
  try {
    server.value = await get('server', {});
    if (!server.value.drive) return;
    const answer = await get('conversations', {});
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
