// SPDX-License-Identifier: MIT
// Ends the daemon that the others use: run last.

export async function comes_back_after_the_daemon_restarts(shared) {
  const { page, daemon, place } = shared;
  shared.allow(/Failed to load resource|net::ERR/);
  await page.waitForSelector('.live-on');
  const port = new URL(daemon.url).port;
  await daemon.stop();
  await page.waitForSelector('.live-off');
  const next = await place.serve('--port', port);
  Object.assign(daemon, next);
  await page.waitForSelector('.live-on', { timeout: 40_000 });
}
