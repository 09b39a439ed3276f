// SPDX-License-Identifier: MIT
//
// The page in a real Chromium against the real daemon:  node e2e/run.mjs CLEW [STAND_IN] [NAME..]
// Ends with 77 (skipped) when there is no Chromium or the page is not in the program.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromiumPath, launch } from './browser.mjs';
import { Place } from './daemon.mjs';
import * as composing from './composing.mjs';
import * as drive from './drive.mjs';
import * as exported from './exported.mjs';
import * as files from './files.mjs';
import * as finding from './finding.mjs';
import * as following from './following.mjs';
import * as health from './health.mjs';
import * as hits from './hits.mjs';
import * as home from './home.mjs';
import * as keeping from './keeping.mjs';
import * as large from './large.mjs';
import * as layout from './layout.mjs';
import * as numbers from './numbers.mjs';
import * as places from './place.mjs';
import * as reading from './reading.mjs';
import * as restart from './restart.mjs';
import * as safety from './safety.mjs';
import * as searching from './searching.mjs';
import * as turns from './turns.mjs';
import * as working from './working.mjs';

const kSkipped = 77;
const kPatienceMs = 8000;
const [clewPath, standInPath = '', ...wanted] = process.argv.slice(2);
const clew = resolve(clewPath);
const standIn = standInPath && resolve(standInPath);
const data = join(dirname(fileURLToPath(import.meta.url)), '../../test/data');

function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(kSkipped);
}

if (!chromiumPath()) skip('no chromium; on Debian: apt-get install chromium');
const place = new Place(clew);
place.demo();
place.addSession('-home-ada-attack', join(data, 'attack/5ca1ab1e-0000-4000-8000-00000000c1e4.jsonl'));

const driving = standIn && existsSync(standIn);
if (driving) place.env.CLEW_CLAUDE = standIn;
const daemon = await place.serve(...(driving ? ['--allow-drive'] : []));
// What begins otherwise is shared with other tests.
const named = (module, begin) => Object.fromEntries(Object.entries(module).filter(([name]) => name.startsWith(begin)));
const tests = Object.entries({ ...reading, ...files, ...finding, ...health, ...places, ...hits, ...following, ...keeping, ...layout, ...numbers, ...large, ...safety, ...exported, ...(driving ? { ...named(drive, 'drive_'), ...composing } : {}), ...searching, ...home, ...turns, ...working, ...restart }).filter(([name]) => wanted.length === 0 || wanted.includes(name));
const browser = await launch();
let failed = 0;
const shared = { place, daemon, browser };

/** A fresh browser with the page open; every complaint on its console is a failure. */
async function withPage(run) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: shared.daemon.url });
  const page = await context.newPage();
  page.setDefaultTimeout(kPatienceMs);
  const complaints = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
  const allowed = [];
  try {
    await page.goto(shared.daemon.link);
    await page.waitForSelector('.session-row');
    await run({ page, ...shared, allow: (pattern) => allowed.push(pattern) });
    const left = complaints.filter((text) => !allowed.some((pattern) => pattern.test(text)));
    if (left.length > 0) throw new Error(`the console says:\n${left.join('\n')}`);
  } catch (error) {
    if (process.env.CLEW_E2E_PICTURES) await page.screenshot({ path: `${process.env.CLEW_E2E_PICTURES}/failed-${Date.now()}.png` }).catch(() => undefined);
    throw error;
  } finally {
    await context.close();
  }
}

shared.withPage = withPage;
for (const [name, test] of tests) {
  const start = Date.now();
  try {
    await withPage(test);
    console.log(`ok      ${name} (${Date.now() - start} ms)`);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${name}\n${error.stack ?? error}`);
  }
}
await browser.close();
await shared.daemon.stop();
place.remove();
console.log(failed === 0 ? `${tests.length} passed` : `${failed} of ${tests.length} failed`);
process.exit(failed === 0 ? 0 : 1);
