// SPDX-License-Identifier: MIT
// The reader's place: kept by every way of leaving, by every change of the view, to the pixel.
import assert from 'node:assert/strict';
import { fromEnd, longSession, openSession, settled, topRow, Transcript, wheel } from './sessions.mjs';

const kLong = 'aa000001-0000-4000-8000-0000000000aa';
const kOther = 'aa000002-0000-4000-8000-0000000000aa';
const kFolds = 'aa000003-0000-4000-8000-0000000000aa';
const kShort = 'aa000004-0000-4000-8000-0000000000aa';
const kSlack = 1; // px: positions are fractions, screens are not

function write(place) {
  longSession(kLong, 80).write(place);
  longSession(kOther, 12).write(place);
}

function same(now, before, what) {
  assert.equal(now.message, before.message, `${what}: message ${before.message} was at the top, now it is ${now.message}`);
  assert.ok(Math.abs(now.offset - before.offset) <= kSlack, `${what}: message ${now.message} moved from ${before.offset} to ${now.offset}`);
}

/** In the middle of the session, with the top of a message in sight. */
async function inTheMiddle(page, daemon) {
  await openSession(page, daemon, kLong);
  await wheel(page, -700, 20);
  const before = await topRow(page);
  assert.ok(before.message > 10 && before.message < 180, `message ${before.message} is not in the middle`);
  return before;
}

export async function place_survives_every_way_of_leaving({ page, daemon, place }) {
  write(place);
  const before = await inTheMiddle(page, daemon);
  const back = async (what) => {
    await page.goBack();
    await page.waitForSelector('.msg');
    await settled(page);
    same(await topRow(page), before, what);
  };
  await page.keyboard.press('g');
  await page.keyboard.press('u');
  await page.getByTestId('usage').waitFor();
  await back('Usage and back');
  await page.locator('.toolbar').getByRole('link', { name: 'Files' }).click();
  await page.getByTestId('files').waitFor();
  await back('Files and back');
  await page.locator(`.session-row[data-session="${kOther}"]`).click();
  await page.waitForSelector(`[data-session="${kOther}"] .msg`);
  await settled(page);
  await wheel(page, -300, 3);
  const other = await topRow(page);
  await back('another session and back');
  await page.goForward();
  await page.waitForSelector(`[data-session="${kOther}"] .msg`);
  await settled(page);
  same(await topRow(page), other, 'forward');
  await page.locator(`.session-row[data-session="${kLong}"]`).click();
  await page.waitForSelector(`[data-session="${kLong}"] .msg`);
  await settled(page);
  same(await topRow(page), before, 'clicked again in the list');
  await page.reload();
  await page.waitForSelector('.msg');
  await settled(page);
  same(await topRow(page), before, 'reload');
  assert.equal(await page.locator('.row-target').count(), 0, 'nobody asked for the message that is marked');
  // The end is a place too.
  await page.keyboard.press('G');
  await settled(page);
  await page.reload();
  await page.waitForSelector('.msg');
  await settled(page);
  assert.ok((await fromEnd(page)) <= kSlack, 'a reader at the end is not there after a reload');
}

export async function place_survives_detail_map_and_width({ page, daemon, place }) {
  write(place);
  await inTheMiddle(page, daemon);
  await page.keyboard.press('n');
  await settled(page);
  await wheel(page, 40);
  const before = await topRow(page);
  for (const step of ['no tools', 'talk', 'all']) {
    await page.keyboard.press('d');
    await settled(page);
    same(await topRow(page), before, `detail: ${step}`);
  }
  for (const step of ['hidden', 'shown']) {
    await page.keyboard.press('b');
    await settled(page);
    same(await topRow(page), before, `map ${step}`);
  }
  for (const width of [1000, 700, 1400]) {
    await page.setViewportSize({ width, height: 900 });
    await settled(page);
    same(await topRow(page), before, `${width} px wide`);
  }
}

export async function place_of_hidden_work_comes_back({ page, daemon, place }) {
  write(place);
  await openSession(page, daemon, kLong);
  // A call that only the full detail shows is at the top.
  await wheel(page, -700, 16);
  const work = await page.locator('.row:has(.tool)').first().evaluate((row) => row.dataset.message);
  await page.locator(`.row[data-message="${work}"]`).evaluate((row) => {
    const box = row.closest('.messages');
    box.scrollTop += row.getBoundingClientRect().top - box.getBoundingClientRect().top;
  });
  await settled(page);
  const before = await topRow(page);
  for (let i = 0; i < 3; i++) {
    await page.keyboard.press('d');
    await settled(page);
  }
  same(await topRow(page), before, 'once around all details');
}

export async function place_of_a_fold_stays_where_it_was_clicked({ page, daemon, place }) {
  const made = longSession(kFolds, 6);
  made.tool('Bash', { command: 'list them' }, Array.from({ length: 60 }, (_, i) => `thing ${i}`).join('\n'));
  made.tool('Read', { file_path: '/home/ada/place/things.txt' }, Array.from({ length: 60 }, (_, i) => `thing ${i}`).join('\n'));
  made.answer('That is all.');
  made.write(place);
  await openSession(page, daemon, kFolds);
  assert.ok((await fromEnd(page)) <= kSlack);
  const y = async (locator) => Math.round((await locator.boundingBox()).y);
  const stays = async (clicked, what, seen = clicked) => {
    await clicked.scrollIntoViewIfNeeded();
    await settled(page);
    const before = await y(seen);
    await clicked.click();
    await settled(page);
    assert.ok(Math.abs((await y(seen)) - before) <= kSlack, `${what}: from ${before} to ${await y(seen)}`);
  };
  // At the end, where new messages would be followed.
  const read = page.locator('.row', { hasText: 'things.txt' }).last();
  await stays(read.locator('.tool-head'), 'a call that opens');
  await stays(read.locator('.fold-more'), 'more lines', read.locator('.tool-head'));
  await stays(read.locator('.fold-more'), 'fewer lines');
  // Above it, closed from its far end.
  await wheel(page, -300);
  const shell = page.locator('.row', { hasText: 'list them' }).last();
  await stays(shell.locator('.fold-more'), 'opened', shell.locator('.tool-head'));
  await stays(shell.locator('.fold-more'), 'closed from below');
}

export async function place_is_what_the_keys_and_the_map_go_by({ page, place }) {
  // Short turns: the last of them cannot come to the top of the screen.
  const made = new Transcript(kShort);
  for (let i = 10; i < 50; i++) {
    made.prompt(`Question ${i}?`);
    made.answer(`Reply ${i}.`);
  }
  made.write(place);
  const reading = async (n) => {
    await page.waitForSelector(`.row-target >> text=/Question ${n}/`);
    await page.waitForSelector(`.stop-here >> text=/Question ${n}/`);
  };
  for (const first of [20, 46]) {
    await page.getByTestId('search').fill(`"Reply ${first}"`);
    await page.locator('.hit', { hasText: `Reply ${first}` }).first().locator('a').click();
    await page.waitForSelector(`.row-target >> text=/Reply ${first}/`);
    await settled(page);
    await page.waitForSelector(`.stop-here >> text=/Question ${first}/`);
    // While there are hits the keys lead through those.
    await page.getByTestId('search').focus();
    await page.keyboard.press('Escape');
    await page.waitForSelector('.hit', { state: 'detached' });
    for (const n of [1, 2, 3]) {
      await page.keyboard.press('n');
      await reading(first + n);
    }
    await page.keyboard.press('p');
    await reading(first + 2);
  }
}

export async function keyboard_scrolls_what_was_opened({ page, place, daemon }) {
  write(place);
  await page.goto(`${daemon.url}/#/`);
  await page.locator(`.session-row[data-session="${kLong}"]`).waitFor();
  for (let i = 0; i < 40 && (await page.locator(`.session-row[data-cursor=true][data-session="${kLong}"]`).count()) === 0; i++) await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.msg');
  await settled(page);
  const before = await topRow(page);
  await page.keyboard.press('PageUp');
  await page.waitForTimeout(400);
  await settled(page);
  assert.ok((await topRow(page)).message < before.message, 'PageUp did nothing after Enter');
  // By a hit as well.
  await page.keyboard.press('/');
  await page.keyboard.type('"Answer 40, part"');
  await page.waitForSelector('.hit >> text=/Answer 40/');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.row-target >> text=/Answer 40/');
  await settled(page);
  const hit = await topRow(page);
  await page.keyboard.press('PageDown');
  await page.waitForTimeout(400);
  await settled(page);
  const after = await topRow(page);
  assert.ok(after.message > hit.message || after.offset < hit.offset - 50, 'PageDown did nothing after a hit');
}

export async function a_reload_keeps_the_place_inside_a_tall_message({ page, daemon, place }) {
  const id = 'aa000005-0000-4000-8000-0000000000aa';
  const made = longSession(id, 6);
  made.prompt('Tell me all.');
  made.answer(Array.from({ length: 90 }, (_, n) => `Paragraph ${n}. ${'the bell is rung again and the boats wait '.repeat(6)}`).join('\n\n'));
  for (let i = 0; i < 12; i++) {
    made.prompt(`And ${i}?`);
    made.answer('Yes.');
  }
  made.write(place);
  await openSession(page, daemon, id);
  for (let i = 0; i < 40 && (await topRow(page)).offset > -3000; i++) await wheel(page, -250, 1);
  const before = await topRow(page);
  assert.ok(before.offset <= -3000, `the top of the message is ${-before.offset} px above the screen`);
  await page.reload();
  await page.waitForSelector('.msg');
  await settled(page);
  same(await topRow(page), before, 'reload');
}
