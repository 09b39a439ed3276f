// SPDX-License-Identifier: MIT
//
// `clew mcp` with the official clients of both eras, on stdio.

import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Client as NewClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as NewTransport } from '@modelcontextprotocol/client/stdio';
import { appendFileSync } from 'node:fs';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { check, clew, cli, env, fails, main, same, unfenced, within } from './support.mjs';

const info = { name: 'clew-interop', version: '1.0.0' };
const spawn = { command: clew, args: ['mcp'], env };

// The answer out of the fence. There must be no second form beside it: Claude Code would show the
// model that one, without the fence.
const structured = async (client, name, args) => {
  const result = await client.callTool({ name, arguments: args });
  check(`${name} is no error`, !result.isError, JSON.stringify(result).slice(0, 500));
  return unfenced(name, result);
};

const tools = async (client) => {
  const { tools } = await client.listTools();
  same('tools', tools.map((tool) => tool.name).sort(), [
    'export_session', 'file_history', 'get_session', 'list_sessions', 'read_messages', 'recall', 'search_content', 'search_sessions', 'session_outcome', 'usage_summary',
  ]);
  for (const tool of tools) {
    check(`${tool.name} is read-only`, tool.annotations.readOnlyHint && !tool.annotations.destructiveHint);
    check(`${tool.name} has a schema for what it takes only`, tool.inputSchema.type === 'object' && tool.outputSchema === undefined);
  }
};

const sessions = async (client) => {
  const all = cli('list', '--all').sessions;
  const listed = [];
  let cursor;
  do {
    const page = await structured(client, 'list_sessions', { limit: 3, ...(cursor && { cursor }) });
    check('page size', page.sessions.length <= 3);
    listed.push(...page.sessions);
    cursor = page.nextCursor;
  } while (cursor);
  same('all sessions by pages', listed.map((s) => s.sessionId), all.map((s) => s.id));
  const one = await structured(client, 'list_sessions', { project: '/home/ada/orchard' });
  same('sessions of a project', one.sessions.map((s) => s.sessionId),
    all.filter((s) => s.cwd === '/home/ada/orchard').map((s) => s.id));
  const half = all[3].updatedAt;
  const older = await structured(client, 'list_sessions', { until: half, limit: 50 });
  same('until', older.sessions.map((s) => s.sessionId), all.filter((s) => s.updatedAt < half).map((s) => s.id));
  return all[0];
};

const reading = async (client, session) => {
  const overview = await structured(client, 'get_session', { sessionId: `claude:${session.id}` });
  same('title', overview.title, session.title);
  check('cost', overview.costUsd > 0 && overview.tokens.output > 0, JSON.stringify(overview));
  check('prompts', overview.prompts.length > 1);
  check('files', overview.filesChanged.length > 0);
  const shown = cli('show', session.id).messages;
  const read = [];
  let cursor;
  do {
    const page = await structured(client, 'read_messages', { sessionId: session.id, limit: 7, ...(cursor && { cursor }) });
    same('total', page.total, shown.length);
    read.push(...page.messages);
    cursor = page.nextCursor;
  } while (cursor);
  same('all messages by pages', read.map((m) => m.uuid), shown.map((m) => m.uuid));
  const around = await structured(client, 'read_messages', { sessionId: session.id, around: shown[9].uuid, limit: 5 });
  same('around', around.messages.map((m) => m.uuid), shown.slice(7, 12).map((m) => m.uuid));
  const last = await structured(client, 'read_messages', { sessionId: session.id, last: true, limit: 2, include: ['text'] });
  same('last', last.messages.map((m) => m.uuid), shown.slice(-2).map((m) => m.uuid));
  check('only text', last.messages.every((m) => m.tools === undefined && m.thinking === undefined));
};

const ending = async (client, session) => {
  const outcome = await structured(client, 'session_outcome', { sessionId: session.id });
  const truth = cli('outcome', session.id);
  same('how it ended', [outcome.end, outcome.answerUuid, outcome.files], [truth.end, truth.answerUuid, truth.files]);
  const { completion } = await client.complete({
    ref: { type: 'ref/prompt', name: 'resume_context' }, argument: { name: 'sessionId', value: session.id.slice(0, 6) } });
  same('completed', completion.values, [session.id]);
};

const searching = async (client) => {
  const recalled = await structured(client, 'recall', { question: 'Why did the frost bell ring too late?' });
  same('recall', recalled.sessions.map((s) => s.session), cli('recall', 'Why did the frost bell ring too late?').sessions.map((s) => s.session));
  check('the conclusion', recalled.sessions[0].turns[0].conclusion.length > 20, JSON.stringify(recalled.sessions[0]));
  const nothing = await structured(client, 'recall', { question: 'orchrad zzyzx' });
  check('nearest instead of nothing', nothing.sessions.length === 0 && nothing.nearest.length > 0, JSON.stringify(nothing));
  const found = await structured(client, 'search_sessions', { query: 'frost bell', limit: 2 });
  const truth = cli('search', 'frost bell', '--limit', '50');
  same('hits', found.hits.map((h) => h.messageUuid), truth.hits.slice(0, 2).map((h) => h.uuid));
  same('total', found.total, truth.total);
  const more = await structured(client, 'search_sessions', { query: 'frost bell', limit: 2, cursor: found.nextCursor });
  same('next hits', more.hits.map((h) => h.messageUuid), truth.hits.slice(2, 4).map((h) => h.uuid));
  const exact = await structured(client, 'search_content', { pattern: 'is_due(reading' });
  check('exact', exact.hits.length > 0);
  const quoted = await structured(client, 'search_content', { pattern: 'reading["time"]' });
  check('exact with quotes', quoted.hits.length > 0);
  const regex = await structured(client, 'search_content', { pattern: 'def is_d[a-z]e', mode: 'regex' });
  check('regex', regex.hits.length > 0);
  const touched = await structured(client, 'file_history', { path: 'orchard/bell.py' });
  check('file history', touched.sessions.length === 1 && touched.sessions[0].touches > 1, JSON.stringify(touched));
  const usage = await structured(client, 'usage_summary', { groupBy: 'models' });
  same('usage', usage.totals.cost.usd, cli('usage', 'models').totals.cost.usd);
};

const resources = async (client, session) => {
  const { resources } = await client.listResources();
  same('resources', resources.map((r) => r.uri), cli('list', '--all').sessions.map((s) => `claude-history://sessions/${s.id}`));
  const { resourceTemplates } = await client.listResourceTemplates();
  same('templates', resourceTemplates.length, 3);
  const { contents } = await client.readResource({ uri: resources[0].uri });
  check('markdown, fenced', contents[0].mimeType === 'text/markdown' && contents[0].text.includes('<<<transcript-'));
  const uuid = cli('show', session.id, '--first', '1').messages[0].uuid;
  const message = await client.readResource({ uri: `claude-history://sessions/${session.id}/messages/${uuid}` });
  check('message', message.contents[0].text.includes('frost bell'));
  const project = await client.readResource({ uri: 'claude-history://projects/-home-ada-orchard' });
  check('project', project.contents[0].text.includes(session.id));
  for (const bad of ['claude-history://sessions/../../etc/passwd', 'claude-history://sessions/%2e%2e', 'file:///etc/passwd',
    'claude-history://sessions/00000000-0000-4000-8000-000000000000', 'claude-history://nothing']) {
    const error = await fails(bad, client.readResource({ uri: bad }));
    check(`${bad}: code`, error.code === -32002 || error.code === -32602, `${error.code}`);
  }
};

const prompts = async (client, session) => {
  const { prompts } = await client.listPrompts();
  same('prompts', prompts.map((p) => p.name), ['resume_context', 'find_prior_work']);
  const resume = await client.getPrompt({ name: 'resume_context', arguments: { sessionId: session.id } });
  check('resume prompt', resume.messages[0].content.text.includes('<<<transcript-'));
  await client.getPrompt({ name: 'find_prior_work', arguments: { topic: 'frost' } });
  await fails('no such prompt', client.getPrompt({ name: 'nothing' }));
};

const mistakes = async (client) => {
  for (const [name, args] of [['get_session', {}], ['get_session', { sessionId: 'zzzzzzzz' }], ['get_session', { sessionId: '/etc/passwd' }],
    ['read_messages', { sessionId: 'x', limit: 1000 }], ['list_sessions', { surprise: 1 }], ['search_content', { pattern: '(', mode: 'regex' }],
    ['list_sessions', { until: 'soon' }]]) {
    const result = await client.callTool({ name, arguments: args });
    check(`${name} ${JSON.stringify(args)} is an error`, result.isError === true, JSON.stringify(result).slice(0, 300));
  }
  const error = await fails('no such tool', client.callTool({ name: 'rm_rf', arguments: {} }));
  same('code', error.code, -32602);
};

const everything = async (client) => {
  await tools(client);
  const session = await sessions(client);
  await reading(client, session);
  await ending(client, session);
  await searching(client);
  await resources(client, session);
  await prompts(client, session);
  await mistakes(client);
};

// A session that grows is told to who asked for it.
const grow = (session, uuid) => {
  const { file } = cli('info', session.id);
  const { tip } = cli('show', session.id, '--last', '1').branch;
  appendFileSync(file, JSON.stringify({
    type: 'user', uuid, parentUuid: tip, sessionId: session.id, cwd: '/home/ada/orchard', version: '2.1.325',
    timestamp: new Date().toISOString(), message: { role: 'user', content: 'More' },
  }) + '\n');
};

const updates = async (client, schema, subscribe, session, uuid) => {
  const uri = `claude-history://sessions/${session.id}`;
  const heard = new Promise((resolve) => client.setNotificationHandler(schema, ({ params }) => resolve(params.uri)));
  await subscribe(uri);
  grow(session, uuid);
  same('notifications/resources/updated', await within('an update', 10_000, heard), uri);
};

await main(async () => {
  const old = new OldClient(info);
  await old.connect(new OldTransport({ ...spawn, stderr: 'inherit' }));
  same('server', old.getServerVersion().name, 'clew');
  await old.ping();
  await everything(old);
  const newest = cli('list', '--all').sessions[0];
  await updates(old, ResourceUpdatedNotificationSchema, (uri) => old.subscribeResource({ uri }), newest, 'cccccccc-0000-4000-8000-000000000006');
  await fails('nothing to follow', old.subscribeResource({ uri: 'claude-history://sessions/none' }));
  await old.close();

  const modern = new NewClient(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await modern.connect(new NewTransport(spawn));
  await everything(modern);
  await updates(modern, 'notifications/resources/updated', (uri) => modern.listen({ resourceSubscriptions: [uri], resourcesListChanged: true }), newest,
    'cccccccc-0000-4000-8000-000000000007');
  await modern.close();

  const legacy = new NewClient(info, { versionNegotiation: { mode: 'legacy' } });
  await legacy.connect(new NewTransport(spawn));
  await tools(legacy);
  await legacy.close();
});
