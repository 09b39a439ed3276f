// SPDX-License-Identifier: MIT
import type { ToolCall } from '../../api/types';
import { Markdown } from '../../markdown/Markdown';
import { safeUrl, visible } from '../../text/safe';
import { Disclosure } from '../../ui/Fold';
import { t } from '../../i18n';
import { fields, items, text } from './access';

function SafeLink({ url, label }: { url: string; label: string }) {
  const href = safeUrl(url);
  return href ? <a href={href} target="_blank" rel="noopener noreferrer nofollow">{visible(label)}</a> : <span>{visible(label)}</span>;
}

interface Found {
  title: string;
  url: string;
}

function found(call: ToolCall): Found[] {
  const results = items(fields(call.structured)['results']).flatMap((value) => {
    const group = fields(value);
    return items(group['content']).length > 0 ? items(group['content']) : [value];
  });
  return results.map(fields).filter((r) => text(r['url'])).map((r) => ({ title: text(r['title']) || text(r['url']), url: text(r['url']) }));
}

function host(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return '';
  }
}

export function WebView({ call }: { call: ToolCall }) {
  const input = fields(call.input);
  const list = found(call);
  return (
    <div class="web-result">
      {text(input['url']) ? <p><SafeLink url={text(input['url'])} label={text(input['url'])} /></p> : null}
      {text(input['prompt']) ? <p class="task-note">{visible(text(input['prompt']))}</p> : null}
      {list.length > 0 ? (
        <ol class="web-list">
          {list.map((result, i) => (
            <li key={i}>
              <SafeLink url={result.url} label={result.title} /> <span class="web-host">{host(result.url)}</span>
            </li>
          ))}
        </ol>
      ) : null}
      {call.result ? (
        <Disclosure open={list.length === 0 && call.result.length < 1200} holds={() => call.result ?? ''} summary={<span>{t('whatItSaid')}</span>}>
          {() => <Markdown text={call.result ?? ''} />}
        </Disclosure>
      ) : null}
    </div>
  );
}
