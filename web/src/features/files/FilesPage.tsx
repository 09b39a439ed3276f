// SPDX-License-Identifier: MIT
//
// The files a session changed, from Claude Code's own copies and the calls of its tools: their state
// at any prompt, and what changed between two points or since then on the disk.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { ApiError, get } from '../../api/client';
import type { TrackedFile, TrackedFiles, OutlineRow } from '../../api/types';
import { go, route, withParams } from '../../app/router';
import { bytes, clock, dateTime, t, type Key } from '../../i18n';
import { conversationFor } from '../../state/conversation';
import { visible } from '../../text/safe';
import { CopyButton } from '../../ui/CopyButton';
import { FilePath } from '../../ui/FilePath';
import { Icon } from '../../ui/Icon';
import { SubPage } from '../turns/SubPage';
import { DiffView } from '../tools/DiffView';
import { FileText } from '../tools/FileText';
import { count, inverted, unified } from '../tools/diff';
import './files.css';

function Points({ rows, value, onChange, label, extra }: { rows: OutlineRow[]; value: string; onChange: (uuid: string) => void; label: string; extra: [string, string][] }) {
  return (
    <label class="filter">
      <span>{label}</span>
      <select value={value} onChange={(e) => onChange(e.currentTarget.value)}>
        {extra.map(([v, name]) => <option key={v} value={v}>{name}</option>)}
        {rows.map((row) => <option key={row.uuid} value={row.uuid ?? ''}>{clock(row.timestamp)} {visible(row.preview ?? '').slice(0, 70)}</option>)}
      </select>
    </label>
  );
}

const kChanges: Record<NonNullable<TrackedFile['change']>, Key> = { added: 'changeAdded', changed: 'changeChanged', dropped: 'changeDropped' };

function factsOf(file: TrackedFile): string {
  if (!file.existed) return t('didNotExist');
  const which = file.source === 'history' ? `v${file.version}` : '';
  return [which, file.edits > 0 ? t('editCount', { n: file.edits }) : '', file.size !== null ? bytes(file.size) : '', dateTime(file.backedUpAt)].filter(Boolean).join(' · ');
}

function FileCard({ file, session, at, backward, compared }: { file: TrackedFile; session: string; at: string; backward: boolean; compared: boolean }) {
  const [content, setContent] = useState<string | null>(null);
  const [failed, setFailed] = useState('');
  const hunks = useMemo(() => (file.diff ? (backward ? inverted(unified(file.diff)) : unified(file.diff)) : null), [file.diff, backward]);
  const changed = hunks && hunks.length > 0 ? count(hunks) : null;
  const kept = file.source === 'history';
  useEffect(() => setContent(null), [at]);
  const show = (): void => {
    if (content !== null) {
      setContent(null);
      return;
    }
    get('files', { session, at, cat: file.path }).then(
      (answer) => setContent(answer.content ?? ''),
      (error: unknown) => setFailed(error instanceof ApiError ? error.message : String(error)),
    );
  };
  return (
    <section class="file-card" aria-label={visible(file.path)}>
      <header>
        <Icon name="file" />
        <h2><FilePath path={file.path} /></h2>
        {file.change ? <span class="badge">{t(kChanges[file.change])}</span> : null}
        {changed ? <span class="tool-changed"><span class="plus">+{changed.added}</span> <span class="minus">−{changed.removed}</span></span> : null}
        <span class="badge" title={kept ? t('sourceHistoryHint') : t('sourceCallsHint')} data-source={file.source}>{kept ? t('sourceHistory') : t('sourceCalls')}</span>
        <span class="web-host">{factsOf(file)}</span>
        <span class="grow" />
        {content !== null ? <CopyButton text={content} /> : null}
        {file.existed ? <button type="button" class="tool-button small" aria-expanded={content !== null} onClick={show}>{content !== null ? t('foldLess') : t('showFile')}</button> : null}
      </header>
      {failed ? <p class="tool-error">{failed}</p> : null}
      {content !== null ? <FileText text={content} path={file.path} start={1} lines={40} /> : null}
      {hunks && hunks.length > 0 ? <DiffView hunks={hunks} folded={60} path={file.path} /> : null}
      {compared && hunks?.length === 0 ? <p class="term-note file-note">{t('fileUnchanged')}</p> : null}
      {compared && !hunks ? <p class="term-note file-note">{t('fileUnknown')}</p> : null}
    </section>
  );
}

export function FilesPage() {
  const { session, params } = route.value;
  const at = params['at'] ?? '';
  const diff = params['diff'] ?? '';
  const conversation = conversationFor({ session, leaf: '', rules: '' });
  const [answer, setAnswer] = useState<TrackedFiles | null>(null);
  const [failed, setFailed] = useState('');
  useEffect(() => {
    if (!conversation.outline.value) void conversation.loadOutline().catch(() => undefined);
  }, [conversation]);
  useEffect(() => {
    let live = true;
    setAnswer(null);
    setFailed('');
    get('files', { session, at, diff }).then(
      (files) => live && setAnswer(files),
      (error: unknown) => live && setFailed(error instanceof ApiError ? error.message : String(error)),
    );
    return () => {
      live = false;
    };
  }, [session, at, diff]);
  const prompts = (conversation.outline.value ?? []).filter((row) => row.role === 'user' && row.preview && row.uuid);
  // The daemon tells what leads from the state shown to the other point; people read forward in time.
  const order = (uuid: string): number => prompts.findIndex((row) => row.uuid === uuid);
  const backward = diff !== '' && diff !== 'disk' && order(diff) >= 0 && (at === '' || order(diff) < order(at));
  const pointName = (uuid: string): string => (uuid === '' ? t('lastState') : uuid === 'disk' ? t('theDisk') : `${clock(prompts[order(uuid)]?.timestamp)} ${(prompts[order(uuid)]?.preview ?? '').slice(0, 40)}`);
  const isFromCalls = !!answer?.files?.length && answer.files.every((file) => file.source !== 'history');
  const [from, to] = backward ? [diff, at] : [at, diff];
  return (
    <SubPage page="files" title={t('files')} name={conversation.head.value?.name} failed="" waiting={false}>
      <div class="files" data-testid="files">
        <div class="files-points">
          <Points rows={prompts} value={at} onChange={(uuid) => go(withParams({ at: uuid }))} label={t('stateAt')} extra={[['', t('lastState')]]} />
          <Points rows={prompts} value={diff} onChange={(uuid) => go(withParams({ diff: uuid }))} label={t('compareWith')} extra={[['', t('nothing')], ['disk', t('theDisk')]]} />
        </div>
        <p class="page-note">{diff ? t('filesFromTo', { from: pointName(from), to: pointName(to) }) : t(isFromCalls ? 'filesNoteCalls' : 'filesNote')}</p>
        {failed ? <p class="tool-error" role="alert">{failed}</p> : null}
        {answer?.files && answer.files.length === 0 ? <p class="empty-list">{t('noFiles')}</p> : null}
        {answer?.files?.map((file) => <FileCard key={file.path} file={file} session={session} at={at} backward={backward} compared={diff !== ''} />)}
      </div>
    </SubPage>
  );
}
