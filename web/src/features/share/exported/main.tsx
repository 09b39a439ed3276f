// SPDX-License-Identifier: MIT
//
// The script of an exported file (build/embed_export.mjs). api/client is client.ts here.

import { render } from 'preact';
import { go, route, sessionHref, startRouter } from '../../../app/router';
import { startLanguage } from '../../../i18n';
import { ExportedPage } from './ExportedPage';
import { file } from './data';
import '../../../styles/base.css';
import '../../../styles/layout.css';

async function start(): Promise<void> {
  startRouter();
  if (route.value.page !== 'session') go(sessionHref(file().session.id), true);
  await startLanguage();
  const root = document.getElementById('app');
  if (!root) return;
  root.replaceChildren();
  render(<ExportedPage />, root);
}

void start();
