// SPDX-License-Identifier: MIT
// Listing, searching, reading, branches, context, files, usage, live growth, edits, keyboard, a11y.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kCrates, kFrost, kTide, open, until, withContext } from './page.mjs';
import { settled } from './sessions.mjs';

const kParts = '33cb4177-0515-4a08-a6d9-8ef6be94860b';

const shownText = (page) => page.locator('[data-testid=messages]').innerText();

export async function lists_the_sessions({ page, place }) {
  const listed = JSON.parse(place.run('list', '--all', '--json', '--root', place.root)).sessions;
  await until(page, (n) => document.querySelector('.filters-count')?.textContent?.includes(String(n)), listed.length);
  assert.ok((await page.locator('.session-row').count()) > 5);
  assert.equal(await page.locator('.session-row-name').first().innerText(), listed[0].title);
  assert.match(await page.locator('.sidebar-foot').innerText(), /disk/);
  assert.doesNotMatch(page.url(), /#t=/, 'the token stays in the address');
}

export async function filters_by_project_and_groups({ page }) {
  await page.getByTestId('filters').click();
  await page.getByTestId('filter-project').selectOption({ label: 'orchard' });
  await until(page, () => [...document.querySelectorAll('.session-row-project')].every((e) => e.textContent === 'orchard'));
  await page.getByText('Time', { exact: true }).click();
  await page.waitForSelector('.group-head >> text=/orchard/');
}

export async function searches_as_typed_and_opens_the_hit({ page }) {
  await page.getByTestId('search').pressSequentially('wet bulb', { delay: 10 });
  await page.waitForSelector('.hit mark');
  await page.locator('.hit a').first().click();
  await page.waitForSelector('.row-target');
  assert.match((await page.locator('.row-target').first().innerText()).toLowerCase(), /wet bulb|wet_bulb/);
  await until(page, () => [...(CSS.highlights.get('searched') ?? [])].some((range) => /wet/i.test(range.toString())));
  // It is still in its place once everything around it has been built and measured.
  await settled(page);
  const [row, box] = await Promise.all([page.locator('.row-target').boundingBox(), page.getByTestId('messages').boundingBox()]);
  assert.ok(Math.abs(row.y - box.y) < 12, `the hit stands ${row.y - box.y} px below the top`);
}

export async function opens_at_the_end_and_shows_tools({ page }) {
  await page.locator(`[data-session="${kFrost}"]`).first().click();
  await page.waitForSelector('.msg >> text=Sleep well');
  await until(page, () => {
    const box = document.querySelector('[data-testid=messages]');
    return box.scrollHeight - box.scrollTop - box.clientHeight < 4;
  });
  await page.waitForSelector('.tool-name >> text=Bash');
  await page.waitForSelector('.term-command');
  await page.keyboard.press('g');
  await page.keyboard.press('g');
  await page.waitForSelector('.msg >> text=The frost bell rang at ten past five');
  await page.waitForSelector('.thought');
}

export async function shows_diffs_pictures_tags_and_nested_agents({ page, daemon }) {
  await open(page, daemon, `#/s/${kFrost}?at=bf5d9a24-6a68-459c-981d-f0a2b4b93375`);
  await page.waitForSelector('.diff-add');
  await open(page, daemon, '#/s/eed1f6da-7d29-4e4e-bc71-8861e446fa1a?at=df84b147-a2cc-462b-af23-f156a2cd5956');
  await page.waitForSelector('.ref-file');
  assert.ok((await page.locator('.ref').count()) >= 7);
  await open(page, daemon, '#/s/f9780145-ef21-4844-88d0-55a38c32844f?at=0c4768b2-b1d8-447f-af7c-ea8034db394d');
  await until(page, () => document.querySelector('.media img')?.naturalWidth > 0);
  await open(page, daemon, `#/s/${kFrost}`);
  await page.getByText('Prompts & answers').click();
  await page.getByText('Everything').click();
  const agent = await page.evaluate(async (id) => (await (await fetch(`api/v1/show?session=${id}`)).json()).messages.find((m) => m.tools.some((t) => t.name === 'Agent')).uuid, kFrost);
  await open(page, daemon, `#/s/${kFrost}?at=${agent}`);
  await page.locator('.agent-transcript .disclosure-head').first().click();
  await page.waitForSelector('.nested .msg');
}

export async function detail_switch_hides_the_work({ page, daemon }) {
  await open(page, daemon, `#/s/${kFrost}`);
  await page.waitForSelector('.tool');
  await page.getByText('No tools').click();
  await page.waitForSelector('.tools-short');
  assert.equal(await page.locator('.tool').count(), 0);
  await page.getByText('Prompts & answers').click();
  await until(page, () => document.querySelectorAll('.tools-short').length === 0);
  assert.match(await shownText(page), /Sleep well/);
}

export async function switches_branches({ page, daemon }) {
  await open(page, daemon, `#/s/${kCrates}`);
  await page.waitForSelector('[data-testid=branch-switch]');
  assert.match(await shownText(page), /Now per picker/);
  await page.locator('[data-testid=branch-switch]').last().getByRole('button', { name: /Previous branch/ }).click();
  await page.waitForSelector('.msg >> text=Now by picking date');
  assert.doesNotMatch(await shownText(page), /Now per picker/);
  await page.waitForSelector('[data-testid=branch-switch]');
  await page.keyboard.press(']');
  await page.waitForSelector('.msg >> text=Now per picker');
  await page.goBack();
  await page.waitForSelector('.msg >> text=Now by picking date');
}

export async function map_shows_and_jumps({ page, daemon }) {
  await open(page, daemon, `#/s/${kCrates}`);
  await page.waitForSelector('.stop-off');
  assert.equal(await page.locator('.stop').count(), 7);
  await page.getByLabel('What each branch cost').click();
  await page.waitForSelector('.stop-cost');
  await page.locator('.stop-off', { hasText: 'Draw that as a chart' }).click();
  await page.waitForSelector('.msg >> text=Draw that as a chart');
  assert.match(page.url(), /leaf=25ca59df/);
}

export async function compares_two_branches({ page, daemon }) {
  await open(page, daemon, `#/s/${kCrates}`);
  await page.locator('[data-testid=branch-switch]').last().getByRole('button', { name: 'Compare branches' }).click();
  await page.waitForSelector('.compare-column >> nth=1');
  const [left, right] = await page.locator('.compare-column').allInnerTexts();
  assert.match(left, /Now per picker/);
  assert.match(right, /Now by picking date/);
  assert.match(await page.locator('.compare-common').innerText(), /7 messages/);
  assert.ok((await page.locator('.prompt-diff ins').count()) > 0);
}

export async function context_view_greys_what_is_left_out({ page, daemon, place }) {
  const context = JSON.parse(place.run('context', kTide, '--json', '--root', place.root));
  await open(page, daemon, `#/s/${kTide}`);
  await page.getByTestId('context-toggle').click();
  await until(page, (n) => document.querySelector('[data-testid=context-bar]')?.textContent?.includes(`${n} of `), context.entries.length);
  await page.locator('[data-testid=messages]').evaluate((e) => (e.scrollTop = 0));
  await page.waitForSelector('.row-out');
  assert.ok(context.entries.length < context.conversationLines);
  await page.getByTestId('rules').selectOption('1.0');
  await until(page, () => location.hash.includes('rules=1.0'));
  await page.waitForSelector('[data-testid=context-bar] strong');
}

export async function finds_in_the_session({ page, daemon }) {
  await open(page, daemon, `#/s/${kFrost}`);
  await page.keyboard.press('f');
  await page.getByTestId('find').getByRole('textbox').fill('batteries');
  await until(page, () => /1\/\d/.test(document.querySelector('.find-count')?.textContent ?? ''));
  await page.waitForSelector('.msg >> text=I changed the batteries twice');
  await until(page, () => [...(CSS.highlights.get('found') ?? [])].some((range) => range.toString() === 'batteries'));
  await page.keyboard.press('Escape');
  await page.waitForSelector('[data-testid=find]', { state: 'detached' });
}

export async function shows_files_and_their_changes({ page, daemon }) {
  await open(page, daemon, `#/s/${kFrost}/files?diff=disk`);
  await page.waitForSelector('.file-card .diff-del');
  await page.getByText('Show the file').first().click();
  await page.waitForSelector('.file-lines');
}

export async function usage_has_a_proof({ page, daemon, place }) {
  await open(page, daemon, '#/usage?by=daily&since=all');
  await page.waitForSelector('.chart-bar');
  const total = JSON.parse(place.run('usage', 'daily', '--json', '--timezone', 'UTC', '--root', place.root)).totals;
  assert.equal(await page.locator('.tile-value').first().innerText(), `${total.cost.complete ? '' : '≥ '}$${total.cost.usd.toFixed(2)}`);
  await page.getByTestId('proof-link').first().click();
  await page.waitForSelector('[data-testid=proof] .proof-sessions li');
  await page.locator('[data-testid=proof] .proof-link').first().click();
  await page.waitForSelector('.proof-table tbody tr');
  assert.match(await page.locator('.proof-place').first().innerText(), /@ \d+/);
  await until(page, () => document.querySelector('.proof h2').getBoundingClientRect().top < innerHeight / 2);
  assert.equal(await page.getByRole('radio', { name: 'All time' }).getAttribute('aria-checked'), 'true', 'the range was forgotten');
  // A message has its proof too, and the way back.
  await open(page, daemon, `#/s/${kFrost}`);
  const answer = page.locator('.msg-assistant').last();
  await answer.hover();
  await answer.getByLabel('Message actions').click();
  await page.getByRole('menuitem', { name: 'What this cost' }).click();
  await page.waitForSelector('.proof-table tbody tr');
  assert.equal(await page.locator('.proof-table tbody tr').count(), 1);
  await page.locator('.proof').getByLabel('Back').click();
  await page.getByTestId('session').waitFor();
}

function appendPrompt(place, text) {
  const file = join(place.root, 'projects/-home-ada-tide-clock', `${kParts}.jsonl`);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line));
  const last = lines.findLast((line) => (line.type === 'assistant' || line.type === 'user') && !line.isSidechain);
  const uuid = randomUUID();
  const line = { ...last, type: 'user', uuid, parentUuid: last.uuid, timestamp: new Date().toISOString(), message: { role: 'user', content: text } };
  delete line.requestId;
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

export async function grows_while_it_is_read({ page, daemon, place: files }) {
  await page.setViewportSize({ width: 1200, height: 420 });
  await open(page, daemon, `#/s/${kParts}`);
  appendPrompt(files, 'One more crate for the dog, please.');
  await page.waitForSelector('.msg >> text=One more crate for the dog, please.', { timeout: 40_000 });
  await page.locator('[data-testid=messages]').evaluate((e) => (e.scrollTop = 0));
  await page.waitForSelector('[data-testid=to-end]');
  const before = await page.locator('[data-testid=messages]').evaluate((e) => e.scrollTop);
  appendPrompt(files, 'And one for the cat.');
  await page.waitForSelector('.pill-new', { timeout: 40_000 });
  assert.equal(await page.locator('[data-testid=messages]').evaluate((e) => e.scrollTop), before, 'the place was lost');
  // In the middle too, to the pixel.
  const topRow = () => page.locator('[data-testid=messages]').evaluate((box) => {
    const top = box.getBoundingClientRect().top;
    const row = [...box.querySelectorAll('.row')].find((r) => r.getBoundingClientRect().bottom > top);
    return [row.dataset.message, Math.round(row.getBoundingClientRect().top - top)];
  });
  await page.locator('[data-testid=messages]').evaluate((e) => (e.scrollTop = e.scrollHeight / 3));
  await settled(page);
  const kept = await topRow();
  appendPrompt(files, 'And a small one for the mouse.');
  await until(page, () => /2 new/.test(document.querySelector('.pill-new')?.textContent ?? ''));
  await settled(page);
  assert.deepEqual(await topRow(), kept, 'the place in the middle was lost');
  await page.getByTestId('to-end').click();
  await page.waitForSelector('.msg >> text=And a small one for the mouse.');
}

export async function hides_and_takes_it_back({ page }) {
  const row = page.locator('.session-row', { hasText: 'Rain on dry days' });
  await row.click();
  await page.waitForSelector('.session-actions');
  await page.locator('.session-actions').getByLabel('More').click();
  await page.getByRole('menuitem', { name: 'Hide' }).click();
  await page.getByTestId('undo').waitFor();
  await row.waitFor({ state: 'detached' });
  await page.getByTestId('undo').click();
  await row.waitFor();
}

/** On another branch the prompts of the active one are still called by their words. */
export async function the_map_has_its_words_on_every_branch({ page, daemon }) {
  const labels = () => page.locator('.stop-label').allInnerTexts();
  await open(page, daemon, `#/s/${kCrates}`);
  await page.waitForSelector('.stop-label');
  await until(page, () => [...document.querySelectorAll('.stop-label')].every((label) => !/^\d+ messages?$/.test(label.textContent)));
  const before = await labels();
  await page.getByTestId('search').fill('Draw that as a chart');
  await page.locator('.hit a', { hasText: 'Draw that as a chart' }).first().click();
  await page.waitForSelector('.badge-branch');
  await page.waitForSelector('.row-target');
  await page.reload();
  await page.waitForSelector('.stop-label');
  await until(page, () => [...document.querySelectorAll('.stop-label')].every((label) => !/^\d+ messages?$/.test(label.textContent)));
  assert.deepEqual((await labels()).sort(), before.sort());
}

export async function renames_tags_deletes_and_undoes({ page, place, allow }) {
  allow(/404/); // a question about the session may cross its deletion
  const id = 'f2da915a-e365-41b9-8862-3fd5f064ff38';
  const title = () => JSON.parse(place.run('info', id, '--json', '--root', place.root)).title;
  await page.goto(`${page.url().split('#')[0]}#/s/${id}`);
  await page.waitForSelector('.msg');
  await page.locator('.session-actions').getByLabel('More').click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByLabel('Title').fill('Proofs for the wall');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.session-title h1 >> text=Proofs for the wall');
  assert.equal(title(), 'Proofs for the wall');
  await page.locator('.session-actions').getByLabel('More').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByTestId('home').waitFor();
  await page.locator('.notice', { hasText: 'trash' }).getByTestId('undo').click();
  await page.locator('.session-row', { hasText: 'Proofs for the wall' }).waitFor();
}

export async function works_by_keyboard_alone({ page }) {
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.waitForSelector('.session-row[data-cursor=true]');
  const id = await page.locator('.session-row[data-cursor=true]').getAttribute('data-session');
  await page.keyboard.press('Enter');
  await until(page, (session) => location.hash.includes(session), id);
  await page.waitForSelector('.msg');
  await page.keyboard.press('Control+k');
  await page.getByTestId('palette').getByRole('combobox').fill('usage');
  await page.keyboard.press('Enter');
  await page.getByTestId('usage').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await page.getByTestId('home').waitFor();
  await page.keyboard.press('/');
  await until(page, () => document.activeElement?.id === 'search');
  await page.keyboard.type('crates');
  await page.waitForSelector('.hit');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-testid=session]');
  await page.keyboard.press('?');
  await page.waitForSelector('.help[open]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.help', { state: 'detached' });
}

export async function speaks_chinese({ page, daemon }) {
  await page.getByTestId('language').click();
  await page.waitForSelector('text=最近使用');
  await open(page, daemon, `#/s/${kCrates}`);
  await page.waitForSelector('text=恢复时加载什么');
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'zh-CN');
}

export async function fits_a_phone({ page, daemon }) {
  for (const width of [960, 1100, 1280, 1440]) {
    await page.setViewportSize({ width, height: 700 });
    await open(page, daemon, `#/s/${kFrost}`);
    assert.ok(await page.locator('.toolbar').evaluate((e) => e.scrollWidth <= e.clientWidth), `the toolbar is cut at ${width} px`);
  }
  await page.setViewportSize({ width: 390, height: 780 });
  await open(page, daemon, `#/s/${kFrost}`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `the page is ${wide} wide`);
  assert.equal(await page.locator('.sidebar').isVisible(), false);
  await page.getByRole('button', { name: 'Sessions' }).click();
  await page.waitForSelector('.sidebar[data-open=true] .session-row');
}

export async function words_of_find_stand_in_the_address({ page, daemon, browser }) {
  await open(page, daemon, `#/s/${kFrost}`);
  await page.keyboard.press('f');
  await page.keyboard.type('frost');
  await until(page, () => /1\/\d/.test(document.querySelector('.find-count')?.textContent ?? ''));
  await page.keyboard.press('Enter');
  await until(page, () => /^2\//.test(document.querySelector('.find-count')?.textContent ?? '') && location.hash.includes('find=frost') && location.hash.includes('hit='));
  // The one that is looked at has a colour of its own.
  await until(page, () => [...(CSS.highlights.get('found-now') ?? [])].length === 1 && [...(CSS.highlights.get('found') ?? [])].length > 1);
  await settled(page);
  const count = await page.locator('.find-count').innerText();
  const seen = (one) => one.locator('.row-target').first().innerText();
  const before = await seen(page);
  await withContext({ browser, page }, {}, async (other) => {
    await other.goto(page.url());
    await other.waitForSelector('.find-count >> text=/\\d/');
    assert.equal(await other.locator('.find-count').innerText(), count);
    await until(other, () => [...(CSS.highlights.get('found-now') ?? [])].length === 1);
    assert.equal(await seen(other), before);
  });
  await page.keyboard.press('Escape');
  await until(page, () => !/find=|hit=/.test(location.hash));
}

export async function forks_are_reached_by_keys({ page, daemon }) {
  await open(page, daemon, `#/s/${kCrates}`);
  await page.waitForSelector('[data-testid=branch-switch]');
  const forks = await page.evaluate(async (id) => (await (await fetch(`api/v1/outline?session=${id}`)).json()).messages.filter((row) => row.alternatives).map((row) => row.uuid), kCrates);
  assert.ok(forks.length > 1);
  const at = (uuid) => until(page, (wanted) => location.hash.includes(`at=${wanted}`), uuid);
  for (const uuid of [...forks].reverse()) {
    await page.keyboard.press('{');
    await at(uuid);
  }
  await page.keyboard.press('}');
  await at(forks[1]);
  await page.keyboard.press('{');
  await at(forks[0]);
  // Which is where the branch is switched now, not at the nearest one.
  await page.keyboard.press(']');
  await until(page, (uuid) => location.hash.includes('leaf=') && !location.hash.includes(`at=${uuid}`), forks[0]);
}
