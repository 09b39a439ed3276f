// SPDX-License-Identifier: MIT
// Debian's Chromium under playwright-core, in a profile of its own. For tests the one without windows,
// where it is installed: the same engine at less than half of the processor time. Measurements and
// pictures are taken with the browser that people have.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

export function chromiumPath(...first) {
  return [process.env.CHROMIUM, ...first, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => path && existsSync(path));
}

export const kForTests = '/usr/bin/chromium-headless-shell';

export const kArguments = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'];

export async function launch(...first) {
  const executablePath = chromiumPath(...first);
  if (!executablePath) throw new Error('no chromium: apt-get install chromium');
  return chromium.launch({
    executablePath,
    headless: true,
    args: kArguments,
  });
}
