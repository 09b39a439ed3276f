// SPDX-License-Identifier: MIT
//
// How wide the panes beside the text are, remembered in this browser, and whether there is room for
// the map beside it.

import { computed, effect, signal, type Signal } from '@preact/signals';
import { mapOpen } from './preferences';

export type Pane = 'sidebar' | 'map';

export const kPanes: Record<Pane, { least: number; most: number; usual: number }> = {
  sidebar: { least: 220, most: 560, usual: 340 },
  map: { least: 180, most: 640, usual: 280 },
};

// The text keeps 560 px and its margins (24 px on each side).
const kText = 608;
const kPhone = 900;

function stored(name: Pane): number {
  try {
    const width = Number(localStorage.getItem(`clew.width.${name}`));
    if (width >= kPanes[name].least && width <= kPanes[name].most) return width;
  } catch {
    // No storage: the width lasts as long as the page.
  }
  return kPanes[name].usual;
}

export const paneWidth: Record<Pane, Signal<number>> = { sidebar: signal(stored('sidebar')), map: signal(stored('map')) };

export function setPaneWidth(name: Pane, width: number): void {
  const { least, most } = kPanes[name];
  paneWidth[name].value = Math.round(Math.min(most, Math.max(least, width)));
  try {
    localStorage.setItem(`clew.width.${name}`, String(paneWidth[name].value));
  } catch {
    // See above.
  }
}

const windowWidth = signal(typeof window === 'undefined' ? 1440 : window.innerWidth);
if (typeof window !== 'undefined') window.addEventListener('resize', () => (windowWidth.value = window.innerWidth));

/** A phone, or a window as narrow. */
export const useNarrow = (): boolean => windowWidth.value <= 900;

/** Too narrow for what stands side by side everywhere else. */
export const onPhone = computed(() => windowWidth.value <= 560);

const sidebarWidth = computed(() => Math.min(paneWidth.sidebar.value, Math.max(kPanes.sidebar.least, windowWidth.value - kText)));
/** Too narrow for all that stands above a conversation. */
export const narrowBar = computed(() => onPhone.value || windowWidth.value - (windowWidth.value <= kPhone ? 0 : sidebarWidth.value) < 700);

const room = computed(() => (windowWidth.value <= kPhone ? 0 : windowWidth.value - sidebarWidth.value - kText));

/** There is no room for the map beside the text: it lies over it, and is open only when asked for. */
export const mapOver = computed(() => room.value < kPanes.map.least);
const openOver = signal(false);

export const mapShown = computed(() => (mapOver.value ? openOver.value : mapOpen.value === 'yes'));

export function showMap(open: boolean): void {
  if (mapOver.value) openOver.value = open;
  else mapOpen.value = open ? 'yes' : 'no';
}

/** What lies over the text of one session does not lie over the next. */
export function closeMapOver(): void {
  openOver.value = false;
}

effect(() => {
  if (typeof document === 'undefined') return;
  const { style } = document.documentElement;
  style.setProperty('--sidebar', `${sidebarWidth.value}px`);
  style.setProperty('--map', `${mapOver.value ? kPanes.map.usual : Math.min(paneWidth.map.value, room.value)}px`);
});
