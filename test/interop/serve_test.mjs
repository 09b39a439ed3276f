// SPDX-License-Identifier: MIT
//
// The protocols that `clew serve` carries: MCP over HTTP with the conformance suite and both official
// clients, the HTTP twins of the RSocket routes with protobufjs.

import { execFile, spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import protobuf from 'protobufjs';
import { WebSocket } from 'ws';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Client as NewClient, StreamableHTTPClientTransport as NewHttp } from '@modelcontextprotocol/client';
import { check, clew, cli, env, fails, folder, main, same, unfenced, within } from './support.mjs';

const require = createRequire(import.meta.url);
const { RSocketConnector } = require('rsocket-core');
const { WebsocketClientTransport } = require('rsocket-websocket-client');

const serve = async (args = [], more = {}) => {
  const child = spawn(clew, ['serve', '--port', '0', '--json', ...args], { env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await within('the address', 20_000, new Promise((resolve) => {
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
      if (text.includes('\n')) resolve(text.split('\n')[0]);
    });
  }));
  return { child, ...JSON.parse(line) };
};

// The suite cannot send a token, so this adds it; everything else is passed on as it is.
const withToken = (server) => new Promise((resolve) => {
  const target = new URL(server.url);
  const proxy = http.createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${server.token}` };
    const own = `127.0.0.1:${proxy.address().port}`;
    if (headers.host === own) headers.host = target.host;
    if (headers.origin === `http://${own}`) headers.origin = target.origin;
    const out = http.request({ host: target.hostname, port: target.port, path: request.url, method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    request.pipe(out);
  });
  proxy.listen(0, '127.0.0.1', () => resolve(proxy));
});

// These need nothing of a server but what every server has; the others call tools that only the suite's
// own example has.
const scenarios = ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection'];

const conformance = async (server) => {
  let program = new URL('node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url);
  if (Number(process.versions.node.split('.')[0]) < 22) {
    // The one thing of Node 22 that it imports, and does not use to test servers.
    const text = readFileSync(program, 'utf8').replace(/globSync as (\w+),/, '').replace('var he=Object', 'const o=()=>[];var he=Object');
    program = new URL('index20.mjs', program);
    writeFileSync(program, text);
  }
  const proxy = await withToken(server);
  const url = `http://127.0.0.1:${proxy.address().port}/mcp`;
  const run = promisify(execFile)('node', [program.pathname, 'server', '--url', url], { cwd: folder, env });
  // It fails as a whole, for the scenarios that are not for us.
  const { stdout } = await within('the suite', 50_000, run.catch((error) => error));
  for (const scenario of scenarios) {
    const summary = stdout.split('\n').find((line) => line.includes(` ${scenario}: `)) ?? 'did not run';
    check(`conformance: ${scenario}`, /: [1-9]\d* passed, 0 failed/.test(summary), summary);
  }
  proxy.close();
};

const clients = async (server) => {
  const info = { name: 'clew-interop', version: '1.0.0' };
  const requestInit = { headers: { authorization: `Bearer ${server.token}` } };
  const url = new URL('/mcp', server.url);
  const ids = cli('list', '--all').sessions.map((s) => s.id);
  const use = async (what, client, transport) => {
    await client.connect(transport);
    same(`${what}: tools`, (await client.listTools()).tools.length, 10);
    const listed = unfenced(what, await client.callTool({ name: 'list_sessions', arguments: { limit: 50 } }));
    same(`${what}: sessions`, listed.sessions.map((s) => s.sessionId), ids);
    const { contents } = await client.readResource({ uri: `claude-history://sessions/${ids[0]}` });
    check(`${what}: a resource`, contents[0].text.includes('<<<transcript-'));
    await client.close();
  };
  const old = new OldClient(info);
  await use('1.32.2', old, new OldHttp(url, { requestInit }));
  same('1.32.2: nothing to subscribe to over HTTP', old.getServerCapabilities().resources, {});

  // The new era follows with a request whose answer is a stream.
  const modern = new NewClient(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await modern.connect(new NewHttp(url, { requestInit }));
  same('2.4.0: resources can be followed', modern.getServerCapabilities().resources, { subscribe: true });
  const heard = new Promise((resolve) => modern.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri)));
  const uri = `claude-history://sessions/${ids[0]}`;
  const listening = await modern.listen({ resourceSubscriptions: [uri, 'claude-history://sessions/none'] });
  grow(ids[0], 'cccccccc-0000-4000-8000-000000000008');
  same('2.4.0: an update', await within('an update', 10_000, heard), uri);
  await listening.close?.();
  await modern.close();
  await use('2.4.0', new NewClient(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } }), new NewHttp(url, { requestInit }));
};

const twins = async (server) => {
  const proto = await protobuf.load(new URL('history.proto', import.meta.url).pathname);
  const type = (name) => proto.lookupType(`aiagent.rpc.${name}`);
  const authorization = `Bearer ${server.token}`;
  const all = cli('list', '--all').sessions;
  const listed = await (await fetch(`${server.url}/api/history/sessions?offset=1&maxResults=2`, { headers: { authorization } })).json();
  same('GET /api/history/sessions', listed.sessions.map((s) => s.sessionId), all.slice(1, 3).map((s) => s.id));
  const post = async (path, request, answer, fields) => {
    const body = type(request).encode(type(request).create(fields)).finish();
    const response = await fetch(server.url + path, { method: 'POST', body, headers: { authorization, 'content-type': 'application/x-protobuf' } });
    if (response.status !== 200) return response.status;
    return type(answer).toObject(type(answer).decode(new Uint8Array(await response.arrayBuffer())));
  };
  const shown = cli('show', all[0].id);
  const first = await post('/api/history/sessions.pb', 'GetHistorySessionsRequest', 'GetHistorySessionsResponse', { maxResults: 2, offset: 1 });
  same('sessions.pb', first.sessions.map((s) => s.sessionId), listed.sessions.map((s) => s.sessionId));
  const metadata = await post('/api/history/metadata.pb', 'GetHistoryMetadataRequest', 'HistoryMetadata', { sessionId: all[0].id });
  same('metadata.pb', metadata.totalLines, shown.session.lines);
  const loaded = await post('/api/history/load.pb', 'LoadHistoryRequest', 'HistoryResult', { sessionId: all[0].id, limit: 5 });
  same('load.pb', loaded.messages.length, 5);
  same('no such session', await post('/api/history/load.pb', 'LoadHistoryRequest', 'HistoryResult', { sessionId: 'zzzzzzzz' }), 404);
  const bare = await fetch(`${server.url}/api/history/sessions`);
  same('without the token', bare.status, 401);
  const simple = await fetch(`${server.url}/api/history/load.pb`, { method: 'POST', body: 'x', headers: { authorization, 'content-type': 'text/plain' } });
  same('another content type', simple.status, 415);
};

// --- WebSocket ---

const open = (server, path, options = {}) =>
  within(path, 10_000, new Promise((resolve, reject) => {
    const socket = new WebSocket(server.url.replace('http', 'ws') + path, { headers: { authorization: `Bearer ${server.token}` }, ...options });
    socket.on('open', () => resolve(socket)).on('error', reject);
  }));

const talk = (socket) => {
  const waiting = new Map();
  const heard = [];
  let next = 1;
  socket.on('message', (data, binary) => {
    check('text frames', !binary);
    const message = JSON.parse(data);
    if (waiting.has(message.id)) waiting.get(message.id)(message);
    else heard.push(message);
  });
  const ask = (method, params) => within(method, 15_000, new Promise((resolve) => {
    waiting.set(next, resolve);
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: next++, method, params }));
  }));
  return { ask, heard };
};

const until = async (what, done) => {
  for (let i = 0; i < 200 && !done(); ++i) await new Promise((resolve) => setTimeout(resolve, 50));
  check(what, done());
};

const grow = (session, uuid) => {
  const { file } = cli('info', session);
  const { tip } = cli('show', session, '--last', '1').branch;
  appendFileSync(file, JSON.stringify({
    type: 'user', uuid, parentUuid: tip, sessionId: session, cwd: '/home/ada/orchard', version: '2.1.325',
    timestamp: new Date().toISOString(), message: { role: 'user', content: `Growing ${uuid}` },
  }) + '\n');
};

const websockets = async (server) => {
  const ids = cli('list', '--all').sessions.map((s) => s.id);
  const ws = await open(server, '/ws');
  const rpc = talk(ws);
  same('/ws', (await rpc.ask('session/list', {})).result.sessions.map((s) => s.id), ids.map((id) => `claude:${id}`));
  same('/ws is the command line', (await rpc.ask('branches', { session: '0bff7470' })).result, cli('branches', '0bff7470'));
  const { subscriptionId } = (await rpc.ask('history/subscribe', { sessionId: ids[0] })).result;
  check('subscribed', subscriptionId);

  const acp = await open(server, '/acp');
  const agent = talk(acp);
  same('/acp', (await agent.ask('initialize', { protocolVersion: 1 })).result.protocolVersion, 1);
  await agent.ask('session/load', { sessionId: ids[0], cwd: '/tmp', mcpServers: [] });
  check('replayed', agent.heard.length > 20);
  same('driving is off', (await agent.ask('session/new', { cwd: '/tmp', mcpServers: [] })).error.code, -32003);

  grow(ids[0], 'cccccccc-0000-4000-8000-000000000005');
  await until('history/changed', () => rpc.heard.some((m) => m.method === 'history/changed'));
  await until('followed', () => agent.heard.some((m) => m.params.update.content?.text?.startsWith('Growing')));
  ws.close();
  acp.close();

  const socket = await new RSocketConnector({
    transport: new WebsocketClientTransport({
      url: server.url.replace('http', 'ws') + '/rsocket',
      wsCreator: (url) => new WebSocket(url, { headers: { authorization: `Bearer ${server.token}` } }),
    }),
    setup: { keepAlive: 500, lifetime: 5000, dataMimeType: 'application/x-protobuf', metadataMimeType: 'message/x.rsocket.routing.v0' },
  }).connect();
  const route = 'agent.getHistorySessions';
  const bytes = await within('/rsocket', 10_000, new Promise((resolve, reject) => socket.requestResponse(
    { data: Buffer.alloc(0), metadata: Buffer.concat([Buffer.from([route.length]), Buffer.from(route)]) },
    { onError: reject, onNext: (payload) => resolve(payload.data), onComplete: () => {}, onExtension: () => {} })));
  const proto = await protobuf.load(new URL('history.proto', import.meta.url).pathname);
  same('/rsocket', proto.lookupType('aiagent.rpc.GetHistorySessionsResponse').decode(bytes).sessions.map((s) => s.sessionId), ids);
  socket.close();

  for (const path of ['/ws', '/acp', '/rsocket']) {
    await fails(`${path} without the token`, open(server, path, { headers: {} }));
    await fails(`${path} from elsewhere`, open(server, path, { origin: 'http://evil.example' }));
  }
};

// What the server drives is listed before history, under its own id, and once.
const merged = async () => {
  const runtime = `${folder}/run2`;
  mkdirSync(runtime, { mode: 0o700 });
  const server = await serve(['--allow-drive'], { XDG_RUNTIME_DIR: runtime });
  try {
    const running = new AbortController();
    fetch(`${server.url}/api/v1/run`, {
      method: 'POST', signal: running.signal, headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: 'silence', folder: env.HOME }),
    }).then((response) => response.text()).catch(() => {});
    const socket = await open(server, '/ws');
    const { ask } = talk(socket);
    let live = [];
    for (let i = 0; i < 200 && !live[0]?.sessionId; ++i) {
      const { sessions } = (await ask('session/list', {})).result;
      live = sessions.filter((s) => s.source === 'live');
      if (live[0]?.sessionId) {
        same('live first', sessions[0].id, live[0].id);
        check('listed once', !sessions.some((s) => s.id === `claude:${live[0].sessionId}`));
        check('history after it', sessions.some((s) => s.source === 'history'));
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    check('a live session', live.length === 1 && live[0].state === 'busy' && live[0].cwd === env.HOME, JSON.stringify(live));
    running.abort();
    socket.close();
  } finally {
    server.child.kill();
  }
};

await main(async () => {
  const server = await serve();
  try {
    await clients(server);
    await twins(server);
    await websockets(server);
    await conformance(server);
  } finally {
    server.child.kill();
  }
  if (env.CLEW_CLAUDE !== '/bin/false') await merged();
});
