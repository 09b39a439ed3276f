// SPDX-License-Identifier: MIT
// Every hit opens where its words are, whatever file, branch or fold they are in.
import assert from 'node:assert/strict';
import { until } from './page.mjs';
import { fromEnd, longSession, openSession, settled, topRow, Transcript, wheel } from './sessions.mjs';

const kOld = 'bb000001-0000-4000-8000-0000000000bb';
const kForked = 'bb000002-0000-4000-8000-0000000000bb';
const kFolded = 'bb000003-0000-4000-8000-0000000000bb';
const kMany = 'bb000004-0000-4000-8000-0000000000bb';

async function openHit(page, words) {
  await page.getByTestId('search').fill(words);
  await page.waitForSelector(`.hit mark >> text=/${words.replace(/"/g, '').split(' ')[0]}/i`);
}

/** The words are marked on the screen, not only somewhere in the message. */
async function wordsAreSeen(page, words, name = 'searched') {
  const end = Date.now() + 20_000;
  for (;;) {
    const seen = await page.evaluate(([text, mark]) => {
      const box = document.querySelector('[data-testid=messages]').getBoundingClientRect();
      return [...(CSS.highlights.get(mark) ?? [])].some((range) => {
        const { top, bottom, width } = range.getBoundingClientRect();
        return width > 0 && range.toString().toLowerCase() === text && top >= box.top - 1 && bottom <= box.bottom + 1;
      });
    }, [words, name]);
    if (seen) return;
    if (Date.now() > end) throw new Error(`${words} is not on the screen`);
    await page.waitForTimeout(50);
  }
}

export async function hits_open_in_a_subagent({ page, daemon }) {
  await openHit(page, 'Nothing to mend');
  const hit = page.locator('.hit', { hasText: 'gateway' }).first();
  await hit.locator('a').click();
  await page.waitForSelector('.row-target >> text=Nothing to mend');
  await wordsAreSeen(page, 'mend');
  assert.match(page.url(), /#\/s\/b4256ee4[^?]*agent-/);
  // And the way back to who started it.
  await page.getByTestId('to-parent').click();
  await page.waitForSelector('[data-session="b4256ee4-0b64-4529-8be5-69cf9d6cef43"] .msg');
  await openSession(page, daemon, 'b4256ee4-0b64-4529-8be5-69cf9d6cef43');
  await page.keyboard.press('f');
  await page.getByTestId('find').getByRole('textbox').fill('Nothing to mend');
  await wordsAreSeen(page, 'mend', 'found');
}

/** CLI 1.0 wrote subagents into the file of their session. */
export async function hits_open_in_an_inline_subagent({ page, place }) {
  const made = new Transcript(kOld, { version: '1.0.60' });
  made.prompt('How deep is the harbour?');
  const call = made.answer([{ type: 'tool_use', id: 'toolu_bb1', name: 'Task', input: { description: 'sound it', prompt: 'Sound the harbour.' } }]);
  made.parent = null;
  made.prompt('Sound the harbour.', { isSidechain: true });
  made.answer('The plumb line says nine fathoms.', { isSidechain: true });
  made.answer('The quicksilver says eight.', { isSidechain: true });
  made.parent = call;
  made.add('user', { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_bb1', content: 'Nine.' }] });
  made.answer('Nine fathoms.');
  made.write(place);
  await openHit(page, 'quicksilver');
  await page.locator('.hit a').first().click();
  await page.waitForSelector('.row-target >> text=The quicksilver says eight.');
  await page.waitForSelector('.msg >> text=The plumb line says nine fathoms.');
  await page.getByTestId('to-parent').click();
  await page.waitForSelector('.msg >> text=How deep is the harbour?');
}

export async function hits_open_on_another_branch({ page, daemon, place }) {
  const made = new Transcript(kForked);
  made.prompt('Which rope?');
  const fork = made.answer('Hemp or wire?');
  const left = made.prompt('The marlinspike one.');
  made.answer('Then it is hemp.');
  made.prompt('And how long?');
  made.answer('Forty ells of it.');
  made.parent = fork;
  made.prompt('Wire, please.');
  made.answer('Then it is wire.');
  made.write(place);
  await openHit(page, 'marlinspike');
  await page.locator('.hit a').first().click();
  await page.waitForSelector('.row-target >> text=The marlinspike one.');
  // All of that branch, not only up to the hit.
  await page.waitForSelector('.msg >> text=Forty ells of it.');
  await page.waitForSelector('.badge-branch');
  // A link that names only the message goes the same way.
  await page.goto('about:blank');
  await openSession(page, daemon, `${kForked}?at=${left}`);
  await page.waitForSelector('.row-target >> text=The marlinspike one.');
}

export async function hits_open_what_is_folded({ page, place }) {
  const made = longSession(kFolded, 6);
  const lines = (word) => Array.from({ length: 200 }, (_, i) => (i === 150 ? `here is the ${word} at last` : `row ${i} of the catalogue`)).join('\n');
  made.prompt('Look everywhere.');
  made.tool('Bash', { command: 'cat catalogue' }, lines('astrolabe'));
  made.tool('Read', { file_path: '/home/ada/place/catalogue' }, lines('sextant'));
  made.tool('mcp__shelf__look', { shelf: { row: { holds: 'orrery' } } }, 'seen');
  made.answer([{ type: 'thinking', thinking: 'Where was the theodolite again?', signature: 's' }, { type: 'text', text: 'It is not here.' }]);
  made.prompt(lines('chronometer'));
  made.answer('Found all of it.');
  for (let i = 0; i < 10; i++) made.answer(`Thing ${i}. ${'More of it. '.repeat(60)}`);
  made.write(place);
  for (const detail of ['Everything', 'Prompts & answers']) {
    for (const word of ['astrolabe', 'sextant', 'orrery', 'theodolite', 'chronometer']) {
      await openHit(page, word);
      await page.locator('.hit a').first().click();
      await page.waitForSelector('.row-target');
      if (word === 'astrolabe') await page.getByText(detail, { exact: true }).click();
      await wordsAreSeen(page, word);
    }
  }
}

export async function find_reaches_every_hit_of_a_long_session({ page, daemon, place }) {
  const made = longSession(kMany, 700);
  made.write(place);
  await openSession(page, daemon, kMany);
  const before = await topRow(page);
  await page.keyboard.press('f');
  await page.getByTestId('find').getByRole('textbox').fill('shallow');
  await page.waitForSelector('.find-count >> text=/^1\\//');
  const total = Number((await page.locator('.find-count').innerText()).split('/')[1]);
  assert.ok(total > 1400, `only ${total} hits`);
  await settled(page);
  assert.notEqual((await topRow(page)).message, before.message, 'find did not move');
  await wordsAreSeen(page, 'shallow', 'found');
  await page.keyboard.press('Shift+Enter');
  await page.waitForSelector(`.find-count >> text=${total}/${total}`);
  await wordsAreSeen(page, 'shallow', 'found');
  assert.ok((await fromEnd(page)) < 2000, 'the last hit is not at the end');
  for (let i = 1; i <= 3; i++) {
    await page.keyboard.press('Shift+Enter');
    await page.waitForSelector(`.find-count >> text=${total - i}/${total}`);
    await wordsAreSeen(page, 'shallow', 'found');
  }
}

export async function the_same_hit_leads_there_again({ page, place }) {
  longSession(kMany, 60).write(place);
  await openHit(page, '"Answer 20, part"');
  const hit = page.locator('.hit', { hasText: 'Answer 20' }).first().locator('a');
  await hit.click();
  await page.waitForSelector('.row-target >> text=/Answer 20, part 0/');
  await settled(page);
  const before = await topRow(page);
  await wheel(page, 900, 3);
  assert.notDeepEqual(await topRow(page), before);
  await hit.click();
  await settled(page);
  assert.deepEqual(await topRow(page), before);
}

export async function a_link_to_an_unknown_message_says_so({ page, daemon, place, allow }) {
  allow(/404/);
  longSession(kMany, 20).write(place);
  await openSession(page, daemon, `${kMany}?at=ffffffff-ffff-4fff-8fff-ffffffffffff`);
  await page.locator('.notice', { hasText: 'not in this session' }).waitFor();
  assert.ok((await fromEnd(page)) < 2);
}

export async function hits_that_spell_it_otherwise_open_at_their_words({ page, place }) {
  const id = 'bb000006-0000-4000-8000-0000000000bb';
  const made = longSession(id, 8);
  made.prompt('Where is it said?');
  made.tool('Read', { file_path: '/home/ada/place/plan.md' }, '# Plan\n\nFind pelicans (part 5)\n');
  made.answer('There.');
  for (let i = 0; i < 10; i++) made.answer(`And so on, ${i}. ${'the boats wait '.repeat(20)}`);
  made.write(place);
  await page.reload();
  await page.waitForSelector('.session-row');
  await page.getByTestId('search').fill('FindPelicans');
  await page.locator('.hit', { hasText: 'part 5' }).first().locator('a').click();
  await wordsAreSeen(page, 'find pelicans');
}

export async function n_leads_from_hit_to_hit_also_into_the_next_session({ page }) {
  await openHit(page, 'orchard');
  const hrefs = await page.locator('.hit a').evaluateAll((links) => links.map((a) => a.getAttribute('href')));
  const listed = hrefs.filter((href, i) => href && href.includes('at=') && hrefs.indexOf(href) === i);
  assert.ok(new Set(listed.map((href) => href.split('?')[0])).size > 1, `hits of one session: ${listed}`);
  await page.locator(`.hit a[href="${listed[0]}"]`).first().click();
  await page.waitForSelector('.msg');
  for (const href of listed.slice(1)) {
    await page.keyboard.press('n');
    await until(page, (wanted) => location.hash === wanted, href);
  }
  await page.keyboard.press('Shift+N');
  await until(page, (wanted) => location.hash === wanted, listed.at(-2));
  await wordsAreSeen(page, 'orchard');
}

/** A copy of a session has the subagents of the original under their old ids. */
export async function a_subagent_whose_id_exists_twice_opens_where_the_hit_is({ page, place }) {
  const agent = 'a0b1c2d3e4f5a6b70';
  for (const [id, word] of [['bb000007-0000-4000-8000-0000000000bb', 'bowline'], ['bb000008-0000-4000-8000-0000000000bb', 'sheepshank']]) {
    const made = new Transcript(id);
    made.prompt('Tie it.');
    made.answer('Tied.');
    made.write(place);
    const helper = new Transcript(id);
    Object.assign(helper.common, { isSidechain: true, agentId: agent });
    helper.prompt('Choose a knot.');
    helper.answer(`It is the ${word}, by far.`);
    helper.id = `agent-${agent}`;
    helper.write(place, `-home-ada-place/${id}/subagents`);
  }
  for (const word of ['bowline', 'sheepshank']) {
    await openHit(page, word);
    await page.locator('.hit', { hasText: word }).first().locator('a').click();
    await page.waitForSelector(`.row-target >> text=${word}`);
  }
}

export async function n_stays_at_the_last_hit_and_says_so({ page, daemon, place }) {
  const id = 'bb000009-0000-4000-8000-0000000000bb';
  const made = longSession(id, 6);
  made.prompt('Is the cuttlefish above the reef?');
  made.answer('The cuttlefish is below it.');
  made.prompt('And what else?');
  made.answer('Nothing else.');
  made.write(place);
  await page.goto(`${daemon.url}/#/search?q=cuttlefish`);
  const hits = page.locator('.found-hit a');
  await until(page, () => document.querySelectorAll('.found-hit').length === 2);
  const [first, second] = await hits.evaluateAll((links) => links.map((a) => a.getAttribute('href')));
  await hits.nth(1).click();
  await page.waitForSelector('.row-target');
  await page.keyboard.press('n');
  await page.locator('.notice', { hasText: 'last hit' }).waitFor();
  assert.equal(await page.evaluate(() => location.hash), second, 'n left the hits');
  await page.keyboard.press('p');
  await until(page, (wanted) => location.hash === wanted, first);
  for (const key of ['p', 'Shift+N']) {
    await page.keyboard.press(key);
    await page.locator('.notice', { hasText: 'first hit' }).waitFor();
    assert.equal(await page.evaluate(() => location.hash), first, `${key} left the hits`);
  }
}

const marksOf = (page, name) => page.evaluate((mark) => [...(CSS.highlights.get(mark) ?? [])].map((range) => range.toString()), name);

export async function marks_are_what_was_found({ page, place }) {
  const id = 'bb00000a-0000-4000-8000-0000000000bb';
  const made = longSession(id, 4);
  made.prompt('What is a limpet shell under water? A limpet, a shell, some limpets.');
  made.answer('Halyards are ropes. Halyards, halyards. **The** halyard behind the mast is worn.');
  made.write(place);
  await openHit(page, '"limpet shell under"');
  await page.locator('.hit a').first().click();
  await page.waitForSelector('.row-target');
  await until(page, () => (CSS.highlights.get('searched')?.size ?? 0) > 0);
  assert.deepEqual(await marksOf(page, 'searched'), ['limpet shell under']);
  await openHit(page, 'halyard');
  await page.locator('.hit a', { hasText: 'behind the mast' }).first().click();
  await until(page, () => [...(CSS.highlights.get('searched-now') ?? [])].some((range) => range.toString() === 'halyard'));
}

/** Claude wrote the task of a subagent, not the reader. */
export async function the_task_of_a_subagent_is_not_said_by_you({ page, daemon, place }) {
  const id = 'bb00000b-0000-4000-8000-0000000000bb';
  const made = new Transcript(id);
  made.prompt('Look after it.');
  made.answer('Done.');
  made.write(place);
  const helper = new Transcript(id);
  Object.assign(helper.common, { isSidechain: true, agentId: 'a0b1c2d3e4f5a6b71' });
  helper.prompt('Count every nautilus in the bay.');
  helper.answer('There are four.');
  helper.id = 'agent-a0b1c2d3e4f5a6b71';
  helper.write(place, `-home-ada-place/${id}/subagents`);
  await openHit(page, 'nautilus');
  assert.match(await page.locator('.hit', { hasText: 'nautilus' }).first().innerText(), /Task/);
  await page.goto(`${daemon.url}/#/search?q=nautilus`);
  const hit = page.locator('.found-hit', { hasText: 'nautilus' }).first();
  await hit.waitFor();
  assert.match(await hit.innerText(), /Task/);
  assert.doesNotMatch(await hit.innerText(), /You/);
}
