// SPDX-License-Identifier: MIT
//
// How the page does on a large session:  node e2e/measure.mjs CLEW ROOT SESSION
//
// - from the change of the address until a message is painted, cold and with the daemon warm
// - every frame (requestAnimationFrame to requestAnimationFrame) of a flight through all of the session,
//   a screen a frame, and of reading speed (120 px a frame, so that everything is built), beside the same
//   flight over a list of empty boxes in the same browser: what the machine itself needs
// - memory of the tab: RssAnon of its process (what it shares with other tabs is not its own), asked ten
//   times a second during the flight, at its end, and once more after a forced garbage collection
// - the processor time of every task of the tab's main thread during 20 seconds of another flight: what a
//   frame costs by itself, whatever else the machine is doing
//
// The tab is driven over the bare debugging pipe (cdp.mjs says why).
import { readFileSync } from 'node:fs';
import { Chromium } from './cdp.mjs';
import { Place } from './daemon.mjs';

const [clew, root, session] = process.argv.slice(2);
const place = new Place(clew);
place.root = root;
const daemon = await place.serve();
const chromium = new Chromium();
const size = { width: 1400, height: 900 };
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

const tab = await chromium.open(daemon.link, size);
await tab.until(() => !!document.querySelector('.session-row'));

/** From the click on a link until a message is painted, as the browser sees it. */
async function openOnce() {
  await tab.run(() => { location.hash = '#/'; });
  await tab.until(() => !!document.querySelector('[data-testid=home]'));
  return tab.run(async (id) => {
    const start = performance.now();
    location.hash = `#/s/${id}`;
    do await new Promise(requestAnimationFrame); while (!document.querySelector('.msg'));
    await new Promise(requestAnimationFrame);
    return performance.now() - start;
  }, session);
}

/** Runs in the page: scrolls a box by steps and gives the length of every frame. */
async function scroll(selector, from, step, most) {
  const box = document.querySelector(selector);
  box.scrollTop = from * box.scrollHeight;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const frames = [];
  let whole = 0;
  const start = performance.now();
  let last = start;
  const atEnd = () => box.scrollTop + box.clientHeight >= box.scrollHeight - 4;
  while (!atEnd() && performance.now() - start < most) {
    box.scrollTop += step;
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    frames.push(now - last);
    last = now;
    if (box.querySelector('.msg, .compaction')) whole++;
  }
  const sorted = [...frames].sort((a, b) => a - b);
  const at = (q) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];
  return { frames: frames.length, whole, height: box.scrollHeight, end: atEnd(), seconds: (performance.now() - start) / 1000, median: at(0.5), p95: at(0.95), p99: at(0.99), most: at(1), over: frames.filter((ms) => ms > 50).length };
}

function report(what, r) {
  const ms = (n) => n.toFixed(1);
  console.log(`${what}: ${r.frames} frames over ${Math.round(r.height / 1000)}k px in ${r.seconds.toFixed(1)} s${r.end ? '' : ' (not to the end)'}: median ${ms(r.median)} ms, 95 % ${ms(r.p95)}, 99 % ${ms(r.p99)}, most ${ms(r.most)}; ${r.over} over 50 ms${r.whole ? `; built messages in sight in ${Math.round((100 * r.whole) / r.frames)} % of them` : ''}`);
}

async function ownMemory() {
  const of = (id) => Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1000;
  return Math.max(...(await chromium.renderers()).map(of));
}

const cold = await openOnce();
const warm = [];
for (let i = 0; i < 5; i++) {
  await tab.send('Page.reload');
  await pause(500);
  await tab.until(() => !!document.querySelector('.session-row'));
  warm.push(await openOnce());
}
console.log(`first messages after the click: ${cold.toFixed(0)} ms with nothing loaded, median ${median(warm).toFixed(0)} ms (${warm.map((n) => n.toFixed(0)).join(', ')}) after a reload`);
await pause(1500);

let peak = 0;
let flying = true;
const watch = (async () => {
  for (; flying; await pause(100)) peak = Math.max(peak, await ownMemory());
})();
const flight = await tab.run(scroll, '[data-testid=messages]', 0, 700, 240_000);
flying = false;
await watch;
report('a screen a frame', flight);
const after = await ownMemory();
await tab.send('HeapProfiler.collectGarbage');
await pause(1500);
console.log(`memory of the tab: at most ${peak.toFixed(0)} MB on the way, ${after.toFixed(0)} MB at the end, ${(await ownMemory()).toFixed(0)} MB once the garbage is collected; JavaScript heap ${(await tab.run(() => performance.memory.usedJSHeapSize / 1e6)).toFixed(0)} MB`);
report('120 px a frame', await tab.run(scroll, '[data-testid=messages]', 0.4, 120, 30_000));

/** Processor time of the main thread's tasks while something goes on, in ms, shortest first. */
async function tasksDuring(work) {
  const events = [];
  chromium.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const complete = new Promise((resolve) => chromium.on('Tracing.tracingComplete', resolve));
  await chromium.send('Tracing.start', { traceConfig: { includedCategories: ['toplevel'], excludedCategories: ['*'] }, transferMode: 'ReportEvents' });
  await work();
  await chromium.send('Tracing.end');
  await complete;
  const main = new Set(events.filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain').map((e) => `${e.pid} ${e.tid}`));
  return events.filter((e) => e.name === 'ThreadControllerImpl::RunTask' && main.has(`${e.pid} ${e.tid}`)).map((e) => (e.tdur ?? 0) / 1000).sort((a, b) => a - b);
}

const tasks = await tasksDuring(() => tab.run(scroll, '[data-testid=messages]', 0.1, 700, 20_000));
console.log(`processor time of ${tasks.length} tasks in 20 s of flight: 99.9 % below ${tasks[Math.floor(tasks.length * 0.999)]?.toFixed(1)} ms, most ${tasks[tasks.length - 1]?.toFixed(1)} ms, ${tasks.filter((ms) => ms > 50).length} over 50 ms`);

const empty = await chromium.open('about:blank', size);
await empty.run((height) => {
  document.body.innerHTML = '<div id=box style="height:640px;overflow:auto"></div>';
  const box = document.querySelector('#box');
  for (let i = 0; i < height / 200; i++) box.append(Object.assign(document.createElement('div'), { style: 'height:200px;border-top:1px solid #888' }));
}, Math.min(flight.height, 700_000));
report('empty boxes, a screen a frame', await empty.run(scroll, '#box', 0, 700, 60_000));
await chromium.close();
await daemon.stop();
place.root = '';
place.remove();
