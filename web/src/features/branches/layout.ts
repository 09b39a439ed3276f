// SPDX-License-Identifier: MIT
//
// Where the turns of a session stand on the map: one row a turn in the order of time, one lane a
// branch. The shown path is the straight line at the left; a branch takes the first lane that is free
// from its fork to its end. Linear in the number of messages, without recursion.

import type { Branch, TreeMessage } from '../../api/types';

export interface Stop {
  uuid: string;
  row: number;
  lane: number;
  active: boolean;
  messages: number; // of this turn, the prompt included
  tip: string | null; // the branch that ends here
  from: number; // the stop it follows, or -1
  timestamp: string | null;
}

export interface MapLayout {
  stops: Stop[];
  lanes: number;
  stopOf: Map<string, number>; // by uuid of any message
}

interface Turn {
  head: number; // index of its first node
  nodes: number[];
  parent: number; // turn, or -1
  active: boolean;
  children: number[];
}

function turnsOf(nodes: readonly TreeMessage[], active: (node: TreeMessage) => boolean): { turns: Turn[]; of: number[] } {
  const at = new Map(nodes.map((node, i) => [node.id, i]));
  const kids = new Map<number, number>();
  for (const node of nodes) if (node.parent !== null) kids.set(node.parent, (kids.get(node.parent) ?? 0) + 1);
  const turns: Turn[] = [];
  const of = new Array<number>(nodes.length).fill(-1);
  nodes.forEach((node, i) => {
    const up = node.parent === null ? undefined : at.get(node.parent);
    const parentTurn = up === undefined ? -1 : of[up]!;
    const forks = up !== undefined && (kids.get(nodes[up]!.id) ?? 0) > 1;
    // A prompt, a root and every way out of a fork begin a turn.
    const begins = parentTurn < 0 || node.role === 'user' || forks;
    if (begins) {
      of[i] = turns.length;
      turns.push({ head: i, nodes: [i], parent: parentTurn, active: active(node), children: [] });
      if (parentTurn >= 0) turns[parentTurn]!.children.push(turns.length - 1);
    } else {
      of[i] = parentTurn;
      turns[parentTurn]!.nodes.push(i);
      if (active(node)) turns[parentTurn]!.active = true;
    }
  });
  return { turns, of };
}

export function layoutMap(nodes: readonly TreeMessage[], branches: readonly Branch[], shownUuids?: ReadonlySet<string>): MapLayout {
  const usable = nodes.filter((node) => node.conversation && node.role !== 'prelude');
  const gone = new Set(nodes.filter((node) => node.role === 'prelude').map((node) => node.id));
  const rooted = usable.map((node) => (node.parent !== null && gone.has(node.parent) ? { ...node, parent: null } : node));
  const isActive = (node: TreeMessage): boolean => (shownUuids ? !!node.uuid && shownUuids.has(node.uuid) : node.active);
  const { turns, of } = turnsOf(rooted, isActive);

  const order = turns.map((_, i) => i).sort((a, b) => {
    const ta = rooted[turns[a]!.head]!.timestamp ?? '';
    const tb = rooted[turns[b]!.head]!.timestamp ?? '';
    return ta < tb ? -1 : ta > tb ? 1 : a - b;
  });
  // A clock that jumped must not put a turn above the one it follows.
  const row = new Array<number>(turns.length).fill(-1);
  let next = 0;
  const place = (turn: number): void => {
    const chain: number[] = [];
    for (let i = turn; i >= 0 && row[i] === -1; i = turns[i]!.parent) chain.push(i);
    for (const i of chain.reverse()) row[i] = next++;
  };
  for (const turn of order) place(turn);

  // Chains: a turn goes on in the lane of the one before if it is the active child, or the first.
  const lane = new Array<number>(turns.length).fill(-1);
  const lastRow = new Array<number>(turns.length).fill(0); // of the chain that begins here
  const heads: number[] = [];
  const headOf = new Array<number>(turns.length).fill(-1);
  for (const turn of [...order].sort((a, b) => row[a]! - row[b]!)) {
    const parent = turns[turn]!.parent;
    const goesOn = parent >= 0 && mainChild(turns, parent) === turn;
    headOf[turn] = goesOn ? headOf[parent]! : turn;
    if (!goesOn) heads.push(turn);
    const head = headOf[turn]!;
    lastRow[head] = Math.max(lastRow[head]!, row[turn]!);
  }
  const busyUntil: number[] = [];
  for (const head of heads) {
    const start = turns[head]!.parent >= 0 ? row[turns[head]!.parent]! : row[head]!;
    let chosen = 0;
    if (!turns[head]!.active) {
      chosen = 1;
      while ((busyUntil[chosen] ?? -1) > start) chosen++;
    }
    busyUntil[chosen] = Math.max(busyUntil[chosen] ?? -1, lastRow[head]!);
    lane[head] = chosen;
  }

  const tips = tipTurns(rooted, turns, of, branches);
  const stops: Stop[] = new Array<Stop>(turns.length);
  const rowOfTurn = row;
  turns.forEach((turn, i) => {
    const head = rooted[turn.head]!;
    stops[rowOfTurn[i]!] = {
      uuid: head.uuid ?? '',
      row: rowOfTurn[i]!,
      lane: lane[headOf[i]!]!,
      active: turn.active,
      messages: turn.nodes.length,
      tip: tips.get(i) ?? null,
      from: turn.parent < 0 ? -1 : rowOfTurn[turn.parent]!,
      timestamp: head.timestamp,
    };
  });
  const stopOf = new Map<string, number>();
  rooted.forEach((node, i) => {
    if (node.uuid) stopOf.set(node.uuid, rowOfTurn[of[i]!]!);
  });
  return { stops, lanes: lane.reduce((most, l) => Math.max(most, l + 1), 1), stopOf };
}

function mainChild(turns: readonly Turn[], parent: number): number {
  const children = turns[parent]!.children;
  return children.find((child) => turns[child]!.active) ?? (turns[parent]!.active ? -1 : children[0]!);
}

// A branch is named by the line it ends with, which may be any line of its last message; its last
// turn is the one without children on the way from its first prompt.
function tipTurns(nodes: readonly TreeMessage[], turns: readonly Turn[], of: readonly number[], branches: readonly Branch[]): Map<number, string> {
  const byUuid = new Map<string, number>();
  nodes.forEach((node, i) => {
    if (node.uuid) byUuid.set(node.uuid, of[i]!);
  });
  const result = new Map<number, string>();
  for (const branch of branches) {
    if (!branch.tip) continue;
    const direct = byUuid.get(branch.tip);
    if (direct !== undefined) {
      result.set(direct, branch.tip);
      continue;
    }
    let at = branch.promptUuid ? byUuid.get(branch.promptUuid) : undefined;
    if (at === undefined && branch.active) {
      at = turns.findIndex((turn) => nodes[turn.head]!.active && turn.children.length === 0);
      if (at < 0) at = undefined;
    }
    while (at !== undefined && turns[at]!.children.length > 0) at = turns[at]!.children[turns[at]!.children.length - 1]!;
    if (at !== undefined) result.set(at, branch.tip);
  }
  return result;
}
