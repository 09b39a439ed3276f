// SPDX-License-Identifier: MIT
import type { ToolCall } from '../../api/types';
import { t } from '../../i18n';
import { Markdown } from '../../markdown/Markdown';
import { DiffView } from './DiffView';
import { FileText } from './FileText';
import { JsonTree } from './JsonTree';
import { Output } from './Terminal';
import { fields, text } from './access';
import { hunksOf } from './diff';

export function EditView({ call }: { call: ToolCall }) {
  const input = fields(call.input);
  const created = call.name === 'Write' && text(fields(call.structured)['originalFile']) === '';
  if (call.state === 'failed') {
    return (
      <>
        <p class="tool-error">{call.result}</p>
        <DiffView hunks={hunksOf(call)} folded={8} path={text(input['file_path'])} />
      </>
    );
  }
  if (created && text(input['content'])) {
    return <FileText text={text(input['content']).replace(/\n$/, '')} path={text(input['file_path'])} start={1} lines={14} />;
  }
  return <DiffView hunks={hunksOf(call)} path={text(input['file_path']) || text(input['notebook_path'])} />;
}

/** Any other tool: its input as a tree, its answer as what it looks like. */
export function GeneralView({ call }: { call: ToolCall }) {
  const result = call.result ?? '';
  const json = parsed(result);
  return (
    <div class="general">
      <h4>{t('toolInput')}</h4>
      <JsonTree value={call.input} />
      {result ? <h4>{t('toolResult')}</h4> : null}
      {json !== undefined ? <JsonTree value={json} /> : result.includes('\n') && call.state === 'success' && result.length < 4000 ? <Markdown text={result} /> : result ? <Output text={result} lines={12} bad={call.state === 'failed'} /> : null}
    </div>
  );
}

function parsed(result: string): unknown {
  if (!/^\s*[[{]/.test(result) || result.length > 1_000_000) return undefined;
  try {
    return JSON.parse(result) as unknown;
  } catch {
    return undefined;
  }
}
