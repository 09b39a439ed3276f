// SPDX-License-Identifier: MIT
//
// Builds the page when its sources changed and writes it, compressed, as a C++ source:
//   node web/build/embed.mjs OUTPUT.cc
// The page is built once for all build folders, into web/dist. Without the registry (npm ci) or with
// a Node that is too old it says so and embeds a page that says so too.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(web, 'dist');
const stamp = join(dist, '.sources');
// Others import install(); only who runs this file has an output.
const output = realpathSync(process.argv[1]) === fileURLToPath(import.meta.url) ? process.argv[2] : undefined;
const kOldestNode = 18;
const kPatienceMs = 10 * 60_000;

export function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)]))
    .sort();
}

export function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(relative(web, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

export function sources() {
  const tests = /\.test\.tsx?$/;
  return [...filesIn(join(web, 'src')).filter((file) => !tests.test(file)), ...filesIn(join(web, 'public')), ...['index.html', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'].map((name) => join(web, name))];
}

export function run(command, args) {
  execFileSync(command, args, { cwd: web, stdio: ['ignore', 'ignore', 'inherit'] });
}

export function install() {
  const lock = hashOf([join(web, 'package-lock.json')]);
  const mark = join(web, 'node_modules', '.clew-lock');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return;
  console.error('web: npm ci');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(mark, lock);
}

function buildPage() {
  const now = hashOf(sources());
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  install();
  console.error('web: building the page');
  run(process.execPath, [join(web, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'error']);
  writeFileSync(stamp, now);
}

// Several build folders may be at it at once; a folder can be made by one only.
export function alone(work) {
  const lock = join(web, '.building');
  const start = Date.now();
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch {
      const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (age > kPatienceMs) rmSync(lock, { recursive: true, force: true });
      if (Date.now() - start > kPatienceMs) throw new Error(`${lock} is in the way`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    }
  }
  try {
    return work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function missingPage(why) {
  return `<!doctype html><meta charset="utf-8"><title>Clew</title><h1>The page is not in this program</h1><p>${why}</p><p>Everything else works: the API below /api/v1/, and the clew command.</p>`;
}

export function literal(bytes) {
  const lines = [];
  for (let at = 0; at < bytes.length; at += 32) lines.push(`    ${[...bytes.subarray(at, at + 32)].join(',')},`);
  return lines.join('\n');
}

function writeSource(files) {
  const arrays = files.map(({ bytes }, i) => `constexpr unsigned char kFile${i}[] = {\n${literal(bytes)}\n};`);
  const rows = files.map(({ path, bytes, gzipped }, i) => `    {"${path}", bytes_of(kFile${i}, ${bytes.length}), ${gzipped}},`);
  const text = `// Made by web/build/embed.mjs.
#include "serve/http/static_files.h"

namespace clew {
namespace {

${arrays.join('\n')}

std::string_view bytes_of(const unsigned char* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

}  // namespace

std::span<const EmbeddedFile> embedded_files() {
  static const EmbeddedFile files[] = {
${rows.join('\n')}
  };
  return files;
}

}  // namespace clew
`;
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(`${output}.new`, text);
  renameSync(`${output}.new`, output);
}

function page() {
  if (Number(process.versions.node.split('.')[0]) < kOldestNode) return [null, `it was built with Node ${process.versions.node}; Node ${kOldestNode} or newer is needed (Debian 12: apt-get install nodejs npm)`];
  try {
    return alone(() => {
      buildPage();
      const files = filesIn(dist).filter((file) => file !== stamp);
      return [files.map((file) => ({ path: `/${relative(dist, file)}`, bytes: gzipSync(readFileSync(file), { level: 9 }), gzipped: true })), ''];
    });
  } catch (error) {
    return [null, `it could not be built (${String(error.message).split('\n')[0]}); npm ci in web/ must be able to reach the npm registry once`];
  }
}

if (output) {
  const [files, why] = page();
  if (files) {
    writeSource(files);
    const first = files.filter(({ path }) => path === '/index.html' || /\/assets\/index-/.test(path)).reduce((n, { bytes }) => n + bytes.length, 0);
    console.error(`web: ${files.length} files, ${Math.round(first / 1000)} KB compressed for the first load`);
  } else {
    console.error(`web: WARNING: the page is not embedded: ${why}`);
    writeSource([{ path: '/index.html', bytes: Buffer.from(missingPage(why)), gzipped: false }]);
  }
}
