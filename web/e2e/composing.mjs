// SPDX-License-Identifier: MIT
// Writing to a session: questions answered in a form, pictures, files, commands, model and mode, the queue.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeSession, openSession, say } from './drive.mjs';
import { until } from './page.mjs';

const kId = (n) => `d1000000-0000-4000-8000-00000000000${n}`;
const kPng = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');
const idle = (page) => page.getByTestId('interrupt').waitFor({ state: 'detached', timeout: 40_000 });

export async function questions_are_answered_in_a_form({ page, daemon, place }) {
  makeSession(place, kId(1), ['plant a tree']);
  await openSession(page, daemon, kId(1));
  await say(page, 'question please');
  const form = page.getByTestId('question-form');
  await form.waitFor();
  assert.ok(await page.getByTestId('answer-questions').isDisabled(), 'nothing is chosen yet');
  await form.getByLabel('Blue').check();
  await form.getByLabel('S', { exact: true }).check();
  await form.getByLabel('L', { exact: true }).check();
  await page.getByTestId('answer-questions').click();
  await page.waitForSelector('.msg >> text=/Which colour.*Blue.*S, L/', { timeout: 40_000 });
  await idle(page);
}

export async function files_and_commands_are_completed({ page, daemon, place }) {
  makeSession(place, kId(2), ['plant a tree']);
  const work = join(place.folder, 'work');
  mkdirSync(join(work, 'garden'), { recursive: true });
  writeFileSync(join(work, 'garden', 'appletree.txt'), 'apples');
  await openSession(page, daemon, kId(2));
  const field = page.getByTestId('composer').getByRole('textbox');
  await field.focus();
  await page.keyboard.type('look at @apple');
  await page.getByTestId('offers').getByText('@garden/appletree.txt').waitFor();
  await page.keyboard.press('Tab');
  assert.equal(await field.inputValue(), 'look at @garden/appletree.txt ');
  await field.fill('');
  await page.keyboard.type('/comp');
  await page.getByTestId('offers').getByText('/compact').waitFor();
  await page.keyboard.press('Enter');
  assert.equal(await field.inputValue(), '/compact ');
  // Escape closes what is offered and keeps what is typed.
  await field.fill('');
  await page.keyboard.type('/co');
  await page.getByTestId('offers').waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('offers').waitFor({ state: 'detached' });
  assert.equal(await field.inputValue(), '/co');
}

export async function a_picture_goes_with_the_prompt({ page, daemon, place }) {
  makeSession(place, kId(3), ['plant a tree']);
  await openSession(page, daemon, kId(3));
  await page.getByTestId('picture-file').setInputFiles({ name: 'leaf.png', mimeType: 'image/png', buffer: kPng });
  await page.getByTestId('picture').getByText('leaf.png').waitFor();
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/v1/send'), { timeout: 40_000 });
  await say(page, 'what leaf is it');
  const blocks = JSON.parse(JSON.parse((await sent).postData()).blocks);
  assert.deepEqual(blocks.map((block) => block.type), ['image', 'text']);
  assert.equal(blocks[0].source.data, kPng.toString('base64'));
  await page.waitForSelector('.row .msg-user >> text=what leaf is it', { timeout: 40_000 });
  await page.waitForSelector('.row .msg-user .media img', { timeout: 40_000 });
  await idle(page);
  await page.getByTestId('picture-file').setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await page.locator('.notice', { hasText: 'Only PNG' }).waitFor();
}

export async function prompts_wait_while_it_works({ page, daemon, place }) {
  makeSession(place, kId(4), ['plant a tree']);
  await openSession(page, daemon, kId(4));
  await say(page, 'slow and steady');
  await page.waitForSelector('[data-testid=live-turn] .live-cursor');
  await say(page, 'and then this');
  await page.getByTestId('queued').getByText('and then this').waitFor();
  await page.waitForSelector('.row .msg-user >> text=and then this', { timeout: 40_000 });
  await until(page, () => !document.querySelector('[data-testid=queued]'));
  await idle(page);
}

export async function model_and_mode_are_chosen_and_changed({ page, daemon, place }) {
  makeSession(place, kId(5), ['plant a tree']);
  await openSession(page, daemon, kId(5));
  await page.getByTestId('composer-model').selectOption('haiku');
  await page.getByTestId('composer-mode').selectOption('plan');
  const resumed = page.waitForRequest((request) => request.url().endsWith('/api/v1/resume'));
  await say(page, 'hello');
  const body = JSON.parse((await resumed).postData());
  assert.equal(body.model, 'haiku');
  assert.equal(body.permissionMode, 'plan');
  await page.waitForSelector('.row .msg-user >> text=hello', { timeout: 40_000 });
  await idle(page);
  const changed = page.waitForRequest((request) => request.url().endsWith('/api/v1/configure'));
  await page.getByTestId('composer-model').selectOption('opus');
  assert.equal(JSON.parse((await changed).postData()).model, 'opus');
}
