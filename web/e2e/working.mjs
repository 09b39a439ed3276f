// SPDX-License-Identifier: MIT
// Pins, remarks, several sessions at once, pages about a session and a project, settings, two sessions side by side.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { kFrost, kRain, kTide, open, until } from './page.mjs';
import { openSession, Transcript } from './sessions.mjs';

export async function a_pin_and_a_remark_stay({ page, daemon, place }) {
  await openSession(page, daemon, kTide);
  await page.keyboard.press('s');
  await page.locator('.notice', { hasText: 'is pinned' }).waitFor();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Remark' }).click();
  await page.keyboard.type('sun first, jk then the moon');
  await page.keyboard.press('Enter');
  await page.getByTestId('remark').getByText('sun first, jk then the moon').waitFor();
  assert.match(place.run('list', '--all', '--pinned', '--json', '--root', place.root), /sun first, jk/);
  await page.goto(`${daemon.url}/#/`);
  await page.getByTestId('pinned').getByText('sun first').waitFor();
  // Found again by the words of the remark, and taken away.
  await page.getByTestId('search').fill('jk then the moon');
  await page.locator(`.session-row[data-session="${kTide}"]`).waitFor();
  await page.locator(`.session-row[data-session="${kTide}"]`).click();
  await page.waitForSelector('.msg');
  await page.locator('.messages').focus();
  await page.keyboard.press('s');
  await page.locator('.notice', { hasText: 'pinned no more' }).waitFor();
  assert.doesNotMatch(place.run('list', '--all', '--json', '--root', place.root), /"pinned":true/);
}

export async function several_sessions_are_tagged_hidden_and_deleted_at_once({ page, daemon, place }) {
  const ids = ['d0000001-0000-4000-8000-0000000000d0', 'd0000002-0000-4000-8000-0000000000d0'];
  for (const [i, id] of ids.entries()) {
    const made = new Transcript(id);
    made.prompt(`Many of them ${i}`);
    made.answer('Yes.');
    made.write(place);
  }
  await page.reload();
  const row = (id) => page.locator(`.session-row[data-session="${id}"]`);
  await page.getByTestId('search').fill('Many of them'); // whatever else is in the list
  await row(ids[0]).waitFor();
  await page.getByTestId('pick').click();
  for (const id of ids) await row(id).click();
  await page.getByTestId('pick-bar').getByText('2 picked').waitFor();
  await page.getByTestId('pick-tag').click();
  await page.keyboard.type('batch');
  await page.keyboard.press('Enter');
  await until(page, (all) => all.every((id) => document.querySelector(`.session-row[data-session="${id}"]`)?.textContent.includes('batch')), ids);
  await page.getByTestId('pick').click();
  for (const id of ids) await row(id).click();
  await page.getByTestId('pick-delete').click();
  await until(page, (all) => all.every((id) => !document.querySelector(`.session-row[data-session="${id}"]`)), ids);
  await page.locator('.notice', { hasText: 'trash' }).getByTestId('undo').click();
  for (const id of ids) await row(id).waitFor();
  await page.getByTestId('pick').click();
  for (const id of ids) await row(id).click();
  await page.getByTestId('pick-hide').click();
  await until(page, (all) => all.every((id) => !document.querySelector(`.session-row[data-session="${id}"]`)), ids);
  await page.locator('.notice', { hasText: 'hidden' }).getByTestId('undo').click();
  for (const id of ids) await row(id).waitFor();
}

export async function several_sessions_are_shared_as_a_file_each({ page, daemon, place }) {
  const key = ['ghp', 'Q8m3Nn0Rx5Ay9Wc4Od7Su2Zq6Et1Gh3Ik5Lr'].join('_');
  const ids = ['d0000003-0000-4000-8000-0000000000d0', 'd0000004-0000-4000-8000-0000000000d0'];
  for (const [i, id] of ids.entries()) {
    const made = new Transcript(id);
    made.prompt(i === 0 ? 'Twins of one name' : `Twins of one name with ${key}`);
    made.answer('Yes.');
    made.lines.push({ type: 'custom-title', customTitle: 'Twins', sessionId: id });
    made.write(place);
  }
  await page.reload();
  await page.getByTestId('search').fill('Twins');
  await page.locator(`.session-row[data-session="${ids[1]}"]`).waitFor();
  await page.getByTestId('pick').click();
  for (const id of ids) await page.locator(`.session-row[data-session="${id}"]`).click();
  await page.getByTestId('pick-share').click();
  await page.getByTestId('secret').waitFor();
  assert.match(await page.getByTestId('share').innerText(), /2 sessions/);
  await page.getByTestId('share-format').selectOption('markdown');
  const saved = [];
  page.on('download', (one) => saved.push(one));
  await page.getByTestId('share-save').click();
  await page.locator('.notice', { hasText: '1 secret hidden' }).waitFor();
  while (saved.length < 2) await page.waitForEvent('download');
  assert.deepEqual(saved.map((one) => one.suggestedFilename()).sort(), ['Twins-2.md', 'Twins.md']);
  const texts = await Promise.all(saved.map(async (one) => readFileSync(await one.path(), 'utf8')));
  assert.ok(texts.every((text) => text.includes('Twins of one name') && !text.includes(key)));
}

export async function the_rest_about_a_session_is_on_its_details({ page, daemon, place }) {
  await openSession(page, daemon, kFrost);
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.getByTestId('details-page').waitFor();
  await page.getByTestId('check').getByText(/lines/).waitFor();
  await page.getByTestId('agents').getByRole('link').first().waitFor();
  const { messages } = JSON.parse(place.run('show', kFrost, '--json', '--first', '1', '--root', place.root));
  await page.getByTestId('raw').getByRole('textbox').fill(messages[0].uuid);
  await page.getByTestId('raw').getByRole('button', { name: 'Open' }).click();
  await page.locator('.raw-text').getByText(messages[0].uuid).waitFor();
}

export async function a_project_and_the_prompts_have_pages({ page, daemon }) {
  await page.goto(`${daemon.url}/#/`);
  await page.getByRole('link', { name: 'The page of orchard' }).click();
  await page.getByTestId('project-page').waitFor();
  await page.getByTestId('project-cost').waitFor();
  assert.ok((await page.locator('.project-body .card').count()) >= 4);
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.getByTestId('prompts-page').waitFor();
  await page.getByTestId('prompt-item').first().waitFor();
  const all = await page.getByTestId('prompt-item').count();
  await page.getByRole('searchbox', { name: 'Find in your prompts' }).fill('frost');
  await until(page, (n) => document.querySelectorAll('[data-testid=prompt-item]').length < n, all);
}

export async function settings_are_kept({ page, daemon }) {
  await page.keyboard.press('g');
  await page.keyboard.press(',');
  await page.getByTestId('settings-page').waitFor();
  await page.getByLabel('Look').selectOption('dark');
  await until(page, () => document.documentElement.dataset.theme === 'dark');
  await page.reload();
  await page.getByTestId('settings-page').waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await page.getByLabel('Look').selectOption('system');
  assert.equal(await page.getByTestId('notify-me').isChecked(), false, 'notices are on before anybody asked');
}

export async function two_sessions_are_read_side_by_side({ page, daemon }) {
  await openSession(page, daemon, kFrost);
  await page.keyboard.press('v');
  await page.getByTestId('beside-field').fill('tide');
  await page.getByTestId('beside').getByRole('button', { name: /sun in the tide clock/ }).click();
  await page.getByTestId('beside').locator('.msg').first().waitFor();
  await page.getByTestId('session').locator('.msg >> text=Sleep well').waitFor();
  await page.reload();
  await page.getByTestId('beside').locator('.msg').first().waitFor();
  await page.getByTestId('close-beside').click();
  await until(page, () => !document.querySelector('[data-testid=beside]'));
}

export async function every_action_is_in_the_palette_and_the_keys_in_the_help({ page, daemon }) {
  await openSession(page, daemon, kRain);
  for (const [words, where] of [['All changes', 'changes'], ['Context over time', 'context'], ['Timeline', 'timeline'], ['Details', 'details']]) {
    await page.keyboard.press('Control+K');
    await page.getByTestId('palette').getByRole('combobox').fill(words);
    await page.keyboard.press('Enter');
    await page.getByTestId(`${where}-page`).waitFor();
  }
  await page.keyboard.press('?');
  const help = page.locator('dialog.help');
  for (const key of ['Side by side', 'Timeline', 'Search page', 'Pick sessions']) await help.getByText(key, { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await open(page, daemon, `#/s/${kRain}`);
  await page.keyboard.press('Control+K');
  await page.getByTestId('palette').getByRole('combobox').fill('Rename');
  await page.keyboard.press('Enter');
  await page.locator('.inline-edit input').waitFor();
  await page.keyboard.press('Escape');
}
