// SPDX-License-Identifier: MIT
//
// By what sessions can be told apart, and how many there are: asked for after the first look.

import { signal } from '@preact/signals';
import { get } from '../api/client';
import type { SessionLabels } from '../api/types';

const kNothing: SessionLabels = { sessions: 0, hidden: 0, projects: [], branches: [], models: [], tags: [], people: [], machines: [] };

export const labels = signal<SessionLabels>(kNothing);

export async function loadLabels(): Promise<void> {
  try {
    labels.value = await get('labels', {});
  } catch {
    // Then nothing can be chosen from; what is asked next says why.
  }
}

export const names = (all: readonly { name: string }[]): string[] => all.map(({ name }) => name);
