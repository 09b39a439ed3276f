// SPDX-License-Identifier: MIT
//
// Conversations that the daemon drives: what was said since the transcript was last read, token by
// token, the questions that wait for an answer, and what can be done about them.

import { signal } from '@preact/signals';
import { ApiError, post, stream } from '../api/client';
import type { Body, Message, Permission } from '../api/types';
import { go, route, sessionHref } from '../app/router';
import { t } from '../i18n';
import { notify } from './notices';
import { loadSessions, sessionById, wantSession } from './sessions';

export interface PartialBlock {
  block: string; // text, thinking, tool_use
  text: string;
  tool: string;
}

export type TurnState = 'starting' | 'busy' | 'waiting' | 'idle' | 'ended';

/** One driven conversation as far as it is known. Values are replaced, never changed in place. */
export interface Turn {
  conversation: string;
  session: string;
  state: TurnState;
  model: string;
  mode: string;
  prompt: string; // sent and not yet in the transcript
  queued: string[]; // sent while it worked; claude takes them when it can
  messages: Message[];
  partial: Record<number, PartialBlock>;
  permissions: Permission[];
  status: string;
  error: string;
  costUsd: number;
}

export const kNoTurn: Turn = {
  conversation: '', session: '', state: 'idle', model: '', mode: '', prompt: '', queued: [], messages: [], partial: {}, permissions: [], status: '', error: '', costUsd: 0,
};

/** By session id. */
export const turns = signal<Readonly<Record<string, Turn>>>({});

export function turnOf(session: string): Turn | undefined {
  return turns.value[session];
}

function put(session: string, turn: Turn): void {
  turns.value = { ...turns.value, [session]: turn };
}

type Fields = Record<string, unknown>;
const str = (value: unknown): string => (typeof value === 'string' ? value : '');
const num = (value: unknown): number => (typeof value === 'number' ? value : 0);

function without(queued: readonly string[], text: string): string[] {
  const at = queued.indexOf(text);
  return at < 0 ? [...queued] : queued.filter((_, i) => i !== at);
}

const kCommands = 'clew.commands';
// Those that claude takes in every project; the rest it tells when it starts.
const kUsual = ['compact', 'context', 'cost', 'init', 'review'];

function storedCommands(): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(kCommands) ?? 'null');
    return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : kUsual;
  } catch {
    return kUsual;
  }
}

/** Slash commands, as the last claude that was started told them. */
export const knownCommands = signal<string[]>(storedCommands());

function learnCommands(told: unknown): void {
  const names = Array.isArray(told) ? told.filter((one): one is string => typeof one === 'string') : [];
  if (names.length === 0) return;
  knownCommands.value = [...new Set([...names.map((name) => name.replace(/^\//, '')), ...kUsual])];
  try {
    localStorage.setItem(kCommands, JSON.stringify(knownCommands.value));
  } catch {
    // No storage: known as long as the page is open.
  }
}

function withMessage(messages: readonly Message[], message: Message): Message[] {
  const at = messages.findIndex((m) => m.uuid === message.uuid);
  return at < 0 ? [...messages, message] : messages.map((m, i) => (i === at ? message : m));
}

/** The turn after an event. Pure; unknown events change nothing. */
export function reduce(turn: Turn, event: Fields): Turn {
  switch (event['kind']) {
    case 'started':
      return { ...turn, state: 'starting', error: '', status: '' };
    case 'init':
      learnCommands(event['commands']);
      return { ...turn, state: turn.permissions.length > 0 ? 'waiting' : 'busy', model: str(event['model']), mode: str(event['mode']) };
    case 'message-start':
      return { ...turn, state: 'busy', partial: {} };
    case 'block-start':
      return { ...turn, partial: { ...turn.partial, [num(event['index'])]: { block: str(event['block']), text: '', tool: str(event['toolName']) } } };
    case 'delta': {
      const index = num(event['index']);
      const block = turn.partial[index] ?? { block: 'text', text: '', tool: '' };
      return { ...turn, partial: { ...turn.partial, [index]: { ...block, text: block.text + str(event['text']) } } };
    }
    case 'block-stop': {
      const partial = { ...turn.partial };
      delete partial[num(event['index'])];
      return { ...turn, partial };
    }
    case 'message-stop':
      return { ...turn, partial: {} };
    case 'message': {
      const message = event['message'] as Message | undefined;
      if (!message || !Array.isArray(message.entries)) return turn;
      return { ...turn, messages: withMessage(turn.messages, message), queued: message.role === 'user' ? without(turn.queued, message.text) : turn.queued, partial: message.role === 'assistant' ? {} : turn.partial, prompt: message.role === 'user' && message.text ? '' : turn.prompt };
    }
    case 'permission-request': {
      const asked = event as unknown as Permission;
      return { ...turn, state: 'waiting', permissions: [...turn.permissions.filter((p) => p.request !== asked.request), asked] };
    }
    case 'permission-gone': {
      const permissions = turn.permissions.filter((p) => p.request !== event['request']);
      return { ...turn, permissions, state: permissions.length === 0 && turn.state === 'waiting' ? 'busy' : turn.state };
    }
    case 'status':
      return { ...turn, status: str(event['status']), mode: str(event['mode']) || turn.mode };
    case 'retry':
      return { ...turn, status: t('retrying', { n: num(event['attempt']), of: num(event['most']) }) };
    case 'result':
      // A turn that a background agent's notification began answers no prompt.
      if (event['origin'] && event['origin'] !== 'human' && turn.prompt) return { ...turn, partial: {}, costUsd: num(event['costUsd']) };
      return { ...turn, state: 'idle', partial: {}, permissions: [], status: '', prompt: '', queued: [], costUsd: num(event['costUsd']), error: event['isError'] === true ? str(event['text']) || str(event['subtype']) : '' };
    case 'ended':
      return { ...turn, state: 'ended', partial: {}, permissions: [], status: '', prompt: '', queued: [], error: event['asked'] === true || num(event['code']) === 0 ? turn.error : str(event['errors']) || t('claudeEnded') };
    default:
      return turn;
  }
}

/** Where a turn stands whose session has no name yet. */
const kNewTurn = 'new';
/** The session that was started last, or the place of one that has no name yet. */
export const newTurn = signal(kNewTurn);
const kFileDelay = 250; // ms
const kFilePatience = 120;

/** A session that just began has no transcript for a moment. The page goes there once it has one. */
async function openWhenWritten(session: string): Promise<void> {
  for (let i = 0; i < kFilePatience && route.value.page === 'new'; i++) {
    await Promise.all([loadSessions(), wantSession(session, true)]);
    if (sessionById(session)) {
      if (route.value.page === 'new') go(sessionHref(session), true);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, kFileDelay));
  }
}

// Conversations whose own stream is being read here: their events on the bus are echoes.
const streaming = new Set<string>();

function take(session: string, line: Fields): string {
  const event = (line['event'] ?? {}) as Fields;
  const conversation = str(line['conversation']);
  const named = str(event['session']) || session;
  let turn = turns.value[session] ?? { ...kNoTurn, session };
  if (named && named !== session) {
    // The answer goes into a copy or a new session: what was said so far moves along.
    const moved = { ...turn, session: named };
    const rest = { ...turns.value };
    delete rest[session];
    turns.value = rest;
    if (route.value.session === session) go(sessionHref(named), true);
    if (session === kNewTurn) {
      newTurn.value = named;
      void openWhenWritten(named);
    }
    turn = moved;
  }
  put(named, reduce({ ...turn, conversation: conversation || turn.conversation, session: named }, event));
  return named;
}

/** An event of the bus: of a conversation that somebody else started, or of a later turn. */
export function takeDriveEvent(payload: Fields): void {
  const conversation = str(payload['conversation']);
  if (streaming.has(conversation)) return;
  const event = (payload['event'] ?? {}) as Fields;
  const known = Object.values(turns.value).find((turn) => turn.conversation === conversation);
  const session = known?.session || str(event['session']) || str(payload['session']);
  if (session) take(session, payload);
}

async function follow<O extends 'run' | 'resume' | 'edit'>(operation: O, session: string, prompt: string, body: Body<O>): Promise<void> {
  put(session, { ...(turns.value[session] ?? kNoTurn), session, state: 'starting', prompt, error: '', messages: [], partial: {} });
  let at = session;
  let conversation = '';
  try {
    for await (const said of stream(operation, body)) {
      const line = said as Fields;
      conversation = str(line['conversation']) || conversation;
      if (conversation) streaming.add(conversation);
      at = take(at, line);
    }
  } catch (error) {
    const message = error instanceof ApiError ? error.message || t('unreachable') : String(error);
    put(at, { ...(turns.value[at] ?? kNoTurn), session: at, state: 'idle', prompt: '', error: message });
  } finally {
    streaming.delete(conversation);
  }
}

export interface SendOptions {
  leaf: string; // the end of another branch to go on from
  fork: boolean;
  force: boolean;
  mode: string;
  model: string;
  /** Content blocks as JSON, for a prompt with pictures. */
  blocks?: string;
}

type Choices = Pick<SendOptions, 'fork' | 'force' | 'mode' | 'model'>;

function choices({ fork, force, mode, model }: Choices): { fork?: true; force?: true; permissionMode?: string; model?: string } {
  return { ...(fork ? { fork } : {}), ...(force ? { force } : {}), ...(mode ? { permissionMode: mode } : {}), ...(model ? { model } : {}) };
}

/** To a conversation that is open; what it works on is finished first. */
async function sendOpen(turn: Turn, prompt: string, blocks?: string): Promise<void> {
  const isBusy = turn.state === 'busy' || turn.state === 'waiting';
  put(turn.session, isBusy ? { ...turn, queued: [...turn.queued, prompt], error: '' } : { ...turn, prompt, state: 'busy', error: '', messages: [] });
  try {
    await post('send', blocks ? { conversation: turn.conversation, blocks } : { conversation: turn.conversation, prompt });
  } catch (error) {
    put(turn.session, { ...turn, prompt: isBusy ? turn.prompt : '', error: error instanceof ApiError ? error.message : String(error) });
  }
}

/** Another model or permission mode for a conversation that is open. */
export async function configure(turn: Turn, change: { model?: string; permissionMode?: string }): Promise<void> {
  if (turn.conversation && turn.state !== 'ended') await steer('configure', { conversation: turn.conversation, ...change });
}

/** Sends a prompt: to the conversation that is open already, else by resuming the session. */
export async function send(session: string, prompt: string, options: SendOptions): Promise<void> {
  const turn = turns.value[session];
  const isOpen = turn && turn.conversation && turn.state !== 'ended' && !options.leaf && !options.fork;
  if (isOpen) return sendOpen(turn, prompt, options.blocks);
  if (options.blocks) {
    // A conversation is opened first: only one that is open takes pictures.
    await follow('resume', session, '', { session, ...(options.leaf ? { at: options.leaf } : {}), ...choices(options) });
    const opened = Object.values(turns.value).find((one) => one.conversation && one.state !== 'ended' && (one.session === session || options.fork || !!options.leaf));
    if (opened) await sendOpen(opened, prompt, options.blocks);
    return;
  }
  await follow('resume', session, prompt, { session, prompt, ...(options.leaf ? { at: options.leaf } : {}), ...choices(options) });
}

/** Starts a session in a folder; the page follows it once it has an id. */
export async function startNew(folder: string, prompt: string, model: string, mode: string): Promise<void> {
  newTurn.value = kNewTurn;
  await follow('run', kNewTurn, prompt, { folder, prompt, ...(model ? { model } : {}), ...(mode ? { permissionMode: mode } : {}) });
}

export async function editAndResend(session: string, uuid: string, prompt: string, options: Choices): Promise<void> {
  const open = turns.value[session];
  // A conversation that is open goes on at its end only; it is closed before the edit starts another.
  if (open?.conversation && open.state !== 'ended') await post('close', { conversation: open.conversation }).catch(() => undefined);
  await follow('edit', session, prompt, { session, uuid, prompt, ...choices(options) });
}

async function steer<O extends 'interrupt' | 'permission' | 'configure'>(operation: O, body: Body<O>): Promise<void> {
  try {
    await post(operation, body);
  } catch (error) {
    notify(error instanceof ApiError ? error.message : String(error), { bad: true });
  }
}

export function interrupt(turn: Turn): Promise<void> {
  return steer('interrupt', { conversation: turn.conversation });
}

export function answer(turn: Turn, request: string, word: 'allow' | 'deny' | 'always', input?: string): Promise<void> {
  return steer('permission', { conversation: turn.conversation, request, answer: word, ...(input ? { input } : {}) });
}

export async function forkAt(session: string, uuid: string): Promise<void> {
  try {
    const made = await post('fork', { session, at: uuid });
    if (!made.newSession) return;
    notify(t('forkMade'));
    go(sessionHref(made.newSession));
  } catch (error) {
    notify(error instanceof ApiError ? error.message : String(error), { bad: true });
  }
}
