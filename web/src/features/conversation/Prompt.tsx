// SPDX-License-Identifier: MIT
//
// What a person typed, as it was typed: every space and sign of it. Only fenced code, code between
// backticks and addresses are more than characters; the rest of Markdown would take some of them away.

import type { ComponentChildren } from 'preact';
import { Code } from '../../markdown/Code';
import { plain, safeUrl } from '../../text/safe';

export type Part = { text: string } | { code: string; language: string };

const kFence = /^( {0,3})(`{3,}|~{3,})[ \t]*([^\s`]*)[^\n`]*$/;

/** The text between fences and the code inside them. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let words: string[] = [];
  let code: { lines: string[]; fence: string; language: string } | null = null;
  const flush = (): void => {
    const said = words.join('\n').replace(/^\n+|\s+$/g, '');
    if (said) parts.push({ text: said });
    words = [];
  };
  for (const line of text.split('\n')) {
    const fence = kFence.exec(line);
    if (code) {
      if (fence && fence[2]!.startsWith(code.fence) && !fence[3]) {
        parts.push({ code: code.lines.join('\n'), language: code.language });
        code = null;
      } else code.lines.push(line);
    } else if (fence) {
      flush();
      code = { lines: [], fence: fence[2]!, language: fence[3]! };
    } else words.push(line);
  }
  // A fence that nobody closed goes to the end, as everywhere.
  if (code) parts.push({ code: code.lines.join('\n'), language: code.language });
  flush();
  return parts;
}

const kSpecial = /`([^`\n]+)`|https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}]/g;

function inline(text: string): ComponentChildren[] {
  const out: ComponentChildren[] = [];
  let at = 0;
  for (const match of text.matchAll(kSpecial)) {
    const href = match[1] === undefined ? safeUrl(match[0]) : undefined;
    if (match[1] === undefined && !href) continue;
    out.push(text.slice(at, match.index));
    out.push(href ? <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow">{match[0]}</a> : <code key={at}>{match[1]}</code>);
    at = match.index + match[0].length;
  }
  out.push(text.slice(at));
  return out;
}

export function Prompt({ text }: { text: string }) {
  return (
    <div class="md prompt">
      {partsOf(plain(text)).map((part, i) => ('code' in part ? <Code key={i} text={part.code} language={part.language} /> : <p key={i} class="prompt-text">{inline(part.text)}</p>))}
    </div>
  );
}
