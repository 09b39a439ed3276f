// SPDX-License-Identifier: MIT
import { useHighlight } from '../../markdown/Code';
import { languageOf } from '../../markdown/highlight';
import type { ToolCall } from '../../api/types';
import { plain } from '../../text/safe';
import { useFold } from '../../ui/Fold';
import { LongText } from '../../ui/LongText';
import { fields, number, text } from './access';

/** A file with its line numbers. */
export function FileText({ text: content, path, start, lines }: { text: string; path: string; start: number; lines: number }) {
  const { shown, more, long } = useFold(content, lines);
  const clean = plain(shown);
  const painted = useHighlight(clean, languageOf(path));
  const count = clean.split('\n').length;
  if (long) {
    return (
      <div class="file-text">
        <LongText text={plain(long)} start={start} />
        {more}
      </div>
    );
  }
  return (
    <div class="file-text">
      <div class="file-scroll" tabIndex={0}>
        <pre class="file-numbers" aria-hidden="true">{Array.from({ length: count }, (_, i) => start + i).join('\n')}</pre>
        <pre class="file-lines"><code>{painted}</code></pre>
      </div>
      {more}
    </div>
  );
}

// What the model saw has a number and an arrow or a tab before each line.
export function unnumber(result: string): { text: string; start: number } {
  const body = result.replace(/\n*<system-reminder>[\s\S]*?<\/system-reminder>\s*$/, '');
  const lines = body.split('\n');
  const first = /^\s*(\d+)(?:→|\t)/.exec(lines[0] ?? '');
  if (!first) return { text: body, start: 1 };
  return { text: lines.map((line) => line.replace(/^\s*\d+(?:→|\t)/, '')).join('\n'), start: Number(first[1]) };
}

export function ReadView({ call }: { call: ToolCall }) {
  const input = fields(call.input);
  const file = fields(fields(call.structured)['file']);
  const path = text(input['file_path']) || text(input['notebook_path']) || text(file['filePath']);
  if (call.state === 'failed') return <p class="tool-error">{call.result}</p>;
  const recorded = text(file['content']);
  const { text: content, start } = recorded
    ? { text: recorded.replace(/\n$/, ''), start: number(file['startLine']) ?? 1 }
    : unnumber(call.result ?? '');
  return content ? <FileText text={content} path={path} start={start} lines={10} /> : null;
}
