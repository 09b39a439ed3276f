// SPDX-License-Identifier: MIT
//
// Searches that the reader keeps, in this browser.

import { signal } from '@preact/signals';

export interface SavedSearch {
  name: string;
  hash: string;
}

const kKey = 'clew.searches';
const kMost = 50;

function stored(): SavedSearch[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(kKey) ?? '[]');
    if (!Array.isArray(value)) return [];
    return value.filter((one: unknown): one is SavedSearch => {
      const { name, hash } = (one ?? {}) as Partial<SavedSearch>;
      return typeof name === 'string' && typeof hash === 'string' && hash.startsWith('#/search');
    });
  } catch {
    return [];
  }
}

export const savedSearches = signal<SavedSearch[]>(stored());

function keep(all: SavedSearch[]): void {
  savedSearches.value = all;
  try {
    localStorage.setItem(kKey, JSON.stringify(all));
  } catch {
    // No storage: it lasts as long as the page.
  }
}

export function saveSearch(one: SavedSearch): void {
  keep([one, ...savedSearches.peek().filter(({ hash }) => hash !== one.hash)].slice(0, kMost));
}

export function forgetSearch(hash: string): void {
  keep(savedSearches.peek().filter((one) => one.hash !== hash));
}
