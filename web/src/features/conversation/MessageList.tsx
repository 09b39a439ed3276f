// SPDX-License-Identifier: MIT
//
// The messages of a conversation, only those on the screen. Opens at the end or at a message, keeps
// the reader's place while pages arrive and the session grows, and follows the end when the reader
// is there. However fast the reader flies past, a frame builds only as much as fits it.

import type { ComponentChildren } from 'preact';
import { memo } from 'preact/compat';
import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import type { VirtualItem } from '@tanstack/virtual-core';
import type { Message, OutlineRow } from '../../api/types';
import { detail, type Detail } from '../../app/preferences';
import { t } from '../../i18n';
import type { Conversation } from '../../state/conversation';
import { Guard } from '../../ui/Guard';
import { Icon } from '../../ui/Icon';
import { useVirtualizer } from '../../ui/virtual';
import { MessageView } from './MessageView';
import { Mounting } from './mounting';

export interface Target {
  index: number;
  /** Changes with every wish to go somewhere, also to the same place again. */
  serial: number;
  end: boolean;
}

/** What stands at the head of a message. Must stay the same function while its answers do. */
export type Actions = (message: Message, index: number) => ComponentChildren;

interface Props {
  conversation: Conversation;
  target: Target | null;
  actions: Actions;
  /** Why a message is shown as left out; empty for one that is not. */
  leftOut?: (message: Message, index: number) => string;
  onVisible?: (top: number, bottom: number) => void;
  footer?: ComponentChildren;
}

const kBottomSlack = 80;
const kAround = 8; // messages
const kCalm = 40; // ms
const kHold = 3000; // ms
const kMoves = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

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
const Built = memo(function Built({ message, index, detail: shown, actions }: { message: Message; index: number; detail: Detail; actions: Actions }) {
  return (
    <Guard text={message.text}>
      <MessageView message={message} detail={shown} actions={actions(message, index)} />
    </Guard>
  );
});

/** The rows that are built in this frame; asks for another frame while some are left. */
function useBuilt(conversation: Conversation, shown: readonly VirtualItem[], rows: readonly number[], top: number, bottom: number): ReadonlySet<number> {
  const [mounting] = useState(() => new Mounting());
  const standing = useRef<ReadonlySet<number>>(new Set());
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

/** True from a wish to go somewhere until the reader moves: so long the place is kept to the pixel. */
function useHold(target: Target | null): { current: boolean } {
  const held = useRef(false);
  useLayoutEffect(() => {
    if (!target || target.end) return;
    held.current = true;
    const release = (): void => {
      held.current = false;
    };
    const timer = setTimeout(release, kHold);
    for (const name of kMoves) addEventListener(name, release, { capture: true, passive: true });
    return () => {
      release();
      clearTimeout(timer);
      for (const name of kMoves) removeEventListener(name, release, { capture: true });
    };
  }, [target?.serial]);
  return held;
}

export function MessageList({ conversation, target, actions, leftOut, onVisible, footer }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useRef(false);
  const [away, setAway] = useState(false);
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
    scrollPaddingEnd: 16,
  });
  const position = useMemo(() => new Map(rows.map((index, i) => [index, i])), [rows]);
  const size = virtualizer.getTotalSize();

  // The outline brings better guesses for everything above: the reader's row stays where it is.
  const place = useRef<{ index: number; offset: number } | null>(null);
  const guessedBy = useRef(outline);
  if (guessedBy.current !== outline) {
    guessedBy.current = outline;
    const item = place.current && !atEnd.current ? virtualizer.measurementsCache[position.get(place.current.index) ?? -1] : undefined;
    if (item && place.current) virtualizer.scrollOffset = item.start + place.current.offset;
  }
  const shown = virtualizer.getVirtualItems();
  const first = rows[shown[0]?.index ?? 0] ?? 0;
  const last = rows[shown[shown.length - 1]?.index ?? 0] ?? 0;
  const offset = virtualizer.scrollOffset ?? 0;
  const built = useBuilt(conversation, shown, rows, offset, offset + (virtualizer.scrollRect?.height ?? 0));

  useWanted(conversation, first, last, rows.length);

  useEffect(() => {
    const places = shown.map((item) => ({ start: item.start, end: item.end, index: rows[item.index] ?? 0 }));
    onVisible?.(...edges(scroller.current, places));
  }, [first, last, virtualizer.scrollOffset === null]);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (box && virtualizer.scrollOffset !== null) box.scrollTop = virtualizer.scrollOffset;
  }, [outline]);

  const held = useHold(target);
  const at = target ? (position.get(target.index) ?? Math.min(target.index, rows.length - 1)) : 0;
  useLayoutEffect(() => {
    if (!target || rows.length === 0) return;
    atEnd.current = target.end;
    virtualizer.scrollToIndex(target.end ? rows.length - 1 : at, { align: target.end ? 'end' : 'start' });
  }, [target?.serial, rows.length > 0]);
  useLayoutEffect(() => {
    const box = scroller.current;
    const start = virtualizer.measurementsCache[at]?.start;
    if (!box || start === undefined || !held.current || Math.abs(box.scrollTop - start) < 2) return;
    box.scrollTop = start;
    virtualizer.scrollOffset = box.scrollTop;
  }, [size]);
  useLayoutEffect(() => {
    const box = scroller.current;
    const top = box && shown.find((item) => item.end > box.scrollTop);
    place.current = top ? { index: rows[top.index] ?? 0, offset: box.scrollTop - top.start } : null;
  });

  // At the end the list follows: new messages, and messages that became taller when they arrived.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box && atEnd.current) box.scrollTop = box.scrollHeight;
  }, [size, rows.length]);

  const onScroll = (): void => {
    const box = scroller.current;
    if (!box) return;
    const end = box.scrollHeight - box.scrollTop - box.clientHeight < kBottomSlack;
    atEnd.current = end;
    setAway(!end);
    if (end) conversation.unseen.value = 0;
  };

  const unseen = conversation.unseen.value;
  const toEnd = (): void => {
    atEnd.current = true;
    conversation.unseen.value = 0;
    virtualizer.scrollToIndex(rows.length - 1, { align: 'end' });
  };

  const measure = virtualizer.measureElement as (node: HTMLElement | null) => void;
  return (
    <div class="messages-frame">
      <div class="messages" ref={scroller} onScroll={onScroll} tabIndex={0} role="log" aria-label={t('conversation')} data-testid="messages">
        <div class="messages-inner" style={{ height: `${size}px` }}>
          {shown.map((item) => {
            const index = rows[item.index] ?? 0;
            const message = conversation.message(index);
            const why = message && leftOut ? leftOut(message, index) : '';
            return (
              <div
                key={item.key}
                // A placeholder is as tall as was guessed; only what is built has a height to learn.
                ref={message && built.has(index) ? measure : undefined}
                data-index={item.index}
                data-message={index}
                class={`row ${why ? 'row-out' : ''} ${target && !target.end && target.index === index ? 'row-target' : ''}`}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                {why ? <p class="row-why">{why}</p> : null}
                {message && built.has(index) ? (
                  <Built message={message} index={index} detail={detail.value} actions={actions} />
                ) : (
                  <Placeholder row={outline?.[index]} height={item.size} />
                )}
              </div>
            );
          })}
        </div>
        {footer}
      </div>
      {away && rows.length > 0 ? (
        <button type="button" class={unseen > 0 ? 'pill pill-new' : 'pill'} onClick={toEnd} data-testid="to-end">
          <Icon name="down" />
          {unseen > 0 ? t('newMessages', { n: unseen }) : t('toEnd')}
        </button>
      ) : null}
    </div>
  );
}

/** The messages at the top and at the bottom of the screen. */
function edges(box: HTMLElement | null, places: { start: number; end: number; index: number }[]): [top: number, bottom: number] {
  const from = (box?.scrollTop ?? 0) + 60;
  const to = (box?.scrollTop ?? 0) + (box?.clientHeight ?? 0) - 20;
  const top = places.find((place) => place.end > from) ?? places[places.length - 1];
  const bottom = places.findLast((place) => place.start < to) ?? top;
  return [top?.index ?? 0, bottom?.index ?? 0];
}
