// SPDX-License-Identifier: MIT
//
// The messages of a conversation, only those on the screen. Opens at the end or at a message, keeps
// the reader's place while pages arrive and the session grows, and follows the end when the reader
// is there.

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Message, OutlineRow } from '../../api/types';
import { detail } from '../../app/preferences';
import { t } from '../../i18n';
import type { Conversation } from '../../state/conversation';
import { Guard } from '../../ui/Guard';
import { Icon } from '../../ui/Icon';
import { useVirtualizer } from '../../ui/virtual';
import { MessageView } from './MessageView';

export interface Target {
  index: number;
  /** Changes with every wish to go somewhere, also to the same place again. */
  serial: number;
  end: boolean;
}

interface Props {
  conversation: Conversation;
  target: Target | null;
  actions: (message: Message, index: number) => ComponentChildren;
  rowClass?: (message: Message) => string;
  onVisible?: (top: number, bottom: number) => void;
  footer?: ComponentChildren;
}

const kBottomSlack = 80;

/** How tall a message will be, roughly: enough for the scroll bar not to jump. */
export function guessHeight(row: OutlineRow | undefined): number {
  if (!row) return 160;
  if (row.kind === 'compaction') return 56;
  if (row.role === 'user') return Math.min(400, 84 + row.bytes / 20);
  const tools = (row.tools ?? 0) * 110;
  return Math.min(900, 70 + tools + Math.min(500, row.bytes / 12));
}

function Placeholder({ row }: { row: OutlineRow | undefined }) {
  return (
    <div class="placeholder" aria-busy="true">
      <span class="placeholder-line">{row?.preview ?? ''}</span>
      <span class="placeholder-bar" />
      <span class="placeholder-bar short" />
    </div>
  );
}

export function MessageList({ conversation, target, actions, rowClass, onVisible, footer }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const [away, setAway] = useState(false);
  const rows = conversation.rows.value;
  const outline = conversation.outline.value;
  void conversation.revision.value;

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (i) => guessHeight(outline?.[rows[i] ?? 0]),
    getItemKey: (i) => rows[i] ?? i,
    overscan: 3,
    paddingStart: 8,
    paddingEnd: 16,
    scrollPaddingEnd: 16,
  });
  const shown = virtualizer.getVirtualItems();
  const first = rows[shown[0]?.index ?? 0] ?? 0;
  const last = rows[shown[shown.length - 1]?.index ?? 0] ?? 0;

  useEffect(() => {
    if (rows.length > 0) conversation.ensure(first, last);
  }, [conversation, first, last, rows.length]);

  useEffect(() => {
    const places = shown.map((item) => ({ start: item.start, end: item.end, index: rows[item.index] ?? 0 }));
    onVisible?.(...edges(scroller.current, places));
  }, [first, last, virtualizer.scrollOffset === null]);

  const position = useMemo(() => new Map(rows.map((index, i) => [index, i])), [rows]);

  useLayoutEffect(() => {
    if (!target || rows.length === 0) return;
    const at = position.get(target.index) ?? Math.min(target.index, rows.length - 1);
    atEnd.current = target.end;
    virtualizer.scrollToIndex(target.end ? rows.length - 1 : at, { align: target.end ? 'end' : 'start' });
  }, [target?.serial, rows.length > 0]);

  // At the end the list follows: new messages, and messages that became taller when they arrived.
  const size = virtualizer.getTotalSize();
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

  return (
    <div class="messages-frame">
      <div class="messages" ref={scroller} onScroll={onScroll} tabIndex={0} role="log" aria-label={t('conversation')} data-testid="messages">
        <div class="messages-inner" style={{ height: `${size}px` }}>
          {shown.map((item) => {
            const index = rows[item.index] ?? 0;
            const message = conversation.message(index);
            return (
              <div
                key={item.key}
                ref={virtualizer.measureElement as (node: HTMLElement | null) => void}
                data-index={item.index}
                data-message={index}
                class={`row ${message && rowClass ? rowClass(message) : ''} ${target && !target.end && target.index === index ? 'row-target' : ''}`}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                {message ? <Guard text={message.text}><MessageView message={message} detail={detail.value} actions={actions(message, index)} /></Guard> : <Placeholder row={outline?.[index]} />}
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
