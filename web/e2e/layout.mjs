// SPDX-License-Identifier: MIT
// Panes and their widths, small windows, phones, names that are cut, notices, colours that can be read.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { kColours, kCrates, kFrost, kTide, open, until, withContext } from './page.mjs';
import { settled } from './sessions.mjs';

/** How wide a line of text may be: the inside of a row. */
const textWidth = (page) => page.locator('.row').first().evaluate((row) => {
  const style = getComputedStyle(row);
  return row.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
});

export async function a_small_window_leaves_room_for_the_text({ page, daemon }) {
  for (const width of [1024, 1100, 1180, 1280]) {
    await page.setViewportSize({ width, height: 768 });
    await open(page, daemon, `#/s/${kFrost}`);
    await settled(page);
    const wide = await textWidth(page);
    assert.ok(wide >= 560, `at ${width} px the text has ${wide} px`);
  }
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.getByTestId('map-toggle').click();
  await page.waitForSelector('.map-over .stop');
  assert.ok((await textWidth(page)) >= 560, 'the open map takes room from the text');
  await page.locator('.stop').first().click();
  await page.waitForSelector('[data-testid=branch-map]', { state: 'detached' });
}

async function drag(page, handle, by) {
  const box = await page.getByTestId(handle).boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + 300);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + by, box.y + 310, { steps: 5 });
  await page.mouse.up();
}

export async function panes_are_resized_and_remembered({ page, daemon }) {
  await page.setViewportSize({ width: 1600, height: 900 });
  await open(page, daemon, `#/s/${kFrost}`);
  await page.waitForSelector('[data-testid=branch-map]');
  const width = (selector) => page.locator(selector).evaluate((e) => Math.round(e.getBoundingClientRect().width));
  const [sidebar, map] = [await width('.sidebar'), await width('.map')];
  await drag(page, 'handle-sidebar', 60);
  await drag(page, 'handle-map', -80);
  assert.equal(await width('.sidebar'), sidebar + 60);
  assert.equal(await width('.map'), map + 80);
  await page.getByTestId('handle-sidebar').focus();
  await page.keyboard.press('ArrowLeft');
  await until(page, (w) => Math.round(document.querySelector('.sidebar').getBoundingClientRect().width) === w, sidebar + 44);
  await page.reload();
  await page.waitForSelector('.map .stop');
  assert.equal(await width('.sidebar'), sidebar + 44, 'the width of the list was forgotten');
  assert.equal(await width('.map'), map + 80, 'the width of the map was forgotten');
  await page.getByTestId('handle-sidebar').dblclick();
  await until(page, (w) => Math.round(document.querySelector('.sidebar').getBoundingClientRect().width) === w, sidebar);
}

const inView = (locator) => locator.evaluate((e) => {
  const box = e.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return box.left >= 0 && box.right <= innerWidth && !!top && (e.contains(top) || top.contains(e));
});

export async function a_phone_reaches_everything({ page, daemon }) {
  await page.setViewportSize({ width: 390, height: 780 });
  await open(page, daemon, `#/s/${kFrost}`);
  assert.equal(await page.locator('[data-testid=branch-map]').count(), 0, 'the map covers the conversation');
  const toolbar = page.locator('.toolbar');
  for (const name of ['What resume loads', 'Files', 'Find', 'Map']) {
    assert.ok(await inView(toolbar.getByLabel(name, { exact: true })), `${name} is off the screen`);
  }
  await toolbar.getByLabel('Map', { exact: true }).click();
  await page.waitForSelector('[data-testid=branch-map] .stop');
  await page.getByTestId('branch-map').getByLabel('Close').click();
  await page.waitForSelector('[data-testid=branch-map]', { state: 'detached' });
  await toolbar.getByRole('combobox', { name: 'Detail' }).selectOption('talk');
  await until(page, () => document.querySelectorAll('.tool').length === 0);
  await page.getByRole('button', { name: 'Sessions' }).click();
  await page.waitForSelector('.sidebar[data-open=true]');
  await page.getByTestId('theme').click();
  await until(page, () => document.documentElement.dataset.theme === 'light');
  await page.getByTestId('language').click();
  await until(page, () => document.documentElement.lang === 'zh-CN');
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
}

export async function notices_leave_the_composer_free({ page, daemon }) {
  for (const size of [{ width: 1400, height: 900 }, { width: 390, height: 780 }]) {
    await page.setViewportSize(size);
    await open(page, daemon, `#/s/${kCrates}?at=f2e2399c-5743-4f09-8d95-7a9983f88613`);
    await page.locator('.session-actions').getByLabel('More').click();
    await page.getByRole('menuitem', { name: 'Hide' }).click();
    const said = page.locator('.notice', { hasText: 'is hidden' });
    await said.waitFor();
    const [notice, composer] = [await said.boundingBox(), await page.locator('.composer').boundingBox()];
    assert.ok(notice.y + notice.height <= composer.y, `at ${size.width} px the notice covers the composer`);
    await page.getByTestId('undo').last().click();
    await page.locator('.notice', { hasText: 'Undone' }).waitFor();
  }
}

export async function file_names_lose_their_beginning_not_their_end({ page, daemon }) {
  await page.setViewportSize({ width: 390, height: 780 });
  await open(page, daemon, `#/s/${kFrost}?at=bf5d9a24-6a68-459c-981d-f0a2b4b93375`);
  await page.waitForSelector('.tool-detail .path');
  const paths = await page.locator('.tool-detail .path').all();
  assert.ok(paths.length > 0);
  for (const path of paths) {
    assert.doesNotMatch(await path.innerText(), /^\/home\/ada\/orchard\//, 'the folder of the session is repeated');
    // The end of the text lies inside of what is shown; the beginning may be cut.
    const [text, box] = await path.evaluate((e) => [e.firstElementChild.getBoundingClientRect().right, e.getBoundingClientRect().right]);
    assert.ok(text <= box + 1, 'the name of the file is cut');
  }
}

const kPages = ['#/', '#/new', '#/search?q=frost&role=user', '#/prompts', '#/plans', '#/settings', '#/project?path=/home/ada/orchard', `#/s/${kFrost}/changes`, `#/s/${kFrost}/context`, `#/s/${kFrost}/timeline`, `#/s/${kFrost}/details`, `#/s/${kFrost}?beside=${kCrates}`, `#/s/${kFrost}`, `#/s/${kCrates}?view=context`, `#/s/${kFrost}/files`, '#/usage?since=all', `#/s/${kCrates}/compare?a=f2e2399c-5743-4f09-8d95-7a9983f88613&b=59e82d68-69cc-4bb1-8f0b-6f524de75b91`];

export async function reads_well_for_everyone({ page, daemon, browser }) {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const found = [];
  const look = async (tested, where, options) => {
    const { violations } = await tested.evaluate((asked) => window.axe.run(document, { resultTypes: ['violations'], ...asked }), options);
    for (const v of violations.filter((one) => one.impact === 'serious' || one.impact === 'critical')) {
      found.push(`${where} ${v.id}: ${v.nodes.slice(0, 3).map((n) => n.target.join(' ')).join(' | ')} ${v.nodes[0].failureSummary?.split('\n')[1] ?? ''}`);
    }
  };
  for (const viewport of [{ width: 1400, height: 900 }, { width: 390, height: 780 }]) {
    // axe brings its own script, which the page's policy would refuse: it gets a context without one.
    await withContext({ browser, page }, { viewport, colorScheme: 'light', bypassCSP: true }, async (tested) => {
      await tested.addInitScript(axe);
      for (const hash of kPages) {
        await tested.emulateMedia({ colorScheme: 'light' });
        await tested.goto(`${daemon.url}/${hash}`);
        await tested.reload();
        await tested.waitForSelector('#main h1');
        await until(tested, () => !document.querySelector('#main[aria-busy=true], #main [aria-busy=true]:not(.placeholder)'));
        await look(tested, `${hash} light ${viewport.width}`, { preload: false });
        // The same elements in the dark: nothing but their colours is another.
        await tested.emulateMedia({ colorScheme: 'dark' });
        await look(tested, `${hash} dark ${viewport.width}`, kColours);
      }
    });
  }
  assert.deepEqual(found, []);
}

export async function the_tab_says_what_is_shown({ page }) {
  const named = (title) => until(page, (wanted) => document.title === wanted, title);
  await page.locator('.session-row', { hasText: 'Frost bell' }).click();
  await named('Frost bell · Clew');
  await page.locator('.toolbar').getByRole('link', { name: 'Files' }).click();
  await named('Files · Frost bell · Clew');
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await named('Clew');
}

export async function the_map_over_the_text_closes_with_the_session({ page }) {
  await page.setViewportSize({ width: 1024, height: 800 });
  await page.locator('.session-row', { hasText: 'Frost bell' }).click();
  await page.waitForSelector('.msg');
  await page.getByTestId('map-toggle').click();
  await page.waitForSelector('aside.map');
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await page.locator('.session-row', { hasText: 'Crates for September' }).click();
  await page.waitForSelector('.msg');
  await page.waitForSelector('aside.map', { state: 'detached' });
}

export async function back_closes_what_lies_over_the_page_on_a_phone({ page, daemon }) {
  await page.setViewportSize({ width: 390, height: 780 });
  await open(page, daemon, `#/s/${kFrost}`);
  const frost = page.url();
  const list = () => page.getByRole('button', { name: 'Sessions' }).click();
  const shown = (isOpen) => until(page, (wanted) => document.querySelector('.sidebar').dataset.open === String(wanted), isOpen);
  await list();
  await shown(true);
  await page.goBack();
  await shown(false);
  assert.equal(page.url(), frost, 'Back left the page instead of closing the list');
  // By its own button: nothing is left to go back through.
  await list();
  await shown(true);
  await page.locator('.sidebar').getByLabel('Close').click();
  await shown(false);
  assert.equal(page.url(), frost);
  // A session that is chosen there: one step back is where the list was opened.
  await list();
  await page.locator(`.session-row[data-session="${kTide}"]`).click();
  await page.waitForSelector(`[data-testid=session][data-session="${kTide}"] .msg`);
  await shown(false);
  await page.goBack();
  await page.waitForSelector(`[data-testid=session][data-session="${kFrost}"] .msg`);
  await shown(false);
  // The map too.
  await page.getByTestId('map-toggle').click();
  await page.waitForSelector('[data-testid=branch-map]');
  await page.goBack();
  await page.waitForSelector('[data-testid=branch-map]', { state: 'detached' });
  assert.equal(page.url(), frost);
}
