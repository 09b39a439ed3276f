// SPDX-License-Identifier: MIT
//
// The messages of a conversation, only those on the screen. place.ts knows where the reader is and
// scrolls. However fast the reader flies past, a frame builds only as much as fits it.

import type { ComponentChildren } from 'preact';
import { memo } from 'preact/compat';
import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import { batch } from '@preact/signals';
import type { VirtualItem } from '@tanstack/virtual-core';
import type { Message, OutlineRow, SessionTurn } from '../../api/types';
import { detail, type Detail } from '../../app/preferences';
import { t } from '../../i18n';
import type { Conversation } from '../../state/conversation';
import { Guard } from '../../ui/Guard';
import { Icon } from '../../ui/Icon';
import type { Around } from '../../text/words';
import { kNoWords, Sought } from '../../ui/sought';
import { useVirtualizer } from '../../ui/virtual';
import { Day } from './Day';
import { MessageView } from './MessageView';
import { soughtIn } from './marks';
import { Mounting } from './mounting';
import { ReaderPlace } from './place';

/** A wish to go somewhere. Another object for every wish, also to the same place again. */
export interface Target {
  index: number;
  offset: number;
  end: boolean;
  /** What the reader looks for in it. */
  words: readonly string[];
}

/** What stands at the head of a message. Must stay the same function while its answers do. */
export type Actions = (message: Message, index: number) => ComponentChildren;

interface Props {
  conversation: Conversation;
  target: Target | null;
  actions: Actions;
  /** Why a message is shown as left out; empty for one that is not. */
  leftOut?: (message: Message, index: number) => string;
  /** What stands below the last message, and whether that is something new. */
  footer?: ComponentChildren;
  news: boolean;
}

const kAround = 8; // messages
const kCalm = 40; // ms
const kReveal = 60; // ms
const kReveals = 50;
const kStrictReveals = 12;

/** How tall a message will be, roughly: enough for the scroll bar not to jump. */
export function guessHeight(row: OutlineRow | undefined): number {
  if (!row) return 160;
  if (row.kind === 'compaction') return 56;
  if (row.role === 'user') return Math.min(400, 84 + row.bytes / 20);
  const tools = (row.tools ?? 0) * 110;
  return Math.min(900, 70 + tools + Math.min(500, row.bytes / 12));
}

function Placeholder({ row, height }: { row: OutlineRow | undefined; height: number }) {
  return (
    <div class="placeholder" aria-busy="true" style={{ height: `${height}px` }}>
      <span class="placeholder-line">{row?.preview ?? ''}</span>
      <span class="placeholder-bar" />
      <span class="placeholder-bar short" />
    </div>
  );
}

/** Does nothing again while the list scrolls: its parts are the same objects then. */
const Built = memo(function Built({ message, index, detail: shown, actions, isTask, turn, goesOn }: { message: Message; index: number; detail: Detail; actions: Actions; isTask: boolean; turn: SessionTurn | undefined; goesOn: boolean }) {
  return (
    <Guard text={message.text}>
      <MessageView message={message} detail={shown} nested={isTask} actions={actions(message, index)} turn={turn} goesOn={goesOn} />
    </Guard>
  );
});

/** The rows that are built in this frame; asks for another frame while some are left. */
function useBuilt(conversation: Conversation, shown: readonly VirtualItem[], rows: readonly number[], top: number, bottom: number, standing: { current: ReadonlySet<number> }): ReadonlySet<number> {
  const [mounting] = useState(() => new Mounting());
  const [, again] = useReducer((n: number) => n + 1, 0);
  const begin = performance.now();

  const near: { index: number; message: Message }[] = [];
  const far: { index: number; message: Message }[] = [];
  for (const item of shown) {
    const index = rows[item.index] ?? 0;
    const message = conversation.message(index);
    if (message) (item.end > top && item.start < bottom ? near : far).push({ index, message });
  }
  const { build, units, left } = mounting.choose([...near, ...far], standing.current);
  useLayoutEffect(() => {
    standing.current = build;
    mounting.took(units, performance.now() - begin);
  });
  useEffect(() => {
    if (left === 0) return;
    const frame = requestAnimationFrame(() => again(undefined));
    return () => cancelAnimationFrame(frame);
  });
  return build;
}

/** Asks for what is in sight and a little around it, but not for what was only flown past. */
function useWanted(conversation: Conversation, first: number, last: number, count: number): void {
  const range = useRef({ first, last });
  range.current = { first, last };
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => {
    if (count === 0) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      conversation.ensure(range.current.first - kAround, range.current.last + kAround);
    }, kCalm);
  }, [conversation, first, last, count]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [conversation],
  );
}

/** The reader's place in this list, and whether there is something below the screen. */
function usePlace(conversation: Conversation): { place: ReaderPlace; away: boolean } {
  const [away, setAway] = useState(false);
  const [place] = useState(
    () =>
      new ReaderPlace(conversation.spot, (changed) => {
        const end = changed.isAtEnd;
        const { index, last } = changed.sight;
        const before = conversation.sight.peek();
        batch(() => {
          conversation.spot = changed.spot;
          if (before?.index !== index || before.last !== last) conversation.sight.value = { index, last };
          if (end) conversation.unseen.value = 0;
        });
        setAway(!end);
      }),
  );
  return { place, away };
}

/** Once what was looked for is built: on the screen, however long the message is. */
function useReveal(place: ReaderPlace, target: Target | null, isBuilt: boolean, around: Around | null): void {
  const done = useRef<Target | null>(null);
  useEffect(() => {
    if (!target || !isBuilt || done.current === target || target.words.length === 0) return;
    // Folds open for it, and what was cut is fetched.
    let left = kReveals;
    const timer = setInterval(() => {
      const row = document.querySelector<HTMLElement>(`.messages .row[data-message="${target.index}"]`);
      // Words inside of others count when there is nothing better.
      const range = row ? soughtIn(row, target.words, around, left < kReveals - kStrictReveals) : undefined;
      if (row && range) place.reveal(range, row);
      if (!range && --left > 0) return;
      done.current = target;
      clearInterval(timer);
    }, kReveal);
    return () => clearInterval(timer);
  }, [place, target, isBuilt, around]);
}

export function MessageList({ conversation, target, actions, leftOut, footer, news }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const { place, away } = usePlace(conversation);
  const rows = conversation.rows.value;
  const outline = conversation.outline.value;
  void conversation.revision.value;

  // The list measures everything anew when one of these is another function.
  const estimateSize = useCallback((i: number) => guessHeight(outline?.[rows[i] ?? 0]), [outline, rows]);
  const getItemKey = useCallback((i: number) => rows[i] ?? i, [outline, rows]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize,
    getItemKey,
    overscan: 3,
    paddingStart: 8,
    paddingEnd: 16,
  });
  // One place decides about scrolling.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  const wished = useRef<Target | null>(null);
  if (target && target !== wished.current && rows.length > 0) {
    wished.current = target;
    if (target.end) place.goToEnd();
    else place.goTo(target.index, target.offset);
  }
  const size = virtualizer.getTotalSize();
  const standing = useRef<ReadonlySet<number>>(new Set());
  place.prepare({ rows, virtualizer, built: standing.current });

  const shown = virtualizer.getVirtualItems();
  const first = rows[shown[0]?.index ?? 0] ?? 0;
  const last = rows[shown[shown.length - 1]?.index ?? 0] ?? 0;
  const offset = virtualizer.scrollOffset ?? 0;
  const built = useBuilt(conversation, shown, rows, offset, offset + (virtualizer.scrollRect?.height ?? 0), standing);

  useWanted(conversation, first, last, rows.length);
  useLayoutEffect(() => (scroller.current ? place.attach(scroller.current) : undefined), [place]);
  useLayoutEffect(() => {
    place.prepare({ rows, virtualizer, built });
    place.restore();
  });
  useReveal(place, target, !!target && built.has(target.index), conversation.around.value);

  const toEnd = (): void => {
    place.goToEnd();
    place.restore();
  };
  const unseen = conversation.unseen.value;
  const measure = virtualizer.measureElement as (node: HTMLElement | null) => void;
  return (
    <div class="messages-frame">
      <div class="messages" ref={scroller} tabIndex={0} role="log" aria-label={t('conversation')} data-testid="messages">
        <div class="messages-inner" style={{ height: `${size}px` }}>
          {shown.map((item) => {
            const index = rows[item.index] ?? 0;
            const message = conversation.message(index);
            const why = message && leftOut ? leftOut(message, index) : '';
            const isTarget = !!target && !target.end && target.index === index;
            const isSought = conversation.sought.value === index;
            return (
              <div
                key={item.key}
                // A placeholder is as tall as was guessed; only what is built has a height to learn.
                ref={message && built.has(index) ? measure : undefined}
                data-index={item.index}
                data-message={index}
                class={`row ${why ? 'row-out' : ''} ${isSought ? 'row-target' : ''}`}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <Day conversation={conversation} index={index} before={rows[item.index - 1]} />
                {why ? <p class="row-why">{why}</p> : null}
                {message && built.has(index) ? (
                  <Sought.Provider value={isTarget ? target.words : kNoWords}>
                    <Built message={message} index={index} detail={isTarget && target.words.length > 0 ? 'all' : detail.value} actions={actions} isTask={conversation.isAgent.value && message.kind === 'prompt'} turn={conversation.turnAt(index)} goesOn={conversation.goesOn(index, rows[item.index - 1])} />
                  </Sought.Provider>
                ) : (
                  <Placeholder row={outline?.[index]} height={item.size} />
                )}
              </div>
            );
          })}
        </div>
        {conversation.load.value === 'ready' && conversation.total.value === 0 ? <p class="empty-list" data-testid="no-messages">{t('noMessages')}</p> : null}
        <div class="messages-foot">{footer}</div>
      </div>
      {away && rows.length > 0 ? (
        <button type="button" class={unseen > 0 || news ? 'pill pill-new' : 'pill'} onClick={toEnd} data-testid="to-end">
          <Icon name="down" />
          {unseen > 0 ? t('newMessages', { n: unseen }) : news ? t('answerBelow') : t('toEnd')}
        </button>
      ) : null}
    </div>
  );
}
