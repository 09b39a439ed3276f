// SPDX-License-Identifier: MIT
import { memo } from 'preact/compat';
import type { ComponentChildren } from 'preact';
import type { Message, SessionTurn } from '../../api/types';
import type { Detail } from '../../app/preferences';
import { clock, dateTime, t, type Key } from '../../i18n';
import { Markdown } from '../../markdown/Markdown';
import { plain, visible } from '../../text/safe';
import { Disclosure, useFold } from '../../ui/Fold';
import { Icon } from '../../ui/Icon';
import { LongText } from '../../ui/LongText';
import { ToolCallView } from '../tools/ToolCallView';
import { Output } from '../tools/Terminal';
import { CompactionMark } from './CompactionMark';
import { Media } from './Media';
import { Prompt } from './Prompt';
import { ContextTags } from './Tags';
import { TurnFacts } from './TurnFacts';
import { CutNote, WholeMessage, cutInText, useWhole } from './whole';
import './message.css';

export interface MessageProps {
  message: Message;
  detail?: Detail;
  nested?: boolean;
  /** What stands at the right of the head: branch switch, menu. */
  actions?: ComponentChildren;
  /** The turn that it begins. */
  turn?: SessionTurn | undefined;
  /** The message before it says who speaks. */
  goesOn?: boolean;
}

const kKindLabel: Record<string, Key> = {
  prompt: 'kindPrompt', queued: 'kindQueued', command: 'kindCommand', 'command-output': 'kindCommandOutput', shell: 'kindShell',
  'shell-output': 'kindShellOutput', notification: 'kindNotification', interruption: 'kindInterruption', 'hook-feedback': 'kindHook',
  meta: 'kindMeta', 'compact-summary': 'kindSummary', compaction: 'kindCompaction', notice: 'kindNotice', answer: 'kindAnswer',
  'api-error': 'kindApiError', 'orphan-result': 'kindOrphan', attachment: 'kindAttachment',
};

export function kindLabel(kind: string): string {
  const key = kKindLabel[kind];
  return key ? t(key) : kind;
}

function LongMarkdown({ text, typed = false }: { text: string; typed?: boolean }) {
  const { shown, more, long } = useFold(text, 120);
  return (
    <>
      {long ? <LongText text={plain(long)} /> : typed ? <Prompt text={shown} /> : <Markdown text={shown} />}
      {more}
    </>
  );
}

function Thought({ message }: { message: Message }) {
  if (message.thought) {
    const first = plain(message.thought).replace(/\s+/g, ' ').slice(0, 140);
    return (
      <Disclosure class="thought" holds={() => message.thought} summary={<><Icon name="thought" /><span class="thought-preview">{first}</span></>}>
        {() => <LongMarkdown text={message.thought} />}
      </Disclosure>
    );
  }
  return message.thoughtHidden ? <p class="thought-hidden"><Icon name="thought" /> {t('thoughtHidden')}</p> : null;
}

function Body({ message, detail, nested }: { message: Message; detail: Detail; nested: boolean }) {
  switch (message.kind) {
    case 'command':
    case 'shell':
      return <pre class="typed" tabIndex={0}>{visible(message.text)}</pre>;
    case 'command-output':
    case 'shell-output':
      return <Output text={message.text} lines={14} />;
    case 'compact-summary':
      return <Disclosure holds={() => message.text} summary={<span class="summary-preview">{plain(message.text).replace(/\s+/g, ' ').slice(0, 200)}</span>}>{() => <LongMarkdown text={message.text} />}</Disclosure>;
    case 'interruption':
    case 'notice':
    case 'notification':
      return <p class="line">{plain(message.text)}</p>;
    case 'meta':
    case 'attachment':
      return <Output text={message.text} lines={6} />;
    default:
      return (
        <>
          {message.role === 'assistant' && detail !== 'talk' ? <Thought message={message} /> : null}
          {message.prompt ?? message.text ? <LongMarkdown text={message.prompt ?? message.text} typed={message.role === 'user' && !nested} /> : null}
        </>
      );
  }
}

function Tools({ message, detail }: { message: Message; detail: Detail }) {
  if (message.tools.length === 0) return null;
  if (detail === 'all') return <>{message.tools.map((call) => <ToolCallView key={call.id} call={call} />)}</>;
  const names = new Map<string, number>();
  for (const call of message.tools) names.set(call.name, (names.get(call.name) ?? 0) + 1);
  const failed = message.tools.filter((call) => call.state === 'failed').length;
  return (
    <p class="tools-short">
      <Icon name="tool" />
      {[...names].map(([name, n]) => (n > 1 ? `${visible(name)} ×${n}` : visible(name))).join(', ')}
      {failed > 0 ? <span class="tools-failed"> · {t('failedCount', { n: failed })}</span> : null}
    </p>
  );
}

function Head({ message, nested, actions, turn }: { message: Message; nested: boolean; actions: ComponentChildren; turn: SessionTurn | undefined }) {
  return (
    <header class="msg-head">
      {/* A subagent is asked by Claude, not by the reader. */}
      <span class="msg-who">{nested && message.kind === 'prompt' ? t('kindTask') : kindLabel(message.kind)}</span>
      {message.model ? <span class="msg-model">{visible(message.model.replace(/^claude-/, '').replace(/-\d{8}$/, ''))}</span> : null}
      {turn ? <TurnFacts turn={turn} /> : null}
      <time class="msg-time" dateTime={message.timestamp ?? undefined} title={dateTime(message.timestamp)}>{clock(message.timestamp)}</time>
      <span class="msg-actions">{actions}</span>
    </header>
  );
}

const kQuiet = new Set(['notice', 'notification', 'interruption', 'meta', 'attachment', 'command-output', 'shell-output', 'hook-feedback']);

export const MessageView = memo(function MessageView({ message: page, detail = 'all', nested = false, actions, turn, goesOn = false }: MessageProps) {
  const whole = useWhole(page);
  const message = whole.message;
  if (message.kind === 'compaction') return <CompactionMark message={message} actions={actions} />;
  const kind = kKindLabel[message.kind] ? message.kind : 'other';
  return (
    <WholeMessage.Provider value={whole}>
      <article
        class={`msg msg-${message.role} kind-${kind} ${kQuiet.has(message.kind) ? 'msg-quiet' : ''} ${goesOn ? 'msg-goes-on' : ''}`}
        aria-label={`${kindLabel(message.kind)}${message.timestamp ? `, ${dateTime(message.timestamp)}` : ''}`}
      >
        {nested && message.role === 'assistant' && message.text === '' ? null : goesOn ? <div class="msg-head msg-head-quiet"><span class="msg-actions">{actions}</span></div> : <Head message={message} nested={nested} actions={actions} turn={turn} />}
        <div class="msg-body">
          <ContextTags message={message} />
          <Body message={message} detail={detail} nested={nested} />
          <CutNote size={cutInText(message)} />
          {message.parts?.map((part, i) => (
            <Media key={i} part={part} nth={message.parts!.slice(0, i).filter((p) => p.uuid === part.uuid).length} />
          ))}
          <Tools message={message} detail={detail} />
        </div>
      </article>
    </WholeMessage.Provider>
  );
});
