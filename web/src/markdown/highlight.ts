// SPDX-License-Identifier: MIT
//
// Colours for code. The highlighter and its languages are a part of the page that is loaded with
// the first code to colour; its answer is a tree, from which elements are made without any HTML.

import { h, type ComponentChildren } from 'preact';
import type { Root, RootContent } from 'hast';

export type Paint = ComponentChildren;

const kMaxLength = 60_000;
const kCached = 60;
const cache = new Map<string, Paint | null>();

type Highlighter = typeof import('./languages');
let loading: Promise<Highlighter> | null = null;

function nodes(content: readonly RootContent[]): ComponentChildren {
  return content.map((node) => {
    if (node.type === 'text') return node.value;
    if (node.type !== 'element') return null;
    const names = node.properties['className'];
    return h('span', { class: Array.isArray(names) ? names.join(' ') : '' }, nodes(node.children as RootContent[]));
  });
}

export async function highlighted(text: string, language: string): Promise<Paint | null> {
  if (!language || text.length > kMaxLength) return null;
  const key = `${language}\n${text}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  loading ??= import('./languages');
  let tree: Root | null;
  try {
    tree = (await loading).highlight(text, language.toLowerCase());
  } catch {
    return null; // the part could not be loaded; plain text is good enough
  }
  const paint = tree ? nodes(tree.children) : null;
  cache.set(key, paint);
  for (const old of cache.keys()) {
    if (cache.size <= kCached) break;
    cache.delete(old);
  }
  return paint;
}

/** The same, line by line: a colour that spans lines is begun anew in each. */
export async function highlightedLines(text: string, language: string): Promise<Paint[] | null> {
  if (!language || text.length > kMaxLength) return null;
  loading ??= import('./languages');
  try {
    const tree = (await loading).highlight(text, language.toLowerCase());
    return tree ? splitLines(tree.children as RootContent[]) : null;
  } catch {
    return null;
  }
}

export function splitLines(content: readonly RootContent[]): Paint[] {
  const lines: ComponentChildren[][] = [[]];
  const visit = (items: readonly RootContent[], classes: string): void => {
    for (const node of items) {
      if (node.type === 'text') {
        node.value.split('\n').forEach((piece, i) => {
          if (i > 0) lines.push([]);
          if (piece) lines[lines.length - 1]!.push(classes ? h('span', { class: classes }, piece) : piece);
        });
      } else if (node.type === 'element') {
        const names = node.properties['className'];
        visit(node.children as RootContent[], `${classes} ${Array.isArray(names) ? names.join(' ') : ''}`.trim());
      }
    }
  };
  visit(content, '');
  return lines;
}

const kByExtension: Record<string, string> = {
  c: 'c', h: 'cpp', cc: 'cpp', cpp: 'cpp', hpp: 'cpp', cxx: 'cpp', cs: 'csharp', css: 'css', go: 'go', html: 'xml',
  java: 'java', js: 'javascript', jsx: 'javascript', mjs: 'javascript', cjs: 'javascript', json: 'json', jsonl: 'json',
  kt: 'kotlin', kts: 'kotlin', md: 'markdown', php: 'php', py: 'python', rb: 'ruby', rs: 'rust', sh: 'bash',
  bash: 'bash', zsh: 'bash', sql: 'sql', svelte: 'xml', swift: 'swift', toml: 'ini', ini: 'ini', ts: 'typescript',
  tsx: 'typescript', vue: 'xml', xml: 'xml', svg: 'xml', yaml: 'yaml', yml: 'yaml', lua: 'lua', cmake: 'cmake',
};

export function languageOf(path: string): string {
  const name = path.split(/[/\\]/).pop() ?? '';
  if (name === 'Dockerfile') return 'dockerfile';
  if (name === 'Makefile') return 'makefile';
  if (name === 'CMakeLists.txt') return 'cmake';
  return kByExtension[name.split('.').pop()?.toLowerCase() ?? ''] ?? '';
}
