// SPDX-License-Identifier: MIT
//
// How fast a line gets to the screen:  node e2e/live.mjs CLEW ROOT FILE LINES
//
// Appends lines to the transcript FILE below ROOT, one at a time, as Claude Code would (turns of a prompt,
// an answer that calls a tool, its result, an answer), while the page shows the end of the session. Prints
// one JSON object: milliseconds from the write of each line that shows something until the frame that has
// it on the screen, and the processor time that the daemon took for all lines.
import { appendFileSync, readFileSync } from 'node:fs';
import { Chromium } from './cdp.mjs';
import { Place } from './daemon.mjs';

const [clew, root, file, count] = process.argv.slice(2);
const session = file.split('/').pop().replace(/\.jsonl$/, '');
const place = new Place(clew);
place.root = root;
const daemon = await place.serve();
const chromium = new Chromium();
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const now = () => performance.timeOrigin + performance.now();

const tail = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-200).map((line) => JSON.parse(line));
const last = tail.findLast((line) => line.uuid && !line.isSidechain && (line.type === 'user' || line.type === 'assistant'));

let parent = last.uuid;
function line(number, type, message, more = {}) {
  const uuid = `11ae0000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const text = JSON.stringify({ parentUuid: parent, isSidechain: false, type, uuid, cwd: last.cwd, sessionId: last.sessionId, version: last.version, timestamp: new Date().toISOString(), message, ...more });
  parent = uuid;
  return `${text}\n`;
}
/** A line of a turn, and the words that it puts on the screen. */
function step(number) {
  const words = `mark-${number}-end`;
  const answer = (content, stop) => ({ id: `msg_live_${number}`, role: 'assistant', model: 'claude-sonnet-4-5', stop_reason: stop, usage: { input_tokens: 9, output_tokens: 9 }, content });
  const call = { type: 'tool_use', id: `toolu_live_${number - (number % 4)}`, name: 'Bash', input: { command: `echo ${words}`, description: words } };
  switch (number % 4) {
    case 0: return [words, line(number, 'user', { role: 'user', content: `A prompt: ${words}` })];
    case 1: return [words, line(number, 'assistant', answer([{ ...call, id: `toolu_live_${number - 1}` }], 'tool_use'))];
    case 2: return ['', line(number, 'user', { role: 'user', content: [{ type: 'tool_result', tool_use_id: `toolu_live_${number - 2}`, content: words }] }, { toolUseResult: { stdout: words } })];
    default: return [words, line(number, 'assistant', answer([{ type: 'text', text: `An answer: ${words}` }], 'end_turn'))];
  }
}

function cpuMs() {
  const fields = readFileSync(`/proc/${daemon.pid}/stat`, 'utf8').split(') ').pop().split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const tab = await chromium.open(`${daemon.link}`, { width: 1400, height: 900 });
await tab.until(() => !!document.querySelector('.session-row'));
await tab.run((id) => { location.hash = `#/s/${id}`; }, session);
await tab.until(() => !!document.querySelector('.msg'));
await tab.run(() => {
  window.seen = {};
  const look = () => {
    for (const found of document.querySelector('[data-testid=messages]')?.textContent.matchAll(/mark-(\d+)-end/g) ?? []) window.seen[found[1]] ??= performance.timeOrigin + performance.now();
    requestAnimationFrame(look);
  };
  look();
});
await pause(3000);

const written = new Map();
const before = cpuMs();
for (let number = 0; number < Number(count); number++) {
  const [words, text] = step(number);
  const at = now();
  appendFileSync(file, text);
  if (words) written.set(number, at);
  await pause(60 + Math.random() * 90);
}
await pause(2000);
const cpu = cpuMs() - before;
const seen = await tab.run(() => window.seen);
const took = [...written].filter(([number]) => seen[number]).map(([number, at]) => seen[number] - at).sort((a, b) => a - b);
console.log(JSON.stringify({ lines: Number(count), cpuMs: cpu, shown: took.length, missed: written.size - took.length, took }));
await chromium.close();
await daemon.stop();
place.root = '';
place.remove();
