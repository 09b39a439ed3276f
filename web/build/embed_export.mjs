// SPDX-License-Identifier: MIT
//
// Builds the page of exported files when its sources changed and writes it as a C++ source:
//   node web/build/embed_export.mjs OUTPUT.cc
// With the hashes by which a file's policy lets the one script and the one style in. Without the
// registry the source holds nothing, and `clew export --format html` says so.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { alone, hashOf, install, literal, run, sources } from './embed.mjs';

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(web, 'dist-export');
const stamp = join(dist, '.sources');
const output = process.argv[2];

function build() {
  const now = hashOf([...sources(), join(web, 'vite.export.config.ts')]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  install();
  console.error('web: building the page of exported files');
  run(process.execPath, [join(web, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '-c', 'vite.export.config.ts', '--logLevel', 'error']);
  writeFileSync(stamp, now);
}

/** A script cannot hold what begins a comment of HTML; it does so in texts and expressions alone, where "<" has another spelling. */
function spelled(script) {
  return script.replace(/<(?=!--|\/script|script)/gi, '\\x3c');
}

/** What stands in an element of HTML must not end it. */
function checked(text, end) {
  if (new RegExp(`</${end}|<!--`, 'i').test(text)) throw new Error(`the built page holds what would end its ${end}`);
  return text;
}

function page() {
  try {
    return alone(() => {
      build();
      return { script: checked(spelled(readFileSync(join(dist, 'export.js'), 'utf8')), 'script'), style: checked(readFileSync(join(dist, 'export.css'), 'utf8'), 'style') };
    });
  } catch (error) {
    console.error(`web: WARNING: no page for exported files: ${String(error.message).split('\n')[0]}`);
    return { script: '', style: '' };
  }
}

const sha = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

const { script, style } = page();
const text = `// Made by web/build/embed_export.mjs.
#include "export/export_page.h"

namespace clew {
namespace {

constexpr unsigned char kScript[] = {
${literal(Buffer.from(script))}
    0};
constexpr unsigned char kStyle[] = {
${literal(Buffer.from(style))}
    0};

std::string_view text_of(const unsigned char* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

}  // namespace

ExportPage export_page() {
  return {.script = text_of(kScript, sizeof(kScript) - 1),
          .style = text_of(kStyle, sizeof(kStyle) - 1),
          .script_hash = "${sha(script)}",
          .style_hash = "${sha(style)}"};
}

}  // namespace clew
`;
mkdirSync(dirname(output), { recursive: true });
writeFileSync(`${output}.new`, text);
renameSync(`${output}.new`, output);
