// SPDX-License-Identifier: MIT
//
// A call that started a subagent: what it was asked, what it answered, and its own conversation on
// demand, nested as deep as subagents started subagents.

import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import { get } from '../../api/client';
import type { Message, Subagent, ToolCall } from '../../api/types';
import { t } from '../../i18n';
import { Markdown } from '../../markdown/Markdown';
import { agentThread, kLongestText } from '../../state/conversation';
import { visible } from '../../text/safe';
import { Disclosure } from '../../ui/Fold';
import { SessionScope } from '../conversation/scope';
import { MessageView } from '../conversation/MessageView';
import { fields, items, text } from './access';

const kMostMessages = 200;
const known = new Map<string, Promise<Subagent[]>>();

export function agentsOf(session: string): Promise<Subagent[]> {
  let found = known.get(session);
  if (!found) {
    found = get('agents', { session, warmups: true }).then((answer) => answer.agents);
    // An agent may still be starting: ask again next time.
    void found.then((list) => list.length === 0 && known.delete(session), () => known.delete(session));
    known.set(session, found);
  }
  return found;
}

function belongs(agent: Subagent, call: ToolCall): boolean {
  if (agent.toolUseId && agent.toolUseId === call.id) return true;
  if (call.agent && (agent.id === call.agent || agent.id.endsWith(call.agent))) return true;
  const run = text(fields(call.structured)['runId']) || text(fields(call.structured)['workflowRunId']);
  return !!agent.workflow && (agent.workflow === run || agent.workflow.endsWith(run)) && run !== '';
}

/** A subagent inside the file of its session has no name that it could be asked for by itself. */
function Nested({ session, agent }: { session: string; agent: Subagent }) {
  const [state, setState] = useState<{ messages: Message[]; more: number } | 'loading' | 'failed'>('loading');
  useEffect(() => {
    get('show', { session, agent: agent.id, first: kMostMessages, longestText: kLongestText }).then(
      (answer) => setState({ messages: answer.messages, more: answer.skippedAfter }),
      () => setState('failed'),
    );
  }, [session, agent.id]);
  const own = agent.ownFile ? agentThread(session, agent.id) : session;
  const scope = useMemo(() => ({ session: own, leaf: '', rules: '' as const }), [own]);
  if (state === 'loading') return <p class="term-note">{t('loading')}</p>;
  if (state === 'failed') return <p class="tool-error">{t('cannotRead')}</p>;
  return (
    <SessionScope.Provider value={scope}>
      <div class="nested">
        {state.messages.map((message) => <MessageView key={message.uuid ?? message.line} message={message} nested />)}
        {state.more > 0 ? <p class="term-note">{t('andMore', { n: state.more })}</p> : null}
      </div>
    </SessionScope.Provider>
  );
}

/** What it was called, else how its task begins. */
function nameOf(agent: Subagent): string {
  const task = (agent.prompt ?? '').split('\n')[0] ?? '';
  return agent.description || (task.length > 70 ? `${task.slice(0, 70)}…` : task) || agent.type || agent.id;
}

function Transcripts({ call }: { call: ToolCall }) {
  const { session } = useContext(SessionScope);
  const [agents, setAgents] = useState<Subagent[]>([]);
  useEffect(() => {
    let live = true;
    agentsOf(session).then((all) => live && setAgents(all.filter((agent) => belongs(agent, call))), () => undefined);
    return () => {
      live = false;
    };
  }, [session, call.id]);
  return (
    <>
      {agents.map((agent) => (
        <Disclosure key={agent.id} class="agent-transcript" summary={<span>{t('agentTranscript')} <code>{visible(nameOf(agent))}</code></span>}>
          {() => <Nested session={session} agent={agent} />}
        </Disclosure>
      ))}
    </>
  );
}

function answerOf(call: ToolCall): string {
  const content = items(fields(call.structured)['content']).map((part) => text(fields(part)['text'])).filter(Boolean);
  return content.length > 0 ? content.join('\n\n') : (call.result ?? '');
}

export function AgentView({ call }: { call: ToolCall }) {
  const input = fields(call.input);
  const prompt = text(input['prompt']);
  const answer = answerOf(call);
  return (
    <div class="agent">
      {prompt ? (
        <Disclosure holds={() => prompt} summary={<span>{t('agentAsked')}</span>}>{() => <Markdown text={prompt} />}</Disclosure>
      ) : null}
      <Transcripts call={call} />
      {answer ? (
        <Disclosure open={answer.length < 1500} holds={() => answer} summary={<span>{t('agentAnswered')}</span>}>{() => <Markdown text={answer} />}</Disclosure>
      ) : null}
    </div>
  );
}
