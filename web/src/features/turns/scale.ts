// SPDX-License-Identifier: MIT
//
// A scale of time in which pauses are short: work takes as much room as it took time, and the hours
// between two turns a few pixels.

export interface Span {
  start: number;
  end: number;
}

interface Piece extends Span {
  from: number; // pixels
  to: number;
}

export interface Scale {
  x: (time: number) => number;
  width: number;
  /** Where work begins again after a pause, and at what time. */
  starts: { x: number; time: number; pause: number }[];
}

const kPause = 30_000; // ms that count as a pause
const kPauseWidth = 18; // pixels
const kLeastWork = 2; // pixels
const kMostPauses = 1 / 3; // of the room, however many there are

/** Times during which something went on, joined where no pause lies between them. */
export function busy(spans: readonly Span[]): Span[] {
  const sorted = [...spans].filter(({ start, end }) => end >= start).sort((a, b) => a.start - b.start);
  const joined: Span[] = [];
  for (const { start, end } of sorted) {
    const last = joined.at(-1);
    if (last && start <= last.end + kPause) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}

/** At a zoom of 1 everything has room in `room` pixels, pauses included; a larger one makes the work wider. */
export function scaleOf(spans: readonly Span[], room: number, zoom: number): Scale {
  const work = busy(spans);
  const total = Math.max(1, work.reduce((n, { start, end }) => n + end - start, 0));
  const pauses = Math.max(0, work.length - 1);
  const pauseWidth = Math.min(kPauseWidth, (room * kMostPauses) / Math.max(1, pauses));
  const least = Math.min(kLeastWork, (room * kMostPauses) / Math.max(1, work.length));
  const perMs = ((room - pauses * pauseWidth - work.length * least) * zoom) / total;
  const pieces: Piece[] = [];
  let at = 0;
  for (const { start, end } of work) {
    const to = at + least + (end - start) * perMs;
    pieces.push({ start, end, from: at, to });
    at = to + pauseWidth;
  }
  const x = (time: number): number => {
    let low = 0;
    let high = pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (pieces[middle]!.start <= time) low = middle;
      else high = middle - 1;
    }
    const piece = pieces[low];
    if (!piece || time <= piece.start) return piece?.from ?? 0;
    if (time >= piece.end) return piece.to;
    return piece.from + ((time - piece.start) / (piece.end - piece.start)) * (piece.to - piece.from);
  };
  const starts = pieces.map((piece, i) => ({ x: piece.from, time: piece.start, pause: i === 0 ? 0 : piece.start - pieces[i - 1]!.end }));
  return { x, width: Math.max(0, at - pauseWidth), starts };
}

/** Spans on as few lines as there were at once: each on the first line that is free by then. */
export function tracks<T extends Span>(spans: readonly T[]): T[][] {
  const lines: T[][] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const free = lines.find((line) => line.at(-1)!.end <= span.start);
    if (free) free.push(span);
    else lines.push([span]);
  }
  return lines;
}
