// SPDX-License-Identifier: MIT
//
// What lies over the page where there is no room beside it: the list of sessions, the map. While
// something does, the browser's Back takes that away and leaves the page as it is.

import { effect } from '@preact/signals';
import { sidebarOpen } from '../state/screen';
import { closeMapOver, mapOver, mapShown, showMap, useNarrow } from './panes';
import { isOver, leaveOver, standOver } from './router';

export function openSidebar(): void {
  sidebarOpen.value = true;
  if (useNarrow()) standOver();
}

/** Without going anywhere; who follows a link only takes it away. */
export function closeSidebar(): void {
  sidebarOpen.value = false;
  leaveOver();
}

export function toggleMap(): void {
  const open = !mapShown.value;
  showMap(open);
  if (!mapOver.value) return;
  if (open) standOver();
  else leaveOver();
}

export function startOverlays(): void {
  effect(() => {
    if (isOver.value) return;
    sidebarOpen.value = false;
    closeMapOver();
  });
}
