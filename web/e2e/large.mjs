// SPDX-License-Identifier: MIT
// Texts that no tab could hold as elements.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One turn whose command printed five megabytes. */
function makeLongSession(place, id) {
  const folder = join(place.root, 'projects', '-home-ada-long');
  mkdirSync(folder, { recursive: true });
  const output = Array.from({ length: 60_000 }, (_, i) => `${String(i + 1).padStart(6, '0')} ${'measure twice, cut once; '.repeat(3)}`).join('\n');
  const common = { sessionId: id, cwd: '/home/ada/long', version: '2.1.325', isSidechain: false, userType: 'external' };
  const at = (s) => new Date(Date.now() - 86_400_000 + s * 1000).toISOString();
  const uuid = (n) => `10000000-0000-4000-8000-00000000000${n}`;
  const lines = [
    { ...common, type: 'user', uuid: uuid(1), parentUuid: null, timestamp: at(0), message: { role: 'user', content: 'print it all' } },
    { ...common, type: 'assistant', uuid: uuid(2), parentUuid: uuid(1), timestamp: at(1), requestId: 'req_long', message: { id: 'msg_long', type: 'message', role: 'assistant', model: 'claude-opus-4-5-20251101', content: [{ type: 'tool_use', id: 'toolu_long', name: 'Bash', input: { command: 'seq' } }], usage: { input_tokens: 1, output_tokens: 1 } } },
    { ...common, type: 'user', uuid: uuid(3), parentUuid: uuid(2), timestamp: at(2), message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_long', content: output }] } },
  ];
  writeFileSync(join(folder, `${id}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

export async function loads_the_whole_of_a_long_result({ page, daemon, place }) {
  const id = '10000000-0000-4000-8000-0000000000aa';
  makeLongSession(place, id);
  await page.goto(`${daemon.url}/#/s/${id}`);
  const load = page.getByTestId('load-whole');
  assert.match(await load.innerText(), /Load the whole text \(5\.0 MB\)/);
  await load.click();
  await load.waitFor({ state: 'detached' });
  const start = Date.now();
  await page.locator('.fold-more').click();
  await page.getByTestId('long-text').waitFor();
  assert.ok(Date.now() - start < 3000, `opening it took ${Date.now() - start} ms`);
  assert.ok((await page.locator('.long-text-row').count()) < 150);
  await page.getByTestId('long-text').evaluate((e) => (e.scrollTop = e.scrollHeight));
  await page.waitForSelector('.long-text-row >> text=/^060000 measure/');
}
