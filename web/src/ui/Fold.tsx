// SPDX-License-Identifier: MIT
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { bytes, t } from '../i18n';
import { Icon } from './Icon';

/** A part that opens on demand; its content is made only then. */
export function Disclosure(props: {
  summary: ComponentChildren;
  children: () => ComponentChildren;
  open?: boolean;
  class?: string;
}) {
  const [open, setOpen] = useState(props.open ?? false);
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

/** Long text: the first lines, and a button that says how much more there is. */
export function useFold(text: string, lines: number, whole = 0): { shown: string; more: ComponentChildren } {
  const [open, setOpen] = useState(false);
  const cut = cutAt(text, lines);
  if (cut >= text.length && whole <= text.length) return { shown: text, more: null };
  const hiddenLines = text.slice(cut).split('\n').length;
  const size = bytes(Math.max(whole, text.length));
  const more = (
    <button type="button" class="fold-more" aria-expanded={open} onClick={() => setOpen(!open)}>
      <Icon name="fold" />
      {open ? t('foldLess') : t('foldMore', { n: hiddenLines, size })}
    </button>
  );
  return { shown: open ? text : text.slice(0, cut).replace(/\n$/, ''), more };
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
