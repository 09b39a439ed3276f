// SPDX-License-Identifier: MIT
//
// `clew rpc`: every read-only operation gives over JSON-RPC what it gives on the command line; the
// history API; cancellation; garbage.

import { spawn, execFileSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { appendFileSync } from 'node:fs';
import { check, clew, cli, env, main, same, within } from './support.mjs';

class Peer {
  constructor() {
    this.child = spawn(clew, ['rpc', '--allow-drive'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    this.waiting = new Map();
    this.notices = [];
    this.strays = [];
    this.next = 1;
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      const message = JSON.parse(line);
      const waiting = this.waiting.get(message.id);
      if (waiting) {
        this.waiting.delete(message.id);
        waiting(message);
      } else if (message.method) {
        this.notices.push(message);
        this.onNotice?.(message);
      } else {
        this.strays.push(message);
        this.onStray?.(message);
      }
    });
  }
  send(text) {
    this.child.stdin.write(text + '\n');
  }
  ask(method, params, id = this.next++) {
    return within(method, 20_000, new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    }));
  }
  async result(method, params) {
    const answer = await this.ask(method, params);
    check(`${method} ${JSON.stringify(params)}: no error`, answer.error === undefined, JSON.stringify(answer.error));
    return answer.result;
  }
  stray() {
    if (this.strays.length) return Promise.resolve(this.strays.shift());
    return within('an answer', 10_000, new Promise((resolve) => {
      this.onStray = () => {
        this.onStray = undefined;
        resolve(this.strays.shift());
      };
    }));
  }
  end() {
    this.child.stdin.end();
    return new Promise((resolve) => this.child.on('exit', resolve));
  }
}

// Times that pass between two calls.
const stable = (value) =>
  JSON.parse(JSON.stringify(value, (key, inner) => (key === 'tookMs' || key === 'fetchedAt' ? 0 : inner)));

const operations = async (peer, session) => {
  const uuid = cli('show', session, '--first', '1').messages[0].uuid;
  const calls = [
    ['list', { all: true }, ['list', '--all']],
    ['list', { path: '/home/ada/orchard', limit: 2, counts: true }, ['list', '/home/ada/orchard', '--limit', '2', '--counts']],
    ['projects', {}, ['projects']],
    ['prompts', { query: 'frost' }, ['prompts', 'frost']],
    ['info', { session }, ['info', session]],
    ['todos', { session: '10880c7e' }, ['todos', '10880c7e']],
    ['plans', { session: '74e51f49' }, ['plans', '74e51f49']],
    ['files', { session }, ['files', session]],
    ['agents', { session }, ['agents', session]],
    ['show', { session, first: 5 }, ['show', session, '--first', '5']],
    ['show', { session: `claude:${session}`, view: 'context' }, ['show', session, '--view', 'context']],
    ['outline', { session }, ['outline', session]],
    ['context', { session, messages: true }, ['context', session, '--messages']],
    ['branches', { session: '0bff7470' }, ['branches', '0bff7470']],
    ['tree', { session: '0bff7470' }, ['tree', '0bff7470']],
    ['stats', { session }, ['stats', session]],
    ['raw', { session, uuid }, ['raw', session, uuid]],
    ['check', { session: 'aa24afd7' }, ['check', 'aa24afd7']],
    ['search', { query: ['frost', 'bell'], perSession: 2 }, ['search', 'frost', 'bell', '--per-session', '2']],
    ['usage', { kind: 'models', breakdown: true }, ['usage', 'models', '--breakdown']],
  ];
  for (const [method, params, args] of calls) {
    same(method, stable(await peer.result(method, params)), stable(cli(...args)));
  }
};

const history = async (peer, session) => {
  const all = cli('list', '--all').sessions;
  const listed = await peer.result('history/list', {});
  same('history/list', listed.sessions.map((s) => s.id), all.map((s) => s.id));
  const merged = await peer.result('session/list', {});
  same('session/list', merged.sessions.map((s) => s.id), all.map((s) => `claude:${s.id}`));
  const pages = [];
  let cursor;
  do {
    const page = await peer.result('history/list', { limit: 2, cursor });
    pages.push(...page.sessions);
    cursor = page.nextCursor;
  } while (cursor);
  same('pages', pages.map((s) => s.id), all.map((s) => s.id));

  const shown = cli('show', session).messages.filter((m) => m.role !== 'system');
  const whole = await peer.result('history/load', { sessionId: `claude:${session}` });
  same('history/load', whole.messages.map((m) => m.id), shown.map((m) => m.uuid));
  const tool = whole.messages.flatMap((m) => m.toolCalls ?? [])[0];
  check('toolCalls', tool.id && tool.name && tool.input && tool.status === 'completed', JSON.stringify(tool));
  for (const direction of ['forward', 'backward']) {
    const loaded = [];
    let next;
    do {
      const page = await peer.result('history/load', { sessionId: session, limit: 4, cursor: next, direction });
      direction === 'forward' ? loaded.push(...page.messages) : loaded.unshift(...page.messages);
      next = page.nextCursor;
    } while (next);
    same(direction, loaded.map((m) => m.id), shown.map((m) => m.uuid));
  }
  const branches = await peer.result('history/branches', { sessionId: '0bff7470' });
  const other = branches.branches.find((b) => !b.active);
  const branch = await peer.result('history/load', { sessionId: '0bff7470', leafUuid: other.tip });
  check('another branch', branch.branch.tip === other.tip && branch.messages.length > 0);
  const found = await peer.result('history/search', { query: 'frost bell', limit: 3 });
  same('history/search', found.hits.map((h) => h.uuid), cli('search', 'frost bell', '--limit', '3').hits.map((h) => h.uuid));
};

const hostile = async (peer) => {
  for (const text of ['{', 'null', '[]', '"x"', '{"jsonrpc":"2.0","id":{},"method":"list"}', '\u0000', '[1,2]'.repeat(3)]) {
    peer.send(text);
    const answer = await peer.stray();
    const one = Array.isArray(answer) ? answer[0] : answer;
    check(`${text}: an error`, one.error.code === -32700 || one.error.code === -32600, JSON.stringify(answer));
  }
  peer.send('x'.repeat(17 << 20));
  same('a line of 17 MiB', (await peer.stray()).error.code, -32700);
  peer.send('[{"jsonrpc":"2.0","id":"b1","method":"projects"},{"jsonrpc":"2.0","method":"nothing"},{"jsonrpc":"2.0","id":"b2","method":"nothing"}]');
  const batch = await peer.stray();
  same('batch', batch.map((m) => m.id), ['b1', 'b2']);
  for (const session of ['/etc/passwd', '../../x', '/root/.ssh/id']) {
    same(session, (await peer.ask('show', { session })).error.code, -32602);
  }
  // Ten at once, one of them taken back.
  const asked = [];
  for (let i = 0; i < 10; ++i) asked.push(peer.ask('list', { all: true, counts: true }, `q${i}`));
  peer.send('{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"q9"}}');
  const answers = await Promise.all(asked);
  check('nine answers', answers.slice(0, 9).every((a) => a.result));
  check('the tenth is answered once', answers[9].result || answers[9].error.code === -32800);
};

// Operations without an end: their lines are notifications, the answer comes last.
const streams = async (session) => {
  const peer = new Peer();
  const events = (id) => peer.notices.filter((n) => n.params.id === id).map((n) => n.params.event);
  if (env.CLEW_CLAUDE !== '/bin/false') {
    const { events: count } = await peer.result('run', { prompt: 'Hello', folder: env.HOME });
    const heard = events(1);
    same('all of them', heard.length, count);
    check('run/event', peer.notices.every((n) => n.method === 'run/event'));
    const kinds = heard.map((line) => line.event.kind);
    for (const kind of ['started', 'init', 'message', 'result']) check(kind, kinds.includes(kind), kinds);
    const plan = await peer.ask('run', { prompt: 'Hello', folder: env.HOME, dryRun: true }, 'dry');
    same('a plan', plan.result.events, 1);
    same('its action', events('dry')[0].action, 'run');
  }
  const tail = peer.ask('tail', { session, lines: 1 }, 'tail');
  for (let i = 0; i < 200 && events('tail').length === 0; ++i) await new Promise((resolve) => setTimeout(resolve, 50));
  same('it begins', events('tail')[0].type, 'tail.start');
  check('others are answered', (await peer.result('projects', {})).projects.length > 0);
  peer.send('{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"tail"}}');
  same('it ends', (await tail).error.code, -32800);
  peer.ask('tail', { session }, 'left').catch(() => {});
  for (let i = 0; i < 200 && events('left').length === 0; ++i) await new Promise((resolve) => setTimeout(resolve, 50));
  same('with the input everything ends', await within('the end', 10_000, peer.end()), 0);
};

await main(async () => {
  const peer = new Peer();
  const session = cli('list', '--all').sessions[0].id;
  await operations(peer, session);
  await history(peer, session);
  await hostile(peer);

  const subscription = await peer.ask('history/subscribe', { sessionId: session });
  if (subscription.error) {
    check('only where nothing is watched', subscription.error.code === -32003);
  } else {
    // Watching begins with the first who wants to hear of it, and then says so.
    const hear = (want) => new Promise((resolve) => {
      const look = (notice) => want(notice.params.event) && resolve(notice);
      peer.notices.forEach(look);
      peer.onNotice = look;
    });
    await within('the beginning', 10_000, hear((event) => event.type === 'resync'));
    const heard = hear((event) => event.type === 'session.appended');
    const { file } = cli('info', session);
    const { tip } = cli('show', session, '--last', '1').branch;
    appendFileSync(file, JSON.stringify({
      type: 'user', uuid: 'cccccccc-0000-4000-8000-000000000001', parentUuid: tip, sessionId: session,
      cwd: '/home/ada/orchard', version: '2.1.325', timestamp: new Date().toISOString(), message: { role: 'user', content: 'One more thing' },
    }) + '\n');
    const notice = await within('history/changed', 10_000, heard);
    same('method', notice.method, 'history/changed');
    same('session', notice.params.event.session, session);
  }
  same('exit code', await peer.end(), 0);
  await streams(session);
  same('one line in, one out', execFileSync(clew, ['rpc'], { env, input: '{"jsonrpc":"2.0","id":1,"method":"nothing"}' }).toString().trim(),
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"there is no method nothing"}}');
});
