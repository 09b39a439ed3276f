// SPDX-License-Identifier: MIT
import type { Key } from '../../i18n';

/** The permission modes that the page offers; empty leaves the choice to claude's settings. */
export const kModes: readonly (readonly [mode: string, label: Key])[] = [['', 'modeDefault'], ['plan', 'modePlan'], ['acceptEdits', 'modeEdits']];

/** Models by the names that claude gives them. */
export const kAliases: readonly string[] = ['opus', 'sonnet', 'haiku'];
