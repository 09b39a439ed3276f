// SPDX-License-Identifier: MIT
//
// The types of the daemon's operations, from its own OpenAPI document:
//   node web/build/schema.mjs CLEW           writes web/src/api/schema.d.ts
//   node web/build/schema.mjs CLEW --check   fails when that file is not what would be written
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from './embed.mjs';

const kSkipped = 77;
const [clew, check] = process.argv.slice(2);
const file = join(dirname(dirname(fileURLToPath(import.meta.url))), 'src/api/schema.d.ts');

try {
  install();
} catch (error) {
  console.log(`skipped: npm ci failed (${String(error.message).split('\n')[0]})`);
  process.exit(kSkipped);
}
const { default: openapiTS, astToString } = await import('openapi-typescript');
const head = '// SPDX-License-Identifier: MIT\n//\n// Made by web/build/schema.mjs from `clew --generate openapi`. Do not edit.\n\n';
const document = execFileSync(clew, ['--generate', 'openapi'], { encoding: 'utf8', maxBuffer: 1 << 28 });
const text = head + astToString(await openapiTS(document, { alphabetize: false }));

if (check !== '--check') {
  writeFileSync(file, text);
} else if (readFileSync(file, 'utf8') !== text) {
  console.error(`${file} is out of date: node web/build/schema.mjs CLEW writes it anew`);
  process.exit(1);
}
