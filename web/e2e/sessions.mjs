// SPDX-License-Identifier: MIT
// Invented transcripts, and what tests ask of the list that shows them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Lines of a transcript, each below the one before. */
export class Transcript {
  constructor(id, { version = '2.1.325', start = Date.now() - 3_600_000 } = {}) {
    this.id = id;
    this.common = { sessionId: id, cwd: '/home/ada/place', version, isSidechain: false, userType: 'external' };
    this.time = start;
    this.lines = [];
    this.parent = null;
  }

  uuid(n = this.lines.length) {
    return `${this.id.slice(0, 8)}-0000-4000-8000-${String(n).padStart(12, '0')}`;
  }

  add(type, message, more = {}) {
    const uuid = this.uuid();
    this.time += 1000;
    this.lines.push({ ...this.common, type, uuid, parentUuid: this.parent, timestamp: new Date(this.time).toISOString(), message, ...more });
    this.parent = uuid;
    return uuid;
  }

  prompt(text, more) {
    return this.add('user', { role: 'user', content: text }, more);
  }

  answer(content, more) {
    const n = this.lines.length;
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    return this.add('assistant', { id: `msg_${this.id}_${n}`, type: 'message', role: 'assistant', model: 'claude-opus-4-5-20251101', content: blocks, usage: { input_tokens: 1, output_tokens: 1 } }, { requestId: `req_${this.id}_${n}`, ...more });
  }

  /** A call with its result. */
  tool(name, input, result) {
    const id = `toolu_${this.id.slice(0, 8)}_${this.lines.length}`;
    const uuid = this.answer([{ type: 'tool_use', id, name, input }]);
    this.add('user', { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: result }] });
    return uuid;
  }

  write(place, project = '-home-ada-place') {
    const folder = join(place.root, 'projects', project);
    mkdirSync(folder, { recursive: true });
    this.file = join(folder, `${this.id}.jsonl`);
    writeFileSync(this.file, this.lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return this;
  }
}

const kWords = 'the tide turns late and the boats wait in the shallow water until the bell is rung again ';

/** Turns with texts of many lengths, calls and a few long answers. */
export function longSession(id, turns) {
  const made = new Transcript(id);
  for (let i = 0; i < turns; i++) {
    made.prompt(`Prompt ${i}: ${kWords.repeat(1 + (i % 4))}`);
    if (i % 3 === 0) made.tool('Bash', { command: `measure ${i}` }, Array.from({ length: 3 + (i % 9) }, (_, n) => `line ${n} of ${i}`).join('\n'));
    if (i % 5 === 0) made.tool('Read', { file_path: `/home/ada/place/file${i}.txt` }, kWords.repeat(8));
    made.answer(Array.from({ length: 1 + (i % 6) }, (_, n) => `Answer ${i}, part ${n}. ${kWords.repeat(1 + ((i * 7 + n) % 5))}`).join('\n\n'));
  }
  return made;
}

/** The message at the top of the screen and how far its top is from it. */
export function topRow(page) {
  return page.locator('[data-testid=messages]').evaluate((box) => {
    const top = box.getBoundingClientRect().top;
    const row = [...box.querySelectorAll('.row')].find((r) => r.getBoundingClientRect().bottom > top + 1);
    return { message: Number(row?.dataset.message ?? -1), offset: Math.round((row?.getBoundingClientRect().top ?? 0) - top) };
  });
}

export const fromEnd = (page) => page.locator('[data-testid=messages]').evaluate((box) => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight));

/** When nothing moves any more: looked at from inside, after frames that were painted. */
export function settled(page) {
  return page.evaluate(async () => {
    const look = () => {
      const box = document.querySelector('[data-testid=messages]');
      const top = box?.getBoundingClientRect().top ?? 0;
      const rows = [...(box?.querySelectorAll('.row') ?? [])];
      const row = rows.find((one) => one.getBoundingClientRect().bottom > top + 1);
      const isWhole = !!row && !box.querySelector('.placeholder');
      return isWhole ? `${row.dataset.message} ${Math.round(row.getBoundingClientRect().top - top)} ${box.scrollHeight}` : '';
    };
    const end = performance.now() + 30_000;
    let before = '';
    for (let calm = 0; calm < 5; ) {
      await new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 45));
      const now = look();
      calm = now !== '' && now === before ? calm + 1 : 0;
      before = now;
      if (performance.now() > end) throw new Error('it never came to rest');
    }
  });
}

/** Scrolls as a person does. */
export async function wheel(page, by, times = 1) {
  await page.getByTestId('messages').hover();
  for (let i = 0; i < times; i++) {
    await page.mouse.wheel(0, by);
    await page.waitForTimeout(50);
  }
  await settled(page);
}

export async function openSession(page, daemon, hash) {
  await page.goto(`${daemon.url}/#/s/${hash}`);
  await page.waitForSelector('.msg');
  await settled(page);
}
