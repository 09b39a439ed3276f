// SPDX-License-Identifier: MIT
import { render } from 'preact';
import { takeToken } from './api/client';
import { App } from './app/App';
import { startKeyboard } from './app/commands';
import { startOverlays } from './app/overlay';
import { startRouter } from './app/router';
import { startLanguage } from './i18n';
import { startNotices } from './state/browserNotices';
import { startLive } from './state/live';
import { loadServer } from './state/server';
import { loadSessions } from './state/sessions';
import './styles/base.css';
import './styles/layout.css';

async function start(): Promise<void> {
  await takeToken();
  void loadSessions();
  startRouter();
  startOverlays();
  await startLanguage();
  const root = document.getElementById('app');
  if (root) render(<App />, root);
  startKeyboard();
  void loadServer();
  startLive();
  startNotices();
}

void start();
