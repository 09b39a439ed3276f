// SPDX-License-Identifier: MIT
//
// Turns as lanes over time: under each its calls, on as many lines as ran at once; a subagent unfolds into
// lanes of its own, as deep as subagents started subagents.

import { useState } from 'preact/hooks';
import { get } from '../../api/client';
import type { SessionTurn, TurnCall } from '../../api/types';
import { sessionHref } from '../../app/router';
import { clock, duration, t } from '../../i18n';
import { agentThread, isAgentFile } from '../../state/conversation';
import { visible } from '../../text/safe';
import { Icon } from '../../ui/Icon';
import { useAnswer } from '../../ui/useAnswer';
import { displayName } from '../tools/registry';
import { tracks, type Scale, type Span } from './scale';

const kRoomForText = 42;

export interface Call extends Span {
  call: TurnCall;
}

export function callsOf(turn: SessionTurn): Call[] {
  return (turn.calls ?? []).flatMap((call) => {
    const start = Date.parse(call.startedAt ?? '');
    const end = Date.parse(call.endedAt ?? call.startedAt ?? '');
    return Number.isNaN(start) || Number.isNaN(end) ? [] : [{ call, start, end: Math.max(start, end) }];
  });
}

export function spanOf(turn: SessionTurn): Span | null {
  const start = Date.parse(turn.startedAt ?? '');
  const end = Date.parse(turn.endedAt ?? '');
  return Number.isNaN(start) || Number.isNaN(end) ? null : { start, end };
}

function sayCall({ call, start, end }: Call): string {
  return `${displayName(call.name)} ${call.label}\n${clock(call.startedAt)} · ${duration(end - start)}${call.state === 'failed' ? ` · ${t('stateFailed')}` : ''}`;
}

function CallBar({ session, of, scale }: { session: string; of: Call; scale: Scale }) {
  const left = scale.x(of.start);
  const width = Math.max(3, scale.x(of.end) - left);
  const { call } = of;
  const kind = call.state === 'failed' ? 'bar-failed' : call.agent ? 'bar-agent' : 'bar-tool';
  return (
    <a class={`bar ${kind}`} href={sessionHref(session, call.uuid ? { at: call.uuid } : {})} style={{ left: `calc(var(--names) + ${left}px)`, width: `${width}px` }} title={sayCall(of)} aria-label={sayCall(of).replaceAll('\n', ', ')} data-testid="call-bar">
      {width > kRoomForText ? <span>{visible(displayName(call.name))}</span> : null}
    </a>
  );
}

/** The names of what stands on a line, each once. */
function namesOf(line: readonly Call[]): string {
  return [...new Set(line.map(({ call }) => displayName(call.name)))].map(visible).join(', ');
}

function AgentLane({ session, of, scale, depth }: { session: string; of: Call; scale: Scale; depth: number }) {
  const [open, setOpen] = useState(false);
  const agent = of.call.agent ?? '';
  const own = agentThread(session, agent);
  return (
    <>
      <div class="lane lane-nested" data-testid="agent-lane">
        <span class="lane-name" style={{ paddingLeft: `${10 + depth * 14}px` }}>
          <button type="button" class="lane-fold" aria-expanded={open} aria-label={t('subagent')} onClick={() => setOpen(!open)}><Icon name="chevron" /></button>
          <a href={sessionHref(own)} title={visible(of.call.label)} data-testid="agent-link"><Icon name="robot" /> {visible(of.call.label) || visible(agent)}</a>
        </span>
        <CallBar session={session} of={of} scale={scale} />
      </div>
      {open ? <AgentTurns session={session} agent={agent} scale={scale} depth={depth + 1} /> : null}
    </>
  );
}

function AgentTurns({ session, agent, scale, depth }: { session: string; agent: string; scale: Scale; depth: number }) {
  const { answer, failed } = useAnswer(`${session} ${agent}`, () => get('turns', { session, agent, calls: true, noUsage: true }));
  if (failed) return <div class="lane"><span class="lane-name">{failed}</span></div>;
  if (!answer) return <div class="lane"><span class="lane-name">{t('loading')}</span></div>;
  return <>{answer.turns.map((turn) => <CallLanes key={turn.index} session={isAgentFile(answer.session.file) ? agentThread(session, agent) : session} turn={turn} scale={scale} depth={depth} />)}</>;
}

function CallLanes({ session, turn, scale, depth }: { session: string; turn: SessionTurn; scale: Scale; depth: number }) {
  const calls = callsOf(turn);
  const plain = tracks(calls.filter(({ call }) => !call.agent));
  return (
    <>
      {plain.map((line, i) => (
        <div key={i} class="lane lane-nested">
          <span class="lane-name" style={{ paddingLeft: `${12 + depth * 14}px` }} title={namesOf(line)}>{namesOf(line)}</span>
          {line.map((of) => <CallBar key={of.call.id} session={session} of={of} scale={scale} />)}
        </div>
      ))}
      {calls.filter(({ call }) => call.agent).map((of) => <AgentLane key={of.call.id} session={session} of={of} scale={scale} depth={depth} />)}
    </>
  );
}

export function TurnLanes({ session, turn, number, scale }: { session: string; turn: SessionTurn; number: number; scale: Scale }) {
  const span = spanOf(turn);
  const width = span ? Math.max(3, scale.x(span.end) - scale.x(span.start)) : 0;
  const label = `${number}. ${turn.prompt || '…'}`;
  return (
    <section aria-label={visible(label)} data-testid="turn-lane">
      <div class="lane lane-turn">
        <a class="lane-name" href={sessionHref(session, turn.uuid ? { at: turn.uuid } : {})} title={visible(turn.prompt)}>{visible(label)}</a>
        {span ? <span class="bar bar-turn" style={{ left: `calc(var(--names) + ${scale.x(span.start)}px)`, width: `${width}px` }} title={`${clock(turn.startedAt)} · ${duration(turn.durationMs)}`}><span>{turn.durationMs >= 1000 && width > kRoomForText ? duration(turn.durationMs) : ''}</span></span> : null}
      </div>
      <CallLanes session={session} turn={turn} scale={scale} depth={1} />
    </section>
  );
}
