// SPDX-License-Identifier: MIT
// Debian's Chromium under playwright-core, in a profile of its own.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

export function chromiumPath() {
  return [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => path && existsSync(path));
}

export const kArguments = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'];

export async function launch() {
  const executablePath = chromiumPath();
  if (!executablePath) throw new Error('no chromium: apt-get install chromium');
  return chromium.launch({
    executablePath,
    headless: true,
    args: kArguments,
  });
}
