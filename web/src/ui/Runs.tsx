// SPDX-License-Identifier: MIT
import type { Run } from '../text/ansi';

/** Pieces of terminal output in their colours. */
export function Runs({ runs }: { runs: readonly Run[] }) {
  return (
    <>
      {runs.map((run, i) =>
        run.classes || run.color ? <span key={i} class={run.classes} style={run.color ? { color: run.color } : undefined}>{run.text}</span> : run.text,
      )}
    </>
  );
}
