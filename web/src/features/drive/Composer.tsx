// SPDX-License-Identifier: MIT
//
// Going on with a session: a prompt to the user's own claude through the daemon, or, when the daemon
// may not drive it, the command that does it.

import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../i18n';
import type { Conversation } from '../../state/conversation';
import { editAndResend, interrupt, kNoTurn, send, turnOf } from '../../state/drive';
import { editing } from '../../state/screen';
import { server } from '../../state/server';
import { sessionById } from '../../state/sessions';
import { visible } from '../../text/safe';
import { CopyButton } from '../../ui/CopyButton';
import { Icon } from '../../ui/Icon';
import { resumeCommand, shellWord } from '../conversation/SessionHeader';
import { kModes } from './modes';
import './drive.css';

function ReadyCommand({ conversation }: { conversation: Conversation }) {
  const head = conversation.head.value;
  if (!head) return null;
  const leaf = conversation.key.leaf;
  const command = leaf ? `clew resume ${shellWord(head.id)} --at ${shellWord(leaf)}` : resumeCommand(head.cwd, head.id);
  return (
    <div class="composer composer-command" data-testid="ready-command">
      <span class="composer-label">{t('goOnWith')}</span>
      <code>{visible(command)}</code>
      <CopyButton text={command} label={t('copyResume')} />
      <span class="composer-hint wide-only">{t('driveHint')}</span>
    </div>
  );
}

export function Composer({ conversation }: { conversation: Conversation }) {
  const box = useRef<HTMLDivElement>(null);
  // Notices stand above it, however tall it is.
  useEffect(() => {
    const el = box.current;
    if (!el) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--below', `${el.offsetHeight}px`));
    observer.observe(el);
    return () => {
      observer.disconnect();
      style.removeProperty('--below');
    };
  }, []);
  return <div ref={box}>{server.value.drive ? <PromptForm conversation={conversation} /> : <ReadyCommand conversation={conversation} />}</div>;
}

function PromptForm({ conversation }: { conversation: Conversation }) {
  const session = conversation.head.value?.id ?? conversation.key.session;
  const turn = turnOf(session) ?? kNoTurn;
  const row = sessionById(session);
  const edit = editing.value?.session === conversation.key.session ? editing.value : null;
  const [text, setText] = useState('');
  const [fork, setFork] = useState(false);
  const [force, setForce] = useState(false);
  const [mode, setMode] = useState('');
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!edit) return;
    setText(edit.text);
    area.current?.focus();
  }, [edit?.uuid]);
  const busy = turn.state === 'busy' || turn.state === 'waiting' || turn.state === 'starting';
  // Open in another program: two writers would tear the conversation apart.
  const elsewhere = !!row?.running && !turn.conversation;
  const blocked = elsewhere && !fork && !force;
  const submit = (): void => {
    const prompt = text.trim();
    if (!prompt || blocked) return;
    setText('');
    if (edit) {
      editing.value = null;
      void editAndResend(session, edit.uuid, prompt, { fork, force, mode });
    } else {
      void send(session, prompt, { leaf: conversation.key.leaf, fork, force, mode });
    }
  };
  return (
    <form class="composer" data-testid="composer" onSubmit={(e) => { e.preventDefault(); submit(); }}>
      {edit ? (
        <p class="composer-note">
          <Icon name="pencil" /> {t('editingPrompt')}
          <button type="button" onClick={() => { editing.value = null; setText(''); }}>{t('cancel')}</button>
        </p>
      ) : null}
      {elsewhere ? (
        <p class="composer-warn" role="alert">
          {t('runningElsewhere')}
          <label><input type="checkbox" checked={fork} onChange={(e) => setFork(e.currentTarget.checked)} /> {t('goOnInCopy')}</label>
          <label><input type="checkbox" checked={force} onChange={(e) => setForce(e.currentTarget.checked)} /> {t('goOnAnyway')}</label>
        </p>
      ) : null}
      {conversation.key.leaf && !edit ? <p class="composer-note"><Icon name="fork" /> {t('goOnFromBranch')}</p> : null}
      {turn.error ? <p class="tool-error" role="alert">{visible(turn.error)}</p> : null}
      <div class="composer-line">
        <textarea
          ref={area}
          rows={Math.min(10, Math.max(1, text.split('\n').length))}
          value={text}
          placeholder={t('promptPlaceholder')}
          aria-label={t('promptPlaceholder')}
          onInput={(e) => setText(e.currentTarget.value)}
          onKeyDown={(e) => {
            e.stopPropagation();
            if (e.key === 'Enter' && !e.shiftKey && !e.isComposing) {
              e.preventDefault();
              submit();
            } else if (e.key === 'Escape') {
              e.currentTarget.blur();
            }
          }}
        />
        <select value={mode} onChange={(e) => setMode(e.currentTarget.value)} aria-label={t('permissionMode')} title={t('permissionMode')}>
          {kModes.map(([value, key]) => <option key={value} value={value}>{t(key)}</option>)}
        </select>
        {busy ? (
          <button type="button" class="tool-button" onClick={() => void interrupt(turn)} disabled={!turn.conversation} data-testid="interrupt"><Icon name="stop" /> {t('interrupt')}</button>
        ) : null}
        <button type="submit" class="tool-button primary" disabled={!text.trim() || blocked} data-testid="send"><Icon name="send" /> {edit ? t('resend') : t('send')}</button>
      </div>
    </form>
  );
}
