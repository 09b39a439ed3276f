// SPDX-License-Identifier: MIT
//
// Where the reader was when a conversation was left: a message and how far its top was from the top of
// the screen, or the end. Kept for the entry of the history (Back, Forward, reload) and for the thread
// (coming again by another way), as long as the tab lives.

/** A message by its index, and the pixels from the top of the screen to its own; or the end. */
export type Spot = { index: number; offset: number } | 'end';
/** The same for a time when messages may have other indexes. */
export type Place = { index: number; offset: number; uuid: string } | 'end';

const kStore = 'clew.places';
const kMost = 200;
const places = new Map<string, Place>(stored());

function stored(): [string, Place][] {
  try {
    const list: unknown = JSON.parse(sessionStorage.getItem(kStore) ?? '[]');
    return Array.isArray(list) ? (list as [string, Place][]) : [];
  } catch {
    return [];
  }
}

export function keepPlace(name: string, place: Place): void {
  places.delete(name);
  places.set(name, place);
  for (const old of places.keys()) {
    if (places.size <= kMost) break;
    places.delete(old);
  }
}

export function placeOf(name: string): Place | undefined {
  return places.get(name);
}

/** Before the page goes away: a reload finds them again. */
export function storePlaces(): void {
  try {
    sessionStorage.setItem(kStore, JSON.stringify([...places]));
  } catch {
    // No storage: they last as long as the page.
  }
}
