// SPDX-License-Identifier: MIT
//
// Ways to make HTML or code out of text must not appear in the sources at all.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const kForbidden = [/\binnerHTML\s*=(?!=)/, /outerHTML\s*=/, /dangerouslySetInnerHTML/, /insertAdjacentHTML/, /document\.write/, /\beval\s*\(/, /new Function\s*\(/, /srcdoc/i, /\bhref=\{(?!safe|href|sessionHref|downloadUrl|hrefOf|`#)/];

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((e) => (e.isDirectory() ? files(join(folder, e.name)) : [join(folder, e.name)]));
}

describe('the sources', () => {
  const sources = files(join(process.cwd(), 'src')).filter((f) => /\.tsx?$/.test(f) && !/\.test\.tsx?$/.test(f));
  it('are found', () => expect(sources.length).toBeGreaterThan(40));
  it.each(sources.map((f) => [f.slice(process.cwd().length + 1), f]))('%s makes no HTML out of text', (_, file) => {
    const text = readFileSync(file, 'utf8');
    for (const pattern of kForbidden) expect(text.match(pattern)?.[0] ?? '', String(pattern)).toBe('');
  });
});
