// SPDX-License-Identifier: MIT
import { parseAnsi } from '../../text/ansi';
import { LongText } from '../../ui/LongText';
import { Runs } from '../../ui/Runs';
import { useFold } from '../../ui/Fold';
import { CopyButton } from '../../ui/CopyButton';
import { useHighlight } from '../../markdown/Code';
import { plain, visible } from '../../text/safe';
import { bytes, t } from '../../i18n';
import type { ToolCall } from '../../api/types';
import { fields, text } from './access';

/** Text that a program printed, in its colours. */
export function Output({ text: output, lines, bad }: { text: string; lines: number; bad?: boolean }) {
  const { shown, more, long } = useFold(output, lines);
  return (
    <>
      {long ? <LongText text={long} /> : <pre class={bad ? 'term-out term-bad' : 'term-out'} tabIndex={0}><Runs runs={parseAnsi(shown)} /></pre>}
      {more}
    </>
  );
}

function Command({ command }: { command: string }) {
  const painted = useHighlight(plain(command), command.length < 4000 ? 'bash' : '');
  return (
    <div class="term-command">
      <span class="term-prompt" aria-hidden="true">$</span>
      <code>{painted}</code>
      <CopyButton text={command} />
    </div>
  );
}

export function TerminalView({ call }: { call: ToolCall }) {
  const input = fields(call.input);
  const out = fields(call.structured);
  const stdout = call.storedAt ? (call.result ?? '') : text(out['stdout']) || (text(out['stderr']) ? '' : (call.result ?? ''));
  const stderr = text(out['stderr']);
  return (
    <div class="term">
      <Command command={text(input['command']) || visible(text(input['bash_id']) || text(input['shell_id']))} />
      {stdout ? <Output text={stdout} lines={12} bad={call.state === 'failed'} /> : null}
      {stderr && stderr !== stdout ? <Output text={stderr} lines={8} bad /> : null}
      {call.state === 'success' && !stdout && !stderr ? <p class="term-note">{t('noOutput')}</p> : null}
      {call.storedAt ? <p class="term-note">{t('storedAt', { file: visible(call.storedAt), size: bytes((call.result ?? '').length) })}</p> : null}
    </div>
  );
}
