// SPDX-License-Identifier: MIT
// Sessions that grow and daemons that go away while somebody reads.
import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { Place } from './daemon.mjs';
import { fromEnd, longSession, openSession, settled, topRow, Transcript, wheel } from './sessions.mjs';

const kGrowing = 'cc000001-0000-4000-8000-0000000000cc';
const kDays = 'cc000002-0000-4000-8000-0000000000cc';
const kTyped = 'cc000003-0000-4000-8000-0000000000cc';

export async function follows_the_end_and_tells_of_news_elsewhere({ page, daemon, place }) {
  const made = longSession(kGrowing, 20);
  made.write(place);
  await openSession(page, daemon, kGrowing);
  const append = (text) => {
    made.answer(text);
    appendFileSync(made.file, `${JSON.stringify(made.lines.at(-1))}\n`);
  };
  append(`A first new answer. ${'It is long. '.repeat(300)}`);
  await page.waitForSelector('.msg >> text=A first new answer.', { timeout: 40_000 });
  await settled(page);
  assert.ok((await fromEnd(page)) < 2, 'the end was not followed');
  await wheel(page, -400, 4);
  const before = await topRow(page);
  append('A second new answer.');
  await page.locator('.pill-new', { hasText: '1 new message' }).waitFor({ timeout: 40_000 });
  assert.deepEqual(await topRow(page), before, 'the place was lost');
  await page.getByTestId('to-end').click();
  await page.waitForSelector('.msg >> text=A second new answer.');
  await settled(page);
  assert.ok((await fromEnd(page)) < 2);
}

export async function recovers_a_session_that_was_opened_without_a_daemon({ browser, place: { clew } }) {
  const place = new Place(clew);
  place.demo();
  longSession(kGrowing, 10).write(place);
  let daemon = await place.serve();
  const context = await browser.newContext({ locale: 'en-GB' });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(daemon.link);
    await page.locator(`.session-row[data-session="${kGrowing}"]`).waitFor();
    await daemon.stop();
    await page.locator(`.session-row[data-session="${kGrowing}"]`).click();
    await page.waitForSelector('[role=alert] >> text=The daemon does not answer');
    daemon = await place.serve('--port', new URL(daemon.url).port);
    await page.waitForSelector('.msg >> text=/Answer 9/');
    await settled(page);
    assert.ok((await fromEnd(page)) < 2);
  } finally {
    await context.close();
    await daemon.stop();
    place.remove();
  }
}

export async function shows_the_days_of_a_conversation({ page, daemon, place }) {
  const made = new Transcript(kDays, { start: Date.parse('2026-03-02T22:59:00Z') });
  made.prompt('Good evening.');
  made.answer('Good evening.');
  made.time = Date.parse('2026-03-03T08:00:00Z');
  made.prompt('Good morning.');
  made.answer('Good morning.');
  made.time = Date.parse('2026-03-05T08:00:00Z');
  made.prompt('And again.');
  made.write(place);
  await openSession(page, daemon, kDays);
  assert.deepEqual(await page.getByTestId('day').allInnerTexts(), ['Monday, March 2, 2026', 'Tuesday, March 3, 2026', 'Thursday, March 5, 2026']);
  assert.equal(await page.locator('.row:has(.day)').nth(1).locator('.msg').innerText().then((text) => text.includes('Good morning.')), true);
}

export async function prompts_keep_their_indentation({ page, daemon, place }) {
  const made = new Transcript(kTyped);
  const typed = 'Why does this fail:\n  def f(x):\n      if x:\n          # never\n          return x\n\n  and **this** too?';
  made.prompt(typed);
  made.answer('Because.');
  made.write(place);
  await openSession(page, daemon, kTyped);
  assert.equal(await page.locator('.msg-user .msg-body').innerText(), typed);
}

export async function a_session_without_a_message_says_so({ page, daemon, place }) {
  const made = new Transcript('cc000004-0000-4000-8000-0000000000cc');
  made.lines.push({ type: 'summary', summary: 'Nothing but a name', leafUuid: 'cc000004-0000-4000-8000-000000000001' });
  made.write(place);
  await page.goto(`${daemon.url}/#/s/${made.id}`);
  await page.getByTestId('no-messages').waitFor();
}
