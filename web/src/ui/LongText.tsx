// SPDX-License-Identifier: MIT
//
// A text of megabytes: only the lines in sight are elements. Lines are as tall as each other, so that
// nothing has to be measured; longer ones go on in the next row.

import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { parseAnsi } from '../text/ansi';
import { t } from '../i18n';
import { Runs } from './Runs';
import { holdsAny, Sought } from './sought';

const kColumns = 160;
const kRow = 18;
const kHeight = 560;
const kAround = 20;

export interface Row {
  text: string;
  line: number; // 0 for the rest of a line above
}

export function rowsOf(text: string, columns = kColumns): Row[] {
  const rows: Row[] = [];
  let line = 0;
  for (let at = 0; at <= text.length; ) {
    const end = text.indexOf('\n', at);
    const stop = end < 0 ? text.length : end;
    line++;
    let first = true;
    do {
      const cut = Math.min(stop, pieceEnd(text, at, at + columns));
      rows.push({ text: text.slice(at, cut), line: first ? line : 0 });
      first = false;
      at = cut;
    } while (at < stop);
    at = stop + 1;
  }
  // A last newline ends a line and begins none.
  if (text.endsWith('\n') && rows.length > 1) rows.pop();
  return rows;
}

// Never between the two halves of one character.
function pieceEnd(text: string, from: number, to: number): number {
  const code = text.charCodeAt(to - 1);
  return code >= 0xd800 && code <= 0xdbff && to - 1 > from ? to - 1 : to;
}

export function LongText({ text, start }: { text: string; start?: number }) {
  const rows = useMemo(() => rowsOf(text), [text]);
  const [top, setTop] = useState(0);
  const words = useContext(Sought);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const at = words.length > 0 ? rows.findIndex((row) => holdsAny(row.text, words)) : -1;
    if (at >= 0 && box.current) box.current.scrollTop = Math.max(0, at * kRow - kHeight / 3);
  }, [rows, words]);
  const from = Math.max(0, Math.floor(top / kRow) - kAround);
  const to = Math.min(rows.length, Math.ceil((top + kHeight) / kRow) + kAround);
  const digits = String((start ?? 1) + (rows.findLast((row) => row.line > 0)?.line ?? 1)).length;
  return (
    <div class="long-text" ref={box} role="group" aria-label={t('longText', { n: rows.length })} tabIndex={0} style={{ height: `${Math.min(kHeight, rows.length * kRow + 16)}px` }} onScroll={(e) => setTop(e.currentTarget.scrollTop)} data-testid="long-text">
      <pre style={{ height: `${rows.length * kRow}px` }}>
        <span class="long-text-part" style={{ transform: `translateY(${from * kRow}px)` }}>
          {rows.slice(from, to).map((row, i) => (
            <span key={from + i} class="long-text-row">
              {start === undefined ? null : <span class="long-text-number" aria-hidden="true">{(row.line > 0 ? String(start + row.line - 1) : '').padStart(digits)}  </span>}
              <Runs runs={parseAnsi(row.text)} />
            </span>
          ))}
        </span>
      </pre>
    </div>
  );
}
