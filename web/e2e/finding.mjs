// SPDX-License-Identifier: MIT
// The hits beside the list: whose they are, all of them, only those of the words in the field.
import assert from 'node:assert/strict';
import { until } from './page.mjs';
import { Transcript } from './sessions.mjs';

export async function hits_have_a_name_and_a_project({ page, place }) {
  await page.getByTestId('search').pressSequentially('batteries', { delay: 10 });
  await page.waitForSelector('.hit mark');
  const rows = JSON.parse(place.run('list', '--all', '--json', '--root', place.root)).sessions;
  const groups = await page.locator('.hit-group').all();
  assert.ok(groups.length > 0);
  for (const group of groups) {
    const title = await group.locator('.hit-title').innerText();
    const row = rows.find((one) => one.title === title);
    assert.ok(row, `no session is called "${title}"`);
    assert.equal((await group.locator('.hit-project').innerText()).trim(), row.project.path.split('/').pop());
  }
}

export async function and_more_opens_the_rest({ page }) {
  await page.getByTestId('search').pressSequentially('the', { delay: 10 });
  const more = page.getByTestId('more-hits').first();
  await more.waitFor();
  const hidden = Number(/\d+/.exec(await more.innerText())[0]);
  const group = page.locator('.hit-group', { has: page.getByTestId('more-hits') }).first();
  const title = await group.locator('.hit-title').innerText();
  const before = await group.locator('.hit').count();
  await more.click();
  const opened = page.locator('.hit-group').filter({ has: page.locator('.hit-title', { hasText: title }) }).first();
  await until(page, (n) => [...document.querySelectorAll('.hit-group')].some((g) => g.querySelectorAll('.hit').length >= n), before + hidden);
  assert.equal(await opened.getByTestId('more-hits').count(), 0);
  await opened.locator('.hit a').last().click();
  await page.waitForSelector('[data-testid=session] .msg');
}

export async function old_hits_go_with_a_new_query({ page }) {
  await page.getByTestId('search').fill('wet bulb');
  await page.waitForSelector('.hit mark');
  // The next answer never comes: what is shown meanwhile must not be the last one.
  await page.route('**/api/v1/search?*', (route) => route.request().url().includes('zeppelin') ? undefined : route.continue());
  await page.getByTestId('search').fill('zeppelin');
  await until(page, () => document.querySelectorAll('.hit').length === 0);
  assert.match(await page.locator('.hits-note').innerText(), /Searching/);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

export async function one_chinese_character_is_a_word({ page }) {
  await page.getByTestId('search').fill('秋');
  await page.waitForSelector('.hit mark');
  assert.equal(await page.locator('.hit mark').first().innerText(), '秋');
  await page.getByTestId('search').fill('龘');
  await until(page, () => /Nothing found/.test(document.querySelector('.hits-note')?.textContent ?? ''));
  await page.getByTestId('search').fill('a');
  await until(page, () => !document.querySelector('.hits-note'));
}

export async function an_index_is_offered_and_built({ page, place }) {
  place.run('index', 'drop', '--root', place.root);
  await page.getByTestId('search').fill('batteries');
  await page.waitForSelector('.hit mark');
  assert.equal(await page.locator('.index-hint').count(), 0, 'nobody waits for a search of a few milliseconds');
  await page.route('**/api/v1/search?*', async (route) => {
    const response = await route.fetch();
    const found = await response.json();
    return route.fulfill({ response, json: { ...found, tookMs: found.index ? found.tookMs : 900 } });
  });
  await page.getByTestId('search').fill('battery');
  let asked = 0;
  // A build that takes its time, as on a large tree: how far it is is shown meanwhile.
  await page.route('**/api/v1/index', async (route) => {
    const { what } = route.request().postDataJSON();
    if (what === 'status') {
      asked++;
      return route.fulfill({ json: { path: '/x', files: 4, behind: 12, exists: true } });
    }
    await new Promise((resolve) => setTimeout(resolve, 1500));
    return route.continue();
  });
  await page.getByTestId('build-index').click();
  await page.waitForSelector('.index-hint progress');
  await until(page, () => /4 of 16 files/.test(document.querySelector('.index-hint')?.textContent ?? ''));
  await page.locator('.notice', { hasText: 'The index is ready' }).waitFor();
  await page.waitForSelector('.index-hint', { state: 'detached' });
  assert.ok(asked > 0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  assert.equal(JSON.parse(place.run('index', 'status', '--json', '--root', place.root)).exists, true);
  place.run('index', 'drop', '--root', place.root);
}

export async function counts_of_hits_are_those_that_are_listed({ page, place }) {
  const made = new Transcript('ce000003-0000-4000-8000-0000000000ce');
  made.prompt('Where does the quillfeather go?');
  for (let i = 0; i < 9; i++) made.answer(`The quillfeather goes into box ${i}.`);
  made.lines.push({ type: 'custom-title', customTitle: 'The quillfeather', sessionId: made.id });
  made.write(place);
  await page.getByTestId('search').fill('quillfeather');
  const said = async () => Number(/^[\d,]+/.exec(await page.locator('.hits-note').first().innerText())[0].replace(',', ''));
  await page.waitForSelector('.hit mark');
  const more = page.getByTestId('more-hits');
  const listed = await page.locator('.hit').count();
  const rest = (await more.count()) > 0 ? Number(/\d+/.exec(await more.innerText())[0]) : 0;
  assert.equal(listed + rest, await said());
  await more.click();
  await until(page, (n) => document.querySelectorAll('.hit').length === n, await said());
  assert.equal(await page.locator('.hit', { hasText: 'Title' }).count(), 1, 'what it is called is found too');
  assert.equal(await page.locator('.hit time').count(), await said(), 'a hit without its time');
  // The same on the page of the search.
  await page.getByTestId('to-search-page').click();
  await page.waitForSelector('.found-hit');
  await page.getByTestId('more-hits').click();
  await until(page, (n) => document.querySelectorAll('.found-hit').length === n, listed + rest);
  assert.match(await page.locator('.found-group header').innerText(), new RegExp(`\\b${listed + rest} hits`));
}
