// SPDX-License-Identifier: MIT
// The home page informs, and the head of a session answers.
import assert from 'node:assert/strict';
import { kFrost, open, until } from './page.mjs';
import { openSession, Transcript } from './sessions.mjs';

const kFailing = 'cd000001-0000-4000-8000-0000000000cd';

export async function home_tells_the_week_and_its_days({ page, daemon, place }) {
  await page.goto(`${daemon.url}/#/`);
  await page.getByTestId('week').waitFor();
  const { rows } = JSON.parse(place.run('usage', 'daily', '--since', '7d', '--json', '--timezone', 'UTC', '--root', place.root));
  const today = new Date().toISOString().slice(0, 10);
  const first = new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10);
  const sum = rows.filter((row) => row.period >= first && row.period <= today).reduce((n, row) => n + row.cost.usd, 0);
  assert.equal(await page.getByTestId('week-cost').innerText(), `$${sum.toFixed(2)}`);
  assert.ok((await page.locator('.heat-week .heat-day:not(.heat-0)').count()) > 3, 'no day of use');
}

export async function projects_of_the_home_page_fold_and_stay_folded({ page, daemon }) {
  await page.goto(`${daemon.url}/#/`);
  const group = page.getByTestId('project-group').first();
  await group.locator('.home-row').first().waitFor();
  const name = await group.locator('.group-name').innerText();
  await group.locator('.group-fold').click();
  await until(page, () => document.querySelector('[data-testid=project-group]').querySelectorAll('.home-row').length === 0);
  await page.reload();
  await page.getByTestId('project-group').first().waitFor();
  await page.waitForTimeout(300);
  assert.equal(await page.locator('[data-testid=project-group]', { hasText: name }).first().locator('.home-row').count(), 0, 'it opened again');
  await page.getByTestId('project-group').first().locator('.group-fold').click();
  await page.getByTestId('project-group').first().locator('.home-row').first().click();
  await page.waitForSelector('.msg');
}

export async function failures_of_the_week_lead_to_their_calls({ page, daemon, place }) {
  const made = new Transcript(kFailing);
  made.prompt('Try it');
  const call = made.answer([{ type: 'tool_use', id: 'toolu_cd1', name: 'Bash', input: { command: 'make moonrise' } }]);
  made.parent = call;
  made.add('user', { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_cd1', is_error: true, content: 'moonrise: no rule to make it' }] }, { timestamp: new Date(Date.now() - 60_000).toISOString() });
  made.write(place);
  await page.goto(`${daemon.url}/#/`);
  await page.reload();
  await page.getByTestId('failures').getByText('no rule to make it').click();
  await page.waitForSelector('.row-target');
}

export async function the_head_of_a_session_answers({ page, daemon, place }) {
  await open(page, daemon, `#/s/${kFrost}`);
  const turns = JSON.parse(place.run('turns', kFrost, '--json', '--root', place.root));
  const facts = page.getByTestId('session-facts');
  await until(page, (cost) => document.querySelector('[data-testid=session-facts]')?.textContent?.includes(cost), turns.usage.cost.usd.toFixed(2));
  assert.match(await facts.innerText(), /\d+ %/);
  await facts.getByText(/file/).waitFor();
  // One head a turn: its cost and time stand at its prompt.
  const heads = page.getByTestId('turn-facts');
  await heads.first().waitFor();
  const named = await page.locator('.msg-assistant .msg-who').count();
  const answers = await page.locator('.msg-assistant').count();
  assert.ok(answers > named, `${named} heads for ${answers} answers`);
}

export async function folded_reads_say_how_much_they_found({ page, daemon, place }) {
  const made = new Transcript('cd000002-0000-4000-8000-0000000000cd');
  made.prompt('Look');
  made.tool('Read', { file_path: '/home/ada/place/a.txt' }, '     1→one\n     2→two\n     3→three');
  made.tool('Glob', { pattern: '*.nothing' }, 'No files found');
  made.answer('Seen.');
  made.write(place);
  await openSession(page, daemon, 'cd000002-0000-4000-8000-0000000000cd');
  await page.waitForSelector('.tool-found >> text=3 lines');
  await page.waitForSelector('.tool-found >> text=Nothing found');
}
