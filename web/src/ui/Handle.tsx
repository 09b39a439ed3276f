// SPDX-License-Identifier: MIT
//
// The edge of a pane: drag it, or move it with the arrows; a double click gives the first width back.

import { useRef } from 'preact/hooks';
import { kPanes, paneWidth, setPaneWidth, type Pane } from '../app/panes';
import { t } from '../i18n';

const kStep = 16;

export function Handle({ name, side }: { name: Pane; side: 'left' | 'right' }) {
  const from = useRef<{ x: number; width: number } | null>(null);
  const sign = side === 'right' ? 1 : -1;
  const { least, most, usual } = kPanes[name];
  const width = paneWidth[name].value;
  return (
    <div
      class={`handle handle-${side}`}
      role="separator"
      aria-orientation="vertical"
      aria-label={t('resizePane')}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={width}
      tabIndex={0}
      data-testid={`handle-${name}`}
      onDblClick={() => setPaneWidth(name, usual)}
      onPointerDown={(e) => {
        e.preventDefault(); // else the browser selects text, and takes the pointer away for it
        e.currentTarget.setPointerCapture(e.pointerId);
        // What is seen, which a small window may have made less than what was chosen.
        from.current = { x: e.clientX, width: e.currentTarget.parentElement?.getBoundingClientRect().width ?? width };
      }}
      onPointerMove={(e) => from.current && setPaneWidth(name, from.current.width + sign * (e.clientX - from.current.x))}
      onLostPointerCapture={() => (from.current = null)}
      onKeyDown={(e) => {
        const by = e.key === 'ArrowRight' ? kStep : e.key === 'ArrowLeft' ? -kStep : 0;
        if (by === 0) return;
        e.preventDefault();
        e.stopPropagation();
        setPaneWidth(name, width + sign * by);
      }}
    />
  );
}
