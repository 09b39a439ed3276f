// SPDX-License-Identifier: MIT
import type { ComponentChildren } from 'preact';
import { bytes, t } from '../i18n';
import { Icon } from './Icon';
import { useOpen } from './sought';

const nothing = (): string => '';

/** A part that opens on demand; its content is made only then. */
export function Disclosure(props: {
  summary: ComponentChildren;
  children: () => ComponentChildren;
  open?: boolean;
  class?: string;
  /** The text in it, so that it opens for who looks for something there. */
  holds?: () => string;
}) {
  const [open, setOpen] = useOpen(props.open ?? false, props.holds ?? nothing);
  return (
    <div class={`disclosure ${props.class ?? ''}`} data-open={open}>
      <button type="button" class="disclosure-head" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="chevron" />
        {props.summary}
      </button>
      {open ? <div class="disclosure-body">{props.children()}</div> : null}
    </div>
  );
}

// Longer texts than this are not one element when they are open.
const kLong = 60_000;

/**
 * Long text: the first lines, and a button that says how much more there is. A very long one that is
 * open comes as `long`, for LongText.
 */
export function useFold(text: string, lines: number): { shown: string; more: ComponentChildren; long: string } {
  const cut = cutAt(text, lines);
  const [open, setOpen] = useOpen(false, () => text.slice(cut));
  if (cut >= text.length) return { shown: text, more: null, long: '' };
  const hiddenLines = countLines(text, cut);
  const size = bytes(text.length);
  const more = (
    <button type="button" class="fold-more" aria-expanded={open} onClick={() => setOpen(!open)}>
      <Icon name="fold" />
      {open ? t('foldLess') : t('foldMore', { n: hiddenLines, size })}
    </button>
  );
  if (open && text.length > kLong) return { shown: '', more, long: text };
  return { shown: open ? text : text.slice(0, cut).replace(/\n$/, ''), more, long: '' };
}

function countLines(text: string, from: number): number {
  let lines = 1;
  for (let at = text.indexOf('\n', from); at >= 0 && at < text.length - 1; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

const kLongLine = 4000;

/** Where the first lines end. A little more than asked for is shown whole. */
export function cutAt(text: string, lines: number): number {
  let at = 0;
  for (let n = 0; n < lines; n++) {
    const next = text.indexOf('\n', at);
    if (next < 0) return text.length - at > kLongLine ? at + kLongLine : text.length;
    if (next - at > kLongLine) return at + kLongLine;
    at = next + 1;
  }
  let rest = at;
  for (let n = 0; n < 3; n++) {
    const next = text.indexOf('\n', rest);
    if (next < 0) return text.length - rest > kLongLine ? at : text.length;
    rest = next + 1;
  }
  return rest >= text.length ? text.length : at;
}
