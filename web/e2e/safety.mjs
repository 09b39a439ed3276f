// SPDX-License-Identifier: MIT
// The attack session (test/data/attack): everything in it is shown, and nothing of it runs.
import assert from 'node:assert/strict';

const kAttack = '5ca1ab1e-0000-4000-8000-00000000c1e4';

async function nothingRan(page, requests, daemon) {
  assert.equal(await page.evaluate(() => window.pwned), undefined, 'something ran');
  assert.equal(await page.evaluate(() => ({}).polluted ?? ({}).pwned), undefined, 'the prototype is polluted');
  const foreign = requests.filter((url) => !url.startsWith(daemon.url) && !url.startsWith('data:') && !url.startsWith('blob:'));
  assert.deepEqual(foreign, [], 'something was loaded from elsewhere');
  const bad = await page.evaluate(() => {
    const found = [];
    for (const e of document.querySelectorAll('#app *')) {
      if (['SCRIPT', 'IFRAME', 'OBJECT', 'EMBED', 'BASE', 'META', 'STYLE', 'LINK'].includes(e.tagName)) found.push(e.outerHTML.slice(0, 200));
      for (const a of e.attributes) {
        if (/^on/i.test(a.name) || (/^(href|src|action|xlink:href)$/.test(a.name) && /^\s*(javascript|vbscript|data:text)/i.test(a.value))) found.push(`${e.tagName} ${a.name}=${a.value}`);
      }
    }
    return found;
  });
  assert.deepEqual(bad, []);
}

export async function attack_session_runs_nothing({ page, daemon }) {
  const requests = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('dialog', (dialog) => assert.fail(`a dialog: ${dialog.message()}`));
  await page.goto(`${daemon.url}/#/s/${kAttack}`);
  await page.waitForSelector('.msg >> text=The end of the attack.');
  // Every message is looked at, with everything in it opened.
  const total = Number(await page.getByTestId('session').getAttribute('data-total'));
  const seen = new Set();
  for (let step = 0; step < 200 && seen.size < total; step++) {
    await page.locator('[data-testid=messages]').evaluate((e, first) => (e.scrollTop = first ? 0 : e.scrollTop + 650), step === 0);
    await page.waitForTimeout(40);
// Opened from inside: a click from outside would scroll back to what lies above.
    await page.evaluate(() => document.querySelectorAll('[data-testid=messages] button[aria-expanded=false]:not([aria-haspopup])').forEach((button) => button.click()));
    await page.waitForTimeout(40);
    for (const index of await page.locator('.row').evaluateAll((rows) => rows.filter((r) => r.querySelector('.msg, .compaction')).map((r) => r.dataset.message))) seen.add(index);
    await nothingRan(page, requests, daemon);
  }
  assert.deepEqual(Array.from({ length: total }, (_, i) => String(i)).filter((i) => !seen.has(i)), [], 'messages that were not shown');
  assert.match(await page.locator('.session-title h1').innerText(), /<script>window\.pwned=1<\/script>/);
  assert.match(await page.locator('.session-title h1').innerText(), /‹202E›/);
  for (const hash of [`#/s/${kAttack}?view=context`, `#/s/${kAttack}/files`, '#/usage?by=models&since=', '#/usage?by=sessions&since=', `#/usage?explain=${kAttack}`, '#/']) {
    await page.goto(`${daemon.url}/${hash}`);
    await page.waitForSelector('#main h1');
    await page.waitForTimeout(250);
    await nothingRan(page, requests, daemon);
  }
  await page.getByTestId('search').fill('window.pwned');
  await page.waitForSelector('.hit');
  await nothingRan(page, requests, daemon);
}

export async function the_policy_is_strict({ page, daemon, allow }) {
  allow(/Content Security Policy|TrustedHTML|Trusted Type|Refused to|violates/);
  const policy = await page.evaluate(async (url) => (await fetch(url, { cache: 'no-store' })).headers.get('Content-Security-Policy'), `${daemon.url}/`);
  for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"]) assert.ok(policy.includes(part), `${part} is not in ${policy}`);
  assert.doesNotMatch(policy, /unsafe/);
  const made = await page.evaluate(() => {
    const box = document.createElement('div');
    try {
      box.innerHTML = '<img src=x onerror="window.pwned=1">';
      return 'made';
    } catch (error) {
      return error.name;
    }
  });
  assert.equal(made, 'TypeError', 'HTML could be made from text');
}

export async function first_load_is_small({ page, daemon }) {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  let bytes = 0;
  client.on('Network.loadingFinished', (event) => (bytes += event.encodedDataLength));
  await page.goto('about:blank');
  bytes = 0;
  await page.goto(`${daemon.url}/`);
  await page.waitForSelector('.session-row');
  await client.detach();
  assert.ok(bytes > 20_000 && bytes < 200_000, `${bytes} bytes for the first load`);
}

/** What `--open` gives to the browser: seen by others in the list of processes, and of no use to them after that. */
export async function the_link_of_open_is_good_once({ daemon, browser, allow }) {
  allow(/401/);
  const made = await fetch(`${daemon.url}/api/v1/login-code`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${daemon.token}` },
    body: '{}',
  });
  const { code } = await made.json();
  assert.notEqual(code, daemon.token);
  const open = async (sees) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${daemon.url}/#t=${code}`);
    await sees(page);
    assert.doesNotMatch(page.url(), /#t=/, 'the code stays in the address');
    await context.close();
  };
  await open((page) => page.waitForSelector('.session-row'));
  await open(async (page) => {
    await page.waitForSelector('#main h1');
    await page.waitForTimeout(500);
    assert.equal(await page.locator('.session-row').count(), 0, 'the code was good twice');
  });
}
