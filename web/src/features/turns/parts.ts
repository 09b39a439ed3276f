// SPDX-License-Identifier: MIT
//
// What fills the context, summed up for a picture: of each turn all that came since the last compaction.

import type { SessionTurn, TurnPart } from '../../api/types';

/** A colour's worth of the context: a kind of text, or one tool. */
export interface Layer {
  key: string; // 'prompt', 'tool Read'
  what: TurnPart['what'];
  name: string;
  tokens: number; // in all
}

export const keyOf = (part: Pick<TurnPart, 'what' | 'name'>): string => (part.name ? `${part.what} ${part.name}` : part.what);

const kMostLayers = 7;

/** The largest kinds, the rest as one. */
export function layersOf(turns: readonly SessionTurn[]): Layer[] {
  const all = new Map<string, Layer>();
  for (const turn of turns) {
    for (const part of turn.parts ?? []) {
      const key = keyOf(part);
      const layer = all.get(key);
      if (layer) layer.tokens += part.tokens;
      else all.set(key, { key, what: part.what, name: part.name ?? '', tokens: part.tokens });
    }
  }
  const sorted = [...all.values()].sort((a, b) => b.tokens - a.tokens);
  const rest = sorted.slice(kMostLayers);
  if (rest.length === 0) return sorted;
  return [...sorted.slice(0, kMostLayers), { key: 'rest', what: 'other', name: '', tokens: rest.reduce((n, layer) => n + layer.tokens, 0) }];
}

export interface Column {
  turn: SessionTurn;
  index: number;
  parts: number[]; // tokens by layer, of all that came since the last compaction
  known: number; // their sum
}

/** How the context grew: each turn adds to what was there, a compaction begins anew. */
export function columnsOf(turns: readonly SessionTurn[], layers: readonly Layer[]): Column[] {
  const place = new Map(layers.map((layer, i) => [layer.key, i]));
  let sums = layers.map(() => 0);
  return turns.map((turn, index) => {
    if (turn.compacted) sums = layers.map(() => 0);
    sums = [...sums];
    for (const part of turn.parts ?? []) {
      const at = place.get(keyOf(part)) ?? place.get('rest');
      if (at !== undefined) sums[at]! += part.tokens;
    }
    return { turn, index, parts: sums, known: sums.reduce((n, tokens) => n + tokens, 0) };
  });
}

/** What the API counted behind a turn beyond the texts that are known: no transcript holds it. */
export function unrecordedOf(column: Column | undefined): number {
  return Math.max(0, (column?.turn.contextTokens ?? 0) - (column?.known ?? 0));
}
