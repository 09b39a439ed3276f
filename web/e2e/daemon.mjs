// SPDX-License-Identifier: MIT
// A daemon of our own on an invented root, in a home of its own. Nothing real is ever touched.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export class Place {
  constructor(clew) {
    this.clew = clew;
    this.folder = mkdtempSync(join(tmpdir(), 'clew-web-'));
    this.root = join(this.folder, 'root');
    const home = join(this.folder, 'home');
    mkdirSync(join(home, 'run'), { recursive: true, mode: 0o700 });
    this.env = {
      PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8', TZ: 'UTC', CLAUDE_CONFIG_DIR: this.root, CLEW_CLAUDE: '/bin/false',
      XDG_CONFIG_HOME: join(home, '.config'), XDG_CACHE_HOME: join(home, '.cache'), XDG_DATA_HOME: join(home, '.local/share'), XDG_STATE_HOME: join(home, '.local/state'), XDG_RUNTIME_DIR: join(home, 'run'),
    };
  }

  run(...args) {
    return execFileSync(this.clew, args, { env: this.env, encoding: 'utf8', maxBuffer: 1 << 30 });
  }

  demo() {
    this.run('demo', this.root);
  }

  addSession(project, file, name = file.split('/').pop()) {
    const folder = join(this.root, 'projects', project);
    mkdirSync(folder, { recursive: true });
    const copy = join(folder, name);
    cpSync(file, copy);
    const old = new Date(Date.now() - 20 * 86_400_000);
    utimesSync(copy, old, old);
  }

  async serve(...args) {
    const child = spawn(this.clew, ['serve', '--json', '--root', this.root, ...(args.includes('--port') ? [] : ['--port', '0']), ...(process.env.CLEW_WEB_DIR ? ['--web-dir', process.env.CLEW_WEB_DIR] : []), ...args], { env: this.env, stdio: ['ignore', 'pipe', 'inherit'] });
    const address = await new Promise((resolve, reject) => {
      createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)));
      child.once('exit', (code) => reject(new Error(`clew serve ended with ${code}`)));
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    return {
      ...address,
      async stop() {
        child.kill('SIGTERM');
        const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
        await ended;
        clearTimeout(timer);
      },
    };
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
