// SPDX-License-Identifier: MIT
//
// Two branches side by side, from the message where they part.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { diffWords } from 'diff';
import { get } from '../../api/client';
import type { Branch, Message, OutlineRow } from '../../api/types';
import { go, route, sessionHref } from '../../app/router';
import { dateTime, money, said, t } from '../../i18n';
import { Conversation, kLongestText } from '../../state/conversation';
import { plain, visible } from '../../text/safe';
import { Markdown } from '../../markdown/Markdown';
import { Icon } from '../../ui/Icon';
import { MessageView } from '../conversation/MessageView';
import { SessionScope } from '../conversation/scope';
import { detail } from '../../app/preferences';
import { sessionById } from '../../state/sessions';
import { useTitle } from '../../ui/useTitle';
import './branches.css';

const kMost = 80;

/** How many messages two branches share. */
export function sharedLength(a: readonly OutlineRow[], b: readonly OutlineRow[]): number {
  let n = 0;
  while (n < a.length && n < b.length && a[n]!.uuid === b[n]!.uuid) n++;
  return n;
}

interface Side {
  branch: Branch | undefined;
  messages: Message[];
  more: number;
  prompt: string;
}

interface Loaded {
  shared: number;
  common: Message | undefined;
  sides: [Side, Side];
}

async function loadSide(session: string, leaf: string, from: number, branches: Branch[]): Promise<Side> {
  const answer = await get('show', { session, leaf, offset: from, first: kMost, longestText: kLongestText });
  const prompt = answer.messages.find((m) => m.role === 'user')?.text ?? '';
  return { branch: branches.find((b) => b.tip === leaf), messages: answer.messages, more: answer.skippedAfter, prompt };
}

async function load(session: string, a: string, b: string): Promise<Loaded> {
  const [left, right] = [new Conversation({ session, leaf: a, rules: '' }), new Conversation({ session, leaf: b, rules: '' })];
  const [, , list] = await Promise.all([left.loadOutline(), right.loadOutline(), get('branches', { session })]);
  const shared = sharedLength(left.outline.value ?? [], right.outline.value ?? []);
  const [sideA, sideB, before] = await Promise.all([
    loadSide(session, a, shared, list.branches),
    loadSide(session, b, shared, list.branches),
    shared > 0 ? get('show', { session, leaf: a, offset: shared - 1, first: 1 }) : Promise.resolve({ messages: [] }),
  ]);
  return { shared, common: before.messages[0], sides: [sideA, sideB] };
}

function PromptDiff({ a, b }: { a: string; b: string }) {
  if (!a || !b || a.length + b.length > 20_000) return null;
  return (
    <p class="prompt-diff" aria-label={t('promptChanges')}>
      {diffWords(plain(a), plain(b)).map((part, i) =>
        part.added ? <ins key={i}>{part.value}</ins> : part.removed ? <del key={i}>{part.value}</del> : <span key={i}>{part.value}</span>,
      )}
    </p>
  );
}

function Column({ side, session, leaf, cost }: { side: Side; session: string; leaf: string; cost: number | undefined }) {
  const scope = useMemo(() => ({ session, leaf, rules: '' as const }), [session, leaf]);
  const tools = side.messages.reduce((n, m) => n + m.tools.length, 0);
  const files = new Set(side.messages.flatMap((m) => m.tools).map((c) => (c.input as { file_path?: unknown } | null)?.file_path).filter((f) => typeof f === 'string'));
  return (
    <section class="compare-column">
      <header class="compare-head">
        <h2>
          {side.branch?.active ? t('activeBranch') : t('otherBranch')}
          <a class="compare-open" href={sessionHref(session, { leaf })}>{t('open')}</a>
        </h2>
        <p class="compare-facts">
          {t('messagesCount', { n: side.messages.length + side.more })} · {t('toolCount', { n: tools })} · {t('fileCount', { n: files.size })}
          {cost !== undefined ? ` · ${money(cost)}` : ''} · {dateTime(side.branch?.updatedAt)}
        </p>
        {side.branch?.reason ? <p class="compare-reason">{visible(said(side.branch.reason))}</p> : null}
      </header>
      <SessionScope.Provider value={scope}>
        <div class="compare-messages" tabIndex={0} role="group" aria-label={side.branch?.active ? t('activeBranch') : t('otherBranch')}>
          {side.messages.map((message) => <MessageView key={message.uuid ?? message.line} message={message} detail={detail.value} />)}
          {side.more > 0 ? <p class="term-note">{t('andMore', { n: side.more })}</p> : null}
        </div>
      </SessionScope.Provider>
    </section>
  );
}

export function ComparePage() {
  const { session, params } = route.value;
  const a = params['a'] ?? '';
  const b = params['b'] ?? '';
  useTitle(`${t('compareBranches')} · ${sessionById(session)?.name ?? ''}`);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failed, setFailed] = useState('');
  const [branches, setBranches] = useState<Branch[]>([]);
  const [costs, setCosts] = useState<Map<string, number>>(new Map());
  useEffect(() => {
    let live = true;
    get('branches', { session }).then((list) => live && setBranches(list.branches), () => undefined);
    get('usage', { kind: 'branches', session }).then(
      (answer) => live && setCosts(new Map((answer.rows ?? []).map((row) => [row.period.split(' ').pop() ?? '', row.cost.usd]))),
      () => undefined,
    );
    return () => {
      live = false;
    };
  }, [session]);
  useEffect(() => {
    let live = true;
    setLoaded(null);
    setFailed('');
    load(session, a, b).then((l) => live && setLoaded(l), (error: unknown) => live && setFailed(String(error instanceof Error ? error.message : error)));
    return () => {
      live = false;
    };
  }, [session, a, b]);
  const choose = (side: 'a' | 'b') => (e: Event) => go({ page: 'compare', session, params: { ...params, [side]: (e.currentTarget as HTMLSelectElement).value } });
  const options = useMemo(() => branches.map((br) => ({ tip: br.tip ?? '', label: `${br.active ? '● ' : ''}${br.prompt || t('activeBranch')}`.slice(0, 70) })), [branches]);
  return (
    <main class="compare" id="main" data-testid="compare">
      <header class="page-head">
        <a class="icon-button" href={sessionHref(session)} aria-label={t('back')} title={t('back')}><span class="flip"><Icon name="chevron" /></span></a>
        <h1>{t('compareBranches')}</h1>
        {(['a', 'b'] as const).map((side) => (
          <select key={side} value={params[side]} onChange={choose(side)} aria-label={side === 'a' ? t('leftBranch') : t('rightBranch')}>
            {options.map((o) => <option key={o.tip} value={o.tip}>{visible(o.label)}</option>)}
          </select>
        ))}
      </header>
      {failed ? <p class="tool-error">{failed}</p> : null}
      {loaded ? (
        <>
          <div class="compare-common">
            <p>{loaded.shared > 0 ? t('sharedMessages', { n: loaded.shared }) : t('sharedNone')}</p>
            {loaded.common?.text ? <div class="compare-last" tabIndex={0}><Markdown text={loaded.common.text.slice(0, 2000)} /></div> : null}
            <PromptDiff a={loaded.sides[0].prompt} b={loaded.sides[1].prompt} />
          </div>
          <div class="compare-columns">
            <Column side={loaded.sides[0]} session={session} leaf={a} cost={costs.get(a)} />
            <Column side={loaded.sides[1]} session={session} leaf={b} cost={costs.get(b)} />
          </div>
        </>
      ) : failed ? null : <p class="term-note">{t('loading')}</p>}
    </main>
  );
}
