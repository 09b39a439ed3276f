// SPDX-License-Identifier: MIT
import type { Message } from '../../api/types';
import { go, route, sessionHref } from '../../app/router';
import { t } from '../../i18n';
import type { Conversation } from '../../state/conversation';
import { server } from '../../state/server';
import { editing } from '../../state/screen';
import { notify } from '../../state/notices';
import { forkAt } from '../../state/drive';
import { CopyButton } from '../../ui/CopyButton';
import { Menu, type MenuItem } from '../../ui/Menu';
import { shared } from '../share/sharing';
import { resumeCommand } from './SessionHeader';

function textOf(message: Message): string {
  return [message.prompt ?? message.text, ...message.tools.map((call) => call.result ?? '')].filter(Boolean).join('\n\n');
}

export function MessageMenu({ message, conversation }: { message: Message; conversation: Conversation }) {
  const session = conversation.key.session;
  const uuid = message.uuid;
  const isAgent = conversation.isAgent.value;
  const items: MenuItem[] = [];
  if (uuid) {
    items.push({
      label: t('linkToMessage'),
      icon: 'link',
      run: () => {
        const params: Record<string, string> = { at: uuid };
        if (conversation.key.leaf) params['leaf'] = conversation.key.leaf;
        if (conversation.key.agent) params['agent'] = conversation.key.agent;
        const href = sessionHref(isAgent ? session : (conversation.head.value?.id ?? session), params);
        void navigator.clipboard?.writeText(new URL(href, location.href).href).then(() => notify(t('copied')));
        go(href, true);
      },
    });
    items.push({ label: t('filesHere'), icon: 'file', run: () => go(sessionHref(session, { at: uuid }, 'files')) });
    items.push({ label: t('costHere'), icon: 'gauge', run: () => go(`#/usage?explain=${encodeURIComponent(message.messageId ?? uuid)}&back=${encodeURIComponent(route.value.session)}`) });
    if (!isAgent) {
      const part = { session: conversation.head.value?.id ?? session, leaf: conversation.key.leaf, from: '', to: '' };
      items.push({ label: t('shareFrom'), icon: 'send', run: () => (shared.value = { ...part, from: uuid }) });
      items.push({ label: t('shareTo'), icon: 'send', run: () => (shared.value = { ...part, to: uuid }) });
    }
    items.push({ label: t('rawOfMessage'), icon: 'terminal', run: () => go(sessionHref(session, { raw: uuid }, 'details')) });
    if (isAgent) {
      // Nothing goes on from what a subagent said.
    } else if (server.value.drive) {
      if (message.role === 'user' && ['prompt', 'queued'].includes(message.kind)) {
        items.push({ label: t('editAndResend'), icon: 'pencil', run: () => (editing.value = { session, uuid, text: message.prompt ?? message.text }) });
      }
      items.push({ label: t('forkHere'), icon: 'fork', run: () => void forkAt(session, message.entries[message.entries.length - 1] ?? uuid) });
    } else {
      items.push({
        label: t('copyForkCommand'),
        icon: 'fork',
        run: () => {
          const at = message.entries[message.entries.length - 1] ?? uuid;
          const resume = resumeCommand(conversation.head.value?.cwd, conversation.head.value?.id ?? session);
          const command = resume.startsWith('clew ') ? `${resume} --fork --at ${at}` : `${resume} --fork-session --resume-session-at ${at}`;
          void navigator.clipboard?.writeText(command).then(() => notify(t('copied')));
        },
      });
    }
  }
  return (
    <>
      <CopyButton text={() => textOf(message)} label={t('copyMessage')} />
      {items.length > 0 ? <Menu label={t('messageActions')} icon="more">{items}</Menu> : null}
    </>
  );
}
