// SPDX-License-Identifier: MIT
import { useState } from 'preact/hooks';
import { t } from '../../i18n';
import { Icon } from '../../ui/Icon';
import { plain } from '../../text/safe';
import type { Hunk } from './diff';

const kFolded = 24;

export function DiffView({ hunks, folded = kFolded }: { hunks: readonly Hunk[]; folded?: number }) {
  const [open, setOpen] = useState(false);
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
                  <td class="diff-text">{plain(line.text) || ' '}</td>
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
