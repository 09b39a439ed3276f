// SPDX-License-Identifier: MIT
// `clew export --format html`: one file, opened from the disk; and the dialog that makes one.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { kColours, kCrates, open, until } from './page.mjs';

const kAttack = '5ca1ab1e-0000-4000-8000-00000000c1e4';

/** The exported file in a browser that reaches nothing; complaints and requests are failures. */
async function withFile({ place, browser }, session, options, run) {
  const file = join(place.folder, `${session}.html`);
  place.run('export', session, '--format', 'html', '--output', file, '--force', ...(options.words ?? []));
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce', offline: true, ...options.context });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const complaints = [];
  const requests = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
  page.on('request', (request) => requests.push(request.url()));
  page.on('dialog', (dialog) => complaints.push(`a dialog: ${dialog.message()}`));
  try {
    await page.goto(pathToFileURL(file).href);
    await page.waitForSelector('.msg');
    await run(page, file);
    if (!options.loose) assert.deepEqual(complaints, [], 'the console says something');
    assert.deepEqual(requests.filter((url) => !url.startsWith('file:') && !url.startsWith('data:') && !url.startsWith('blob:')), [], 'something was asked for');
  } finally {
    await context.close();
  }
}

async function nothingRan(page) {
  assert.equal(await page.evaluate(() => window.pwned), undefined, 'something ran');
  const bad = await page.evaluate(() => {
    const found = [];
    for (const e of document.querySelectorAll('#app *')) {
      if (['SCRIPT', 'IFRAME', 'OBJECT', 'EMBED', 'BASE', 'META', 'STYLE', 'LINK'].includes(e.tagName)) found.push(e.outerHTML.slice(0, 200));
      for (const a of e.attributes) if (/^on/i.test(a.name) || (/^(href|src|action|xlink:href)$/.test(a.name) && /^\s*(javascript|vbscript|data:text)/i.test(a.value))) found.push(`${e.tagName} ${a.name}=${a.value}`);
    }
    // Ours: what JSON stands in, the one script, the one style.
    for (const e of document.querySelectorAll('script:not([type="application/json"])')) if (e !== document.body.lastElementChild) found.push(e.outerHTML.slice(0, 200));
    if (document.querySelectorAll('style').length !== 1 || document.querySelectorAll('body > :not(script):not(div):not(noscript)').length > 0) found.push('an element that nobody made');
    return found;
  });
  assert.deepEqual(bad, []);
}

export async function exported_attack_session_runs_nothing(shared) {
  await withFile(shared, kAttack, {}, async (page) => {
    const total = Number(await page.getByTestId('session').getAttribute('data-total'));
    assert.ok(total > 10);
    const seen = new Set();
    for (let step = 0; step < 200 && seen.size < total; step++) {
      await page.locator('[data-testid=messages]').evaluate((e, first) => (e.scrollTop = first ? 0 : e.scrollTop + 650), step === 0);
      await page.waitForTimeout(40);
      await page.evaluate(() => document.querySelectorAll('[data-testid=messages] button[aria-expanded=false]:not([aria-haspopup])').forEach((button) => button.click()));
      await page.waitForTimeout(40);
      for (const index of await page.locator('.row').evaluateAll((rows) => rows.filter((r) => r.querySelector('.msg, .compaction')).map((r) => r.dataset.message))) seen.add(index);
      await nothingRan(page);
    }
    assert.equal(seen.size, total, 'messages that were not shown');
    assert.match(await page.locator('.session-title h1').innerText(), /<script>window\.pwned=1<\/script>/);
  });
}

export async function exported_file_has_branches_and_finds(shared) {
  await withFile(shared, kCrates, {}, async (page) => {
    const branches = page.getByTestId('branches');
    assert.ok((await branches.locator('option').count()) >= 3);
    await page.locator('.row[data-message="0"] .msg').waitFor();
    assert.ok((await page.locator('[data-testid=messages]').evaluate((e) => e.scrollTop)) < 40, 'it opens at its beginning');
    await page.locator('[data-testid=messages]').evaluate((e) => (e.scrollTop = 0));
    const before = await page.getByTestId('session').getAttribute('data-total');
    await branches.selectOption('1');
    await until(page, (old) => document.querySelector('[data-testid=session]').dataset.total !== old || location.hash.includes('leaf='), before);
    await page.waitForSelector('.msg');
    await page.locator('[data-testid=messages]').evaluate((e) => (e.scrollTop = 0));
    await page.waitForSelector('[data-testid=branch-switch]');
    await branches.selectOption('0');
    await page.keyboard.press('f');
    await page.locator('.find input').fill('chart');
    await page.waitForSelector('.find-snippet');
    assert.match(await page.locator('.find-count').innerText(), /1\/\d+/);
    // The word stands on another branch, which is shown now.
    await until(page, () => /chart/i.test(document.querySelector('.messages')?.textContent ?? ''));
  });
}

export async function exported_file_is_accessible(shared) {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await withFile(shared, kCrates, { context: { bypassCSP: true } }, async (page) => {
    await page.evaluate(axe);
    for (const [colorScheme, options] of [['light', {}], ['dark', kColours]]) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await page.evaluate((asked) => window.axe.run(document, { resultTypes: ['violations'], ...asked }), options);
      assert.deepEqual(violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes[0].html}`), []);
    }
  });
}

export async function share_dialog_hides_and_saves({ page, place, daemon }) {
  const id = '9a11ce00-0000-4000-8000-000000000001';
  const key = ['ghp', 'A7k2Lm9Qw4Zx8Vb3Nc6Rt1Yp5Ds0Fg2Hj4Kq'].join('_');
  const folder = join(place.root, 'projects/-home-ada-share');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${id}.jsonl`), `${JSON.stringify({ type: 'user', uuid: '9a11ce00-1111-4111-8111-000000000001', parentUuid: null, sessionId: id, cwd: '/home/ada/share', timestamp: '2026-01-05T12:00:00.000Z', message: { role: 'user', content: `the key is ${key}, keep it` } })}\n`);
  await open(page, daemon, `#/s/${id}`);
  await page.locator('.session-actions [aria-haspopup=menu]').click();
  await page.getByRole('menuitem', { name: 'Share…' }).click();
  await page.waitForSelector('[data-testid=secret]');
  assert.match(await page.getByTestId('secret').innerText(), /the key is \[github-token 1\], keep it/);
  assert.ok(!(await page.getByTestId('share').innerText()).includes(key), 'the secret is shown whole');
  await page.getByTestId('share-preview').click();
  await page.waitForSelector('.share-preview');
  assert.match(await page.locator('pre.share-preview').innerText(), /\[github-token 1\]/);
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByTestId('share-save').click()]);
  const text = readFileSync(await saved.path(), 'utf8');
  assert.ok(text.startsWith('<!doctype html>') && text.includes('[github-token 1]') && !text.includes(key));
  assert.match(saved.suggestedFilename(), /\.html$/);
  // Kept from now on, and hidden again.
  await page.locator('.session-actions [aria-haspopup=menu]').click();
  await page.getByRole('menuitem', { name: 'Share…' }).click();
  await page.getByTestId('secret').getByRole('checkbox').click();
  await until(page, () => document.querySelector('[data-testid=secret] mark.kept') !== null);
  await page.getByTestId('share-format').selectOption('text');
  const [open2] = await Promise.all([page.waitForEvent('download'), page.getByTestId('share-save').click()]);
  assert.ok(readFileSync(await open2.path(), 'utf8').includes(key));
  assert.match(place.run('redact', id), /kept/);
  place.run('redact', id, '--undecided', 'github-token 1');
  // Text can be copied; a page is a file.
  await page.locator('.session-actions [aria-haspopup=menu]').click();
  await page.getByRole('menuitem', { name: 'Share…' }).click();
  await page.waitForSelector('[data-testid=secret]');
  assert.equal(await page.getByTestId('share-copy').count(), 0);
  await page.getByTestId('share-format').selectOption('markdown');
  await page.getByTestId('share-copy').click();
  await page.locator('.notice', { hasText: 'Copied' }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(copied.includes('[github-token 1]') && !copied.includes(key), copied);
}
