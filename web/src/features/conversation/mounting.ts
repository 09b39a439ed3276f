// SPDX-License-Identifier: MIT
//
// How many messages are built in one frame. A message costs what its Markdown, diffs and tools cost,
// which no rule knows beforehand; so what a unit of work took on this machine is measured, and a frame
// gets only what fits. The rest are placeholders of the expected height until a later frame.

import type { Message } from '../../api/types';

const kFrameMs = 7; // of script; style, layout and paint take about as much again
const kFirstGuess = 0.4; // ms a unit, before anything was measured
const kMemory = 0.2; // weight of the newest measurement

/** Units of work in a message, from what makes building it slow. */
export function workIn(message: Message): number {
  const text = Math.min(message.text.length, 12_000) / 250;
  return 2 + text + message.tools.length * 6;
}

export class Mounting {
  private perUnit = kFirstGuess;

  /**
   * Which of the rows in sight are to be built now: those that stand already, and as many others as fit
   * the frame, in the given order. At least one, or nothing would ever be.
   */
  choose(wanted: readonly { index: number; message: Message }[], standing: ReadonlySet<number>): { build: Set<number>; units: number; left: number } {
    const build = new Set<number>();
    const room = kFrameMs / this.perUnit;
    let units = 0;
    let left = 0;
    for (const { index, message } of wanted) {
      if (standing.has(index)) {
        build.add(index);
        continue;
      }
      const work = workIn(message);
      if (units > 0 && units + work > room) {
        left++;
        continue;
      }
      units += work;
      build.add(index);
    }
    return { build, units, left };
  }

  took(units: number, ms: number): void {
    if (units <= 0) return;
    const seen = Math.min(5, Math.max(0.02, ms / units));
    this.perUnit += (seen - this.perUnit) * kMemory;
  }
}
