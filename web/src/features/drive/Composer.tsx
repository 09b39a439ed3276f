// SPDX-License-Identifier: MIT
//
// Going on with a session: a prompt to the user's own claude through the daemon, or, when the daemon
// may not drive it, the command that does it.

import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../i18n';
import type { Conversation } from '../../state/conversation';
import { configure, editAndResend, interrupt, kNoTurn, send, turnOf } from '../../state/drive';
import { labels, names } from '../../state/labels';
import { notify } from '../../state/notices';
import { editing } from '../../state/screen';
import { server } from '../../state/server';
import { sessionById } from '../../state/sessions';
import { visible } from '../../text/safe';
import { CopyButton } from '../../ui/CopyButton';
import { Icon } from '../../ui/Icon';
import { resumeCommand, shellWord } from '../conversation/SessionHeader';
import { shortModel } from '../conversation/SessionFacts';
import { PromptField } from './PromptField';
import { kAliases, kModes } from './modes';
import { blocksOf, readPicture, type Picture } from './pictures';
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
  const [model, setModel] = useState('');
  const [pictures, setPictures] = useState<Picture[]>([]);
  const area = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const takeFiles = (files: readonly File[]): void => {
    void Promise.all(files.map(readPicture)).then((read) => {
      for (const one of read) if (typeof one === 'string') notify(t(one), { bad: true });
      setPictures((before) => [...before, ...read.filter((one): one is Picture => typeof one !== 'string')]);
    });
  };
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
    if ((!prompt && pictures.length === 0) || blocked) return;
    setText('');
    setPictures([]);
    if (edit) {
      editing.value = null;
      void editAndResend(session, edit.uuid, prompt, { fork, force, mode, model });
    } else {
      void send(session, prompt, { leaf: conversation.key.leaf, fork, force, mode, model, ...(pictures.length > 0 ? { blocks: blocksOf(prompt, pictures) } : {}) });
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
      {pictures.length > 0 ? (
        <ul class="pictures" aria-label={t('pictures')}>
          {pictures.map((picture, i) => (
            <li key={i} data-testid="picture"><Icon name="image" /> {visible(picture.name)} <button type="button" class="chip-cross" aria-label={t('takeAway', { name: picture.name })} onClick={() => setPictures(pictures.filter((_, n) => n !== i))}><Icon name="cross" /></button></li>
          ))}
        </ul>
      ) : null}
      <div class="composer-line" onDragOver={(e) => e.preventDefault()} onDrop={(e) => { e.preventDefault(); takeFiles([...(e.dataTransfer?.files ?? [])]); }}>
        <PromptField session={session} text={text} onText={setText} onSend={submit} onFiles={takeFiles} area={area} />
        <input ref={picker} type="file" accept="image/png,image/jpeg,image/gif,image/webp" multiple hidden onChange={(e) => { takeFiles([...(e.currentTarget.files ?? [])]); e.currentTarget.value = ''; }} data-testid="picture-file" />
        {edit ? null : <button type="button" class="icon-button" aria-label={t('addPicture')} title={t('addPicture')} onClick={() => picker.current?.click()}><Icon name="image" /></button>}
        <select value={model} onChange={(e) => { setModel(e.currentTarget.value); if (e.currentTarget.value) void configure(turn, { model: e.currentTarget.value }); }} aria-label={t('model')} title={turn.model ? t('modelNow', { name: turn.model }) : t('model')} data-testid="composer-model">
          <option value="">{turn.model ? shortModel(turn.model) : t('modelDefault')}</option>
          {[...kAliases, ...names(labels.value.models)].map((name) => <option key={name} value={name}>{shortModel(name)}</option>)}
        </select>
        <select value={mode} onChange={(e) => { setMode(e.currentTarget.value); void configure(turn, { permissionMode: e.currentTarget.value || 'default' }); }} aria-label={t('permissionMode')} title={t('permissionMode')} data-testid="composer-mode">
          {kModes.map(([value, key]) => <option key={value} value={value}>{t(key)}</option>)}
        </select>
        {busy ? (
          <button type="button" class="tool-button" onClick={() => void interrupt(turn)} disabled={!turn.conversation} data-testid="interrupt"><Icon name="stop" /> {t('interrupt')}</button>
        ) : null}
        <button type="submit" class="tool-button primary" disabled={(!text.trim() && pictures.length === 0) || blocked} data-testid="send"><Icon name="send" /> {edit ? t('resend') : busy ? t('queueIt') : t('send')}</button>
      </div>
    </form>
  );
}
