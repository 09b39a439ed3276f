// SPDX-License-Identifier: MIT
// The pictures in README and docs:  node e2e/screenshots.mjs CLEW FOLDER
import { mkdirSync } from 'node:fs';
import { launch } from './browser.mjs';
import { Place } from './daemon.mjs';

const [clew, folder] = process.argv.slice(2);
const kFrost = 'b4256ee4-0b64-4529-8be5-69cf9d6cef43';
const kCrates = '0bff7470-02c7-46a5-9332-65662c727261';
const kTide = '6e6bad8f-ba89-4f83-a95b-2464528c73b1';
const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 780 };

const pictures = [
  { name: 'conversation', hash: `#/s/${kFrost}?at=bf5d9a24-6a68-459c-981d-f0a2b4b93375` },
  { name: 'conversation-dark', hash: `#/s/${kFrost}?at=bf5d9a24-6a68-459c-981d-f0a2b4b93375`, theme: 'dark' },
  { name: 'branches', hash: `#/s/${kCrates}`, after: async (page) => page.getByLabel('What each branch cost').click() },
  { name: 'compare', hash: `#/s/${kCrates}/compare?a=f2e2399c-5743-4f09-8d95-7a9983f88613&b=59e82d68-69cc-4bb1-8f0b-6f524de75b91` },
  { name: 'context', hash: `#/s/${kTide}?view=context`, after: async (page) => page.locator('[data-testid=messages]').evaluate((e) => (e.scrollTop = e.scrollHeight * 0.45)) },
  { name: 'usage', hash: '#/usage?since=all' },
  { name: 'usage-dark', hash: '#/usage?since=all', theme: 'dark' },
  { name: 'search', hash: `#/s/${kFrost}`, after: async (page) => { await page.getByTestId('search').fill('wet bulb'); await page.waitForSelector('.hit'); } },
  { name: 'files', hash: `#/s/${kFrost}/files?at=aec7dfd3-e28c-41e7-bba1-76d710635457&diff=450daf01-3a45-415c-ae50-b935f20db47a` },
  { name: 'home', hash: '#/' },
  { name: 'new-session', hash: '#/new?folder=/home/ada/orchard', after: async (page) => page.getByTestId('new-prompt').fill('How many blossoms came through last night? Go by the camera in row four.') },
  { name: 'phone', hash: `#/s/${kFrost}?at=bf5d9a24-6a68-459c-981d-f0a2b4b93375`, size: phone, map: 'no' },
  { name: 'phone-dark', hash: `#/s/${kCrates}`, size: phone, theme: 'dark' },
  { name: 'chinese', hash: '#/s/eed1f6da-7d29-4e4e-bc71-8861e446fa1a?at=df84b147-a2cc-462b-af23-f156a2cd5956', locale: 'zh-CN' },
];

mkdirSync(folder, { recursive: true });
const place = new Place(clew);
place.demo();
const daemon = await place.serve();
const browser = await launch();
for (const { name, hash, theme = 'light', size = wide, locale = 'en-GB', after, map } of pictures) {
  const context = await browser.newContext({ viewport: size, colorScheme: theme, locale, timezoneId: 'UTC', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(daemon.link);
  await page.waitForSelector('.session-row', { state: 'attached' });
  if (map) await page.evaluate((value) => localStorage.setItem('clew.map', value), map);
  await page.goto(`${daemon.url}/${hash}`);
  await page.reload();
  await page.waitForSelector('#main h1');
  await page.waitForTimeout(900);
  if (after) await after(page);
  await page.waitForTimeout(500);
  await page.screenshot({ path: `${folder}/${name}.png` });
  await context.close();
}
await browser.close();
await daemon.stop();
place.remove();
