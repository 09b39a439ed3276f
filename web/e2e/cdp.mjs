// SPDX-License-Identifier: MIT
//
// Chromium over its own debugging pipe, with nothing switched on. Playwright keeps the bodies of all
// answers in the tab (up to 100 MB) so that a test may ask for them; a measurement of memory cannot
// have that.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath, kArguments } from './browser.mjs';

export class Chromium {
  constructor(...args) {
    this.profile = mkdtempSync(join(tmpdir(), 'clew-chromium-'));
    this.child = spawn(chromiumPath(), ['--headless', '--remote-debugging-pipe', `--user-data-dir=${this.profile}`, ...kArguments, ...args, 'about:blank'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    this.serial = 0;
    this.waiting = new Map();
    this.listeners = new Map();
    let rest = '';
    this.child.stdio[4].setEncoding('utf8').on('data', (text) => {
      const pieces = (rest + text).split('\0');
      rest = pieces.pop();
      for (const piece of pieces) this.take(JSON.parse(piece));
    });
  }

  take({ id, method, params, result, error }) {
    if (id === undefined) {
      this.listeners.get(method)?.(params);
      return;
    }
    const { resolve, reject } = this.waiting.get(id);
    this.waiting.delete(id);
    if (error) reject(new Error(error.message));
    else resolve(result);
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.serial;
    this.child.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  on(method, listener) {
    this.listeners.set(method, listener);
  }

  async open(url, { width, height }) {
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    const tab = new Tab(this, sessionId);
    await tab.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
    await tab.send('Page.navigate', { url });
    return tab;
  }

  /** The processes of tabs, by id. */
  async renderers() {
    const { processInfo } = await this.send('SystemInfo.getProcessInfo');
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  }

  async close() {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    await this.send('Browser.close').catch(() => undefined);
    await ended;
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

class Tab {
  constructor(chromium, sessionId) {
    this.chromium = chromium;
    this.sessionId = sessionId;
  }

  send(method, params) {
    return this.chromium.send(method, params, this.sessionId);
  }

  /** Runs a function in the page and gives what it gives. */
  async run(work, ...args) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', { expression: `(${work})(...${JSON.stringify(args)})`, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  async until(work, ...args) {
    for (let i = 0; i < 600; i++) {
      // A page that is being left has no context for a moment.
      if (await this.run(work, ...args).catch(() => false)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`waited in vain for ${work}`);
  }
}
