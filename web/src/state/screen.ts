// SPDX-License-Identifier: MIT
//
// What is open on the screen besides the page itself.

import { signal } from '@preact/signals';

export const sidebarOpen = signal(false); // on narrow screens; wide ones always show it
export const paletteOpen = signal(false);
export const helpOpen = signal(false);
export const trashOpen = signal(false);
/** What of the session's head is being edited. */
export const headEditing = signal<'title' | 'tag' | 'remark' | null>(null);
/** The message whose prompt is being edited, by uuid. */
export const editing = signal<{ session: string; uuid: string; text: string } | null>(null);
