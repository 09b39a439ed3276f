// SPDX-License-Identifier: MIT
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../i18n';
import { Icon } from '../../ui/Icon';
import { useOpen } from '../../ui/sought';
import { highlightedLines, languageOf, type Paint } from '../../markdown/highlight';
import { plain } from '../../text/safe';
import type { Hunk } from './diff';

const kFolded = 24;
const kCalm = 90; // ms; what scrolls past at once is not worth colouring
const kNone: ReadonlyMap<object, Paint> = new Map();

/** Colours for the lines of a diff, a moment after the text. Old and new lines are coloured each by themselves. */
function useColours(hunks: readonly Hunk[], path: string): ReadonlyMap<object, Paint> {
  const [painted, setPainted] = useState<{ of: readonly Hunk[]; lines: Map<object, Paint> } | null>(null);
  useEffect(() => {
    const language = languageOf(path);
    if (!language) return;
    let live = true;
    const timer = setTimeout(() => {
      void Promise.all(hunks.flatMap((hunk) => (['-', '+'] as const).map(async (sign) => {
        const lines = hunk.lines.filter((line) => line.sign === sign || line.sign === ' ');
        return { lines, paint: await highlightedLines(lines.map((line) => plain(line.text)).join('\n'), language) };
      }))).then((parts) => {
        if (!live) return;
        const found = new Map<object, Paint>();
        for (const { lines, paint } of parts) if (paint?.length === lines.length) lines.forEach((line, i) => found.set(line, paint[i]));
        setPainted({ of: hunks, lines: found });
      });
    }, kCalm);
    return () => {
      live = false;
      clearTimeout(timer);
    };
  }, [hunks, path]);
  return painted?.of === hunks ? painted.lines : kNone;
}

export function DiffView({ hunks, folded = kFolded, path = '' }: { hunks: readonly Hunk[]; folded?: number; path?: string }) {
  const colours = useColours(hunks, path);
  const [open, setOpen] = useOpen(false, () => hunks.flatMap((hunk) => hunk.lines).slice(folded).map((line) => line.text).join('\n'));
  const total = hunks.reduce((n, hunk) => n + hunk.lines.length, 0);
  const long = total > folded + 4;
  let left = open || !long ? Infinity : folded;
  return (
    <div class="diff" role="group" aria-label={t('changes')}>
      <div class="diff-scroll" tabIndex={0}>
        <table>
          <tbody>
            {hunks.map((hunk, h) => {
              const lines = hunk.lines.slice(0, Math.max(0, left));
              left -= lines.length;
              return lines.map((line, i) => (
                <tr key={`${h}.${i}`} class={i === 0 && h > 0 ? `diff-${kNames[line.sign]} diff-gap` : `diff-${kNames[line.sign]}`}>
                  <td class="diff-no">{line.old ?? ''}</td>
                  <td class="diff-no">{line.now ?? ''}</td>
                  <td class="diff-sign" aria-label={line.sign === '+' ? t('added') : line.sign === '-' ? t('removed') : undefined}>{line.sign}</td>
                  <td class="diff-text">{line.text ? (colours.get(line) ?? plain(line.text)) : ' '}</td>
                </tr>
              ));
            })}
          </tbody>
        </table>
      </div>
      {long ? (
        <button type="button" class="fold-more" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon name="fold" />
          {open ? t('foldLess') : t('foldLines', { n: total - folded })}
        </button>
      ) : null}
    </div>
  );
}

const kNames = { ' ': 'same', '+': 'add', '-': 'del' } as const;
