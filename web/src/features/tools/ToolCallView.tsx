// SPDX-License-Identifier: MIT
import { memo } from 'preact/compat';
import type { ToolCall, ToolState } from '../../api/types';
import { duration, t } from '../../i18n';
import { visible } from '../../text/safe';
import { FilePath } from '../../ui/FilePath';
import { Icon, type IconName } from '../../ui/Icon';
import { useOpen } from '../../ui/sought';
import { Media } from '../conversation/Media';
import { CutNote, cutInTool } from '../conversation/whole';
import { count, hunksOf } from './diff';
import { found } from './found';
import { displayName, fileOf, presentation, telling } from './registry';
import { EditView } from './GeneralView';
import './tools.css';

const kStateIcon: Record<ToolState, IconName> = { success: 'check', failed: 'cross', pending: 'clock' };

function State({ state }: { state: ToolState }) {
  const label = state === 'success' ? t('stateSuccess') : state === 'failed' ? t('stateFailed') : t('statePending');
  return (
    <span class={`tool-state tool-${state}`} title={label}>
      <Icon name={kStateIcon[state]} />
      <span class="visually-hidden">{label}</span>
    </span>
  );
}

function Changed({ call }: { call: ToolCall }) {
  const { added, removed } = count(hunksOf(call));
  return (
    <span class="tool-changed">
      <span class="plus">+{added}</span> <span class="minus">−{removed}</span>
    </span>
  );
}

export const ToolCallView = memo(function ToolCallView({ call }: { call: ToolCall }) {
  const { icon, Body, open } = presentation(call.name);
  const [shown, setShown] = useOpen(open, () => textOf(call));
  const file = fileOf(call);
  return (
    <section class={`tool tool-is-${call.state}`} aria-label={`${t('toolCall')} ${visible(call.name)}`}>
      <button type="button" class="tool-head" aria-expanded={shown} onClick={() => setShown(!shown)}>
        <span class="tool-icon"><Icon name={icon} /></span>
        <span class="tool-name">{visible(displayName(call.name))}</span>
        <span class="tool-detail">{file ? <FilePath path={file} /> : visible(telling(call))}</span>
        {Body === EditView && call.state !== 'failed' ? <Changed call={call} /> : null}
        {shown ? null : <span class="tool-found">{found(call)}</span>}
        {call.durationMs !== undefined && call.durationMs >= 1000 ? <span class="tool-time">{duration(call.durationMs)}</span> : null}
        <State state={call.state} />
      </button>
      {shown ? (
        <div class="tool-body">
          <Body call={call} />
          <CutNote size={cutInTool(call)} />
          {call.parts?.map((part, i) => <Media key={i} part={part} nth={nth(call.parts ?? [], i)} />)}
        </div>
      ) : null}
    </section>
  );
});

/** Everything in a call that can be searched for. */
function textOf(call: ToolCall): string {
  return `${JSON.stringify(call.input ?? '')}\n${call.result ?? ''}\n${JSON.stringify(call.structured ?? '')}`;
}

// Pictures of one line are told apart by their order.
function nth(parts: readonly { uuid: string | null }[], index: number): number {
  return parts.slice(0, index).filter((part) => part.uuid === parts[index]?.uuid).length;
}
