// SPDX-License-Identifier: MIT
// Going on with a session through the stand-in for claude (test/drive/stand_in.cc).
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Place } from './daemon.mjs';
import { until } from './page.mjs';
import { topRow } from './sessions.mjs';

/** A small session in a folder that exists: claude resumes a session in its own folder only. */
export function makeSession(place, id, prompts) {
  const cwd = join(place.folder, 'work');
  mkdirSync(cwd, { recursive: true });
  const folder = join(place.root, 'projects', cwd.replace(/[^A-Za-z0-9]/g, '-'));
  mkdirSync(folder, { recursive: true });
  let parent = null;
  const lines = prompts.flatMap((text, i) => {
    const common = { sessionId: id, cwd, version: '2.1.325', gitBranch: 'main', isSidechain: false, userType: 'external' };
    const user = { ...common, type: 'user', uuid: randomUUID(), parentUuid: parent, timestamp: new Date(Date.now() - 60_000 + i * 1000).toISOString(), message: { role: 'user', content: text } };
    const assistant = { ...common, type: 'assistant', uuid: randomUUID(), parentUuid: user.uuid, timestamp: new Date(Date.now() - 59_500 + i * 1000).toISOString(), requestId: `req_${id}_${i}`, message: { id: `msg_${id}_${i}`, type: 'message', role: 'assistant', model: 'claude-opus-4-5-20251101', content: [{ type: 'text', text: `Answer to: ${text}` }], usage: { input_tokens: 1, output_tokens: 1 } } };
    parent = assistant.uuid;
    return [user, assistant];
  });
  writeFileSync(join(folder, `${id}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

export async function openSession(page, daemon, id) {
  await page.goto(`${daemon.url}/#/s/${id}`);
  await page.waitForSelector('.msg');
  await page.getByTestId('composer').waitFor();
}

export async function say(page, text) {
  await page.getByTestId('composer').getByRole('textbox').fill(text);
  await page.keyboard.press('Enter');
}

export async function drive_sends_streams_and_interrupts({ page, daemon, place }) {
  const id = 'd0000000-0000-4000-8000-000000000001';
  makeSession(place, id, ['plant a tree', 'water it']);
  await openSession(page, daemon, id);
  await say(page, 'slow and steady');
  await page.waitForSelector('[data-testid=live-turn] .live-cursor');
  await page.waitForSelector('.row .msg >> text=slow and steady', { timeout: 40_000 });
  await page.getByTestId('interrupt').click();
  await page.getByTestId('interrupt').waitFor({ state: 'detached', timeout: 40_000 });
  // The conversation stays open: the next prompt goes to the same claude.
  await say(page, 'hello again');
  await page.waitForSelector('.row .msg >> text=hello again', { timeout: 40_000 });
  await page.getByTestId('interrupt').waitFor({ state: 'detached', timeout: 40_000 });
}

export async function drive_follows_the_answer_that_is_written({ page, daemon, place }) {
  const id = 'd0000000-0000-4000-8000-000000000006';
  makeSession(place, id, Array.from({ length: 12 }, (_, i) => `tree ${i} ${'and its leaves '.repeat(30)}`));
  await page.setViewportSize({ width: 900, height: 480 });
  await openSession(page, daemon, id);
  await say(page, 'slow and steady');
  // Looked at from inside, after each frame: from outside the answer would be over before it was asked about.
  const below = await page.evaluate(() => new Promise((resolve) => {
    const box = document.querySelector('[data-testid=messages]');
    let most = 0;
    const look = () => {
      const height = document.querySelector('[data-testid=live-turn]')?.getBoundingClientRect().height ?? 0;
      if (height > 60) most = Math.max(most, box.scrollHeight - box.scrollTop - box.clientHeight);
      if (height > 220) resolve(most);
      else requestAnimationFrame(() => setTimeout(look));
    };
    look();
  }));
  assert.ok(below < 60, `the answer was written up to ${below} px below the screen`);
  await page.getByTestId('messages').hover();
  await page.mouse.wheel(0, -900);
  await page.locator('.pill-new', { hasText: 'being written' }).waitFor();
  const before = await topRow(page);
  await page.waitForTimeout(400);
  assert.deepEqual(await topRow(page), before, 'who reads elsewhere was moved');
  await page.getByTestId('to-end').click();
  await until(page, () => {
    const box = document.querySelector('[data-testid=messages]');
    return box.scrollHeight - box.scrollTop - box.clientHeight < 2;
  });
  await page.getByTestId('interrupt').waitFor({ state: 'detached', timeout: 40_000 });
}

export async function drive_answers_permissions({ page, daemon, place }) {
  const id = 'd0000000-0000-4000-8000-000000000002';
  makeSession(place, id, ['plant a tree']);
  await openSession(page, daemon, id);
  await say(page, 'ask me first');
  await page.getByTestId('permission').first().waitFor();
  await page.getByTestId('allow').first().click();
  await page.getByTestId('deny').first().click({ timeout: 40_000 });
  await page.getByTestId('permission').waitFor({ state: 'detached', timeout: 40_000 });
  await page.getByTestId('interrupt').waitFor({ state: 'detached', timeout: 40_000 });
}

export async function drive_edits_and_resends({ page, daemon, place }) {
  const id = 'd0000000-0000-4000-8000-000000000003';
  makeSession(place, id, ['plant a tree', 'water it', 'and wait']);
  await openSession(page, daemon, id);
  const prompt = page.locator('.msg-user', { hasText: 'water it' });
  await prompt.hover();
  await prompt.getByLabel('Message actions').click();
  await page.getByRole('menuitem', { name: 'Edit and resend' }).click();
  const box = page.getByTestId('composer').getByRole('textbox');
  for (let i = 0; i < 50 && (await box.inputValue()) === ''; i++) await page.waitForTimeout(40);
  assert.equal(await box.inputValue(), 'water it');
  await box.fill('water it twice');
  await page.getByTestId('send').click();
  // The new branch is shown, and the old one is one step away.
  await page.waitForSelector('.row .msg >> text=water it twice', { timeout: 40_000 });
  await page.waitForSelector('[data-testid=branch-switch] >> text=2/2', { timeout: 40_000 });
  await page.locator('[data-testid=branch-switch]').getByRole('button', { name: /Previous branch/ }).click();
  await page.waitForSelector('.row .msg >> text=and wait');
}

export async function drive_forks_from_a_message({ page, daemon, place }) {
  const id = 'd0000000-0000-4000-8000-000000000004';
  makeSession(place, id, ['plant a tree', 'water it']);
  await openSession(page, daemon, id);
  const answer = page.locator('.msg-assistant', { hasText: 'Answer to: plant a tree' });
  await answer.hover();
  await answer.getByLabel('Message actions').click();
  await page.getByRole('menuitem', { name: 'Fork from here' }).click();
  await page.locator('.notice', { hasText: 'A copy was made' }).waitFor();
  await page.waitForSelector('.row .msg >> text=Answer to: plant a tree');
  assert.ok(!page.url().includes(id));
  assert.doesNotMatch(await page.locator('[data-testid=messages]').innerText(), /water it/);
  const copy = decodeURIComponent(/#\/s\/([^?/]+)/.exec(page.url())[1]);
  await page.locator(`.session-row[data-session="${copy}"]`).getByRole('img', { name: 'Forked from another session' }).waitFor();
}

export async function drive_starts_a_new_session({ page, daemon, place }) {
  const id = 'd0000000-0000-4000-8000-000000000005';
  makeSession(place, id, ['plant a tree']);
  await page.goto(`${daemon.url}/#/s/${id}`);
  await page.locator(`.session-row[data-session="${id}"]`).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  await page.getByTestId('new-session').waitFor();
  const folder = join(place.folder, 'work');
  await page.getByTestId('new-folder').selectOption(folder);
  await page.getByTestId('new-prompt').fill("it's a new day");
  await page.getByTestId('new-model').selectOption('sonnet');
  await page.getByTestId('new-mode').selectOption('plan');
  assert.equal(await page.getByTestId('new-command').locator('code').innerText(), `cd ${folder} && claude --model sonnet --permission-mode plan 'it'\\''s a new day'`);
  await page.getByTestId('new-start').click();
  await page.waitForSelector(".row .msg-user >> text=it's a new day", { timeout: 40_000 });
  await page.waitForSelector('.row .msg-assistant', { timeout: 40_000 });
  const started = decodeURIComponent(/#\/s\/([^?/]+)/.exec(page.url())[1]);
  assert.equal(JSON.parse(place.run('info', started, '--json', '--root', place.root)).cwd, folder);
  // The conversation is open: the next prompt goes to the same claude.
  await say(page, 'and another');
  await page.waitForSelector('.row .msg-user >> text=and another', { timeout: 40_000 });
}

export async function drive_is_a_command_where_it_is_not_allowed({ browser, place: { clew } }) {
  const place = new Place(clew);
  place.demo();
  const daemon = await place.serve();
  const context = await browser.newContext({ locale: 'en-GB' });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(daemon.link);
    await page.waitForSelector('.session-row');
    await page.goto(`${daemon.url}/#/new?folder=/home/ada/orchard`);
    await page.getByTestId('new-prompt').fill('count the apples');
    assert.equal(await page.getByTestId('new-command').locator('code').innerText(), "cd /home/ada/orchard && claude 'count the apples'");
    assert.equal(await page.getByTestId('new-start').count(), 0);
  } finally {
    await context.close();
    await daemon.stop();
    place.remove();
  }
}
