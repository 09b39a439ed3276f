// SPDX-License-Identifier: MIT
//
// Context references as tags above the prompt: what the editor attached.

import type { ContextRef, Message } from '../../api/types';
import { t } from '../../i18n';
import { safeUrl, visible } from '../../text/safe';
import { fields, number, text } from '../tools/access';

const kKinds: Record<string, [kind: string, icon: string]> = {
  FileReference: ['file', '📄'], WebReference: ['web', '🌐'], FolderReference: ['folder', '📁'], SymbolReference: ['symbol', '🔗'],
  TerminalReference: ['terminal', '💻'], ProblemsReference: ['problems', '⚠️'], GitReference: ['git', '🔀'],
  SelectionReference: ['selection', '✏️'], WorkspaceReference: ['workspace', '🏠'],
};

/** The `contexts` array of an editor, for prompts without the quoted list. */
export function refsOfContexts(contexts: readonly unknown[]): ContextRef[] {
  return contexts.map((value) => {
    const context = fields(value);
    const type = text(context['type']);
    const [kind, icon] = kKinds[type] ?? [type || 'unknown', '📎'];
    const path = text(context['path']) || text(context['file']);
    const label = text(context['title']) || text(context['name']) || path.split(/[/\\]/).pop() || text(context['url']) || kind;
    const ref: ContextRef = { kind, icon, label };
    if (path) ref.path = path;
    if (text(context['url'])) ref.url = text(context['url']);
    const line = number(context['line']);
    if (line !== undefined) ref.line = line;
    return ref;
  });
}

export function ContextTags({ message }: { message: Message }) {
  const refs = message.contextRefs ?? (message.contexts ? refsOfContexts(message.contexts) : []);
  if (refs.length === 0) return null;
  return (
    <ul class="refs" aria-label={t('attached')}>
      {refs.map((ref, i) => {
        const href = ref.url ? safeUrl(ref.url) : undefined;
        const label = `${ref.label}${ref.line !== undefined ? `:${ref.line}` : ''}${ref.count !== undefined ? ` (${ref.count})` : ''}`;
        return (
          <li key={i} class={`ref ref-${/^[a-z]+$/.test(ref.kind) ? ref.kind : 'other'}`} title={visible(ref.path ?? ref.url ?? ref.label)}>
            <span aria-hidden="true">{ref.icon}</span>
            {href ? <a href={href} target="_blank" rel="noopener noreferrer nofollow">{visible(label)}</a> : <span>{visible(label)}</span>}
          </li>
        );
      })}
    </ul>
  );
}
