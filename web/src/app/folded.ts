// SPDX-License-Identifier: MIT
//
// What the reader folded or opened, by name; kept in this browser.

import { signal } from '@preact/signals';

const kKey = 'clew.folded';
const kMost = 500;

function stored(): Record<string, boolean> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(kKey) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, boolean>) : {};
  } catch {
    return {};
  }
}

export const folded = signal<Readonly<Record<string, boolean>>>(stored());

export function fold(name: string, isFolded: boolean): void {
  folded.value = Object.fromEntries([...Object.entries(folded.peek()).filter(([key]) => key !== name), [name, isFolded] as const].slice(-kMost));
  try {
    localStorage.setItem(kKey, JSON.stringify(folded.value));
  } catch {
    // No storage: it lasts as long as the page.
  }
}
