// SPDX-License-Identifier: MIT
// The type check and the component tests; 77 (skipped) when the packages cannot be installed.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from './embed.mjs';

const web = dirname(dirname(fileURLToPath(import.meta.url)));
try {
  install();
} catch (error) {
  console.log(`skipped: npm ci failed (${String(error.message).split('\n')[0]})`);
  process.exit(77);
}
for (const args of [['typescript/bin/tsc', '--noEmit'], ['vitest/vitest.mjs', 'run']]) {
  const { status } = spawnSync(process.execPath, [join(web, 'node_modules', args[0]), ...args.slice(1)], { cwd: web, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
