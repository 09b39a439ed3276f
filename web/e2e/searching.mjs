// SPDX-License-Identifier: MIT
// The search page: hits under their sessions, chips, order, all of them, kept searches, and the way into a conversation.
import assert from 'node:assert/strict';
import { until } from './page.mjs';
import { longSession, Transcript } from './sessions.mjs';

const kMany = 'ce000001-0000-4000-8000-0000000000ce';
const kOther = 'ce000002-0000-4000-8000-0000000000ce';

function write(place) {
  const made = longSession(kMany, 3);
  for (let i = 0; i < 30; i++) made.prompt(`The zephyrine ledger, entry ${i}`);
  made.tool('Bash', { command: 'grep zephyrine ledger.txt' }, 'zephyrine 7');
  made.answer('The zephyrine sum is seven.');
  made.write(place);
  const other = new Transcript(kOther);
  other.prompt('Another zephyrine thing');
  other.answer('Noted.');
  other.write(place, '-home-ada-elsewhere');
}

async function openSearch(page, daemon, query) {
  await page.goto(`${daemon.url}/#/search${query}`);
  await page.getByTestId('search-page').waitFor();
}

export async function the_search_page_groups_hits_and_reaches_all_of_them({ page, daemon, place }) {
  write(place);
  await page.getByTestId('search').fill('zephyrine');
  await page.getByTestId('to-search-page').click();
  await page.getByTestId('search-page').waitFor();
  assert.ok(!(await page.locator('.sidebar').isVisible()), 'the list takes room beside the search');
  const group = page.locator('.found-group', { hasText: 'zephyrine ledger' });
  await group.waitFor();
  assert.match(await group.locator('header').innerText(), /hits/);
  await group.getByTestId('more-hits').click();
  await until(page, () => [...document.querySelectorAll('.found-group')].some((g) => g.querySelectorAll('.found-hit').length >= 32));
  assert.ok((await group.locator('.found-hit', { hasText: 'Bash' }).count()) > 0, 'a call does not say its tool');
  assert.equal(await page.locator('.found-group').count(), 2);
}

export async function search_is_narrowed_by_chips_and_ordered({ page, daemon, place }) {
  write(place);
  await openSearch(page, daemon, '');
  await page.keyboard.type('zephyrine');
  await page.waitForSelector('.found-hit');
  await page.getByTestId('search-role').selectOption('assistant');
  await page.waitForSelector('.found-hit >> text=zephyrine sum is seven');
  await until(page, () => document.querySelectorAll('.found-hit').length === 1);
  assert.match(page.url(), /role=assistant/);
  await page.getByTestId('chip-role').click();
  await until(page, () => document.querySelectorAll('.found-hit').length > 3);
  await page.getByTestId('search-tool').selectOption('Bash');
  await until(page, () => [...document.querySelectorAll('.found-hit')].every((hit) => /grep zephyrine|zephyrine 7/.test(hit.textContent)) && document.querySelectorAll('.found-hit').length > 0);
  await page.getByTestId('chip-tool').click();
  await page.getByTestId('sort-time').click();
  await until(page, () => location.hash.includes('sort=time'));
  const times = async () => page.locator('.found-group').first().locator('.found-hit time').evaluateAll((all) => all.map((one) => one.getAttribute('datetime')));
  await until(page, () => document.querySelector('[data-testid=hit-count]')?.textContent?.includes('hits'));
  const listed = await times();
  assert.deepEqual(listed, [...listed].sort().reverse(), 'not newest first');
}

export async function searches_are_kept_and_come_back({ page, daemon, place }) {
  write(place);
  await openSearch(page, daemon, '?q=zephyrine&role=user');
  await page.waitForSelector('.found-hit');
  await page.getByTestId('save-search').click();
  await openSearch(page, daemon, '?q=frost');
  await page.reload();
  const kept = page.getByTestId('saved-searches').getByRole('link', { name: /zephyrine/ });
  await kept.click();
  await until(page, () => location.hash.includes('zephyrine') && location.hash.includes('role=user'));
  await page.waitForSelector('.found-hit mark >> text=/zephyrine/i');
  await page.getByTestId('saved-searches').getByRole('button').first().click();
  await until(page, () => !document.querySelector('[data-testid=saved-searches]'));
}

export async function a_hit_of_the_search_page_opens_marked_and_n_goes_on({ page, daemon, place }) {
  write(place);
  await openSearch(page, daemon, '?q=zephyrine');
  await page.waitForSelector('.found-hit');
  await page.keyboard.press('ArrowDown');
  const href = await page.evaluate(() => document.activeElement.getAttribute('href'));
  await page.keyboard.press('Enter');
  await page.waitForSelector('.row-target');
  await until(page, () => [...(CSS.highlights.get('searched') ?? [])].some((range) => /zephyrine/i.test(range.toString())));
  await page.keyboard.press('n');
  await until(page, (before) => location.hash.includes('at=') && location.hash !== before, href);
  await page.goBack();
  await page.getByTestId('search-page').waitFor();
  await page.waitForSelector('.found-hit');
}

export async function a_group_has_the_date_of_its_session({ page, daemon, place }) {
  const id = 'ce000003-0000-4000-8000-0000000000ce';
  const made = new Transcript(id, { start: Date.now() - 40 * 86_400_000 });
  made.prompt('The periwinkle question');
  made.time = Date.now() - 7_200_000;
  made.answer('Answered much later.');
  made.write(place);
  await openSearch(page, daemon, '?q=periwinkle');
  await page.waitForSelector('.found-hit');
  const used = page.locator('.found-group').getByTestId('group-used');
  await used.waitFor();
  assert.match(await used.innerText(), /^[12]\s?h/);
}

/** "0 / 16" above "14 hits" reads as if nothing was found. */
export async function only_the_hits_are_counted_while_words_are_searched({ page }) {
  await page.getByTestId('search').fill('orchard');
  await page.waitForSelector('.hit');
  assert.equal(await page.locator('.filters-count').innerText(), '');
  await page.getByTestId('search').fill('');
  await until(page, () => /session/.test(document.querySelector('.filters-count').textContent));
}
