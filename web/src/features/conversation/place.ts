// SPDX-License-Identifier: MIT
//
// The reader's place: the one module that measures it, keeps it and scrolls the list. Whatever makes
// rows come, go, grow or shrink (pages that arrive, another detail, another width, folds, an answer that
// is being written), the message at the top stays at the top to the pixel, and a reader at the end stays
// at the end. Only the reader's own scrolling and a wish to go somewhere change the place.

import type { VirtualItem, Virtualizer } from '@tanstack/virtual-core';
import type { Sight } from '../../state/conversation';
import type { Spot } from '../../state/places';

/** The list as the last render made it. */
export interface Rows {
  /** Indexes of messages, ascending. */
  rows: readonly number[];
  virtualizer: Virtualizer<HTMLElement, HTMLElement>;
  /** Rows whose height is no guess. */
  built: ReadonlySet<number>;
}

const kAtEnd = 16; // px from the end that still are the end
const kSettled = 150; // ms without scrolling
const kLine = 24; // px of a message that stay in sight when it became shorter
const kHeading = 60; // px of a message that make it the one that is read
const kOwn = 1.5; // px: what a browser makes of a written position
const kDeepest = 12;

/** The smallest element that stands at a height of the screen. */
function elementAt(row: HTMLElement, y: number): HTMLElement {
  let found = row;
  for (let depth = 0; depth < kDeepest; depth++) {
    const next = [...found.children].find((child) => child.getBoundingClientRect().bottom > y + 1);
    if (!(next instanceof HTMLElement)) return found;
    found = next;
    if (found.getBoundingClientRect().top >= y) return found;
  }
  return found;
}

/** Boxes that scroll by themselves (output, diffs, files) show the words too. */
function scrollWithin(words: Range, row: HTMLElement): void {
  for (let box = words.startContainer.parentElement; box && box !== row; box = box.parentElement) {
    if (box.scrollHeight <= box.clientHeight + 1 || !/auto|scroll/.test(getComputedStyle(box).overflowY)) continue;
    const at = words.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (at < 0 || at > box.clientHeight - kLine) box.scrollTop += at - box.clientHeight / 3;
  }
}

export class ReaderPlace {
  spot: Spot;
  /** The message that was gone to, until the reader scrolls. */
  private aimed: number | null = null;
  private size = 0; // of the message at the top when it was measured
  private among: readonly number[] | null = null; // the rows when it was measured
  // What is kept at its height inside a message: a paragraph, or the head of a fold that was clicked.
  private held: { element: HTMLElement; row: HTMLElement; index: number; top: number } | null = null;
  private box: HTMLElement | null = null;
  private list: Rows | null = null;
  private seen = 0; // scrollTop as it was last looked at
  private foot = 0; // px below the rows
  private timer: ReturnType<typeof setTimeout> | undefined;
  private observer: ResizeObserver | null = null;

  constructor(
    start: Spot | null,
    private readonly onChange: (place: ReaderPlace) => void,
  ) {
    this.spot = start ?? { index: 0, offset: 0 };
  }

  /** Begins to look after an element that scrolls, whose children are the rows and what is below them. */
  attach(box: HTMLElement): () => void {
    this.box = box;
    this.seen = box.scrollTop;
    this.observer = new ResizeObserver(() => this.restore());
    for (const element of [box, ...box.children]) this.observer.observe(element);
    const onScroll = (): void => this.scrolled();
    const onClick = (event: Event): void => this.clicked(event);
    box.addEventListener('scroll', onScroll, { passive: true });
    box.addEventListener('click', onClick, { capture: true });
    return () => {
      box.removeEventListener('scroll', onScroll);
      box.removeEventListener('click', onClick, { capture: true });
      this.observer?.disconnect();
      clearTimeout(this.timer);
      this.box = null;
    };
  }

  /** Goes to a message: its top is `offset` below the top of the screen. */
  goTo(index: number, offset = 0): void {
    this.set({ index, offset });
    this.aimed = index;
    this.size = 0;
  }

  goToEnd(): void {
    this.set('end');
  }

  private set(spot: Spot): void {
    this.spot = spot;
    this.held = null;
    this.aimed = null;
    this.settleSoon();
  }

  /** While rendering: tells the list which rows will be in sight. */
  prepare(list: Rows): void {
    this.list = list;
    if (this.box && this.readerMoved(this.box)) this.measure();
    const wanted = this.wanted();
    if (wanted !== null) list.virtualizer.scrollOffset = wanted;
  }

  /** After the screen has changed: scrolls to where the reader is. */
  restore(): void {
    const box = this.box;
    if (!box || !this.list || this.list.rows.length === 0) return;
    this.foot = Math.max(0, box.scrollHeight - this.list.virtualizer.getTotalSize());
    if (this.readerMoved(box)) this.measure();
    const wanted = this.wanted();
    if (wanted !== null && Math.abs(box.scrollTop - wanted) >= 0.5) box.scrollTop = wanted;
    this.seen = box.scrollTop;
    this.list.virtualizer.scrollOffset = this.seen;
    this.onChange(this);
  }

  /** Nothing is below what is on the screen. */
  get isAtEnd(): boolean {
    return this.spot === 'end' || (!!this.box && this.distance(this.box) < kAtEnd);
  }

  get sight(): Sight {
    const items = this.list?.virtualizer.getVirtualItems() ?? [];
    const top = this.box?.scrollTop ?? 0;
    const bottom = top + (this.box?.clientHeight ?? 0) - 20;
    const read = items.find((item) => item.end > top + kHeading || item.start >= top - 1) ?? items.at(-1);
    const last = items.findLast((item) => item.start < bottom) ?? read;
    const index = this.aimed ?? this.indexOf(read);
    return { index, last: Math.max(index, this.indexOf(last)) };
  }

  /** Puts words inside the message that was gone to on the screen, when they are not. */
  reveal(words: Range, row: HTMLElement): void {
    const box = this.box;
    if (!box || this.aimed === null) return;
    scrollWithin(words, row);
    const rect = words.getBoundingClientRect();
    const { top, height } = box.getBoundingClientRect();
    if (rect.top >= top && rect.bottom <= top + height) return;
    this.spot = { index: this.aimed, offset: row.getBoundingClientRect().top - rect.top + height / 3 };
    this.held = null;
    this.size = 0;
    this.restore();
  }

  private indexOf(item: VirtualItem | undefined): number {
    return this.list?.rows[item?.index ?? 0] ?? 0;
  }

  private distance(box: HTMLElement): number {
    return box.scrollHeight - box.scrollTop - box.clientHeight;
  }

  // Not moved by a write of ours, nor by a list that became too short for it.
  private readerMoved(box: HTMLElement): boolean {
    const by = box.scrollTop - this.seen;
    return Math.abs(by) >= kOwn && !(by < 0 && this.distance(box) < kOwn);
  }

  private scrolled(): void {
    const box = this.box;
    if (!box || !this.readerMoved(box)) return;
    this.measure();
    this.onChange(this);
  }

  // What opens grows down from where it was clicked, also at the end. What closes does so under the
  // button, which may stand below all that goes away.
  private clicked(event: Event): void {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('button') : null;
    const row = button?.closest<HTMLElement>('.row');
    if (!button || !row || !(button.hasAttribute('aria-expanded') || button.dataset['testid'] === 'load-whole')) return;
    if (this.spot === 'end') this.measure(false);
    if (button.getAttribute('aria-expanded') === 'true') this.hold(button, row);
    this.settleSoon();
  }

  private hold(element: HTMLElement, row: HTMLElement): void {
    if (!this.box) return;
    const top = element.getBoundingClientRect().top - this.box.getBoundingClientRect().top;
    this.held = { element, row, index: Number(row.dataset['message']), top };
  }

  private measure(mayBeEnd = true): void {
    const { box, list } = this;
    if (!box || !list || list.rows.length === 0) return;
    this.seen = box.scrollTop;
    this.held = null;
    this.aimed = null;
    const end = mayBeEnd && this.distance(box) < kAtEnd;
    this.spot = end ? 'end' : this.measured(box, list);
    this.settleSoon();
  }

  private measured(box: HTMLElement, { virtualizer, built }: Rows): Spot {
    const top = box.scrollTop;
    let item = virtualizer.getVirtualItemForOffset(top);
    // A message that comes in at the top is not built yet: it must grow upwards, out of sight.
    if (item && item.start < top && !built.has(this.indexOf(item))) {
      const next = virtualizer.measurementsCache[item.index + 1];
      if (next && next.start < top + box.clientHeight && built.has(this.indexOf(next))) item = next;
    }
    this.size = item?.size ?? 0;
    this.among = this.list?.rows ?? null;
    return { index: this.indexOf(item), offset: (item?.start ?? 0) - top };
  }

  // The list has come to rest: what was measured in flight or while a fold moved is measured again, and
  // inside a long message the paragraph at the top is what stays.
  private settleSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.settle(), kSettled);
  }

  private settle(): void {
    const { box, list } = this;
    if (!box || !list) return;
    if (list.virtualizer.getVirtualItems().some((item) => !list.built.has(this.indexOf(item)))) {
      this.settleSoon();
      return;
    }
    if (this.distance(box) < kAtEnd) this.spot = 'end';
    // Not after another detail: who goes back to the one before comes to the same place.
    else if (this.aimed === null && this.among === list.rows) this.spot = this.measured(box, list);
    this.held = null;
    if (this.spot !== 'end' && this.spot.offset < -kLine) {
      const row = box.querySelector<HTMLElement>(`.row[data-message="${this.spot.index}"]`);
      if (row) this.hold(elementAt(row, box.getBoundingClientRect().top), row);
    }
    this.onChange(this);
  }

  /** The row of a message, else of the next one that is shown. */
  private rowOf(index: number): number {
    const rows = this.list?.rows ?? [];
    let from = 0;
    let to = rows.length - 1;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((rows[middle] ?? 0) < index) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** Where the list has to be scrolled to; null while there is nothing to scroll. */
  private wanted(): number | null {
    const { list, box } = this;
    if (!list || list.rows.length === 0) return null;
    const { virtualizer, rows } = list;
    const most = Math.max(0, virtualizer.getTotalSize() + this.foot - (box?.clientHeight ?? 0));
    if (this.spot === 'end') return most;
    const held = this.heldOffset();
    if (held !== null) return Math.min(most, Math.max(0, held));
    const at = this.rowOf(this.spot.index);
    const item = virtualizer.measurementsCache[at];
    if (!item) return null;
    let offset = rows[at] === this.spot.index ? this.spot.offset : 0;
    // A message that became shorter keeps a line in sight. So does one whose height is only guessed, too
    // low: what is out of sight is never built, and would never be measured.
    if (offset < 0 && (item.size < this.size || -offset >= item.size)) offset = Math.max(offset, Math.min(0, kLine - item.size));
    return Math.min(most, Math.max(0, item.start - offset));
  }

  private heldOffset(): number | null {
    const { held, list } = this;
    if (!held || !list) return null;
    const at = this.rowOf(held.index);
    const item = list.virtualizer.measurementsCache[at];
    // Another element may show the message by now, and another message stand in this row.
    if (!item || list.rows[at] !== held.index || !held.element.isConnected || held.row.dataset['message'] !== String(held.index)) {
      this.held = null;
      return null;
    }
    const within = held.element.getBoundingClientRect().top - held.row.getBoundingClientRect().top;
    return item.start + within - held.top;
  }
}
