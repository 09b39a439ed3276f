// SPDX-License-Identifier: MIT
//
// What a driven conversation is saying right now, below the transcript: messages that the file does
// not have yet, the one that is being written, and the questions that wait for an answer.

import type { Message, Permission, Turn as Took } from '../../api/types';
import { duration, t } from '../../i18n';
import { Markdown } from '../../markdown/Markdown';
import { plain, visible } from '../../text/safe';
import type { Conversation } from '../../state/conversation';
import { answer, turnOf, type Turn } from '../../state/drive';
import { Icon } from '../../ui/Icon';
import { MessageView } from '../conversation/MessageView';
import { Prompt } from '../conversation/Prompt';
import { JsonTree } from '../tools/JsonTree';
import { QuestionForm, questionsOf } from './QuestionForm';
import { fields, items, text } from '../tools/access';

function PermissionCard({ turn, asked }: { turn: Turn; asked: Permission }) {
  const command = text(fields(asked.input)['command']);
  return (
    <section class="permission" role="alertdialog" aria-label={t('permissionAsked')} data-testid="permission">
      <h3><Icon name="lock" /> {visible(asked.title || t('permissionFor', { tool: asked.tool }))}</h3>
      {asked.description ? <p>{visible(asked.description)}</p> : null}
      {asked.reason ? <p class="task-note">{visible(asked.reason)}</p> : null}
      {command ? <pre class="typed">{visible(command)}</pre> : asked.input !== undefined ? <JsonTree value={asked.input} /> : null}
      <p class="permission-buttons">
        <button type="button" class="tool-button primary" onClick={() => void answer(turn, asked.request, 'allow')} data-testid="allow">{t('allow')}</button>
        {items(asked.suggestions).length > 0 ? <button type="button" class="tool-button" onClick={() => void answer(turn, asked.request, 'always')}>{t('allowAlways')}</button> : null}
        <button type="button" class="tool-button" onClick={() => void answer(turn, asked.request, 'deny')} data-testid="deny">{t('deny')}</button>
      </p>
    </section>
  );
}

/** Something of a turn is below the transcript: what is being written, or a question. */
export function isLive(conversation: Conversation): boolean {
  const turn = turnOf(conversation.head.value?.id ?? conversation.key.session);
  return !!turn && (Object.keys(turn.partial).length > 0 || turn.permissions.length > 0);
}

export function LiveTurn({ conversation }: { conversation: Conversation }) {
  const session = conversation.head.value?.id ?? conversation.key.session;
  const turn = turnOf(session);
  void conversation.revision.value;
  if (!turn || turn.state === 'ended') return <TurnTook took={conversation.turn.value} />;
  const fresh = turn.messages.filter((message) => !conversation.holds(message));
  return <TurnView turn={turn} fresh={fresh} prompt={conversation.endsWithPrompt(turn.prompt) ? '' : turn.prompt} />;
}

/** What the turn took that has just ended in another program. */
function TurnTook({ took }: { took: Took | null }) {
  if (!took) return null;
  const parts = [took.durationMs === undefined ? '' : duration(took.durationMs), took.tools > 0 ? t('toolCount', { n: took.tools }) : '', took.costText ?? t('priceUnknown')];
  return <p class="task-note turn-took" data-testid="turn-took">{parts.filter(Boolean).join(' · ')}</p>;
}

/** A turn as it is going on: what is not in the transcript yet, and what waits for the reader. */
export function TurnView({ turn, fresh, prompt }: { turn: Turn; fresh: readonly Message[]; prompt: string }) {
  const blocks = Object.entries(turn.partial);
  const working = turn.state === 'starting' || turn.state === 'busy';
  if (fresh.length === 0 && blocks.length === 0 && turn.permissions.length === 0 && !working && !turn.prompt && turn.queued.length === 0) return null;
  return (
    <div class="live-turn" data-testid="live-turn" aria-live="polite">
      {prompt ? (
        <article class="msg msg-user kind-prompt"><header class="msg-head"><span class="msg-who">{t('kindPrompt')}</span></header><div class="msg-body"><Prompt text={prompt} /></div></article>
      ) : null}
      {fresh.map((message) => <MessageView key={message.uuid ?? message.line} message={message} />)}
      {blocks.map(([index, block]) => (
        <div key={index} class="msg msg-assistant">
          {block.block === 'tool_use' ? (
            <p class="tools-short"><Icon name="tool" /> {visible(block.tool)} <code>{visible(block.text.slice(-200))}</code></p>
          ) : block.block === 'thinking' ? (
            <p class="thought-hidden live-cursor">{plain(block.text).slice(-600)}</p>
          ) : (
            <div class="live-cursor"><Markdown text={block.text} /></div>
          )}
        </div>
      ))}
      {turn.permissions.map((asked) => asked.tool === 'AskUserQuestion' && questionsOf(asked.input).length > 0 ? <QuestionForm key={asked.request} turn={turn} asked={asked} /> : <PermissionCard key={asked.request} turn={turn} asked={asked} />)}
      {turn.queued.map((text, i) => <p key={i} class="queued" data-testid="queued"><span class="badge">{t('isQueued')}</span> {visible(text)}</p>)}
      {working && blocks.length === 0 ? <p class="working" role="status"><span class="spinner" /> {turn.status ? visible(turn.status) : t('working')}</p> : null}
    </div>
  );
}
