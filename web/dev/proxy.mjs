// SPDX-License-Identifier: MIT
// A stand-in for the daemon while it is not there: node dev/proxy.mjs CLEW ROOT [PORT]
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
const [clew, root, port = '4180'] = process.argv.slice(2);
const dist = new URL('../dist/', import.meta.url).pathname;
const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
const csp = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
const kebab = (s) => s.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);
const positional = { show: ['session'], outline: ['session'], context: ['session'], branches: ['session'], tree: ['session'], agents: ['session'], files: ['session'], info: ['session'], todos: ['session'], raw: ['session', 'uuid'], search: ['query'], usage: ['kind', 'target'], hide: ['session'], unhide: ['session'], rename: ['session', 'title'], tag: ['session', 'tag'], delete: ['session'], undelete: ['session'], stats: ['session'] };
const flags = new Set(['all', 'hidden', 'ghosts', 'breakdown', 'subagents', 'empty']);
function run(op, pairs, res) {
  const args = [op, '--json', '--root', root];
  const pos = [];
  for (const [k, v] of pairs) {
    const at = (positional[op] ?? []).indexOf(k);
    if (at >= 0) pos[at] = v;
    else if (flags.has(k)) args.push(`--${kebab(k)}`);
    else args.push(`--${kebab(k)}=${v}`);
  }
  execFile(clew, [...args, '--', ...pos.filter((p) => p !== undefined)], { maxBuffer: 1 << 30 }, (error, out, err) => {
    if (error && error.code > 1) { res.writeHead(400, { 'Content-Type': 'application/problem+json' }); res.end(JSON.stringify({ title: 'failed', detail: err.trim() })); return; }
    res.writeHead(200, { 'Content-Type': 'application/json' }); res.end(out);
  });
}
createServer(async (req, res) => {
  const url = new URL(req.url, 'http://x');
  if (url.pathname === '/api/v1/events') { res.writeHead(200, { 'Content-Type': 'text/event-stream' }); res.write(':\n\n'); return; }
  if (url.pathname === '/api/v1/status') { res.end(JSON.stringify({ version: 'dev', drive: false })); return; }
  if (url.pathname.startsWith('/api/v1/')) {
    const op = url.pathname.slice(8);
    if (req.method === 'POST') { let b = ''; for await (const c of req) b += c; run(op, Object.entries(JSON.parse(b)), res); }
    else run(op, url.searchParams, res);
    return;
  }
  const path = join(dist, normalize(url.pathname === '/' ? '/index.html' : url.pathname));
  try { const body = await readFile(path); res.writeHead(200, { 'Content-Type': types[extname(path)] ?? 'application/octet-stream', 'Content-Security-Policy': csp }); res.end(body); } catch { res.writeHead(404); res.end(); }
}).listen(Number(port), '127.0.0.1');
