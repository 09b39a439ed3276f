// SPDX-License-Identifier: MIT
//
// The figures of the page in Chromium, as JSON:  node e2e/bench.mjs CLEW ROOT [ROUNDS]
//
// - from the navigation until the first sessions are painted, and what the first list takes on the wire
// - from the click on the largest session until its first message is painted
// - from the last key of a search until its hits are painted, with an index
// - frames of more than 50 ms on a flight through that session, a screen a frame
//
// The tab is driven over the bare debugging pipe (cdp.mjs says why); the root is only read.
import { Chromium } from './cdp.mjs';
import { Place } from './daemon.mjs';

const [clew, root, rounds = '7'] = process.argv.slice(2);
const place = new Place(clew);
place.root = root;
const size = { width: 1400, height: 900 };
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const kWords = ['function', 'error', 'index', 'session', 'request', 'build', 'merge'];

place.run('index', '--root', root);
const [largest] = JSON.parse(place.run('list', '--all', '--sort', 'size', '--limit', '1', '--json', '--root', root)).sessions;
const daemon = await place.serve();
const chromium = new Chromium();
const tab = await chromium.open(daemon.link, size);
await tab.until(() => !!document.querySelector('.session-row'));
await pause(1500);

/** The page tells when the first rows are painted: asked by a script that runs before its own. */
await tab.send('Page.enable');
await tab.send('Page.addScriptToEvaluateOnNewDocument', {
  source: `new MutationObserver((_, self) => { if (!document.querySelector('.session-row')) return; self.disconnect(); requestAnimationFrame(() => requestAnimationFrame(() => { window.firstRows = performance.now(); })); }).observe(document, { childList: true, subtree: true });`,
});

async function visibleSessions() {
  await tab.send('Page.navigate', { url: `${daemon.url}/#/settings` });
  await tab.send('Page.reload');
  await tab.until(() => window.firstRows > 0);
  await pause(300);
  return tab.run(() => {
    const entry = performance.getEntriesByType('resource').find((one) => /\/list\?/.test(one.name));
    return { took: window.firstRows, bytes: (entry?.encodedBodySize ?? 0) + 300 };
  });
}

async function openLargest() {
  // Nothing of it is in the page already.
  await tab.send('Page.navigate', { url: `${daemon.url}/#/settings` });
  await tab.send('Page.reload');
  await tab.until(() => window.firstRows > 0 && !!document.querySelector('[data-testid=settings-page]'));
  await pause(500);
  return tab.run(async (id) => {
    const start = performance.now();
    location.hash = `#/s/${id}`;
    do await new Promise(requestAnimationFrame); while (!document.querySelector('.msg'));
    await new Promise(requestAnimationFrame);
    return performance.now() - start;
  }, largest.id);
}

/** Typed into the field as a person does; counted from the last key. */
async function search(word) {
  await tab.run(() => { location.hash = '#/settings'; });
  return tab.run(async (text) => {
    const field = document.querySelector('#search');
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
    const type = (value) => { set.call(field, value); field.dispatchEvent(new Event('input', { bubbles: true })); };
    type('');
    await new Promise((resolve) => setTimeout(resolve, 300));
    type(text.slice(0, -1));
    await new Promise((resolve) => setTimeout(resolve, 120));
    const start = performance.now();
    type(text);
    const noted = () => document.querySelector('[data-testid=to-search-page]')?.getAttribute('href')?.endsWith(`=${text}`);
    do await new Promise(requestAnimationFrame); while (!noted() && performance.now() - start < 10_000);
    return performance.now() - start;
  }, word);
}

async function flight() {
  return tab.run(async (most) => {
    const box = document.querySelector('[data-testid=messages]');
    box.scrollTop = 0;
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const frames = [];
    const start = performance.now();
    let last = start;
    while (box.scrollTop + box.clientHeight < box.scrollHeight - 4 && performance.now() - start < most) {
      box.scrollTop += 700;
      await new Promise(requestAnimationFrame);
      frames.push(performance.now() - last);
      last = performance.now();
    }
    const sorted = [...frames].sort((a, b) => a - b);
    return { frames: frames.length, median: sorted[frames.length >> 1], p99: sorted[Math.floor(frames.length * 0.99)], most: sorted.at(-1), over: frames.filter((ms) => ms > 50).length };
  }, 90_000);
}

const n = Number(rounds);
const lists = [];
for (let i = 0; i < n; i++) lists.push(await visibleSessions());
const opened = [];
for (let i = 0; i < n; i++) opened.push(await openLargest());
await pause(2500);
const flown = await flight();
const searched = [];
for (let i = 0; i < n; i++) searched.push(await search(kWords[i % kWords.length]));
console.log(JSON.stringify({
  sessionsMs: median(lists.map(({ took }) => took)), sessionsAll: lists.map(({ took }) => Math.round(took)), listBytes: Math.max(...lists.map(({ bytes }) => bytes)),
  largestBytes: largest.size, openMs: median(opened), openAll: opened.map(Math.round), searchMs: median(searched), searchAll: searched.map(Math.round), flight: flown,
}));
await chromium.close();
await daemon.stop();
place.root = '';
place.remove();
