// SPDX-License-Identifier: MIT
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { kNoTurn, reduce, send, takeDriveEvent, turnOf, turns, type Turn } from './drive';

const message = (uuid: string, role: string, text: string) => ({ uuid, role, kind: 'answer', text, thought: '', tools: [], timestamp: null, entries: [uuid], line: 0 });
const after = (...events: Record<string, unknown>[]): Turn => events.reduce(reduce, kNoTurn);

describe('a driven turn', () => {
  it('grows token by token and becomes a message', () => {
    const half = after({ kind: 'init', model: 'm', mode: 'default' }, { kind: 'message-start' }, { kind: 'block-start', index: 0, block: 'text' }, { kind: 'delta', index: 0, text: 'Hel' }, { kind: 'delta', index: 0, text: 'lo' });
    expect(half.state).toBe('busy');
    expect(half.partial[0]?.text).toBe('Hello');
    const whole = reduce(half, { kind: 'message', message: message('u1', 'assistant', 'Hello') });
    expect(whole.partial).toEqual({});
    expect(whole.messages.map((m) => m.text)).toEqual(['Hello']);
    expect(reduce(whole, { kind: 'message', message: message('u1', 'assistant', 'Hello!') }).messages.map((m) => m.text)).toEqual(['Hello!']);
  });
  it('waits for permissions and goes on', () => {
    const asked = after({ kind: 'init' }, { kind: 'permission-request', request: 'r1', tool: 'Bash' });
    expect(asked.state).toBe('waiting');
    expect(reduce(asked, { kind: 'permission-gone', request: 'r1' })).toMatchObject({ state: 'busy', permissions: [] });
  });
  it('ends with a result or an error', () => {
    expect(after({ kind: 'result', isError: false, costUsd: 0.5 })).toMatchObject({ state: 'idle', costUsd: 0.5, error: '' });
    expect(after({ kind: 'result', isError: true, text: 'limit reached' }).error).toBe('limit reached');
    expect(after({ kind: 'ended', code: 1, errors: 'no such session' })).toMatchObject({ state: 'ended', error: 'no such session' });
  });
  it('is not ended by the result of a background agent', () => {
    const waiting: Turn = { ...kNoTurn, state: 'busy', prompt: 'my question' };
    expect(reduce(waiting, { kind: 'result', origin: 'task-notification', costUsd: 0.5 })).toMatchObject({ state: 'busy', prompt: 'my question', costUsd: 0.5 });
    expect(reduce(waiting, { kind: 'result', origin: 'human', prompts: ['u1'] })).toMatchObject({ state: 'idle', prompt: '' });
  });
  it('takes anything', () => {
    expect(after({}, { kind: 7 }, { kind: 'message' }, { kind: 'delta' }, { kind: 'message', message: {} })).toMatchObject({ messages: [] });
  });
});

describe('events', () => {
  beforeEach(() => {
    turns.value = {};
  });
  it('of the bus find their session', () => {
    takeDriveEvent({ conversation: 'c1', event: { kind: 'init', session: 's1', model: 'm' } });
    takeDriveEvent({ conversation: 'c1', event: { kind: 'delta', index: 0, text: 'x' } });
    expect(turnOf('s1')?.partial[0]?.text).toBe('x');
  });
  it('move to the session that the answer goes to', async () => {
    const lines = [{ conversation: 'c1', event: { kind: 'started' } }, { conversation: 'c1', event: { kind: 'init', session: 'copy', model: 'm' } }, { conversation: 'c1', event: { kind: 'result', session: 'copy' } }];
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(lines.map((l) => JSON.stringify(l)).join('\n') + '\nnot json\n')));
    await send('old', 'go on', { leaf: 'u9', fork: false, force: false, mode: '', model: '' });
    expect(turnOf('old')).toBeUndefined();
    expect(turnOf('copy')).toMatchObject({ state: 'idle', conversation: 'c1' });
    vi.unstubAllGlobals();
  });
  it('a refusal is shown', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ title: 'Conflict', detail: 'it is running elsewhere' }), { status: 409 })));
    await send('s', 'go on', { leaf: '', fork: false, force: false, mode: '', model: '' });
    expect(turnOf('s')?.error).toBe('it is running elsewhere');
    vi.unstubAllGlobals();
  });
});
