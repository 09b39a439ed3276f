// SPDX-License-Identifier: MIT
// What a session changed, how its context filled, and what went on when.
import assert from 'node:assert/strict';
import { kFrost, until } from './page.mjs';
import { Transcript } from './sessions.mjs';

const kEdits = 'cf000001-0000-4000-8000-0000000000cf';

/** Without file history: calls alone tell what they changed. */
function writeEdits(place) {
  const made = new Transcript(kEdits);
  made.prompt('Make the gate');
  made.tool('Write', { file_path: '/home/ada/place/gate.txt', content: 'one\ntwo\nthree\n' }, 'ok');
  made.prompt('Oil it');
  made.tool('Edit', { file_path: '/home/ada/place/gate.txt', old_string: 'two', new_string: 'oiled' }, 'ok');
  made.answer('Oiled.');
  made.write(place);
}

export async function all_changes_are_one_diff_and_a_patch({ page, daemon, place }) {
  writeEdits(place);
  await page.goto(`${daemon.url}/#/s/${kEdits}`);
  await page.waitForSelector('.msg');
  await page.getByTestId('session-facts').getByText('1 file').click();
  await page.getByTestId('changes-page').waitFor();
  const file = page.getByTestId('changed-file');
  await file.waitFor();
  assert.equal(await file.count(), 1);
  assert.match(await file.innerText(), /gate\.txt[\s\S]*2 edits[\s\S]*oiled/);
  await page.getByTestId('copy-patch').getByRole('button').click();
  await until(page, async () => (await navigator.clipboard.readText()).includes('+oiled'));
  const patch = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(patch, place.run('changes', kEdits, '--root', place.root), 'the page and the command make two patches');
  await page.getByTestId('by-turn').click();
  await until(page, () => document.querySelectorAll('[data-testid=turn-changes]').length === 2);
  await page.locator('[data-testid=turn-changes]', { hasText: 'Oil it' }).getByText('to the message').click();
  await page.waitForSelector('.row-target .diff-add');
}

export async function the_context_is_shown_over_time({ page, daemon }) {
  await page.goto(`${daemon.url}/#/s/${kFrost}`);
  await page.waitForSelector('.msg');
  await page.getByTestId('session-facts').locator('a', { has: page.locator('meter') }).click();
  await page.getByTestId('context-page').waitFor();
  await page.getByTestId('context-column').first().waitFor();
  const rows = page.getByTestId('largest').locator('tbody tr');
  assert.ok((await rows.count()) > 5);
  const sizes = await rows.locator('td:nth-of-type(4)').allInnerTexts();
  assert.ok(sizes.length > 5);
  await rows.first().getByRole('link').click();
  await page.waitForSelector('.row-target');
}

export async function the_timeline_leads_to_calls_and_subagents({ page, daemon }) {
  await page.goto(`${daemon.url}/#/s/${kFrost}/timeline`);
  await page.getByTestId('turn-lane').first().waitFor();
  const width = () => page.locator('.timeline-grid').evaluate((grid) => grid.getBoundingClientRect().width);
  const before = await width();
  await page.getByTestId('zoom-in').click();
  await until(page, (w) => document.querySelector('.timeline-grid').getBoundingClientRect().width > w, before);
  const lane = page.getByTestId('agent-lane').first();
  const bars = await page.getByTestId('call-bar').count();
  await lane.getByRole('button').click();
  await until(page, (n) => document.querySelectorAll('[data-testid=call-bar]').length > n, bars);
  // A subagent has a page of its own, with a way back.
  await lane.getByTestId('agent-link').click();
  await page.getByTestId('to-parent').waitFor();
  assert.match(page.url(), /#\/s\/b4256ee4[^?]*agent-/);
  await page.goBack();
  await page.getByTestId('turn-lane').first().waitFor();
  await page.getByTestId('call-bar').first().focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('.row-target');
}
