// SPDX-License-Identifier: MIT
import type { ToolCall } from '../../api/types';
import { t } from '../../i18n';
import { visible } from '../../text/safe';
import { Output } from './Terminal';
import { fields, number, text, texts } from './access';
import { useOpen } from '../../ui/sought';

const kFolded = 8;

export function PathList({ paths }: { paths: readonly string[] }) {
  const [open, setOpen] = useOpen(false, () => paths.slice(kFolded).join('\n'));
  const shown = open ? paths.slice(0, 2000) : paths.slice(0, kFolded);
  return (
    <>
      <ul class="path-list">
        {shown.map((path, i) => {
          const cut = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
          return (
            <li key={i}>
              <span class="path-folder">{visible(path.slice(0, cut))}</span>
              {visible(path.slice(cut))}
            </li>
          );
        })}
      </ul>
      {paths.length > kFolded ? (
        <button type="button" class="fold-more" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t('foldLess') : t('andMore', { n: paths.length - kFolded })}
        </button>
      ) : null}
    </>
  );
}

export function ResultListView({ call }: { call: ToolCall }) {
  const out = fields(call.structured);
  const names = texts(out['filenames']);
  const content = text(out['content']);
  if (call.state === 'failed') return <p class="tool-error">{call.result}</p>;
  if (content) return <Output text={content} lines={10} />;
  if (names.length > 0) return <PathList paths={names} />;
  if (number(out['numFiles']) === 0) return <p class="term-note">{t('nothingFound')}</p>;
  return call.result ? <Output text={call.result} lines={10} /> : null;
}
