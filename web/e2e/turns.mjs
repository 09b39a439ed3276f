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
  const names = await rows.locator('th').allInnerTexts();
  assert.ok(!names.includes('Open'), 'a text has no name');
  assert.match(await page.getByTestId('unrecorded').innerText(), /\d/);
  const sizes = await rows.locator('td:nth-of-type(4)').allInnerTexts();
  assert.ok(sizes.length > 5);
  await rows.first().getByRole('link').click();
  await page.waitForSelector('.row-target');
}

/** No turn is an empty row with its bar off to the right, and no word is wider than its page. */
export async function the_timeline_fits_at_first({ page, daemon }) {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${daemon.url}/#/s/${kFrost}/timeline`);
    await page.getByTestId('turn-lane').first().waitFor();
    const isWhole = () => {
      const box = document.querySelector('[data-testid=timeline]');
      const { right } = box.getBoundingClientRect();
      const bars = [...box.querySelectorAll('.bar')];
      return bars.length > 10 && box.scrollWidth <= box.clientWidth && bars.every((bar) => bar.getBoundingClientRect().right <= right);
    };
    await until(page, isWhole);
    await page.getByTestId('zoom-in').click();
    await page.getByTestId('zoom-in').click();
    await until(page, () => document.querySelector('[data-testid=timeline]').scrollWidth > document.querySelector('[data-testid=timeline]').clientWidth + 50);
    await page.getByTestId('fit').click();
    await until(page, isWhole);
  }
}

export async function turns_have_one_number_everywhere({ page, daemon, place }) {
  writeEdits(place);
  await page.goto(`${daemon.url}/#/s/${kEdits}/changes?by=turn`);
  const heads = page.locator('[data-testid=turn-changes] > h2');
  await heads.nth(1).waitFor();
  assert.deepEqual((await heads.allInnerTexts()).map((head) => /\d+/.exec(head)?.[0]), ['1', '2']);
  const listed = place.run('turns', kEdits, '--root', place.root).split('\n');
  assert.match(listed.find((line) => line.includes('Oil it')), /^\s*2\s/);
  assert.match(place.run('changes', kEdits, '--turn', '2', '--root', place.root), /\+oiled/);
  const { turns, largest } = JSON.parse(place.run('turns', kEdits, '--parts', '--json', '--root', place.root));
  assert.ok(largest.length > 0 && turns.length === 2);
  assert.ok(largest.every((item) => item.turn >= 1 && item.turn <= 2), JSON.stringify(largest));
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
