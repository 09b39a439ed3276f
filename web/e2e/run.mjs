// SPDX-License-Identifier: MIT
//
// The page in a real Chromium against the real daemon:  node e2e/run.mjs CLEW [STAND_IN] [PART|NAME..]
// A part is a number of kParts: each has its own daemon, root and browser, so that they can run at once.
// Ends with 77 (skipped) when there is no Chromium or the page is not in the program.
//
// The tests of a part share one tab: a browser that starts, compiles the page and logs in takes longer
// than most of them. Between two tests the tab forgets all it stored and loads the page afresh.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromiumPath, kForTests, launch } from './browser.mjs';
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
const kPatienceMs = 20_000; // for what takes a moment here, on a machine that does other things
const [clewPath, standInPath = '', ...wanted] = process.argv.slice(2);
const clew = resolve(clewPath);
const standIn = standInPath && resolve(standInPath);
const data = join(dirname(fileURLToPath(import.meta.url)), '../../test/data');
const driving = !!standIn && existsSync(standIn);

// Of about the same length. What ends the daemon that the others use is last.
const kParts = {
  1: { reading, files, finding, health, hits, following, numbers, large, safety },
  2: { places, keeping, layout, exported, ...(driving ? { drive, composing } : {}), searching, home, turns, working, restart },
};

/** What is exported with another beginning is shared with other tests. */
function testsOf([name, module]) {
  return Object.entries(module).filter(([test]) => name !== 'drive' || test.startsWith('drive_')).map(([test, run]) => ({ name: test, run }));
}

function chosen() {
  const parts = Object.keys(kParts).filter((part) => wanted.includes(part));
  const tests = (parts.length > 0 ? parts : Object.keys(kParts)).flatMap((part) => Object.entries(kParts[part]).flatMap(testsOf));
  const names = wanted.filter((word) => !(word in kParts));
  return names.length === 0 ? tests : tests.filter(({ name }) => names.includes(name));
}

function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(kSkipped);
}

if (!chromiumPath(kForTests)) skip('no chromium; on Debian: apt-get install chromium-headless-shell');
const place = new Place(clew);
place.demo();
place.addSession('-home-ada-attack', join(data, 'attack/5ca1ab1e-0000-4000-8000-00000000c1e4.jsonl'));
if (driving) place.env.CLEW_CLAUDE = standIn;
const daemon = await place.serve(...(driving ? ['--allow-drive'] : []));
const browser = await launch(kForTests);
const shared = { place, daemon, browser };
const kViewport = { width: 1400, height: 900 };

async function newTab() {
  const context = await browser.newContext({ viewport: kViewport, locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: shared.daemon.url });
  const page = await context.newPage();
  page.setDefaultTimeout(kPatienceMs);
  await page.goto(shared.daemon.link);
  await page.waitForSelector('.session-row');
  return page;
}

/** As a browser that was never here, but for its cookie. */
async function cleanTab(page) {
  await page.setViewportSize(kViewport);
  // Another document of the daemon: the page writes down its places when it goes.
  await page.goto(`${shared.daemon.url}/icon.svg`);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto(`${shared.daemon.url}/`);
  await page.waitForSelector('.session-row');
}

/** Every complaint on the console of the page is a failure. */
async function runIn(page, run) {
  const complaints = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
  const allowed = [];
  try {
    await cleanTab(page);
    await run({ page, ...shared, allow: (pattern) => allowed.push(pattern) });
    const left = complaints.filter((text) => !allowed.some((pattern) => pattern.test(text)));
    if (left.length > 0) throw new Error(`the console says:\n${left.join('\n')}`);
  } finally {
    page.removeAllListeners();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
}

const tests = chosen();
let failed = 0;
let page = await newTab();
for (const { name, run } of tests) {
  const start = Date.now();
  try {
    await runIn(page, run);
    console.log(`ok      ${name} (${Date.now() - start} ms)`);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${name} (${Date.now() - start} ms)\n${error.stack ?? error}`);
    if (process.env.CLEW_E2E_PICTURES) await page.screenshot({ path: `${process.env.CLEW_E2E_PICTURES}/failed-${name}.png` }).catch(() => undefined);
    // Whatever it left behind is none of the next one's business.
    await page.context().close();
    page = await newTab();
  }
}
await browser.close();
await shared.daemon.stop();
place.remove();
console.log(failed === 0 ? `${tests.length} passed` : `${failed} of ${tests.length} failed`);
process.exit(failed === 0 ? 0 : 1);
