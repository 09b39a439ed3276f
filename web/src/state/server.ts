// SPDX-License-Identifier: MIT
//
// What the daemon is and what it may do for this page.

import { signal } from '@preact/signals';
import { get } from '../api/client';

export interface Server {
  version: string;
  drive: boolean;
  known: boolean;
}

export const server = signal<Server>({ version: '', drive: false, known: false });

export async function loadServer(): Promise<void> {
  try {
    const answer = await get<Record<string, unknown>>('status');
    server.value = { version: String(answer['version'] ?? ''), drive: answer['drive'] === true, known: true };
  } catch {
    server.value = { ...server.value, known: false };
  }
}
