// SPDX-License-Identifier: MIT
//
// Share a session or a part of it: in which form, and what of it nobody else may see. Every secret
// that was found is listed with what stands around it; each can be kept, and that is remembered.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ApiError, get, post } from '../../api/client';
import type { SecretFinding } from '../../api/types';
import { bytes, t, type Key } from '../../i18n';
import { notify } from '../../state/notices';
import { sessionById } from '../../state/sessions';
import { plain, visible } from '../../text/safe';
import { copy } from '../../ui/CopyButton';
import { Icon } from '../../ui/Icon';
import { exported, fileName, hasDetail, kFormats, partsOf, save, shared, type ExportDetail, type Format, type Shared, type Wanted } from './sharing';
import './share.css';

const kAlso: [string, Key][] = [['email', 'alsoEmail'], ['home', 'alsoHome'], ['ip', 'alsoIp'], ['host', 'alsoHost']];
const kDetails: [ExportDetail, Key][] = [['all', 'detailAll'], ['no-tools', 'detailNoTools'], ['talk', 'detailTalk']];
const kFormatNames: Record<Format, Key> = { html: 'formatHtml', markdown: 'formatMarkdown', text: 'formatText', jsonl: 'formatJsonl', csv: 'formatCsv', patch: 'formatPatch', atif: 'formatAtif', otlp: 'formatOtlp' };
const kPlacesShown = 3;
const kPreview = 4000;

function wordsOf(error: unknown): string {
  return error instanceof ApiError ? error.message || t('unreachable') : String(error);
}

/** A secret, wherever it stands. */
interface Secret {
  session: string;
  label: string;
  kind: string;
  sure: SecretFinding['sure'];
  masked: string;
  kept: boolean;
  places: SecretFinding[];
}

export function secretsOf(places: readonly SecretFinding[], session: string): Secret[] {
  const found = new Map<string, Secret>();
  for (const place of places) {
    const known = found.get(place.label);
    if (known) {
      known.places.push(place);
      known.kept &&= place.kept;
    } else {
      found.set(place.label, { session, label: place.label, kind: place.kind, sure: place.sure, masked: place.masked, kept: place.kept, places: [place] });
    }
  }
  return [...found.values()];
}

function useSecrets(what: Shared, also: readonly string[]): { secrets: Secret[] | null; failed: string; again: () => void } {
  const [secrets, setSecrets] = useState<Secret[] | null>(null);
  const [failed, setFailed] = useState('');
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const ask = ({ session }: Shared): Promise<Secret[]> => get('redact', { session, also: [...also] as never }, stop.signal).then((answer) => secretsOf(answer.places, session));
    Promise.all(partsOf(what).map(ask)).then(
      (found) => setSecrets(found.flat()),
      (error: unknown) => !stop.signal.aborted && setFailed(wordsOf(error)),
    );
    return () => stop.abort();
  }, [what, also, turn]);
  return { secrets, failed, again: () => setTurn((n) => n + 1) };
}

const nameOf = (session: string): string => sessionById(session)?.name ?? session.slice(0, 8);

/** As it will be read. */
function Place({ place, label, kept }: { place: SecretFinding; label: string; kept: boolean }) {
  const tail = (text: string): string => visible(text).slice(-50);
  return (
    <li>
      <code>{tail(place.before)}<mark class={kept ? 'kept' : ''}>{visible(kept ? place.masked : label)}</mark>{visible(place.after).slice(0, 50)}</code>
    </li>
  );
}

function SecretRow({ secret, also, several, changed }: { secret: Secret; also: readonly string[]; several: boolean; changed: () => void }) {
  const [busy, setBusy] = useState(false);
  const decide = async (keep: boolean): Promise<void> => {
    setBusy(true);
    const label = secret.label.replace(/^\[|\]$/g, '');
    try {
      await post('decide', { session: secret.session, also: [...also] as never, ...(keep ? { keep: [label] } : { hide: [label] }) });
      changed();
    } catch (error) {
      notify(wordsOf(error), { bad: true });
    } finally {
      setBusy(false);
    }
  };
  return (
    <li class="secret" data-testid="secret">
      <label>
        <input type="checkbox" checked={!secret.kept} disabled={busy} onChange={(e) => void decide(!e.currentTarget.checked)} />
        <span class="secret-label">{visible(secret.label)}</span>
        <span class="secret-facts">{several ? `${visible(nameOf(secret.session))} · ` : ''}{visible(secret.masked)} · {t('placesCount', { n: secret.places.length })}{secret.sure === 'possible' ? ` · ${t('perhaps')}` : ''}</span>
      </label>
      <ul class="secret-places">
        {secret.places.slice(0, kPlacesShown).map((place) => <Place key={place.number} place={place} label={secret.label} kept={secret.kept} />)}
      </ul>
    </li>
  );
}

function Preview({ what, wanted }: { what: Shared; wanted: Wanted }) {
  const [text, setText] = useState<string | null>(null);
  const [size, setSize] = useState(0);
  const load = async (): Promise<void> => {
    try {
      const { text: made } = await exported(what, { ...wanted, format: wanted.format === 'html' ? 'markdown' : wanted.format });
      setSize(made.size);
      setText(plain(await made.slice(0, kPreview).text()));
    } catch (error) {
      setText(wordsOf(error));
    }
  };
  useEffect(() => setText(null), [what, wanted]);
  if (text === null) return <button type="button" class="tool-button" onClick={() => void load()} data-testid="share-preview"><Icon name="eye" /> {t('preview')}</button>;
  return (
    <>
      <pre class="share-preview" tabIndex={0} aria-label={t('preview')}>{text}</pre>
      {size > kPreview ? <p class="share-note">{t('previewCut', { size: bytes(size) })}</p> : null}
    </>
  );
}

function Dialog({ what }: { what: Shared }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [format, setFormat] = useState<Format>('html');
  const [detail, setDetail] = useState<ExportDetail>('all');
  const [also, setAlso] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const parts = useMemo(() => partsOf(what), [what]);
  const { secrets, failed, again } = useSecrets(what, also);
  const [revision, setRevision] = useState(0);
  // Another object when a decision changed what would be written.
  const wanted = useMemo<Wanted>(() => ({ format, detail, also }), [format, detail, also, revision]);
  useEffect(() => dialog.current?.showModal(), []);
  const changed = (): void => {
    again();
    setRevision((n) => n + 1);
  };
  const download = async (): Promise<void> => {
    setBusy(true);
    try {
      const taken = new Set<string>();
      let size = 0;
      let secretsHidden = 0;
      for (const part of parts) {
        const { text, title, hidden } = await exported(part, wanted);
        save(text, fileName(title, format, taken));
        size += text.size;
        secretsHidden += hidden;
      }
      notify(t('shared', { size: bytes(size), n: secretsHidden }));
      dialog.current?.close();
    } catch (error) {
      notify(wordsOf(error), { bad: true });
    } finally {
      setBusy(false);
    }
  };
  const copyIt = async (): Promise<void> => {
    setBusy(true);
    try {
      const { text, hidden } = await exported(what, wanted);
      await copy(await text.text());
      notify(t('copiedText', { size: bytes(text.size), n: hidden }));
      dialog.current?.close();
    } catch (error) {
      notify(wordsOf(error), { bad: true });
    } finally {
      setBusy(false);
    }
  };
  const part = what.from || what.to ? t('sharePart') : what.leaf ? t('shareBranch') : t('shareAll');
  const about = parts.length > 1 ? `${t('sessionCount', { n: parts.length })} · ${t('shareEach')}` : `${what.session.slice(0, 8)} · ${part}`;
  return (
    <dialog class="share" ref={dialog} aria-label={t('shareIt')} onClose={() => (shared.value = null)} data-testid="share">
      <header>
        <h2><Icon name="send" /> {t('shareIt')}</h2>
        <button type="button" class="icon-button" aria-label={t('close')} onClick={() => dialog.current?.close()}><Icon name="cross" /></button>
      </header>
      <p class="share-note">{about}</p>
      <div class="share-choices">
        <label>{t('format')}
          <select value={format} onChange={(e) => setFormat(e.currentTarget.value as Format)} data-testid="share-format">
            {kFormats.map((one) => <option key={one} value={one}>{t(kFormatNames[one])}</option>)}
          </select>
        </label>
        <label>{t('detail')}
          <select value={detail} disabled={!hasDetail(format)} onChange={(e) => setDetail(e.currentTarget.value as ExportDetail)}>
            {kDetails.map(([one, key]) => <option key={one} value={one}>{t(key)}</option>)}
          </select>
        </label>
      </div>
      <fieldset>
        <legend>{t('alsoHide')}</legend>
        {kAlso.map(([one, key]) => (
          <label key={one}><input type="checkbox" checked={also.includes(one)} onChange={(e) => setAlso(e.currentTarget.checked ? [...also, one] : also.filter((other) => other !== one))} /> {t(key)}</label>
        ))}
      </fieldset>
      <h3>{t('secretsFound')}</h3>
      {failed ? <p class="tool-error" role="alert">{failed}</p> : null}
      {secrets === null && !failed ? <p class="share-note" aria-busy="true">{t('loading')}</p> : null}
      {secrets?.length === 0 ? <p class="share-note">{t('noSecrets')}</p> : null}
      <ul class="secrets">{secrets?.map((secret) => <SecretRow key={`${secret.session} ${secret.label}`} secret={secret} also={also} several={parts.length > 1} changed={changed} />)}</ul>
      <footer>
        <Preview what={what} wanted={wanted} />
        {/* A page is a file; everything else is text that can be pasted. */}
        {parts.length === 1 && format !== 'html' ? <button type="button" class="tool-button share-copy" disabled={busy || secrets === null} onClick={() => void copyIt()} data-testid="share-copy"><Icon name="copy" /> {t('copyText')}</button> : null}
        <button type="button" class="tool-button share-save" disabled={busy || secrets === null} onClick={() => void download()} data-testid="share-save"><Icon name="down" /> {busy ? t('loading') : t('saveFile')}</button>
      </footer>
    </dialog>
  );
}

export function ShareDialog() {
  const what = shared.value;
  return what ? <Dialog what={what} /> : null;
}
