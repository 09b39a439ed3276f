// SPDX-License-Identifier: MIT
//
// Markdown to elements, never to HTML text: the lexer gives tokens, each known token becomes an
// element, and everything else (raw HTML first of all) is shown as the characters it is.

import { Lexer, type Token, type Tokens } from 'marked';
import { memo } from 'preact/compat';
import type { ComponentChildren, JSX } from 'preact';
import { plain, safeUrl } from '../text/safe';
import { Code } from './Code';
import './markdown.css';

// Beyond this a text is shown as it is: nobody reads it as prose, and lexing it would be felt.
const kMaxLength = 200_000;
const kCached = 120;
const cache = new Map<string, Token[] | null>();

function lex(text: string): Token[] | null {
  const known = cache.get(text);
  if (known !== undefined) return known;
  let tokens: Token[] | null = null;
  if (text.length <= kMaxLength) {
    try {
      tokens = new Lexer({ gfm: true, breaks: true }).lex(plain(text));
    } catch {
      tokens = null; // thousands of nested quotes overflow the lexer's stack
    }
  }
  cache.set(text, tokens);
  for (const old of cache.keys()) {
    if (cache.size <= kCached) break;
    cache.delete(old);
  }
  return tokens;
}

// What the lexer escaped for HTML is put back: the framework escapes by itself.
function unescape(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|#39);/g, (_, name: string) =>
    name === 'lt' ? '<' : name === 'gt' ? '>' : name === 'amp' ? '&' : name === 'quot' ? '"' : "'",
  );
}

const kDeepest = 40;

function inline(tokens: Token[] | undefined, depth: number): ComponentChildren {
  if (!tokens || depth > kDeepest) return null;
  return tokens.map((token, i) => inlineOne(token, i, depth + 1));
}

function link(token: Tokens.Link, key: number, depth: number): JSX.Element {
  const href = safeUrl(token.href);
  const children = inline(token.tokens, depth);
  if (!href) return <span key={key} class="md-dead" title={plain(token.href)}>{children}</span>;
  return (
    <a key={key} href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

function image(token: Tokens.Image, key: number): JSX.Element {
  const label = `🖼 ${plain(token.text || token.href).slice(0, 200)}`;
  const href = safeUrl(token.href);
  // Pictures of other hosts are never fetched: looking at a session must not tell anybody.
  return href ? (
    <a key={key} href={href} target="_blank" rel="noopener noreferrer nofollow">{label}</a>
  ) : (
    <span key={key} class="md-dead">{label}</span>
  );
}

function inlineOne(token: Token, key: number, depth: number): ComponentChildren {
  switch (token.type) {
    case 'strong':
      return <strong key={key}>{inline(token.tokens, depth)}</strong>;
    case 'em':
      return <em key={key}>{inline(token.tokens, depth)}</em>;
    case 'del':
      return <del key={key}>{inline(token.tokens, depth)}</del>;
    case 'codespan':
      return <code key={key}>{unescape((token as Tokens.Codespan).text)}</code>;
    case 'br':
      return <br key={key} />;
    case 'link':
      return link(token as Tokens.Link, key, depth);
    case 'image':
      return image(token as Tokens.Image, key);
    case 'escape':
      return unescape((token as Tokens.Escape).text);
    case 'text': {
      const text = token as Tokens.Text;
      return text.tokens ? inline(text.tokens, depth) : unescape(text.text);
    }
    default:
      return token.raw;
  }
}

function heading(token: Tokens.Heading, key: number, depth: number): JSX.Element {
  const children = inline(token.tokens, depth);
  // The page's own headings are h1 and h2.
  if (token.depth <= 1) return <h3 key={key}>{children}</h3>;
  if (token.depth === 2) return <h4 key={key}>{children}</h4>;
  return <h5 key={key}>{children}</h5>;
}

function list(token: Tokens.List, key: number, depth: number): JSX.Element {
  const items = token.items.map((item, i) => (
    <li key={i} class={item.task ? 'md-task' : undefined}>
      {item.task ? <span class="md-check" aria-label={item.checked ? 'done' : 'open'}>{item.checked ? '☑' : '☐'}</span> : null}
      {blocks(item.tokens, depth)}
    </li>
  ));
  return token.ordered ? <ol key={key} start={token.start === '' ? 1 : token.start}>{items}</ol> : <ul key={key}>{items}</ul>;
}

function table(token: Tokens.Table, key: number, depth: number): JSX.Element {
  return (
    <div key={key} class="md-table" tabIndex={0} role="group">
      <table>
        <thead>
          <tr>{token.header.map((cell, i) => <th key={i} class={`md-${cell.align ?? 'left'}`}>{inline(cell.tokens, depth)}</th>)}</tr>
        </thead>
        <tbody>
          {token.rows.map((row, r) => (
            <tr key={r}>{row.map((cell, i) => <td key={i} class={`md-${cell.align ?? 'left'}`}>{inline(cell.tokens, depth)}</td>)}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function blocks(tokens: Token[] | undefined, depth: number): ComponentChildren {
  if (!tokens) return null;
  if (depth > kDeepest) return <p>{tokens.map((token) => token.raw).join('')}</p>;
  return tokens.map((token, i) => block(token, i, depth + 1));
}

function block(token: Token, key: number, depth: number): ComponentChildren {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading':
      return heading(token as Tokens.Heading, key, depth);
    case 'paragraph':
      return <p key={key}>{inline(token.tokens, depth)}</p>;
    case 'text':
      return <span key={key}>{inlineOne(token, 0, depth)}</span>;
    case 'code': {
      const code = token as Tokens.Code;
      return <Code key={key} text={code.text} language={code.lang ?? ''} />;
    }
    case 'blockquote':
      return <blockquote key={key}>{blocks(token.tokens, depth)}</blockquote>;
    case 'list':
      return list(token as Tokens.List, key, depth);
    case 'table':
      return table(token as Tokens.Table, key, depth);
    case 'hr':
      return <hr key={key} />;
    case 'html':
      return <p key={key} class="md-raw">{token.raw}</p>;
    default:
      return inlineOne(token, key, depth);
  }
}

export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const tokens = lex(text);
  if (!tokens) return <div class="md md-plain">{plain(text)}</div>;
  return <div class="md">{blocks(tokens, 0)}</div>;
});
