// SPDX-License-Identifier: MIT
//
// How the page does on a large session:  node e2e/measure.mjs CLEW ROOT SESSION
// Prints the time from the click to the first messages, the longest frames while scrolling through all
// of it, and the memory of the tab (JavaScript heap and the whole renderer process).
import { readFileSync } from 'node:fs';
import { launch } from './browser.mjs';
import { Place } from './daemon.mjs';

const [clew, root, session] = process.argv.slice(2);
const place = new Place(clew);
place.root = root;
const daemon = await place.serve();
const browser = await launch();
const page = await (await browser.newContext({ viewport: { width: 1400, height: 900 } })).newPage();
page.setDefaultTimeout(60_000);
await page.goto(daemon.link);
await page.waitForSelector('.session-row');

const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];

/** From the click on a link until a message is painted, as the browser sees it. */
async function openOnce() {
  await page.evaluate(() => (location.hash = '#/'));
  await page.waitForSelector('[data-testid=home]');
  return page.evaluate(async (id) => {
    const start = performance.now();
    location.hash = `#/s/${id}`;
    for (;;) {
      await new Promise(requestAnimationFrame);
      if (document.querySelector('.msg')) break;
    }
    await new Promise(requestAnimationFrame);
    return performance.now() - start;
  }, session);
}

const cold = await openOnce();
// The conversation is kept by the page; a reload makes it ask again, while the daemon has it open.
const warm = [];
for (let i = 0; i < 5; i++) {
  await page.reload();
  await page.waitForSelector('.session-row');
  warm.push(await openOnce());
}
console.log(`first messages after the click: ${cold.toFixed(0)} ms with nothing loaded, median ${median(warm).toFixed(0)} ms (${warm.map((n) => n.toFixed(0)).join(', ')}) after a reload`);

const scrolled = await page.evaluate(async () => {
  const box = document.querySelector('[data-testid=messages]');
  await new Promise((r) => setTimeout(r, 1500));
  box.scrollTop = 0;
  const frames = [];
  const long = [];
  new PerformanceObserver((list) => list.getEntries().forEach((e) => long.push(e.duration))).observe({ entryTypes: ['longtask'] });
  let last = performance.now();
  const start = last;
  let steps = 0;
  while (box.scrollTop + box.clientHeight < box.scrollHeight - 4 && performance.now() - start < 240_000) {
    box.scrollTop += 700;
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    frames.push(now - last);
    last = now;
    steps++;
  }
  frames.sort((a, b) => a - b);
  const at = (q) => frames[Math.min(frames.length - 1, Math.floor(frames.length * q))];
  return { steps, height: box.scrollHeight, end: box.scrollTop + box.clientHeight >= box.scrollHeight - 4, seconds: (performance.now() - start) / 1000, median: at(0.5), p95: at(0.95), p99: at(0.99), most: at(1), longTasks: long.length, longestTask: Math.max(0, ...long), heap: performance.memory.usedJSHeapSize };
});

console.log(`scrolled ${scrolled.steps} screens of ${Math.round(scrolled.height / 1000)}k px in ${scrolled.seconds.toFixed(1)} s${scrolled.end ? '' : ' (not to the end)'}: frames median ${scrolled.median.toFixed(1)} ms, 95 % ${scrolled.p95.toFixed(1)}, 99 % ${scrolled.p99.toFixed(1)}, most ${scrolled.most.toFixed(1)}; ${scrolled.longTasks} tasks over 50 ms, longest ${scrolled.longestTask.toFixed(0)} ms`);

/** What belongs to the tab alone, in MB; the program and its libraries are shared with every other tab. */
async function ownMemory() {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const of = ({ id }) => Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1000;
  return Math.max(...processInfo.filter((p) => p.type === 'renderer').map(of)).toFixed(0);
}

const before = await ownMemory();
const devtools = await page.context().newCDPSession(page);
await devtools.send('HeapProfiler.collectGarbage');
await page.waitForTimeout(1000);
console.log(`memory of the tab: ${before} MB right after, ${await ownMemory()} MB once the garbage is collected; JavaScript heap ${(scrolled.heap / 1e6).toFixed(0)} MB`);
await browser.close();
await daemon.stop();
