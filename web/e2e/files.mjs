// SPDX-License-Identifier: MIT
// What a session changed and what a resume of it sends: files from copies or from calls, lines.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kFrost, open, until } from './page.mjs';

function transcriptOf(place, id) {
  const projects = join(place.root, 'projects');
  const folder = readdirSync(projects).find((name) => readdirSync(join(projects, name)).includes(`${id}.jsonl`));
  return join(projects, folder, `${id}.jsonl`);
}

export async function changes_since_the_first_prompt_come_from_the_copies({ page, daemon }) {
  await open(page, daemon, `#/s/${kFrost}/files`);
  await page.waitForSelector('.file-card');
  const select = page.getByLabel('Compare with');
  await until(page, () => document.querySelectorAll('.files select')[1].options.length > 3);
  await select.selectOption({ index: 2 });
  await page.waitForSelector('.file-card .diff-add');
  // A file that was there before is not wholly new.
  assert.ok((await page.locator('.file-card .diff-del').count()) > 0, 'everything is shown as added');
  assert.ok((await page.locator('[data-source=history]').count()) > 0);
}

export async function a_session_without_copies_shows_its_edits({ page, daemon, place }) {
  const id = 'ca11ca11-0000-4000-8000-00000000c1e4';
  const file = transcriptOf(place, kFrost);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').filter((line) => !/"file-history-(snapshot|delta)"/.test(line));
  writeFileSync(file.replace(kFrost, id), `${lines.join('\n').replaceAll(kFrost, id)}\n`);
  await open(page, daemon, `#/s/${id}/files`);
  await page.waitForSelector('.file-card');
  const outcome = JSON.parse(place.run('outcome', id, '--json', '--root', place.root));
  assert.equal(await page.locator('.file-card').count(), outcome.files.length);
  assert.equal(await page.locator('[data-source=calls]').count(), outcome.files.length, 'the source is not said');
  assert.deepEqual(
    await page.locator('.file-card h2').allInnerTexts(),
    outcome.files.map((one) => one.path.replace('/home/ada/orchard/', '')),
    'not in the order of their first change, or not relative',
  );
  await until(page, () => document.querySelectorAll('.files select')[1].options.length > 3);
  await page.getByLabel('Compare with').selectOption({ index: 2 });
  await page.waitForSelector('.file-card .diff-add');
  assert.ok((await page.locator('.file-card .diff-del').count()) > 0);
  await page.getByText('Show the file').first().click();
  await page.waitForSelector('.file-lines');
  place.run('delete', id, '--root', place.root);
}

export async function no_more_lines_are_sent_than_there_are({ page, daemon, place }) {
  const rows = JSON.parse(place.run('list', '--all', '--json', '--root', place.root)).sessions;
  for (const { id } of rows) {
    const context = JSON.parse(place.run('context', id, '--json', '--root', place.root));
    assert.ok(context.entries.length <= context.conversationLines, `${id}: ${context.entries.length} of ${context.conversationLines}`);
  }
  await open(page, daemon, `#/s/${kFrost}?view=context`);
  await page.waitForSelector('[data-testid=context-bar] strong');
  const [n, of] = (await page.locator('[data-testid=context-bar] strong').innerText()).match(/\d+/g).map(Number);
  assert.ok(n <= of, `${n} of ${of} lines would be sent`);
}
