// SPDX-License-Identifier: MIT
//
// `clew acp` with the official client. Every message that Clew sends is also checked against the
// published schema.

import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { client, methods, ndJsonStream } from '@agentclientprotocol/sdk/unstable';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { check, clew, cli, env, fails, folder, main, same, within } from './support.mjs';

const startLog = join(folder, 'starts'); // a line for each start of the stand-in

const schemaFile = (name) => new URL(`node_modules/@agentclientprotocol/sdk/schema/v1/${name}`, import.meta.url);
const stable = JSON.parse(readFileSync(schemaFile('schema.json')));
const unstable = JSON.parse(readFileSync(schemaFile('schema.unstable.json')));

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
for (const format of ['uint64', 'uint32', 'uint16', 'int32', 'int64', 'double']) ajv.addFormat(format, true);
ajv.addSchema(stable, 'stable');
ajv.addSchema(unstable, 'unstable');

const validate = (definition, value) => {
  const where = stable.$defs[definition] ? 'stable' : 'unstable';
  const checker = ajv.getSchema(`${where}#/$defs/${definition}`);
  check(`${definition} is in the schema`, checker);
  check(`valid ${definition}`, checker(value), JSON.stringify(checker.errors)?.slice(0, 800) + '\n' + JSON.stringify(value).slice(0, 800));
};

const responses = {
  initialize: 'InitializeResponse', 'session/list': 'ListSessionsResponse', 'session/load': 'LoadSessionResponse',
  'session/resume': 'ResumeSessionResponse', 'session/new': 'NewSessionResponse', 'session/close': 'CloseSessionResponse',
  'session/prompt': 'PromptResponse', 'session/fork': 'ForkSessionResponse', 'session/set_mode': 'SetSessionModeResponse',
  'session/set_config_option': 'SetSessionConfigOptionResponse', 'session/delete': 'DeleteSessionResponse',
};

// Sees every line in both directions.
class Tap {
  constructor() {
    this.asked = new Map();
    this.count = 0;
  }
  outgoing(message) {
    if (message.id !== undefined && message.method) this.asked.set(message.id, message.method);
  }
  incoming(message) {
    ++this.count;
    same('jsonrpc', message.jsonrpc, '2.0');
    if (message.method === 'session/update') validate('SessionNotification', message.params);
    else if (message.method === 'session/request_permission') validate('RequestPermissionRequest', message.params);
    else if (message.method === 'elicitation/create') validate('CreateElicitationRequest', message.params);
    else if (message.method) check(`${message.method} is ours`, message.method.startsWith('_clew/'));
    else if (message.error) validate('Error', message.error);
    else {
      const definition = responses[this.asked.get(message.id)];
      if (definition) validate(definition, message.result);
      else check('an answer to an extension', this.asked.get(message.id)?.startsWith('_clew/'), JSON.stringify(message));
    }
  }
}

const lines = (see) => {
  let rest = '';
  const decoder = new TextDecoder();
  return new TransformStream({
    transform(chunk, controller) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = parts.pop();
      for (const part of parts) if (part.trim()) see(JSON.parse(part));
      controller.enqueue(chunk);
    },
  });
};

const withAgent = async (extraEnv, args, body) => {
  const tap = new Tap();
  const child = spawn(clew, ['acp', ...args], { env: { ...env, ...extraEnv }, stdio: ['pipe', 'pipe', 'inherit'] });
  let problem;
  const guard = (see) => (message) => {
    try {
      see(message);
    } catch (error) {
      problem ??= error;
    }
  };
  const out = lines(guard((m) => tap.outgoing(m)));
  const into = lines(guard((m) => tap.incoming(m)));
  out.readable.pipeTo(Writable.toWeb(child.stdin)).catch(() => {});
  const stream = ndJsonStream(out.writable, Readable.toWeb(child.stdout).pipeThrough(into));
  const seen = { updates: [], permissions: [], changes: [], forms: [], answer: () => ({ outcome: { outcome: 'cancelled' } }) };
  const app = client({ name: 'clew-interop' })
    .onNotification(methods.client.session.update, ({ params }) => {
      seen.updates.push(params);
      seen.onUpdate?.(params);
    })
    .onRequest(methods.client.session.requestPermission, ({ params }) => {
      seen.permissions.push(params);
      return seen.answer(params);
    })
    .onRequest(methods.client.elicitation.create, ({ params }) => {
      seen.forms.push(params);
      return seen.fill(params);
    });
  await app.connectWith(stream, async (context) => {
    await body(context, seen);
    check('nothing invalid was sent', !problem, problem?.stack ?? String(problem));
  });
  child.stdin.end();
  child.kill();
  return tap.count;
};

const initialize = (context, session = {}, more = {}) =>
  context.request(methods.agent.initialize, {
    protocolVersion: 1, clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, session, ...more }, clientInfo: { name: 'test', version: '1' },
  });

const history = async (context, seen) => {
  const hello = await initialize(context);
  same('version', hello.protocolVersion, 1);
  check('capabilities', hello.agentCapabilities.loadSession && hello.agentCapabilities.sessionCapabilities.list);

  const all = cli('list', '--all').sessions;
  const { sessions } = await context.request(methods.agent.session.list, {});
  same('list', sessions.map((s) => s.sessionId), all.filter((s) => s.cwd?.startsWith('/')).map((s) => s.id));
  const some = await context.request(methods.agent.session.list, { cwd: '/home/ada/orchard' });
  same('list with cwd', some.sessions.map((s) => s.sessionId), all.filter((s) => s.cwd === '/home/ada/orchard').map((s) => s.id));
  same('nothing there', (await context.request(methods.agent.session.list, { cwd: '/nowhere' })).sessions, []);
  await fails('a bad cursor', context.request(methods.agent.session.list, { cursor: 'junk' }));

  const kinds = new Set();
  for (const { sessionId } of sessions) {
    seen.updates.length = 0;
    await context.request(methods.agent.session.load, { sessionId, cwd: '/tmp', mcpServers: [] });
    const told = seen.updates.map((u) => u.update);
    check('all of this session', seen.updates.every((u) => u.sessionId === sessionId));
    for (const update of told) kinds.add(update.sessionUpdate);
    const shown = cli('show', sessionId).messages;
    const text = (kind) => told.filter((u) => u.sessionUpdate === kind && u.content.type === 'text').map((u) => u.content.text).join('\n');
    const spoken = (m) => m.text && !(m.kind === 'api-error' && m.text.includes('/login'));
    same(`answers of ${sessionId}`, text('agent_message_chunk'),
      shown.filter((m) => spoken(m) && (m.role === 'assistant' || m.kind.endsWith('-output'))).map((m) => m.text).join('\n'));
    same(`thoughts of ${sessionId}`, text('agent_thought_chunk'), shown.filter((m) => m.role === 'assistant' && m.thought).map((m) => m.thought).join('\n'));
    const tools = shown.flatMap((m) => m.tools).filter((t) => t.name !== 'TodoWrite' && t.id);
    same(`tools of ${sessionId}`, told.filter((u) => u.sessionUpdate === 'tool_call').map((u) => u.toolCallId), tools.map((t) => t.id));
    same(`results of ${sessionId}`, told.filter((u) => u.sessionUpdate === 'tool_call_update').map((u) => u.toolCallId),
      tools.filter((t) => t.state !== 'pending').map((t) => t.id));
    const prompts = shown.filter((m) => m.kind === 'prompt' && m.text);
    check('prompts are told', prompts.every((m) => told.some((u) => u.sessionUpdate === 'user_message_chunk' && u.content.text === m.text)));
  }
  for (const kind of ['user_message_chunk', 'agent_message_chunk', 'agent_thought_chunk', 'tool_call', 'tool_call_update', 'plan', 'usage_update']) {
    check(`${kind} occurs`, kinds.has(kind), [...kinds].join());
  }
  check('diffs occur', seen.updates !== undefined);
  return sessions;
};

const details = async (context, seen, sessions) => {
  seen.updates.length = 0;
  const { sessionId } = sessions[0];
  await context.request(methods.agent.session.load, { sessionId: `claude:${sessionId}`, cwd: '/tmp', mcpServers: [] });
  const diffs = seen.updates.flatMap((u) => u.update.content ?? []).filter((c) => c.type === 'diff');
  check('a diff', diffs.length > 0 && diffs[0].path.startsWith('/') && diffs[0].newText, JSON.stringify(diffs[0]));
  seen.updates.length = 0;
  await context.request(methods.agent.session.resume, { sessionId, cwd: '/tmp' });
  same('resume replays nothing', seen.updates.length, 0);
  await context.request(methods.agent.session.close, { sessionId });
  const gone = await fails('unknown session', context.request(methods.agent.session.load, { sessionId: '00000000-0000-4000-8000-000000000000', cwd: '/tmp', mcpServers: [] }));
  same('code', gone.code, -32002);
  same('data', gone.data?.sessionId, '00000000-0000-4000-8000-000000000000');
  for (const bad of ['../../etc/passwd', '@1', '', 'Frost bell']) {
    const error = await fails(bad, context.request(methods.agent.session.load, { sessionId: bad, cwd: '/tmp', mcpServers: [] }));
    same(`code of ${bad}`, error.code, -32602);
  }
  const listed = await context.request('_clew/history/list', { limit: 2 });
  same('_clew/history/list', listed.sessions.length, 2);
  const loaded = await context.request('_clew/history/load', { sessionId, limit: 3 });
  same('_clew/history/load', loaded.messages.length, 3);
  const found = await context.request('_clew/history/search', { query: 'frost bell' });
  check('_clew/history/search', found.hits.length > 0);
  const unknown = await fails('unknown method', context.request('_clew/history/nothing', {}));
  same('code', unknown.code, -32601);
  same('code', (await fails('foreign method', context.request('_x/y', {}))).code, -32601);
};

const following = async (context, seen) => {
  const { id: sessionId, file } = cli('list', '--all').sessions[0];
  await context.request(methods.agent.session.load, { sessionId, cwd: '/tmp', mcpServers: [] });
  const before = seen.updates.length;
  const heard = new Promise((resolve) => { seen.onUpdate = (u) => u.update.sessionUpdate === 'user_message_chunk' && resolve(u); });
  const { tip } = cli('show', sessionId, '--last', '1').branch;
  appendFileSync(file, JSON.stringify({
    type: 'user', uuid: 'cccccccc-0000-4000-8000-000000000002', parentUuid: tip, sessionId, cwd: '/home/ada/orchard',
    version: '2.1.325', timestamp: new Date().toISOString(), message: { role: 'user', content: 'Followed while it grows' },
  }) + '\n');
  const update = await within('a followed message', 10_000, heard);
  same('what was written', update.update.content.text, 'Followed while it grows');
  check('told once', seen.updates.slice(before).filter((u) => u.update.content?.text === 'Followed while it grows').length === 1);
};

// claude is the stand-in of the tests (test/drive/stand_in.cc); the first word says what it does.
const driving = async (context, seen) => {
  const hello = await initialize(context);
  check('fork is offered', hello.agentCapabilities.sessionCapabilities.fork);
  same('MCP servers over HTTP', hello.agentCapabilities.mcpCapabilities, { http: true, sse: true });
  const cwd = env.HOME;
  const offered = new Promise((resolve) => { seen.onUpdate = (u) => u.update.sessionUpdate === 'available_commands_update' && resolve(u.update); });
  const { sessionId, modes, configOptions } = await context.request(methods.agent.session.new, { cwd, mcpServers: [] });
  same('modes', modes.currentModeId, 'default');
  const say = (text) => context.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text }] });
  const told = (kind) => seen.updates.filter((u) => u.sessionId === sessionId && u.update.sessionUpdate === kind).map((u) => u.update);
  const text = () => told('agent_message_chunk').map((u) => u.content.text).join('');

  const [command] = (await within('commands before the first prompt', 10_000, offered)).availableCommands;
  same('a command as claude names it', command, { name: 'compact', description: 'Make it short', input: { hint: 'what' } });
  const models = told('config_option_update').at(-1).configOptions.find((o) => o.id === 'model').options;
  same('models as claude names them', models.map((m) => [m.value, m.name]), [['default', 'Default'], ['haiku', 'Haiku'], ['stand-in-large', 'Large']]);

  seen.updates.length = 0;
  same('a turn', (await say('hello')).stopReason, 'end_turn');
  same('the answer, once', text(), 'You said: hello');
  const picture = { type: 'image', data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGOoBwAAgQCA05RTSgAAAABJRU5ErkJggg==', mimeType: 'image/png' };
  const link = { type: 'resource_link', uri: 'file:///tmp/a.c', name: 'a.c' };
  same('blocks', (await context.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text: 'look' }, picture, link] })).stopReason, 'end_turn');
  check('blocks are passed on', text().endsWith('You said: (blocks)'));
  same('commands are told once', told('available_commands_update').length, 0);
  check('usage', told('usage_update')[0].cost.amount === 0.25);
  same('the context window as claude says it', told('usage_update').at(-1).size, 1_000_000);
  const renamed = new Promise((resolve) => { seen.onUpdate = (u) => u.update.sessionUpdate === 'session_info_update' && u.update.title === 'A new name' && resolve(); });
  cli('rename', sessionId, 'A new name');
  await within('a title while it is driven', 10_000, renamed);
  same('own words are not echoed', told('user_message_chunk').length, 0);
  const listed = await context.request(methods.agent.session.list, { cwd });
  check('the new session is listed under its id', listed.sessions.some((s) => s.sessionId === sessionId));

  const option = (options, id) => options.find((o) => o.id === id).currentValue;
  same('options', [option(configOptions, 'mode'), option(configOptions, 'model')], ['default', 'default']);
  await context.request(methods.agent.session.setMode, { sessionId, modeId: 'plan' });
  same('both forms of the mode', option(told('config_option_update').at(-1).configOptions, 'mode'), 'plan');
  const choose = (configId, value) => context.request(methods.agent.session.setConfigOption, { sessionId, configId, value });
  same('a model', option((await choose('model', 'stand-in-large')).configOptions, 'model'), 'stand-in-large');
  same('the turn after it', (await say('model')).stopReason, 'end_turn');
  same('a mode', option((await choose('mode', 'acceptEdits')).configOptions, 'mode'), 'acceptEdits');
  same('and its other form', told('current_mode_update').at(-1).currentModeId, 'acceptEdits');
  for (const [configId, value] of [['model', 'gpt'], ['model', 'opus'], ['mode', 'chaos'], ['mode', 'bypassPermissions'], ['volume', '11'], ['model', '--help']]) {
    same(`${configId} ${value}`, (await fails(value, choose(configId, value))).code, -32602);
  }
  await fails('no such mode', context.request(methods.agent.session.setMode, { sessionId, modeId: 'chaos' }));
  const again = await fails('relative cwd', context.request(methods.agent.session.new, { cwd: 'here', mcpServers: [] }));
  same('code', again.code, -32602);
  await context.request(methods.agent.session.close, { sessionId });
  same('closed', (await fails('closed', say('hello'))).code, -32002);
  check('delete is offered', hello.agentCapabilities.sessionCapabilities.delete);
  await context.request(methods.agent.session.delete, { sessionId });
  same('it is gone', (await context.request(methods.agent.session.list, { cwd })).sessions.filter((s) => s.sessionId === sessionId).length, 0);
  same('no path', (await fails('path', context.request(methods.agent.session.delete, { sessionId: '/etc/passwd' }))).code, -32602);
  cli('undelete', sessionId);
};

// The words of all answers, and what may be asked of one new session.
const opened = async (context, seen) => {
  const { sessionId } = await context.request(methods.agent.session.new, { cwd: env.HOME, mcpServers: [] });
  seen.updates.length = 0;
  return {
    sessionId,
    prompt: (text) => context.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text }] }),
    said: () => seen.updates.filter((u) => u.sessionId === sessionId && u.update.sessionUpdate === 'agent_message_chunk').map((u) => u.update.content.text).join('|'),
  };
};

const queueing = async (context, seen) => {
  const { sessionId, prompt, said } = await opened(context, seen);
  same('a background agent is started', (await prompt('background')).stopReason, 'end_turn');
  same('the turn after its notification', (await prompt('and now')).stopReason, 'end_turn');
  same('is answered before it ends', said(), 'It runs|The background agent is done|You said: and now');
  const order = [];
  await Promise.all(['one', 'two', 'three'].map((word) => prompt(word).then(() => order.push(word))));
  same('prompts wait for their turn', order, ['one', 'two', 'three']);
  check('and are all answered', said().endsWith('You said: one|You said: two|You said: three'), said());
  await prompt('background');
  const cancelled = prompt('slow');
  await context.notify(methods.agent.session.cancel, { sessionId });
  same('cancelled behind a notification', (await within('the end', 10_000, cancelled)).stopReason, 'cancelled');
  await context.request(methods.agent.session.close, { sessionId });
};

const reopening = async (context, seen) => {
  const { sessionId, prompt, said } = await opened(context, seen);
  same('it is listed as running', (await prompt('register')).stopReason, 'end_turn');
  const open = { sessionId, cwd: env.HOME, mcpServers: [] };
  await context.request(methods.agent.session.load, open);
  same('loaded, and goes on', (await prompt('after load')).stopReason, 'end_turn');
  await context.request(methods.agent.session.resume, open);
  same('resumed, and goes on', (await prompt('after resume')).stopReason, 'end_turn');
  const begun = new Promise((resolve) => { seen.onUpdate = (u) => u.update.content?.text?.includes('word') && resolve(); });
  const slow = prompt('slow');
  await within('the first words', 10_000, begun);
  await context.request(methods.agent.session.load, open);
  await context.notify(methods.agent.session.cancel, { sessionId });
  same('loaded in the middle of a turn', (await within('the end', 10_000, slow)).stopReason, 'cancelled');
  await context.request(methods.agent.session.load, { ...open, additionalDirectories: [env.HOME] });
  same('started again with other folders', (await prompt('register again')).stopReason, 'end_turn');
  await context.request(methods.agent.session.close, { sessionId });
  await context.request(methods.agent.session.load, open);
  same('closed, loaded, and goes on', (await prompt('register once more')).stopReason, 'end_turn');
  check('all was answered', said().endsWith('registered'), said());
  await context.request(methods.agent.session.close, { sessionId });
  await context.request(methods.agent.session.delete, { sessionId });
  same('closed and deleted', (await context.request(methods.agent.session.list, { cwd: env.HOME })).sessions.filter((s) => s.sessionId === sessionId).length, 0);
};

// Claude asks the person: with buttons, and with a form where the editor has them.
const questions = async (context, seen) => {
  await initialize(context);
  const { sessionId, prompt, said } = await opened(context, seen);
  seen.permissions.length = 0;
  seen.answer = ({ options }) => ({ outcome: { outcome: 'selected', optionId: options.at(-2).optionId } });
  same('a turn with questions', (await prompt('question')).stopReason, 'end_turn');
  same('what was asked', seen.permissions.map((p) => p.toolCall.title), ['Which colour?', 'Which sizes?']);
  same('what can be chosen', seen.permissions[0].options.map((o) => o.name), ['Red: like a rose', 'Blue', 'Skip']);
  same('what was chosen', JSON.parse(said()), { 'Which colour?': 'Blue', 'Which sizes?': 'L' });
  seen.updates.length = 0;
  seen.answer = () => ({ outcome: { outcome: 'selected', optionId: 'skip' } });
  await prompt('question');
  check('not answered', said().includes('did not answer'), said());

  await initialize(context, {}, { elicitation: { form: {} } });
  seen.updates.length = 0;
  seen.fill = () => ({ action: 'accept', content: { q0: 'Red', q1: ['S', 'L'] } });
  same('a turn with a form', (await prompt('question')).stopReason, 'end_turn');
  same('the form', Object.values(seen.forms[0].requestedSchema.properties).map((p) => [p.type, p.title]), [['string', 'Colour'], ['array', 'Sizes']]);
  same('what was filled in', JSON.parse(said()), { 'Which colour?': 'Red', 'Which sizes?': 'S, L' });
  seen.updates.length = 0;
  seen.fill = () => ({ action: 'decline' });
  await prompt('question');
  check('declined', said().includes('did not answer'), said());
  await context.request(methods.agent.session.close, { sessionId });
};

const turns = async (context, seen) => {
  const { sessionId } = await context.request(methods.agent.session.new, { cwd: env.HOME, mcpServers: [] });
  const prompt = (text) => context.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text }] });

  seen.permissions.length = 0;
  const answers = [{ outcome: { outcome: 'selected', optionId: 'allow_always' } }, { outcome: { outcome: 'selected', optionId: 'reject' } }];
  seen.answer = () => answers[seen.permissions.length - 1];
  seen.updates.length = 0;
  same('a turn with permissions', (await prompt('ask')).stopReason, 'end_turn');
  same('asked twice', seen.permissions.length, 2);
  check('what is asked', seen.permissions[0].toolCall.title.includes('touch file0') && seen.permissions[0].toolCall.kind === 'execute');
  const states = seen.updates.filter((u) => u.update.sessionUpdate === 'tool_call_update').map((u) => u.update.status);
  same('allowed and rejected', states, ['completed', 'failed']);
  const said = seen.updates.filter((u) => u.update.sessionUpdate === 'agent_message_chunk').map((u) => u.update.content.text).join('');
  check('remembered', said.includes('remembered') && said.includes('deny'), said);

  seen.updates.length = 0;
  const begun = new Promise((resolve) => { seen.onUpdate = (u) => u.update.sessionUpdate === 'agent_message_chunk' && resolve(); });
  const slow = prompt('slow');
  await within('the first words', 10_000, begun);
  const behind = [prompt('hello'), prompt('hello too')];
  await context.notify(methods.agent.session.cancel, { sessionId });
  same('cancelled', (await within('the end', 10_000, slow)).stopReason, 'cancelled');
  for (const one of behind) same('cancelled with it', (await within('the end', 10_000, one)).stopReason, 'cancelled');
  const words = seen.updates.filter((u) => u.update.sessionUpdate === 'agent_message_chunk').map((u) => u.update.content.text).join('');
  check('nothing told twice', /^(word )+$/.test(words), words.slice(0, 200));

  const crash = await fails('crash', prompt('crash'));
  same('crash', crash.code, -32603);
  same('it goes on after a crash', (await prompt('hello again')).stopReason, 'end_turn');

  await queueing(context, seen);
  await reopening(context, seen);

  const fork = await context.request(methods.agent.session.fork, { sessionId, cwd: env.HOME, mcpServers: [] });
  check('a copy', fork.sessionId !== sessionId);
  await context.request(methods.agent.session.load, { sessionId: fork.sessionId, cwd: env.HOME, mcpServers: [] });
  await context.request(methods.agent.session.close, { sessionId });
};

// What can be typed is told of a session that is only opened, and nothing is done to that.
const offersOfOpened = async (context, seen, how) => {
  await initialize(context);
  const { id: sessionId, file } = cli('list', '--all').sessions.find((s) => s.cwd === env.HOME);
  const before = readFileSync(file, 'utf8');
  const told = (kind) => new Promise((resolve) => {
    const inner = seen.onUpdate;
    seen.onUpdate = (u) => {
      inner?.(u);
      if (u.sessionId === sessionId && u.update.sessionUpdate === kind) resolve(u.update);
    };
  });
  const offers = [told('available_commands_update'), told('config_option_update')];
  await context.request(methods.agent.session[how], { sessionId, cwd: env.HOME, mcpServers: [] });
  const [commands, options] = await within(`commands after ${how}`, 10_000, Promise.all(offers));
  same('as claude names them', commands.availableCommands[0], { name: 'compact', description: 'Make it short', input: { hint: 'what' } });
  same('and its models', options.configOptions.find((o) => o.id === 'model').options.map((m) => m.value), ['default', 'haiku', 'stand-in-large']);
  const [start, ...more] = readFileSync(startLog, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
  same('one claude was asked', more.length, 0);
  same('where the session would continue', start.folder, realpathSync(env.HOME));
  check('it does not know the session', !start.arguments.some((a) => a.startsWith('--resume')), start.arguments.join(' '));
  check('and runs no hooks', start.arguments.includes('--settings={"disableAllHooks":true}'));
  same('nothing was written', readFileSync(file, 'utf8'), before);
  rmSync(startLog);

  const again = told('available_commands_update');
  await context.request(methods.agent.session[how], { sessionId, cwd: env.HOME, mcpServers: [] });
  await within('commands once more', 10_000, again);
  check('without another claude', !existsSync(startLog));
  same('a prompt', (await context.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text: 'hello' }] })).stopReason, 'end_turn');
  check('continues the session', readFileSync(startLog, 'utf8').includes(`--resume=${sessionId}`));
  rmSync(startLog);
  await context.request(methods.agent.session.close, { sessionId });
};

await main(async () => {
  let count = await withAgent({}, [], async (context, seen) => {
    const sessions = await history(context, seen);
    await details(context, seen, sessions);
    const { agentCapabilities } = await initialize(context, { notices: {}, compaction: {} });
    check('sessions are watched', agentCapabilities._meta.clew.history.subscribe);
    await following(context, seen);
    for (const { sessionId } of sessions) await context.request(methods.agent.session.load, { sessionId, cwd: '/tmp', mcpServers: [] });
  });
  if (env.CLEW_CLAUDE !== '/bin/false') {
    count += await withAgent({}, [], async (context, seen) => {
      await driving(context, seen);
      await turns(context, seen);
      await questions(context, seen);
    });
    for (const how of ['load', 'resume']) {
      count += await withAgent({ STAND_IN_LOG: startLog }, [], (context, seen) => offersOfOpened(context, seen, how));
    }
  }
  console.log(`${count} messages of the agent checked against the schema`);
});
