// SPDX-License-Identifier: MIT
// A session that a resume would fail with says so, and how to help it; a healthy one says nothing.
import assert from 'node:assert/strict';
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

export async function a_healthy_session_says_nothing({ page, daemon }) {
  const asked = page.waitForResponse((answer) => answer.url().includes('/doctor'));
  await open(page, daemon, `#/s/${kFrost}`);
  assert.equal((await asked).status(), 200);
  await page.waitForTimeout(200);
  assert.equal(await page.getByTestId('health').count(), 0);
}
