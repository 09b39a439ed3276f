// SPDX-License-Identifier: MIT
// Renaming, tagging, hiding, deleting, and the way back from each.
import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { kCrates, kRain, open, until } from './page.mjs';

const more = (page, item) => page.locator('.session-actions').getByLabel('More').click().then(() => page.getByRole('menuitem', { name: item, exact: true }).click());

export async function typed_letters_go_into_the_name({ page, daemon, place }) {
  await open(page, daemon, `#/s/${kCrates}`);
  const before = await page.locator('.session-title h1').innerText();
  const info = () => JSON.parse(place.run('info', kCrates, '--json', '--root', place.root));
  await more(page, 'Rename');
  // Every one of these is a shortcut somewhere else.
  await page.keyboard.type('bdnpcg jk');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.session-title h1 >> text=bdnpcg jk');
  assert.equal(info().title, 'bdnpcg jk');
  await page.getByTestId('undo').last().click();
  await page.waitForSelector(`.session-title h1 >> text=${before}`);
  await more(page, 'Tag');
  await page.keyboard.type('fbd');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.facts .badge >> text=fbd');
  assert.equal(info().tag, 'fbd');
  await more(page, 'Tag');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Enter');
  await until(page, () => ![...document.querySelectorAll('.facts .badge')].some((e) => /fbd/.test(e.textContent)));
  await more(page, 'Rename');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.inline-edit', { state: 'detached' });
}

export async function the_key_after_a_shortcut_goes_into_its_field({ page, daemon }) {
  await open(page, daemon, `#/s/${kCrates}`);
  // Within the same moment: no frame lies between two keys of somebody who types fast.
  const fieldOf = (key, ctrlKey = false) => page.evaluate(async (init) => {
    document.activeElement?.blur();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true }));
    for (let i = 0; i < 20; i++) await Promise.resolve();
    const field = document.activeElement;
    return `${field.tagName} ${field.closest('.find, .search-field, .palette')?.classList[0] ?? ''}`;
  }, { key, ctrlKey });
  assert.equal(await fieldOf('f'), 'INPUT find');
  assert.equal(await fieldOf('/'), 'INPUT search-field');
  assert.equal(await fieldOf('k', true), 'INPUT palette');
}

export async function what_is_hidden_can_be_shown_again({ page, daemon }) {
  await open(page, daemon, `#/s/${kCrates}`);
  const row = page.locator(`.session-row[data-session="${kCrates}"]`);
  await row.waitFor();
  await more(page, 'Hide');
  await row.waitFor({ state: 'detached' });
  // Long after the notice is gone, and after a reload.
  await page.reload();
  await page.waitForSelector('.msg');
  assert.match(await page.locator('.session-list .fold-more').innerText(), /1 hidden/);
  await more(page, 'Rename');
  await page.keyboard.press('Escape');
  await more(page, 'Show again');
  await row.waitFor();
}

/** By keys alone: the focus is lost with what was deleted, the way back is not. */
export async function what_was_done_is_taken_back_by_keys({ page, daemon, place, allow }) {
  allow(/404/); // a question about the session may cross its deletion
  const row = page.locator(`.session-row[data-session="${kRain}"]`);
  const byPalette = async (words) => {
    await page.keyboard.press('Control+k');
    await page.getByTestId('palette').getByRole('combobox').fill(words);
    await page.keyboard.press('Enter');
  };
  const remove = async () => {
    await open(page, daemon, `#/s/${kRain}`);
    await row.waitFor();
    await byPalette('Delete');
    await page.getByTestId('home').waitFor();
    await row.waitFor({ state: 'detached' });
    await page.getByTestId('undo').waitFor();
  };
  await remove();
  await page.keyboard.press('Control+z');
  await row.waitFor();
  await remove();
  await byPalette('undo');
  await row.waitFor();
  await remove();
  // The toast is the next thing that Tab leads to.
  await until(page, () => document.activeElement?.classList.contains('notices'));
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), 'undo');
  await page.keyboard.press('Enter');
  await row.waitFor();
  // Hidden by the palette; and letters that are typed have an undo of their own.
  await open(page, daemon, `#/s/${kRain}`);
  await byPalette('Hide');
  await row.waitFor({ state: 'detached' });
  await page.getByTestId('search').focus();
  await page.keyboard.type('x');
  await page.keyboard.press('Control+z');
  await page.waitForTimeout(200);
  assert.equal(await row.count(), 0, 'typing undid it');
  await page.keyboard.press('Escape');
  await page.getByTestId('search').evaluate((field) => field.blur());
  await page.keyboard.press('Control+z');
  await row.waitFor();
  // Nothing is left.
  await page.keyboard.press('Control+z');
  await page.locator('.notice', { hasText: 'nothing to undo' }).waitFor();
}

export async function the_trash_gives_back({ page, daemon, place, allow }) {
  allow(/404/); // a question about the session may cross its deletion
  await open(page, daemon, `#/s/${kRain}`);
  const title = await page.locator('.session-title h1').innerText();
  const bytes = () => place.run('show', kRain, '--json', '--root', place.root);
  const before = bytes();
  await more(page, 'Delete');
  await page.getByTestId('home').waitFor();
  await page.locator(`.session-row[data-session="${kRain}"]`).waitFor({ state: 'detached' });
  await page.reload(); // the way back of the notice is gone
  await page.waitForSelector('.session-row');
  await page.getByTestId('trash').click();
  const entry = page.getByTestId('trash-list').locator('li', { hasText: title });
  assert.equal(await entry.getByTestId('trash-project').innerText(), 'C:\\Users\\ada\\Lens', 'the project is not named by its path');
  await entry.getByRole('button', { name: 'Restore' }).click();
  await entry.waitFor({ state: 'detached' });
  await page.getByTestId('trash-list').getByLabel('Close').click();
  await page.locator(`.session-row[data-session="${kRain}"]`).waitFor();
  assert.equal(bytes(), before);
}

export async function without_its_link_the_page_says_so({ page, daemon, browser }) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, locale: 'en-GB' });
  const stranger = await context.newPage();
  stranger.setDefaultTimeout(20_000);
  await stranger.goto(`${daemon.url}/`);
  await stranger.getByTestId('need-link').waitFor();
  assert.match(await stranger.getByTestId('need-link').innerText(), /clew serve --open/);
  assert.equal(await stranger.locator('.sidebar').count(), 0, 'an empty list looks like no sessions');
  await stranger.getByLabel('Or paste the link here').fill('nonsense');
  await stranger.keyboard.press('Enter');
  await stranger.locator('.tool-error').waitFor();
  // The link, pasted, opens the page.
  await stranger.getByLabel('Or paste the link here').fill(daemon.link);
  await stranger.keyboard.press('Enter');
  await stranger.waitForSelector('.session-row');
  await context.close();
  await page.waitForSelector('.session-row');
}

export async function a_kept_session_is_read_and_brought_back({ page, daemon, place }) {
  place.run('keep', '--root', place.root);
  const { file } = JSON.parse(place.run('info', kRain, '--json', '--root', place.root));
  await open(page, daemon, `#/s/${kRain}`);
  const shown = await page.locator('.session-title h1').innerText();
  rmSync(file);
  await open(page, daemon, '#/');
  await page.getByTestId('search').fill(shown);
  await page.locator(`.session-row[data-session="${kRain}"]`).getByTestId('kept').waitFor();
  await open(page, daemon, `#/s/${kRain}`);
  await page.locator('.session-actions').getByLabel('More').waitFor();
  assert.equal(await page.locator('.session-title h1').innerText(), shown);
  await page.locator('.facts').getByTestId('kept').waitFor();
  await more(page, 'Bring back to the disk');
  await page.locator('.facts').getByTestId('kept').waitFor({ state: 'detached' });
  assert.ok(existsSync(file));
}
