// SPDX-License-Identifier: MIT
//
// The OpenAPI document: valid by an independent validator, and true. What every operation that only
// reads answers, and what a driven conversation and the events say, is checked against the schemas,
// which here may have no members but those described.

import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Validator } from '@seriousme/openapi-schema-validator';
import { check, clew, cli, env, folder, main, same, within } from './support.mjs';

// They are refused before anything else here, where driving is off.
const OF_DRIVING = ['conversations', 'paths'];

const serve = (args, runtime) => within('the address', 20_000, new Promise((resolve) => {
  mkdirSync(runtime, { mode: 0o700, recursive: true });
  const child = spawn(clew, ['serve', '--port', '0', '--json', ...args],
    { env: { ...env, XDG_RUNTIME_DIR: runtime }, stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.once('data', (line) => resolve({ child, ...JSON.parse(line) }));
}));

// As the document says it, but closed: a member that is not described is an error.
const closed = (schema) => {
  if (Array.isArray(schema)) return schema.map(closed);
  if (schema === null || typeof schema !== 'object') return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  if (copy.properties && copy.additionalProperties === undefined) copy.additionalProperties = false;
  return copy;
};

const validators = (document) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema({ $id: 'clew', components: closed(document.components) });
  const made = new Map();
  return (what, schema, value) => {
    const key = JSON.stringify(schema);
    if (!made.has(key)) made.set(key, ajv.compile(JSON.parse(key.replaceAll('"#/components', '"clew#/components'))));
    const validate = made.get(key);
    check(what, validate(value), () => JSON.stringify(validate.errors?.slice(0, 5), null, 1));
  };
};

const reading = async (server, document, valid) => {
  const authorization = `Bearer ${server.token}`;
  const [newest] = cli('list', '--all').sessions;
  const { messages } = cli('tree', newest.id);
  const queries = {
    list: ['all=1&counts=1&ghosts=1', 'all=1&subagents=1&empty=1&hidden=1', 'all=1&limit=2&sort=size', 'path=/nowhere'],
    search: ['query=frost&noIndex=1&perSession=3', 'query=nothingofthiskind'],
    files: ['session=@1', 'session=@1&diff=disk'],
    who: ['what=orchard.py', 'what=nothing.of.this.kind'],
    show: cli('list', '--all', '--subagents').sessions.flatMap((s) => [`session=${s.id}&meta=1`, `session=${s.id}&longestText=20`]),
    outline: cli('list', '--all').sessions.map((s) => `session=${s.id}`),
    context: cli('list', '--all').sessions.map((s) => `session=${s.id}&messages=1`),
    check: cli('list', '--all').sessions.map((s) => `session=${s.id}`),
    info: cli('list', '--all').sessions.map((s) => `session=${s.id}`),
    outcome: cli('list', '--all').sessions.map((s) => `session=${s.id}`),
    todos: cli('list', '--all').sessions.map((s) => `session=${s.id}`),
    recall: ['question=why+did+the+frost+bell+ring', 'question=zzyzx'],
    redact: ['session=@1'],
    raw: [`session=${newest.id}&uuid=${messages.find((m) => m.uuid).uuid}`],
    usage: ['daily', 'weekly', 'monthly', 'sessions', 'projects', 'models', 'tools', 'branches', 'blocks']
      .map((kind) => `kind=${kind}&breakdown=1`).concat('kind=explain&target=@1'),
  };
  let operations = 0;
  let answers = 0;
  for (const [path, methods] of Object.entries(document.paths)) {
    const operation = path.split('/').pop();
    const schema = methods.get?.responses[200].content['application/json']?.schema;
    if (!schema || OF_DRIVING.includes(operation)) continue;
    const needsSession = methods.get.parameters?.some((p) => p.name === 'session' && p.required);
    for (const query of queries[operation] ?? [needsSession ? 'session=@1' : '']) {
      const response = await fetch(`${server.url}${path}?${query}`, { headers: { authorization } });
      const answer = await response.json();
      same(`${path}?${query} ${JSON.stringify(answer).slice(0, 200)}`, response.status, 200);
      valid(`${path}?${query}`, schema, answer);
      ++answers;
    }
    ++operations;
  }
  check('operations', operations >= 16, operations);
  const problem = document.components.responses.Problem.content['application/problem+json'].schema;
  for (const path of ['/api/v1/show?session=zzzzzzzz', '/api/v1/list?limit=x', '/api/v1/none', '/api/v1/hide']) {
    const response = await fetch(server.url + path, { headers: { authorization } });
    check('a problem', response.status >= 400 && response.headers.get('content-type') === 'application/problem+json', path);
    valid(path, problem, await response.json());
  }
  return { operations, answers };
};

// Wrong parameters in the document's eyes are wrong in the server's.
const parameters = async (server, document) => {
  const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' };
  for (const [path, methods] of Object.entries(document.paths)) {
    const body = methods.post?.requestBody?.content['application/json'].schema;
    if (!body || !methods.get || OF_DRIVING.includes(path.split('/').pop())) continue;
    const status = async (value) => (await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(value) })).status;
    same(`${path}: an unknown parameter`, await status({ zzz: 1 }), 400);
    for (const [name, schema] of Object.entries(body.properties)) {
      if (schema.type === 'integer') same(`${path}: ${name}`, await status({ [name]: 'x' }), 400);
      if (schema.type === 'boolean') same(`${path}: ${name}`, await status({ [name]: 'perhaps' }), 400);
      if (schema.enum) same(`${path}: ${name}`, await status({ [name]: 'zzz' }), 400);
    }
  }
};

const following = async (server, document, valid) => {
  const event = document.paths['/api/v1/events'].get.responses[200].content['text/event-stream'].schema.contentSchema;
  const stop = new AbortController();
  const headers = { authorization: `Bearer ${server.token}` };
  const response = await fetch(`${server.url}/api/v1/events`, { headers, signal: stop.signal });
  const tail = await fetch(`${server.url}/api/v1/tail?session=@1&lines=2`, { headers, signal: stop.signal });
  const heard = new Set();
  const take = (text) => {
    const value = JSON.parse(text);
    heard.add(value.type);
    valid(value.type, event, value);
  };
  const read = async (body, pattern) => {
    let text = '';
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const lines = text.split('\n');
      text = lines.pop();
      for (const line of lines) if (pattern.test(line)) take(line.replace(/^data: ?/, ''));
    }
  };
  const reading = [read(response.body, /^data:/), read(tail.body, /^\{/)].map((one) => one.catch((error) => {
    if (!stop.signal.aborted) throw error;
  }));
  const { id, file } = cli('info', '@1');
  const { tip } = cli('show', id, '--last', '1').branch;
  appendFileSync(file, JSON.stringify({
    type: 'user', uuid: 'cccccccc-0000-4000-8000-000000000009', parentUuid: tip, sessionId: id, cwd: '/home/ada/orchard', version: '2.1.325',
    timestamp: new Date().toISOString(), message: { role: 'user', content: 'For the schema' },
  }) + '\n');
  for (let i = 0; i < 200 && !['session.appended', 'session.changed', 'tail.start'].every((type) => heard.has(type)); ++i) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  stop.abort();
  await Promise.all(reading);
  for (const type of ['session.appended', 'session.changed', 'tail.start']) check(`${type} was heard`, heard.has(type), [...heard]);
};

const driving = async (document, valid) => {
  const server = await serve(['--allow-drive'], `${folder}/run2`);
  const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' };
  const post = (operation, body) => fetch(`${server.url}/api/v1/${operation}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const schema = (operation) => Object.values(document.paths[`/api/v1/${operation}`].post.responses[200].content)[0].schema;
  try {
    for (const [operation, body] of [
      ['run', { prompt: 'Hello', folder: env.HOME }], ['run', { prompt: 'Hello', folder: env.HOME, dryRun: true }],
      ['resume', { session: '@2', prompt: 'On', folder: env.HOME, dryRun: true }],
    ]) {
      const text = await within(operation, 20_000, (await post(operation, body)).text());
      const lines = text.trim().split('\n');
      for (const line of lines) valid(`${operation} ${line.slice(0, 300)}`, schema(operation), JSON.parse(line));
    }
    for (const [operation, body] of [
      ['fork', { session: '@2', folder: env.HOME, dryRun: true }], ['conversations', {}], ['workspaces', {}], ['index', { what: 'build' }], ['index', { what: 'status' }],
      ['index', { what: 'verify' }], ['index', { what: 'drop' }], ['tag', { session: '@2', tag: 'x' }],
    ]) {
      const response = await post(operation, body);
      valid(operation, schema(operation), await response.json());
      same(operation, response.status, 200);
    }
  } finally {
    server.child.kill();
  }
};

await main(async () => {
  const server = await serve([], `${folder}/run`);
  try {
    const response = await fetch(`${server.url}/api/v1/openapi.json`, { headers: { authorization: `Bearer ${server.token}` } });
    const document = await response.json();
    const judgement = await new Validator().validate(structuredClone(document));
    check('a valid document', judgement.valid, JSON.stringify(judgement.errors, null, 1));
    same('its version', document.openapi.slice(0, 3), '3.1');
    const valid = validators(document);
    const { operations, answers } = await reading(server, document, valid);
    console.log(`${answers} answers of ${operations} operations are as described`);
    await parameters(server, document);
    await following(server, document, valid);
    if (env.CLEW_CLAUDE !== '/bin/false') await driving(document, valid);
  } finally {
    server.child.kill();
  }
});
