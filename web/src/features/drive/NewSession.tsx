// SPDX-License-Identifier: MIT
//
// A new session in the folder of a known project: with the daemon's leave it starts here and the page
// goes on to it as soon as it has a transcript; otherwise the command that starts it stands ready.

import { useState } from 'preact/hooks';
import { openSidebar } from '../../app/overlay';
import { route } from '../../app/router';
import { t } from '../../i18n';
import { newTurn, startNew, turnOf } from '../../state/drive';
import { server } from '../../state/server';
import { labels, names } from '../../state/labels';
import { sessions } from '../../state/sessions';
import { visible } from '../../text/safe';
import { CopyButton } from '../../ui/CopyButton';
import { Icon } from '../../ui/Icon';
import { useTitle } from '../../ui/useTitle';
import { shellWord } from '../conversation/SessionHeader';
import { TurnView } from './LiveTurn';
import { kAliases, kModes } from './modes';
import './drive.css';

/** Folders of projects, last used first. */
export function knownFolders(rows: readonly { project: { path: string | null }; cwd: string | null }[]): string[] {
  return [...new Set(rows.map((row) => row.project.path ?? row.cwd).filter((path): path is string => !!path))];
}

export interface Wish {
  folder: string;
  prompt: string;
  model: string;
  mode: string;
}

export function newCommand({ folder, prompt, model, mode }: Wish): string {
  const words = ['claude', ...(model ? ['--model', shellWord(model)] : []), ...(mode ? ['--permission-mode', shellWord(mode)] : []), ...(prompt.trim() ? [shellWord(prompt.trim())] : [])];
  return folder ? `cd ${shellWord(folder)} && ${words.join(' ')}` : words.join(' ');
}

export function NewSession() {
  const folders = [...new Set([...knownFolders(sessions.value), ...names(labels.value.projects)])];
  const asked = route.value.params['folder'] ?? '';
  const [wish, setWish] = useState<Wish>({ folder: '', prompt: '', model: '', mode: '' });
  const folder = wish.folder || asked || folders[0] || '';
  const full = { ...wish, folder };
  const set = (change: Partial<Wish>): void => setWish({ ...wish, ...change });
  useTitle(t('newSession'));
  const turn = turnOf(newTurn.value);
  const going = !!turn && turn.error === '' && turn.state !== 'ended' && turn.state !== 'idle';
  const drive = server.value.drive;
  const ready = wish.prompt.trim() !== '' && folder !== '' && !going;
  const submit = (): void => {
    if (drive && ready) void startNew(folder, wish.prompt.trim(), wish.model, wish.mode);
  };
  return (
    <main class="new-session" id="main" data-testid="new-session">
      <header class="page-head">
        <button type="button" class="icon-button narrow-only" aria-label={t('sessions')} onClick={openSidebar}><Icon name="menu" /></button>
        <h1>{t('newSession')}</h1>
      </header>
      <form class="new-form" onSubmit={(e) => { e.preventDefault(); submit(); }}>
        <label class="new-field">
          <span>{t('project')}</span>
          <select value={folder} disabled={going} onChange={(e) => set({ folder: e.currentTarget.value })} data-testid="new-folder">
            {asked && !folders.includes(asked) ? <option value={asked}>{visible(asked)}</option> : null}
            {folders.map((path) => <option key={path} value={path}>{visible(path)}</option>)}
          </select>
        </label>
        <label class="new-field">
          <span>{t('prompt')}</span>
          <textarea
            rows={6}
            autoFocus
            disabled={going}
            value={wish.prompt}
            placeholder={t('newPromptPlaceholder')}
            onInput={(e) => set({ prompt: e.currentTarget.value })}
            onKeyDown={(e) => {
              e.stopPropagation();
              if (e.key !== 'Enter' || e.isComposing || !(e.ctrlKey || e.metaKey)) return;
              e.preventDefault();
              submit();
            }}
            data-testid="new-prompt"
          />
        </label>
        <div class="new-row">
          <label class="new-field">
            <span>{t('model')}</span>
            <select value={wish.model} disabled={going} onChange={(e) => set({ model: e.currentTarget.value })} data-testid="new-model">
              <option value="">{t('modelDefault')}</option>
              {[...kAliases, ...names(labels.value.models)].map((model) => <option key={model} value={model}>{visible(model)}</option>)}
            </select>
          </label>
          <label class="new-field">
            <span>{t('permissionMode')}</span>
            <select value={wish.mode} disabled={going} onChange={(e) => set({ mode: e.currentTarget.value })} data-testid="new-mode">
              {kModes.map(([value, key]) => <option key={value} value={value}>{t(key)}</option>)}
            </select>
          </label>
          {drive ? <button type="submit" class="tool-button primary" disabled={!ready} data-testid="new-start"><Icon name="play" /> {t('start')}</button> : null}
        </div>
        <div class="new-command" data-testid="new-command">
          <p>{drive ? t('orInTerminal') : t('newInTerminal')}</p>
          <code>{visible(newCommand(full))}</code>
          <CopyButton text={newCommand(full)} label={t('copyCommand')} />
          {drive ? null : <p class="new-hint">{t('driveNewHint')}</p>}
        </div>
      </form>
      {turn?.error ? <p class="tool-error" role="alert">{visible(turn.error)}</p> : null}
      {turn && going ? <TurnView turn={turn} fresh={turn.messages} prompt={turn.prompt} /> : null}
    </main>
  );
}
