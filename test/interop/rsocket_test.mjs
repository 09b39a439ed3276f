// SPDX-License-Identifier: MIT
//
// RSocket with the official clients of both majors, over the server's TCP port and its WebSocket and
// through `clew rsocket`, and protobufjs as a decoder that knows nothing of ours but the .proto file.

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer, Socket } from 'node:net';
import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import protobuf from 'protobufjs';
import { WebSocket, WebSocketServer } from 'ws';
import { check, clew, cli, env, fails, main, same, within } from './support.mjs';

const require = createRequire(import.meta.url);
const { RSocketConnector } = require('rsocket-core');
const { TcpClientTransport } = require('rsocket-tcp-client');
const { WebsocketClientTransport } = require('rsocket-websocket-client');
const { encodeBearerAuthMetadata, encodeCompositeMetadata, encodeRoute, WellKnownMimeType } = require('rsocket-composite-metadata');
const { RSocketClient: OldClient, BufferEncoders } = require('rsocket-core-old');
const OldTcp = require('rsocket-tcp-client-old').default;

const proto = await protobuf.load(new URL('history.proto', import.meta.url).pathname);
const type = (name) => proto.lookupType(`aiagent.rpc.${name}`);
const encode = (name, value) => Buffer.from(type(name).encode(type(name).create(value)).finish());
const decode = (name, bytes) => type(name).toObject(type(name).decode(bytes), { longs: Number, enums: String, bytes: Buffer });

const children = new Set();
const start = () => {
  const child = spawn(clew, ['rsocket'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  children.add(child);
  child.stdin.on('error', () => {});
  return child;
};
const listen = (server) => new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));

const tcpBridge = () => listen(createServer((socket) => {
  const child = start();
  socket.on('error', () => {}).pipe(child.stdin);
  child.stdout.pipe(socket);
}));

const wsBridge = () => new Promise((resolve) => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' }, () => resolve(server.address().port));
  server.on('connection', (socket) => {
    const child = start();
    socket.on('message', (data) => {
      const length = Buffer.alloc(3);
      length.writeUIntBE(data.length, 0, 3);
      child.stdin.write(Buffer.concat([length, data]));
    });
    socket.on('close', () => child.stdin.end());
    let rest = Buffer.alloc(0);
    child.stdout.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= 3 && rest.length >= 3 + rest.readUIntBE(0, 3)) {
        const end = 3 + rest.readUIntBE(0, 3);
        socket.send(rest.subarray(3, end));
        rest = rest.subarray(end);
      }
    });
  });
});

const routing = 'message/x.rsocket.routing.v0';
const composite = 'message/x.rsocket.composite-metadata.v0';
const plainRoute = (route) => Buffer.concat([Buffer.from([route.length]), Buffer.from(route)]);
const compositeRoute = (route) => encodeCompositeMetadata([[WellKnownMimeType.MESSAGE_RSOCKET_ROUTING, encodeRoute(route)]]);

const connect = (transport, metadataMimeType, payload) =>
  new RSocketConnector({
    transport,
    setup: { keepAlive: 200, lifetime: 4000, dataMimeType: 'application/x-protobuf', metadataMimeType, payload },
  }).connect();
const tcpTo = (port) => new TcpClientTransport({ connectionOptions: { host: '127.0.0.1', port } });

const ask = (socket, metadata, data) =>
  within('an answer', 10_000, new Promise((resolve, reject) => {
    socket.requestResponse({ data, metadata }, {
      onError: reject, onNext: (payload) => resolve(payload.data), onComplete: () => {}, onExtension: () => {},
    });
  }));

const history = async (request) => {
  const all = cli('list', '--all', '--counts').sessions;
  const { sessions } = decode('GetHistorySessionsResponse', await request('agent.getHistorySessions', encode('GetHistorySessionsRequest', { maxResults: 50 })));
  same('sessions', sessions.map((s) => s.sessionId), all.map((s) => s.id));
  same('times', sessions.map((s) => s.timestamp), all.map((s) => Date.parse(s.updatedAt)));
  same('counts', sessions.map((s) => s.messageCount ?? 0), all.map((s) => s.messages));
  same('titles', sessions.map((s) => s.customTitle ?? null), all.map((s) => s.customTitle ?? null));
  const none = decode('GetHistorySessionsResponse', await request('agent.getHistorySessions', Buffer.alloc(0)));
  same('an empty request', none.sessions.length, Math.min(50, all.length));
  const page = decode('GetHistorySessionsResponse', await request('agent.getHistorySessions', encode('GetHistorySessionsRequest', { maxResults: 2, offset: 1 })));
  const older = decode('HistorySessionsResult', await request('agent.getHistorySessions', Buffer.alloc(0)));
  same('the older name', older, none);
  same('a page', page.sessions.map((s) => s.sessionId), all.slice(1, 3).map((s) => s.id));

  const { id } = all[0];
  const shown = cli('show', id);
  const metadata = decode('HistoryMetadata', await request('agent.getHistoryMetadata', encode('GetHistoryMetadataRequest', { sessionId: `claude:${id}` })));
  same('metadata', [metadata.totalLines, metadata.sessionId, metadata.projectPath], [shown.session.lines, id, shown.session.cwd]);
  const load = async (fields) => decode('HistoryResult', await request('agent.loadHistory', encode('LoadHistoryRequest', { sessionId: id, ...fields })));
  const whole = await load({});
  const blocks = (kind) => whole.messages.flatMap((m) => (m.user ?? m.assistant).message.content ?? []).map((b) => b[kind]).filter(Boolean);
  same('count', [whole.count, whole.availableCount], [whole.messages.length, whole.messages.length]);
  check('from claude', whole.messages.every((m) => m.provider === 'PROVIDER_CLAUDE'));
  const spoken = shown.messages.filter((m) => m.role !== 'system');
  same('texts', blocks('text').map((b) => b.text), spoken.filter((m) => m.text).map((m) => m.text));
  same('thoughts', blocks('thinking').map((b) => b.thinking), spoken.filter((m) => m.thought).map((m) => m.thought));
  const tools = spoken.flatMap((m) => m.tools);
  same('calls', blocks('toolUse').map((b) => [b.id, b.toolName, JSON.parse(b.inputJson)]), tools.map((t) => [t.id, t.name, t.input]));
  same('results', blocks('toolResult').map((b) => [b.toolUseId, JSON.parse(b.contentJson)]),
    tools.filter((t) => t.result !== null).map((t) => [t.id, t.result]));
  const some = await load({ offset: 3, limit: 4 });
  same('a page of messages', some.messages, whole.messages.slice(3, 7));
  same('its place', [some.offset, some.count, some.availableCount], [3, 4, whole.messages.length]);
  const tail = await load({ offset: -5 });
  same('the end', tail.messages, whole.messages.slice(-5));
  for (const bad of ['/etc/passwd', 'zzzzzzzz']) {
    const error = await fails(bad, request('agent.loadHistory', encode('LoadHistoryRequest', { sessionId: bad })));
    same(`code of ${bad}`, error.code ?? error.source?.code, 0x201);
  }
  const unknown = await fails('unknown route', request('agent.truncateHistory', Buffer.alloc(0)));
  check('unknown route', (unknown.message ?? '').includes('Unknown route') || (unknown.source?.message ?? '').includes('Unknown route'));
};

const grow = (text, uuid) => {
  const { id, file } = cli('list', '--all').sessions[0];
  const { tip } = cli('show', id, '--last', '1').branch;
  appendFileSync(file, JSON.stringify({
    type: 'user', uuid, parentUuid: tip, sessionId: id, cwd: '/home/ada/orchard', version: '2.1.325',
    timestamp: new Date().toISOString(), message: { role: 'user', content: text },
  }) + '\n');
  return id;
};

// `fresh`: watching begins with the request and says so; a server has begun before.
const watching = async (socket, metadata, fresh) => {
  const heard = [];
  let wake = () => {};
  let failed;
  const requester = socket.requestStream({ data: Buffer.alloc(0), metadata: metadata('history.watch') }, 1, {
    onError: (error) => { failed = error; wake(); },
    onNext: (payload) => { heard.push(decode('HistoryEvent', payload.data)); wake(); },
    onComplete: () => {}, onExtension: () => {},
  });
  const next = () => within('an event', 10_000, new Promise((resolve) => { wake = resolve; }));
  let waiting = next();
  if (fresh) {
    await waiting;
    check('no error', !failed, failed);
    same('watching begins', heard.shift().type, 'resync');
    waiting = next();
    requester.request(1);
  }
  const id = grow('Watched over RSocket', randomUUID());
  await waiting;
  check('no error', !failed, failed);
  same('session', heard[0].sessionId, id);
  same('the event itself', JSON.parse(heard[0].json).sequence, heard[0].sequence);
  same('one credit, one event', heard.length, 1);
  waiting = next();
  grow('Once more', randomUUID());
  requester.request(100);
  await waiting;
  requester.cancel();
};

const fragments = async (port, payload) => {
  // The client cuts its own requests into fragments of 64 bytes.
  const socket = await new RSocketConnector({
    transport: tcpTo(port),
    fragmentation: { maxOutboundFragmentSize: 64 },
    setup: { keepAlive: 1000, lifetime: 4000, dataMimeType: 'application/x-protobuf', metadataMimeType: routing, payload },
  }).connect();
  const { id } = cli('list', '--all').sessions[0];
  const data = encode('LoadHistoryRequest', { sessionId: id, projectPath: '/home/ada/orchard'.repeat(20) });
  const result = decode('HistoryResult', await ask(socket, plainRoute('agent.loadHistory'), data));
  check('a fragmented request', result.messages.length > 10);
  socket.close();
};

const old = async (port, payload) => {
  const client = new OldClient({
    setup: { keepAlive: 1000, lifetime: 10_000, dataMimeType: 'application/x-protobuf', metadataMimeType: routing, payload },
    transport: new OldTcp({ host: '127.0.0.1', port }, BufferEncoders),
  });
  const socket = await within('0.0.27', 5000, new Promise((resolve, reject) =>
    client.connect().subscribe({ onComplete: resolve, onError: reject, onSubscribe: () => {} })));
  await history((route, data) => within(route, 10_000, new Promise((resolve, reject) =>
    socket.requestResponse({ data, metadata: plainRoute(route) }).subscribe({ onComplete: (p) => resolve(p.data), onError: reject, onSubscribe: () => {} }))));
  client.close();
};

// What no client sends: the connection ends with an error, or the frame is passed over.
const hostile = async (port) => {
  for (const bytes of ['ffffff', '000000', '000006000000000c80', '00000600000001fc00', '0000ff', '00000a0000000004000001000000']) {
    const socket = new Socket();
    await new Promise((resolve) => socket.connect(port, '127.0.0.1', resolve));
    socket.end(Buffer.from(bytes, 'hex'));
    await within(`the end after ${bytes}`, 5000, new Promise((resolve) => socket.on('close', resolve).on('error', () => {}).resume()));
  }
};

const serve = () => within('clew serve', 10_000, new Promise((resolve) => {
  const child = spawn(clew, ['serve', '--port', '0', '--rsocket-port', '0', '--json'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.add(child);
  child.stdout.once('data', (line) => resolve(JSON.parse(line)));
}));

// The server's own port: the same, for those who bring the token.
const server = async () => {
  const { rsocket, token, url } = await serve();
  const port = Number(new URL(rsocket).port);
  check('on the loopback address', rsocket.startsWith('tcp://127.0.0.1:') && port > 0, rsocket);
  const data = Buffer.from(token);
  const bearer = encodeCompositeMetadata([[WellKnownMimeType.MESSAGE_RSOCKET_AUTHENTICATION, encodeBearerAuthMetadata(token)]]);

  const one = await connect(tcpTo(port), routing, { data });
  await history((route, bytes) => ask(one, plainRoute(route), bytes));
  await watching(one, plainRoute, false);
  one.close();
  const two = await connect(tcpTo(port), composite, { data: null, metadata: bearer });
  await history((route, bytes) => ask(two, compositeRoute(route), bytes));
  await new Promise((resolve) => setTimeout(resolve, 900));  // keepalives go back and forth
  await ask(two, compositeRoute('agent.getHistorySessions'), Buffer.alloc(0));
  two.close();
  const three = await connect(
    new WebsocketClientTransport({
      url: `${url.replace('http', 'ws')}/rsocket`,
      wsCreator: (address) => new WebSocket(address, { headers: { Authorization: `Bearer ${token}` } }),
    }), composite);
  await history((route, bytes) => ask(three, compositeRoute(route), bytes));
  three.close();
  await fragments(port, { data });
  await old(port, { data });
  await hostile(port);
  for (const payload of [undefined, { data: Buffer.from(token.replace(/./, (c) => (c === '0' ? '1' : '0'))) }]) {
    const stranger = await connect(tcpTo(port), routing, payload);
    const refused = new Promise((resolve) => stranger.onClose(resolve));
    await fails('a stranger', ask(stranger, plainRoute('agent.getHistorySessions'), Buffer.alloc(0)));
    const reason = await within('a reason', 5000, refused);
    check('why', reason?.code === 0x003 || /token/.test(reason?.message ?? ''), reason);
  }
};

await main(async () => {
  await server();
  const tcp = await tcpBridge();
  const one = await connect(tcpTo(tcp), routing);
  await history((route, data) => ask(one, plainRoute(route), data));
  await watching(one, plainRoute, true);
  // Longer than the client's lifetime of a connection without an answer to its keepalives.
  await new Promise((resolve) => setTimeout(resolve, 900));
  await ask(one, plainRoute('agent.getHistorySessions'), Buffer.alloc(0));
  one.close();

  const ws = await wsBridge();
  const two = await connect(
    new WebsocketClientTransport({ url: `ws://127.0.0.1:${ws}/rsocket`, wsCreator: (url) => new WebSocket(url) }), composite);
  await history((route, data) => ask(two, compositeRoute(route), data));
  two.close();

  await fragments(tcp);
  await old(tcp);
  await hostile(tcp);
  for (const child of children) child.kill();
});
