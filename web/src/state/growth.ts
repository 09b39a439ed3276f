// SPDX-License-Identifier: MIT
//
// What an event says about a session that grew, and what follows from it for what is on the screen.

import type { Event, EventRow, Message, OutlineRow, SessionRow, ToolCall } from '../api/types';

type Told = 'from' | 'size' | 'added' | 'lines' | 'messages' | 'tools';
/** Lines that came to the end of a transcript. */
export type Growth = Event & Required<Pick<Event, Told>>;

export function isGrowth(event: Event): event is Growth {
  return event.type === 'session.appended' && event.from !== undefined && event.size !== undefined && event.added !== undefined && !!event.messages && !!event.tools;
}

/** The message with this call in the place of the one that had no result yet. */
export function withTool(message: Message, tool: ToolCall): Message {
  return { ...message, tools: message.tools.map((known) => (known.id === tool.id ? tool : known)) };
}

const kPrompts = new Set<Message['kind']>(['prompt', 'queued', 'command', 'shell']);
const kPreview = 100;

/** A new message in the outline, until the daemon is asked for all of it. */
export function outlineRow(message: Message, index: number): OutlineRow {
  const failed = message.tools.filter((tool) => tool.state === 'failed').length;
  return {
    index,
    uuid: message.uuid,
    role: message.role,
    kind: message.kind,
    timestamp: message.timestamp,
    bytes: message.text.length + message.tools.reduce((sum, tool) => sum + (tool.result?.length ?? 0), 0),
    sent: true,
    ...(message.tools.length > 0 ? { tools: message.tools.length } : {}),
    ...(failed > 0 ? { failed } : {}),
    ...(kPrompts.has(message.kind) ? { preview: message.text.replace(/\s+/g, ' ').slice(0, kPreview) } : {}),
  };
}

/** What the file alone tells, joined with what only a list knows of the session. */
export function listedRow(before: SessionRow, row: EventRow): SessionRow {
  const { running, daysLeft, hidden, archived, sameIdElsewhere, readable, copies } = before;
  const only = { hidden, archived, sameIdElsewhere, readable, copies };
  const known = Object.fromEntries(Object.entries(only).filter(([, value]) => value !== undefined));
  return { ...row, running, daysLeft, ...known } as SessionRow;
}

/** Puts a row where it belongs: the session that changed last stands first. */
export function placed(rows: readonly SessionRow[], row: SessionRow): SessionRow[] {
  const others = rows.filter((one) => one.file !== row.file);
  const time = (one: SessionRow): number => Date.parse(one.modifiedAt ?? '') || 0;
  const own = time(row);
  const at = others.findIndex((one) => time(one) <= own);
  others.splice(at < 0 ? others.length : at, 0, row);
  return others;
}
