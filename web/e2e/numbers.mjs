// SPDX-License-Identifier: MIT
// Numbers that are right: usage of the range that is chosen, amounts, colours, and words that are.
import assert from 'node:assert/strict';
import { kCrates, kFrost, kRain, kTide, open, until } from './page.mjs';
import { Transcript } from './sessions.mjs';

const tiles = (page) => page.locator('.tile-value').allInnerTexts();

/** Seventeen months by day: which year, which model, and every column. */
export async function usage_of_years_can_be_read({ page, daemon, place }) {
  const models = ['claude-opus-4-5-20251101', 'claude-opus-5-5', 'claude-haiku-4-5-20251001', 'claude-3-5-haiku-20241022'];
  models.forEach((model, i) => {
    const made = new Transcript(`cd00000${i}-0000-4000-8000-0000000000cd`, { start: Date.now() - i * 160 * 86_400_000 });
    made.prompt('Count it.');
    made.answer('Counted.');
    Object.assign(made.lines.at(-1).message, { model, usage: { input_tokens: 1_000_000, output_tokens: 100_000 } });
    made.write(place, '-home-ada-years');
  });
  await page.setViewportSize({ width: 1024, height: 800 });
  await open(page, daemon, '#/usage?since=all');
  await page.waitForSelector('.chart-x');
  const labels = await page.locator('.chart-x').allTextContents();
  assert.ok(labels.length > 2 && labels.every((label) => /^\d{4}-\d\d-\d\d$/.test(label)), labels.join(' '));
  const swatches = await page.locator('.chart .legend .swatch').evaluateAll((all) => all.map((one) => one.className));
  assert.ok(swatches.length >= models.length && new Set(swatches).size === swatches.length, swatches.join(', '));
  assert.ok(await page.locator('.table-scroll').evaluate((box) => box.scrollWidth <= box.clientWidth), 'a column is cut off');
}

export async function usage_shows_the_chosen_range_only({ page, daemon, place }) {
  const cost = (range) => {
    const { cost: { usd, complete } } = JSON.parse(place.run('usage', 'daily', ...(range ? ['--since', range] : []), '--json', '--timezone', 'UTC', '--root', place.root)).totals;
    return `${complete ? '' : '≥ '}$${usd.toFixed(2)}`;
  };
  assert.notEqual(cost('7d'), cost(''));
  await open(page, daemon, '#/usage?since=all');
  await until(page, (text) => document.querySelector('.tile-value')?.textContent === text, cost(''));
  // While the answer is awaited: a frame, and no number of the range before.
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route('**/api/v1/usage?*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('radio', { name: '7 days' }).click();
  await page.getByTestId('usage-waiting').waitFor();
  assert.deepEqual([...new Set(await tiles(page))], ['…']);
  const asked = Date.now();
  release();
  await until(page, (text) => document.querySelector('.tile-value')?.textContent === text, cost('7d'));
  assert.ok(Date.now() - asked < 1500, `the answer was shown ${Date.now() - asked} ms after it came`);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // What was seen before is there at once.
  await page.getByRole('radio', { name: 'All time' }).click();
  assert.equal((await tiles(page))[0], cost(''));
  const start = Date.now();
  await page.getByRole('radio', { name: 'Model' }).click();
  await until(page, () => document.querySelector('.usage-table thead th')?.textContent === 'Model');
  assert.ok(Date.now() - start < 1500, `a tab took ${Date.now() - start} ms`);
}

export async function no_more_lines_are_sent_than_there_are({ page, daemon }) {
  for (const id of [kFrost, kTide, kRain]) {
    await open(page, daemon, `#/s/${id}?view=context`);
    await until(page, (session) => document.querySelector('[data-testid=session]')?.dataset.session === session && !!document.querySelector('[data-testid=context-bar] strong'), id);
    const [n, of] = (await page.locator('[data-testid=context-bar] strong').innerText()).match(/\d+/g).map(Number);
    assert.ok(n > 0 && n <= of, `${n} of ${of} lines would be sent`);
  }
}

export async function amounts_look_alike({ page, daemon }) {
  await open(page, daemon, '#/usage?since=all&by=sessions');
  await page.waitForSelector('.usage-table .proof-link');
  const amounts = [...(await page.locator('.usage-table .proof-link').allInnerTexts()), await page.locator('.tile-value').first().innerText()];
  assert.ok(amounts.length > 5);
  for (const amount of amounts) assert.match(amount, /^(≥ )?(<\$0\.01|\$\d{1,3}(,\d{3})*\.\d\d)$/);
}

export async function the_rows_of_a_table_add_up({ page, daemon, place }) {
  for (const kind of ['tools', 'models', 'projects']) {
    await open(page, daemon, `#/usage?since=all&by=${kind}`);
    await until(page, (by) => document.querySelector('.usage-table thead th')?.textContent === by, { tools: 'Tool', models: 'Model', projects: 'Project' }[kind]);
    const number = (text) => Number(text.replace(/,/g, '') || 0);
    const last = (rows) => rows.map((row) => row.querySelector('td:last-child').textContent);
    const counts = (await page.locator('.usage-table tbody tr').evaluateAll(last)).map(number);
    const [sum] = (await page.getByTestId('usage-total').evaluateAll(last)).map(number);
    assert.equal(counts.reduce((a, b) => a + b, 0), sum, `${kind}: ${counts}`);
  }
  const { rows } = JSON.parse(place.run('usage', 'tools', '--json', '--timezone', 'UTC', '--root', place.root));
  assert.ok(rows.reduce((n, row) => n + (row.calls ?? 0), 0) > 10);
}

export async function a_model_keeps_its_colour({ page, daemon }) {
  const colours = async (hash) => {
    await page.goto(`${daemon.url}/${hash}`);
    await page.reload(); // nothing is left of the picture before
    await page.waitForSelector('.legend li');
    return Object.fromEntries(await page.locator('.legend li').evaluateAll((all) => all.map((li) => {
      const style = getComputedStyle(li.querySelector('.swatch'));
      return [li.textContent.trim(), `${style.backgroundColor} ${style.filter}`];
    })));
  };
  const byCost = await colours('#/usage?since=all');
  assert.ok(Object.keys(byCost).length > 1);
  assert.equal(new Set(Object.values(byCost)).size, Object.keys(byCost).length, 'two models have one colour');
  // Another rank, by tokens and by range, is no other colour.
  for (const hash of ['#/usage?since=all&unit=tokens', '#/usage?since=7d', '#/usage?since=30d', '#/usage?since=all&by=monthly']) {
    for (const [model, colour] of Object.entries(await colours(hash))) assert.equal(colour, byCost[model], `${model} in ${hash}`);
  }
}

export async function the_head_of_a_turn_says_its_context({ page, daemon }) {
  await open(page, daemon, `#/s/${kFrost}`);
  await page.getByTestId('turn-facts').last().waitFor();
  await until(page, () => [...document.querySelectorAll('[data-testid=turn-facts]')].some((facts) => /[\d.]+K? · \d+ % context/.test(facts.textContent)));
}

export async function a_filter_that_nobody_set_is_none({ page }) {
  await page.getByRole('button', { name: 'Show sessions whose transcript is gone' }).click();
  await page.waitForTimeout(500);
  assert.equal(await page.locator('.filters .count').count(), 0, 'a filter is counted that the list does not have');
}

export async function a_card_stands_once_on_the_home_page({ page, daemon, place }) {
  const listed = JSON.parse(place.run('list', '--all', '--json', '--root', place.root));
  // As in a large tree that is about to be cleaned up.
  const sessions = listed.sessions.map((row) => ({ ...row, daysLeft: 2 }));
  await page.route('**/api/v1/list?*', (route) => route.fulfill({ json: { ...listed, sessions } }));
  await page.goto(`${daemon.url}/#/`);
  await page.reload();
  await page.waitForSelector('.home .card');
  const cards = await page.locator('.home .card').evaluateAll((all) => all.map((a) => a.getAttribute('href')));
  assert.equal(new Set(cards).size, cards.length, 'a card stands twice');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

export async function chinese_is_chinese_all_through({ page, daemon }) {
  await page.getByTestId('language').click();
  await until(page, () => document.documentElement.lang === 'zh-CN');
  await until(page, () => [...document.querySelectorAll('.group-head')].every((e) => !/[A-Za-z]/.test(e.textContent)));
  await open(page, daemon, `#/s/${kTide}?view=context`);
  await page.waitForSelector('[data-testid=context-bar] em');
  assert.doesNotMatch(await page.locator('[data-testid=context-bar] em').innerText(), /[A-Za-z]{3}/);
  await open(page, daemon, `#/s/${kCrates}/compare?a=f2e2399c-5743-4f09-8d95-7a9983f88613&b=59e82d68-69cc-4bb1-8f0b-6f524de75b91`);
  await page.waitForSelector('.compare-reason');
  for (const reason of await page.locator('.compare-reason').allInnerTexts()) assert.doesNotMatch(reason, /[A-Za-z]{3}/);
}

export async function back_closes_a_proof_and_old_numbers_can_be_reached({ page, daemon }) {
  await page.goto(`${daemon.url}/#/usage?by=projects`);
  await page.locator('.usage-table th', { hasText: '/home/ada/orchard' }).waitFor();
  await page.getByTestId('proof-link').first().click();
  await until(page, () => location.hash.includes('row='));
  await page.goBack();
  await until(page, () => location.hash.startsWith('#/usage') && !location.hash.includes('row='));
  // As where the newest use is months ago.
  await page.route('**/api/v1/usage?*since=7d*', async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, json: { ...(await response.json()), rows: [] } });
  });
  await page.goto(`${daemon.url}/#/usage?since=7d`);
  await page.getByTestId('all-time').click();
  await page.waitForSelector('.usage-table');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}
