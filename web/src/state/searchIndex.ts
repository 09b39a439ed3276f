// SPDX-License-Identifier: MIT
//
// Building the search index, and how far it is.

import { signal } from '@preact/signals';
import { ApiError, post } from '../api/client';
import { t } from '../i18n';
import { notify } from './notices';
import { asked, search } from './search';

/** How many files it knows of how many; null while none is built. */
export const building = signal<{ done: number; of: number } | null>(null);

const kLookMs = 400;

async function look(): Promise<void> {
  const status = await post('index', { what: 'status' });
  if (building.value) building.value = { done: status.files ?? 0, of: (status.files ?? 0) + (status.behind ?? 0) };
}

export async function buildIndex(): Promise<void> {
  if (building.value) return;
  building.value = { done: 0, of: 0 };
  // What cannot be said now is said at the next look.
  const timer = setInterval(() => void look().catch(() => undefined), kLookMs);
  try {
    await post('index', { what: 'build' });
    notify(t('indexBuilt'));
  } catch (error) {
    notify(error instanceof ApiError ? error.message || t('unreachable') : String(error), { bad: true });
  } finally {
    clearInterval(timer);
    building.value = null;
  }
  await search(asked.value);
}
