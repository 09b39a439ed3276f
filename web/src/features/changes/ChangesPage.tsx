// SPDX-License-Identifier: MIT
//
// Everything that a session and its subagents did to files: one diff a file, or turn by turn, and all of
// it as a patch.

import { useMemo } from 'preact/hooks';
import { get } from '../../api/client';
import type { ChangeStep, FileDiff, SessionChanges, TurnList } from '../../api/types';
import { go, route, sessionHref, withParams } from '../../app/router';
import { clock, t } from '../../i18n';
import { visible } from '../../text/safe';
import { CopyButton } from '../../ui/CopyButton';
import { FilePath } from '../../ui/FilePath';
import { Icon } from '../../ui/Icon';
import { useAnswer } from '../../ui/useAnswer';
import { DiffView } from '../tools/DiffView';
import { unified } from '../tools/diff';
import { SubPage } from '../turns/SubPage';
import { byTurn, patchOf, patchOfAll } from './patch';
import '../files/files.css';

function Counts({ added, removed }: { added: number; removed: number }) {
  return <span class="tool-changed"><span class="plus">+{added}</span> <span class="minus">−{removed}</span></span>;
}

function Diff({ lines, path }: { lines: readonly string[]; path: string }) {
  const hunks = useMemo(() => unified(lines), [lines]);
  return hunks.length > 0 ? <DiffView hunks={hunks} folded={40} path={path} /> : <p class="term-note file-note">{t('asItWas')}</p>;
}

function FileCard({ file }: { file: FileDiff }) {
  return (
    <section class="file-card" aria-label={visible(file.path)} data-testid="changed-file" id={`file-${encodeURIComponent(file.path)}`}>
      <header>
        <Icon name="file" />
        <h2><FilePath path={file.path} /></h2>
        {file.created ? <span class="badge">{t('changeAdded')}</span> : null}
        <Counts added={file.added} removed={file.removed} />
        <span class="web-host">{t('editCount', { n: file.edits })}</span>
        {file.whole ? null : <span class="badge badge-warn" title={t('notWholeHint')}>{t('notWhole')}</span>}
        <span class="grow" />
        <CopyButton text={() => patchOf(file)} label={t('copyPatch')} />
      </header>
      <Diff lines={file.diff} path={file.path} />
    </section>
  );
}

function StepCard({ step }: { step: ChangeStep }) {
  const { session } = route.value;
  return (
    <section class="file-card" aria-label={visible(step.path)} data-testid="change-step">
      <header>
        <span class="tool-name">{visible(step.tool)}</span>
        <h2><FilePath path={step.path} /></h2>
        <Counts added={step.added} removed={step.removed} />
        {step.agent ? <a class="badge" href={sessionHref(session, { agent: step.agent })}><Icon name="robot" /> {t('subagent')}</a> : null}
        <span class="grow" />
        {step.uuid ? <a class="web-host" href={sessionHref(session, { at: step.uuid, ...(step.agent ? { agent: step.agent } : {}) })}>{clock(step.timestamp)} · {t('toMessage')}</a> : null}
      </header>
      <Diff lines={step.diff} path={step.path} />
    </section>
  );
}

function ByTurn({ changes, turns }: { changes: SessionChanges; turns: TurnList }) {
  return (
    <>
      {byTurn(changes.steps ?? []).map(({ turn, steps }, i) => {
        const of = turns.turns[turn - 1]; // they are counted from 1
        return (
          <section key={i} class="turn-changes" data-testid="turn-changes">
            <h2>{of?.uuid ? <a href={sessionHref(route.value.session, { at: of.uuid })}>{t('turnNumber', { n: turn })} {visible(of.prompt)}</a> : t('someTurn')}</h2>
            {steps.map((step, n) => <StepCard key={n} step={step} />)}
          </section>
        );
      })}
    </>
  );
}

export function ChangesPage() {
  const { session, params } = route.value;
  const leaf = params['leaf'] ?? '';
  const isByTurn = params['by'] === 'turn';
  const { answer, failed } = useAnswer(`${session} ${leaf} ${isByTurn}`, () => Promise.all([get('changes', { session, leaf, steps: isByTurn }), get('turns', { session, leaf, noUsage: true })]));
  const [changes, turns] = answer ?? [null, null];
  const added = changes?.files.reduce((n, file) => n + file.added, 0) ?? 0;
  const removed = changes?.files.reduce((n, file) => n + file.removed, 0) ?? 0;
  return (
    <SubPage
      page="changes"
      title={t('allChanges')}
      name={changes?.session.name}
      failed={failed}
      waiting={!answer}
      tools={
        <>
          <div class="segmented" role="radiogroup" aria-label={t('view')}>
            <button type="button" role="radio" aria-checked={!isByTurn} onClick={() => go(withParams({ by: '' }), true)}>{t('byFile')}</button>
            <button type="button" role="radio" aria-checked={isByTurn} onClick={() => go(withParams({ by: 'turn' }), true)} data-testid="by-turn">{t('byTurn')}</button>
          </div>
          {changes && changes.files.length > 0 ? <span class="tool-button patch-button" data-testid="copy-patch"><CopyButton text={() => patchOfAll(changes.files)} label={t('copyPatch')} /> {t('copyPatch')}</span> : null}
        </>
      }
    >
      {changes && turns ? (
        <>
          <p class="page-note">{changes.files.length === 0 ? t('noChanges') : t('changesNote', { files: t('fileCount', { n: changes.files.length }), added, removed })}</p>
          {isByTurn ? <ByTurn changes={changes} turns={turns} /> : changes.files.map((file) => <FileCard key={file.path} file={file} />)}
        </>
      ) : null}
    </SubPage>
  );
}
