// SPDX-License-Identifier: MIT
//
// Takes the place of api/client.ts in an exported file: the same questions, answered from the file
// itself. What a file cannot answer is refused as the daemon would refuse it.

import type { Alternative, ConversationPage, Hit, Message, OutlineRow } from '../../../api/types';
import { file, mediaOf, message, numbers, piece, rows, type ExportedBranch, type Ranges } from './data';

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly title: string,
    readonly detail: string,
  ) {
    super(detail || title);
    this.name = 'ApiError';
  }
}

export type Asked<O> = Record<string, unknown> & { readonly operation?: O };
type Params = Readonly<Record<string, unknown>>;

interface Thread {
  tip: string;
  list: readonly number[];
}

const lists = new Map<Ranges, number[]>();
function listOf(ranges: Ranges): number[] {
  let list = lists.get(ranges);
  if (!list) lists.set(ranges, (list = numbers(ranges)));
  return list;
}

function branchOf(leaf: string): ExportedBranch {
  const { branches } = file();
  const found = leaf ? branches.find((branch) => branch.tip === leaf) : branches[0];
  if (!found) throw new ApiError(404, 'not found', '');
  return found;
}

function threadOf(params: Params): Thread {
  const named = String(params['agent'] ?? '') || (/(?:^|\/)agent-([^/]+)$/.exec(String(params['session'] ?? ''))?.[1] ?? '');
  if (named) {
    const agent = file().agents.find((one) => one.id === named);
    if (!agent) throw new ApiError(404, 'not found', '');
    return { tip: '', list: listOf(agent.messages) };
  }
  const branch = branchOf(String(params['leaf'] ?? ''));
  return { tip: branch.tip, list: listOf(branch.messages) };
}

function indexOf(list: readonly number[], uuid: string): number {
  const all = rows();
  const at = list.findIndex((number) => all[number]?.uuid === uuid);
  // Rows know the first lines of messages alone.
  return at >= 0 ? at : list.findIndex((number) => message(number)?.entries.includes(uuid));
}

function page(thread: Thread, from: number, to: number): ConversationPage {
  const messages = thread.list.slice(from, to).map((number) => message(number)).filter((one): one is Message => !!one);
  const answer = { session: file().session, branch: { tip: thread.tip, rules: '2.1', reason: '', refused: null, summary: null, fileSnapshots: [] }, messages, total: thread.list.length, skippedBefore: from, skippedAfter: thread.list.length - to, findingCount: 0, findings: [] };
  return answer as unknown as ConversationPage;
}

function elsewhere(uuid: string): ConversationPage {
  for (const { tip, messages } of file().branches) {
    const list = listOf(messages);
    if (indexOf(list, uuid) >= 0) return { ...page({ tip, list }, 0, 0), elsewhere: { leaf: tip } };
  }
  for (const { id, messages } of file().agents) {
    const list = listOf(messages);
    if (indexOf(list, uuid) >= 0) return { ...page({ tip: '', list }, 0, 0), elsewhere: { agent: id } };
  }
  throw new ApiError(404, 'not found', '');
}

function show(params: Params): ConversationPage {
  const thread = threadOf(params);
  const total = thread.list.length;
  const count = (name: string): number | undefined => (params[name] === undefined ? undefined : Number(params[name]));
  const at = String(params['at'] ?? '');
  if (at) {
    const found = indexOf(thread.list, at);
    if (found < 0) return elsewhere(at);
    return page(thread, found, Math.min(total, found + (count('first') ?? total)));
  }
  const last = count('last');
  if (last !== undefined) return page(thread, Math.max(0, total - last), total);
  const from = Math.min(total, count('offset') ?? 0);
  return page(thread, from, Math.min(total, from + (count('first') ?? total)));
}

/** Where other branches leave this one, and with which message. */
function forksOf(current: ExportedBranch): Map<number, Alternative[]> {
  const all = rows();
  const own = listOf(current.messages);
  const forks = new Map<number, Map<number, string>>();
  for (const branch of file().branches) {
    if (branch === current) continue;
    const list = listOf(branch.messages);
    let at = 0;
    while (at < own.length && at < list.length && own[at] === list[at]) at++;
    const first = list[at];
    if (first === undefined || own[at] === undefined) continue;
    const ways = forks.get(at) ?? new Map<number, string>();
    if (!ways.has(first)) ways.set(first, branch.tip);
    forks.set(at, ways);
  }
  return new Map(
    [...forks].map(([at, ways]) => {
      const every = [...ways, [own[at]!, current.tip] as const].sort((a, b) => a[0] - b[0]);
      const shown = every.map(([number, tip]) => ({ uuid: all[number]?.uuid ?? null, tip, timestamp: all[number]?.timestamp ?? null, current: number === own[at] }));
      return [at, shown as Alternative[]];
    }),
  );
}

function outline(params: Params): { messages: OutlineRow[] } {
  const thread = threadOf(params);
  const branch = file().branches.find(({ tip, messages }) => tip === thread.tip && listOf(messages) === thread.list);
  const forks = branch ? forksOf(branch) : new Map<number, Alternative[]>();
  const all = rows();
  const messages = thread.list.map((number, index) => {
    const alternatives = forks.get(index);
    return { ...all[number], index, ...(alternatives ? { alternatives } : {}) } as OutlineRow;
  });
  return { messages };
}

function textOf(one: Message): string {
  const tools = one.tools.map((call) => `${call.name}\n${JSON.stringify(call.input ?? '')}\n${call.result ?? ''}`);
  return [one.text, one.thought, ...tools].join('\n');
}

function hit(one: Message, text: string, at: number, length: number, branch: Hit['branch'], thread: string): Hit {
  const kAround = 60;
  const from = Math.max(0, at - kAround);
  const snippet = { text: text.slice(from, at + length + kAround).replace(/\s/g, ' '), marks: [[at - from, at - from + length]] };
  return { uuid: one.uuid, session: file().session.id, file: thread, timestamp: one.timestamp, offset: one.line, branch, snippet } as unknown as Hit;
}

/** Every message that holds all words, letters large or small. */
async function search(params: Params, signal?: AbortSignal): Promise<{ hits: Hit[] }> {
  const words = (params['query'] as string[]).join(' ').toLowerCase().split(/\s+/).filter(Boolean);
  const { agents, branches, pieces, session } = file();
  const active = new Set(branches[0] ? listOf(branches[0].messages) : []);
  const agentOf = new Map(agents.flatMap(({ id, messages }) => listOf(messages).map((number) => [number, id] as const)));
  const hits: Hit[] = [];
  for (let index = 0; index < pieces.length && words.length > 0; index++) {
    // Long files are looked through without the page standing still.
    if (index % 16 === 15) await new Promise((resolve) => setTimeout(resolve, 0));
    signal?.throwIfAborted();
    piece(index).forEach((one, i) => {
      const text = textOf(one);
      const small = text.toLowerCase();
      if (!words.every((word) => small.includes(word))) return;
      const number = pieces[index]! + i;
      const agent = agentOf.get(number);
      const where = agent !== undefined ? 'subagent' : active.has(number) ? 'active' : 'abandoned';
      hits.push(hit(one, text, small.indexOf(words[0]!), words[0]!.length, where, agent !== undefined ? `agent-${agent}` : session.id));
    });
  }
  return { hits };
}

async function answer(operation: string, params: Params, signal?: AbortSignal): Promise<unknown> {
  switch (operation) {
    case 'show':
      return show(params);
    case 'outline':
      return outline(params);
    case 'search':
      return search(params, signal);
    case 'agents':
      return { agents: file().agents };
    case 'raw':
      return { message: { content: mediaOf(String(params['uuid'])).map(({ mediaType, data }) => ({ source: { media_type: mediaType, data } })) } };
    default:
      throw new ApiError(404, 'not in this file', '');
  }
}

export async function get(operation: string, params: Params, signal?: AbortSignal): Promise<unknown> {
  return answer(operation, params, signal);
}

export async function post(): Promise<never> {
  throw new ApiError(403, 'an exported file changes nothing', '');
}

export async function* stream(): AsyncGenerator<never> {
  throw new ApiError(403, 'an exported file changes nothing', '');
}

export async function* events(): AsyncGenerator<never> {
  // Nothing happens in a file.
}

export function query(): string {
  return '';
}

export async function takeToken(): Promise<void> {
  // Nobody has to be asked.
}

export const timezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
