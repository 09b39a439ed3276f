// SPDX-License-Identifier: MIT
//
// What the interop tests share: an invented root, a way to say what went wrong, and a clean end.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const clew = process.env.CLEW ?? process.argv[2];
if (!clew) throw new Error('usage: node TEST.mjs /path/to/clew');

export const folder = mkdtempSync(join(tmpdir(), 'clew-interop-'));
export const root = join(folder, 'root');
export const env = {
  PATH: process.env.PATH,
  HOME: join(folder, 'home'),
  XDG_CACHE_HOME: join(folder, 'cache'),
  XDG_DATA_HOME: join(folder, 'data'),
  XDG_STATE_HOME: join(folder, 'state'),
  XDG_CONFIG_HOME: join(folder, 'config'),
  XDG_RUNTIME_DIR: join(folder, 'run'),
  CLAUDE_CONFIG_DIR: root,
  CLEW_CLAUDE: process.env.CLEW_CLAUDE ?? '/bin/false',
};
for (const name of ['home', 'cache', 'data', 'state', 'config', 'run']) mkdirSync(join(folder, name), { mode: 0o700 });
execFileSync(clew, ['demo', root], { env });

// What the command line says, as the truth.
export const cli = (...args) => {
  try {
    return JSON.parse(execFileSync(clew, [...args, '--json'], { env, maxBuffer: 1 << 28 }));
  } catch (error) {
    if (error.status === 1) return JSON.parse(error.stdout);
    throw error;
  }
};

let checks = 0;
export const check = (what, condition, detail = '') => {
  ++checks;
  if (condition) return;
  console.error(`FAILED: ${what}`, typeof detail === 'function' ? detail() : detail);
  process.exitCode = 1;
  throw new Error(what);
};

export const same = (what, left, right) => {
  const a = JSON.stringify(left);
  const b = JSON.stringify(right);
  check(what, a === b, `\n  ${a?.slice(0, 2000)}\n  ${b?.slice(0, 2000)}`);
};

// What a tool of `clew mcp` answers, out of its fence.
export const unfenced = (what, result) => {
  const [, mark, json] = /<<<(transcript-[0-9a-f]+)\n([^]*)\n\1>>>$/.exec(result.content[0].text) ?? [];
  check(`${what} is fenced, once`, mark !== undefined && result.content.length === 1, JSON.stringify(result).slice(0, 500));
  check(`${what} has no form without a fence`, result.structuredContent === undefined);
  check(`${what} is not put aside`, result.content[0].text.length < 45 * 1024);
  return JSON.parse(json);
};

export const fails = async (what, promise) => {
  try {
    await promise;
  } catch (error) {
    ++checks;
    return error;
  }
  return check(`${what}: must fail`, false);
};

export const within = (what, ms, promise) =>
  Promise.race([
    promise,
    new Promise((_, reject) => setTimeout(() => reject(new Error(`${what}: nothing within ${ms} ms`)), ms).unref()),
  ]);

export const main = async (body) => {
  const watchdog = setTimeout(() => {
    console.error('FAILED: the test took too long');
    process.exit(1);
  }, 60_000);
  try {
    await body();
    console.log(`${checks} checks passed`);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  } finally {
    clearTimeout(watchdog);
    rmSync(folder, { recursive: true, force: true });
  }
  process.exit(process.exitCode ?? 0);
};
