// SPDX-License-Identifier: MIT
//
// markdown.mjs CLEW: what `clew export` writes as Markdown, read by a parser of Markdown, gives back the texts of the session, and no
// element of HTML but our own. Ends with 77 (skipped) without the parser (web/node_modules).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const parser = join(here, '../../web/node_modules/marked/lib/marked.esm.js');
if (!existsSync(parser)) {
  console.log('skipped: npm ci in web/ was not run');
  process.exit(77);
}
const { marked } = await import(pathToFileURL(parser).href);
const clew = resolve(process.argv[2]);
const home = mkdtempSync(join(tmpdir(), 'clew-markdown-'));
const env = { PATH: process.env.PATH, HOME: home, LC_ALL: 'C.UTF-8', TZ: 'UTC', XDG_CACHE_HOME: join(home, 'c'), XDG_DATA_HOME: join(home, 'd'), XDG_RUNTIME_DIR: home, CLAUDE_CONFIG_DIR: join(home, 'demo') };
const run = (...words) => execFileSync(clew, words, { env, encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] });

const kOurs = /^(<\/?details>|<summary>[^<]*(<code>[^<]*<\/code>[^<]*)*<\/summary>|<\/?code>|\s)+$/;

function decoded(text) {
  const names = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' };
  return text.replace(/&(?:#(\d+)|(lt|gt|amp|quot|apos|nbsp));/g, (_, number, name) => (number ? String.fromCodePoint(Number(number)) : names[name]));
}

/** Every text in the order in which it was written, addresses of links too. */
function* texts(tokens) {
  for (const token of tokens) {
    if (token.type === 'html') {
      assert.match(token.text, kOurs, 'an element that is not ours');
      yield decoded(token.text.replace(/<[^>]*>/g, ''));
    } else if (token.type === 'image') {
      assert.fail(`a picture: ${token.raw}`);
    } else if (token.type === 'code' || token.type === 'codespan') {
      if (token.lang) yield token.lang;
      yield token.type === 'code' ? token.text : decoded(token.text);
    } else if (token.type === 'table') {
      for (const row of [token.header, ...token.rows]) for (const cell of row) yield* texts(cell.tokens);
    } else if (token.type === 'list') {
      for (const item of token.items) {
        if (token.ordered) yield item.raw.match(/\d+/)?.[0] ?? '';
        if (item.task) yield item.checked ? 'x' : '';
        yield* texts(item.tokens);
      }
    } else {
      if (token.tokens) yield* texts(token.tokens);
      else yield decoded(token.text ?? '');
      if (token.type === 'link') {
        assert.match(token.href, /^(https?:|mailto:|[#./]|[^:&\\]*([/?#]|$))/i, 'a link to a script');
        if (token.href !== token.text) yield `${token.href} ${token.title ?? ''}`;
      }
    }
  }
}

// Signs of Markdown are in the one and not in the other; letters and figures are in both.
const letters = (text) => decoded(text).replace(/[^\p{L}\p{N}]/gu, '');

function check(session, ...how) {
  const document = letters([...texts(marked.lexer(run('export', session, '--no-redact', ...how)))].join(' '));
  const { messages } = JSON.parse(run('show', session, '--json'));
  let at = 0;
  for (const message of messages) {
    for (const text of [message.text, ...message.tools.map((call) => call.result ?? '')]) {
      // Escape sequences and such are gone, which has a test of its own.
      if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/.test(text)) continue;
      const wanted = letters(text);
      const found = document.indexOf(wanted, text === message.text ? at : 0);
      assert.ok(found >= 0, `${session}: not in the Markdown: ${text.slice(0, 300)}`);
      if (text === message.text) at = found;
    }
  }
  return messages.length;
}

try {
  run('demo', join(home, 'demo'));
  let count = 0;
  const folder = join(home, 'demo/projects');
  for (const project of readdirSync(folder)) {
    for (const file of readdirSync(join(folder, project)).filter((name) => name.endsWith('.jsonl'))) {
      try {
        run('show', join(folder, project, file), '--json');
      } catch {
        continue; // nothing that can be shown
      }
      count += check(join(folder, project, file));
    }
  }
  const hostile = '![x](http://a.invalid/b.png) [y](javascript:z) <img src=q> `` ` ** __ [r]: javascript:z';
  const line = (n, type, message) => JSON.stringify({ type, uuid: `0000000${n}-1111-4111-8111-111111111111`, parentUuid: n > 1 ? `0000000${n - 1}-1111-4111-8111-111111111111` : null, sessionId: '8d3c1f52-5a5e-4c0f-9d57-1d3f6a1b2c3d', cwd: `/${hostile}`, gitBranch: hostile, version: hostile, timestamp: `2026-01-05T12:0${n}:00.000Z`, message: { role: type, ...message } });
  const lines = [
    line(1, 'user', { content: [{ type: 'text', text: `${hostile}\n# ${hostile}` }, { type: 'image', source: { type: 'base64', media_type: hostile, data: 'AAAA' } }] }),
    line(2, 'assistant', { id: 'm', model: hostile, content: [{ type: 'tool_use', id: hostile, name: hostile, input: { command: hostile, description: hostile } }] }),
    line(3, 'user', { content: [{ type: 'tool_result', tool_use_id: hostile, content: [{ type: 'text', text: '~~~\n```\n' }, { type: 'image', source: { type: 'base64', media_type: `]_ ${hostile}`, data: 'AAAA' } }] }] }),
  ];
  writeFileSync(join(home, '8d3c1f52-5a5e-4c0f-9d57-1d3f6a1b2c3d.jsonl'), `${lines.join('\n')}\n`);
  count += check(join(home, '8d3c1f52-5a5e-4c0f-9d57-1d3f6a1b2c3d.jsonl'));
  count += check(join(here, '../data/attack/5ca1ab1e-0000-4000-8000-00000000c1e4.jsonl'));
  assert.ok(count > 50, `${count} messages`);
  console.log(`ok, ${count} messages`);
} finally {
  rmSync(home, { recursive: true, force: true });
}
