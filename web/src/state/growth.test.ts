// SPDX-License-Identifier: MIT
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Event, EventRow, Message, SessionPage, SessionRow, ToolCall } from '../api/types';
import { Conversation, conversationFor, forgetConversations, kPage } from './conversation';
import type { Growth } from './growth';
import { takeEvent } from './live';
import { list } from './sessions';

const tool = (id: string, state: ToolCall['state']): ToolCall => ({ id, name: 'Bash', state, input: {}, result: state === 'pending' ? '' : 'done' }) as unknown as ToolCall;
const message = (n: number, more: Partial<Message> = {}): Message =>
  ({ uuid: `u${n}`, role: 'assistant', kind: 'answer', text: `message ${n}`, thought: '', tools: [], timestamp: '2026-01-01T00:00:00.000Z', entries: [`u${n}`], line: n, ...more }) as unknown as Message;
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

/** A daemon with one session: `show` answers from what is in it. */
class Daemon {
  messages: Message[] = range(0, 100).map((n) => message(n));
  bytes = 1000;
  asked: string[] = [];

  answer(url: string): unknown {
    const at = new URL(url, 'http://localhost');
    const name = at.pathname.split('/').pop() ?? '';
    this.asked.push(name);
    if (name === 'list') return list.value ?? { sessions: [] };
    if (name !== 'show') return { messages: [], entries: [] };
    const last = Number(at.searchParams.get('last') ?? 0);
    const offset = last ? this.messages.length - last : Number(at.searchParams.get('offset') ?? 0);
    const messages = this.messages.slice(offset, offset + kPage);
    return { session: { id: 's', file: '/s.jsonl', bytes: this.bytes, lines: 100, title: '', name: 's' }, branch: { tip: this.messages.at(-1)?.uuid, rules: '2.1' }, total: this.messages.length, skippedBefore: offset, messages, findingCount: 0 };
  }

  /** Lines came: the file has them, and this is the event. */
  grow(added: Message[], more: Partial<Growth> = {}): Event {
    const from = this.bytes;
    this.bytes += 100;
    this.messages = [...this.messages, ...added];
    return { type: 'session.appended', sequence: 1, session: 's', file: '/s.jsonl', from, size: this.bytes, lines: added.length, added: added.length, messages: added, tools: [], ...more } as Event;
  }
}

let daemon: Daemon;
const tell = (event: Event): void => takeEvent({ id: '1', type: event.type, data: JSON.stringify(event) });
const texts = (conversation: Conversation, from: number): (string | undefined)[] => range(from, conversation.total.value).map((i) => conversation.message(i)?.text);

async function opened(): Promise<Conversation> {
  const conversation = conversationFor({ session: 's', leaf: '', rules: '' });
  await conversation.open('');
  daemon.asked = [];
  return conversation;
}

beforeEach(() => {
  vi.useFakeTimers();
  forgetConversations();
  daemon = new Daemon();
  vi.stubGlobal('fetch', (url: string) => Promise.resolve(new Response(JSON.stringify(daemon.answer(url)), { headers: { 'content-type': 'application/json' } })));
});

// What one test left to be done later is not the next one's.
afterEach(() => vi.advanceTimersByTimeAsync(5000));

describe('a session that grows', () => {
  it('shows what the event carries and asks for nothing', async () => {
    const conversation = await opened();
    tell(daemon.grow([message(100), message(101)]));
    expect(conversation.total.value).toBe(102);
    expect(texts(conversation, 98)).toEqual(['message 98', 'message 99', 'message 100', 'message 101']);
    expect(conversation.unseen.value).toBe(2);
    await vi.advanceTimersByTimeAsync(5000);
    expect(daemon.asked).toEqual([]);
  });

  it('asks for nothing at the end of a turn, but for the context where that is looked at', async () => {
    const conversation = await opened();
    const turn = { costUsd: 0.5, costText: '$0.50', responses: 1, tools: 0, tokens: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 } };
    tell(daemon.grow([message(100)], { turn }));
    await vi.advanceTimersByTimeAsync(5000);
    expect(daemon.asked).toEqual([]);
    expect(conversation.turn.value).toMatchObject({ costText: '$0.50' });
    await conversation.loadContext();
    daemon.asked = [];
    tell(daemon.grow([message(101)], { turn }));
    await vi.advanceTimersByTimeAsync(5000);
    expect(daemon.asked).toEqual(['context']);
  });

  it('begins a new page where the last one is full', async () => {
    const conversation = await opened();
    for (const n of range(100, 100 + kPage)) tell(daemon.grow([message(n)]));
    expect(texts(conversation, 84)).toEqual(range(84, 140).map((n) => `message ${n}`));
    await vi.advanceTimersByTimeAsync(5000);
    expect(daemon.asked).toEqual([]);
  });

  it('puts grown messages and results in their places', async () => {
    daemon.messages[99] = message(99, { tools: [tool('t1', 'pending')] });
    const conversation = await opened();
    tell(daemon.grow([], { messages: [message(98, { text: 'grown' })], tools: [{ message: 'u99', tool: tool('t1', 'success') }] }));
    expect(conversation.total.value).toBe(100);
    expect(conversation.message(98)?.text).toBe('grown');
    expect(conversation.message(99)?.tools[0]?.state).toBe('success');
  });

  it('hears twice what it knows, and nothing changes', async () => {
    const conversation = await opened();
    const event = daemon.grow([message(100)]);
    tell(event);
    tell(event);
    expect(conversation.total.value).toBe(101);
  });

  it('asks again after a gap, a fork and a rewrite', async () => {
    const conversation = await opened();
    daemon.grow([message(100)]); // nobody hears of it
    tell(daemon.grow([message(101)]));
    expect(conversation.total.value).toBe(100);
    await vi.advanceTimersByTimeAsync(200);
    expect(daemon.asked).toContain('show');
    expect(conversation.total.value).toBe(102);
    daemon.asked = [];
    tell(daemon.grow([message(102)], { mayHaveForked: true }));
    await vi.advanceTimersByTimeAsync(200);
    expect(daemon.asked).toContain('show');
    daemon.messages = range(0, 50).map((n) => message(n, { text: `new ${n}` }));
    daemon.bytes = 500;
    tell({ type: 'session.changed', sequence: 9, file: '/s.jsonl', reload: true } as Event);
    await vi.advanceTimersByTimeAsync(500);
    expect(conversation.total.value).toBe(50);
    expect(conversation.message(49)?.text).toBe('new 49');
  });

  it('is not set back by an answer that was on its way', async () => {
    const conversation = await opened();
    const old = daemon.answer('/api/show?offset=0') as Record<string, unknown>;
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(old), { headers: { 'content-type': 'application/json' } })));
    conversation.ensure(0, 10);
    tell(daemon.grow([message(100)]));
    await vi.advanceTimersByTimeAsync(100);
    expect(conversation.total.value).toBe(101);
    expect(conversation.message(0)?.text).toBe('message 0');
  });

  it('does not ask for what could not be opened because something else grows', async () => {
    const conversation = conversationFor({ session: 'gone', leaf: '', rules: '' });
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"title":"not found"}', { status: 404 })));
    await conversation.open('');
    expect(conversation.load.value).toBe('failed');
    let asked = 0;
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { status: 400 + ++asked })));
    tell(daemon.grow([message(100)]));
    await vi.advanceTimersByTimeAsync(2000);
    expect(asked).toBe(0);
  });

  it('leaves other branches to the daemon', async () => {
    const conversation = conversationFor({ session: 's', leaf: 'u5', rules: '' });
    await conversation.open('');
    tell(daemon.grow([message(100)]));
    expect(conversation.total.value).toBe(100);
  });
});

const row = (id: string, minute: number, more: Partial<SessionRow> = {}): SessionRow =>
  ({ id, file: `/${id}.jsonl`, title: id, name: id, modifiedAt: `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`, size: 1, running: null, daysLeft: 7, project: { key: 'p', path: '/p' }, ...more }) as unknown as SessionRow;
const changed = (r: SessionRow): Event => ({ type: 'session.changed', sequence: 1, session: r.id, file: r.file, row: r as unknown as EventRow }) as Event;

describe('the list', () => {
  beforeEach(() => {
    list.value = { sessions: [row('a', 3), row('b', 2, { hidden: true }), row('c', 1)] } as unknown as SessionPage;
  });
  const ids = (): string[] => (list.value?.sessions ?? []).map((one) => one.id);

  it('takes the row of a session that grew, and is not asked for again', async () => {
    const { daysLeft: _, running: __, ...facts } = row('c', 5, { title: 'another' });
    tell(changed(facts as SessionRow));
    expect(ids()).toEqual(['c', 'a', 'b']);
    expect(list.value?.sessions[0]).toMatchObject({ title: 'another', daysLeft: 7, running: null });
    tell(changed(row('b', 4)));
    expect(list.value?.sessions.find((one) => one.id === 'b')?.hidden).toBe(true);
    await vi.advanceTimersByTimeAsync(2000);
    expect(daemon.asked).toEqual([]);
  });

  it('is asked for once when a session is not in it', async () => {
    tell(changed(row('z', 9)));
    await vi.advanceTimersByTimeAsync(2000);
    tell(changed(row('z', 10)));
    await vi.advanceTimersByTimeAsync(2000);
    expect(daemon.asked).toEqual(['list']);
  });

  it('knows who runs', () => {
    tell({ type: 'session.running', sequence: 1, session: 'a', running: { pid: 7 } } as unknown as Event);
    expect(list.value?.sessions[0]?.running).toMatchObject({ pid: 7 });
    tell({ type: 'session.running', sequence: 2, session: 'a', running: null } as unknown as Event);
    expect(list.value?.sessions[0]?.running).toBeNull();
  });
});
