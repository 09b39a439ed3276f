// SPDX-License-Identifier: MIT
// What tests of the page share: sessions of the demo, opening a place, waiting.
export const kFrost = 'b4256ee4-0b64-4529-8be5-69cf9d6cef43';
export const kCrates = '0bff7470-02c7-46a5-9332-65662c727261';
export const kTide = '6e6bad8f-ba89-4f83-a95b-2464528c73b1';
export const kRain = 'f2da915a-e365-41b9-8862-3fd5f064ff38';

/** The rules of axe that another scheme of colours can break. */
export const kColours = { runOnly: ['color-contrast', 'link-in-text-block'], preload: false };

export async function open(page, daemon, hash) {
  await page.goto(`${daemon.url}/${hash}`);
  await page.waitForSelector('.msg, .compaction, [data-testid=files-page] h1, [data-testid=usage] h1, [data-testid=compare] h1, [data-testid=home] h1');
}

const kPatienceMs = 30_000;

/** Polls from outside: the page's policy forbids what Playwright's own waiting does inside. */
export async function until(page, condition, argument) {
  const end = Date.now() + kPatienceMs;
  while (!(await page.evaluate(condition, argument))) {
    if (Date.now() > end) throw new Error(`never came true: ${condition}`);
    await page.waitForTimeout(30);
  }
}

/** The page in a browser of its own: another size, language or theme, or without the cookie. */
export async function withContext({ browser, page }, options, run) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce', storageState: await page.context().storageState(), ...options });
  const other = await context.newPage();
  other.setDefaultTimeout(20_000);
  try {
    await run(other);
  } finally {
    await context.close();
  }
}
