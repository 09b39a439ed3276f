// SPDX-License-Identifier: MIT
//
// What went on when: turns, tools and subagents over time, pauses drawn short, to be zoomed.

import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { get } from '../../api/client';
import type { TurnList } from '../../api/types';
import { useNarrow } from '../../app/panes';
import { route } from '../../app/router';
import { clock, duration, t } from '../../i18n';
import { isAgentFile } from '../../state/conversation';
import { Icon } from '../../ui/Icon';
import { useAnswer } from '../../ui/useAnswer';
import { callsOf, spanOf, TurnLanes } from './Lanes';
import { scaleOf } from './scale';
import { SubPage } from './SubPage';

const kLeastRoom = 120; // pixels
const kBehind = 12; // pixels behind the last bar
const kMostZoom = 64;
const kTurns = 60; // drawn at once

/** The time before it, with the pause that it may say, ends before this one begins. */
function hasRoom(starts: readonly { x: number; pause: number }[], i: number): boolean {
  const before = starts[i - 1]!;
  return starts[i]!.x - before.x > (before.pause > 60_000 ? 150 : 70);
}

/** Pixels for bars: what the frame leaves beside the names. */
function useRoom(): [box: { current: HTMLDivElement | null }, room: number] {
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const el = box.current;
    if (!el) return;
    const look = (): void => setRoom(Math.max(kLeastRoom, el.clientWidth - (parseFloat(getComputedStyle(el).getPropertyValue('--names')) || 0) - kBehind));
    const observer = new ResizeObserver(look);
    observer.observe(el);
    look();
    return () => observer.disconnect();
  }, []);
  return [box, room];
}

function Grid({ answer, zoom, onZoom }: { answer: TurnList; zoom: number; onZoom: (by: number) => void }) {
  const [first, setFirst] = useState(Math.max(0, answer.turns.length - kTurns));
  const shown = answer.turns.slice(first, first + kTurns);
  const [box, room] = useRoom();
  const scale = useMemo(() => {
    const spans = shown.flatMap((turn) => [spanOf(turn), ...callsOf(turn)].filter((span) => span !== null));
    return scaleOf(spans, room, zoom);
  }, [answer, first, room, zoom]);
  const session = isAgentFile(answer.session.file) ? route.value.session : answer.session.id;
  return (
    <>
      {first > 0 ? <button type="button" class="hit-more" onClick={() => setFirst(Math.max(0, first - kTurns))} data-testid="earlier-turns">{t('earlierTurns', { n: first })}</button> : null}
      <div class="timeline" ref={box} data-testid="timeline" onWheel={(e) => {
        if (!e.ctrlKey) return;
        e.preventDefault();
        onZoom(e.deltaY < 0 ? 2 : 0.5);
      }}>
        <div class="timeline-grid" style={{ width: `calc(var(--names) + ${scale.width + kBehind}px)` }}>
          <div class="timeline-head">
            {scale.starts.map(({ x, time, pause }, i) => (i === 0 || hasRoom(scale.starts, i) ? <span key={i} class="timeline-tick" style={{ left: `calc(var(--names) + ${x}px)` }} title={pause > 0 ? t('pauseOf', { time: duration(pause) }) : undefined}>{clock(new Date(time).toISOString())}{pause > 60_000 ? ` (+${duration(pause)})` : ''}</span> : null))}
          </div>
          {shown.map((turn, i) => <TurnLanes key={turn.index} session={session} turn={turn} number={first + i + 1} scale={scale} />)}
        </div>
      </div>
      {first + kTurns < answer.turns.length ? <button type="button" class="hit-more" onClick={() => setFirst(first + kTurns)}>{t('laterTurns', { n: answer.turns.length - first - kTurns })}</button> : null}
    </>
  );
}

export function TimelinePage() {
  const { session, params } = route.value;
  const leaf = params['leaf'] ?? '';
  const agent = params['agent'] ?? '';
  const [zoom, setZoom] = useState(1);
  const narrow = useNarrow();
  const by = (factor: number): void => setZoom((now) => Math.min(kMostZoom, Math.max(1, now * factor)));
  const { answer, failed } = useAnswer(`${session} ${leaf} ${agent}`, () => get('turns', { session, leaf, agent, calls: true, noUsage: true }));
  return (
    <SubPage
      page="timeline"
      title={t('timeline')}
      name={answer?.session.name}
      failed={failed}
      waiting={!answer}
      tools={
        <>
          {narrow || !answer?.activeMs ? null : <span class="web-host">{t('activeTime', { time: duration(answer.activeMs) })}</span>}
          <button type="button" class="tool-button small" aria-pressed={zoom === 1} title={t('fitHint')} onClick={() => setZoom(1)} data-testid="fit">{t('fit')}</button>
          <button type="button" class="icon-button" aria-label={t('zoomOut')} title={t('zoomOut')} onClick={() => by(0.5)}><Icon name="minus" /></button>
          <button type="button" class="icon-button" aria-label={t('zoomIn')} title={t('zoomIn')} onClick={() => by(2)} data-testid="zoom-in"><Icon name="plus" /></button>
        </>
      }
    >
      <p class="page-note">{t('timelineNote')}</p>
      {answer ? <Grid answer={answer} zoom={zoom} onZoom={by} /> : null}
    </SubPage>
  );
}
