// SPDX-License-Identifier: MIT
// A session that a resume would fail with says so, and how to help it; a healthy one says nothing.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kFrost, open } from './page.mjs';

const kBroken = '8d3c1f52-5a5e-4c0f-9d57-1d3f6a1b2c3d';

const kFile = join(dirname(fileURLToPath(import.meta.url)), '../../test/data/doctor/nul_in_text.jsonl');

export async function a_session_that_will_fail_says_why({ page, daemon, place }) {
  place.addSession('-work-bakery', kFile, `${kBroken}.jsonl`);
  await open(page, daemon, `#/s/${kBroken}`);
  const banner = page.getByTestId('health');
  await banner.waitFor();
  const text = await banner.innerText();
  assert.match(text, /D5\s+a text holds a NUL/);
  assert.match(text, /line 3/);
  assert.match(text, /unexpected end of data/);
  await banner.getByRole('button').click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `clew doctor ${kBroken} --repair`);
  place.run('delete', kBroken, '--root', place.root);
}

/** An error that nothing in the file explains: the way back is a copy that ends before it. */
export async function an_unexplained_error_says_how_to_go_back({ page, daemon, place }) {
  const session = '8d3c1f52-5a5e-4c0f-9d57-1d3f6a1b2c3e';
  const uuid = (n) => `00000000-0000-4000-8000-0000000000${n}`;
  const line = (n, parent, type, message, more = {}) => JSON.stringify({ parentUuid: parent ? uuid(parent) : null, isSidechain: false, userType: 'external', cwd: '/work/bakery', sessionId: session, version: '2.1.100', type, message: { role: type, ...message }, uuid: uuid(n), timestamp: `2026-01-05T10:00:${n}.000Z`, ...more });
  const answer = (id, text, model) => ({ id, type: 'message', model, content: [{ type: 'text', text }], stop_reason: 'end_turn', usage: { input_tokens: 1, output_tokens: 1 } });
  const file = join(place.folder, 'unexplained.jsonl');
  writeFileSync(file, `${[
    line(11, 0, 'user', { content: 'How long does rye need?' }),
    line(12, 11, 'assistant', answer('msg_1', 'An hour.', 'claude-opus-4-5')),
    line(13, 12, 'user', { content: 'And wheat?' }),
    line(14, 13, 'assistant', answer('msg_2', 'API Error: 400 {"type":"error","error":{"type":"invalid_request_error","message":"oven: the door is open"}}', '<synthetic>'), { isApiErrorMessage: true }),
  ].join('\n')}\n`);
  place.addSession('-work-bakery', file, `${session}.jsonl`);
  await open(page, daemon, `#/s/${session}`);
  const banner = page.getByTestId('health');
  await banner.waitFor();
  assert.match(await banner.innerText(), /a copy that ends before the error/);
  await banner.getByRole('button').click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `clew doctor ${session} --repair --leaf ${uuid(12)}`);
  place.run('delete', session, '--root', place.root);
}

export async function a_healthy_session_says_nothing({ page, daemon }) {
  const asked = page.waitForResponse((answer) => answer.url().includes('/doctor'));
  await open(page, daemon, `#/s/${kFrost}`);
  assert.equal((await asked).status(), 200);
  await page.waitForTimeout(200);
  assert.equal(await page.getByTestId('health').count(), 0);
}
