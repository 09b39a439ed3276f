// SPDX-License-Identifier: MIT
//
// How much a call that only looked has found, in a few words: what its head says while it is folded.

import type { ToolCall } from '../../api/types';
import { t } from '../../i18n';
import { fields, items, number, text, texts } from './access';

function lineCount(content: string): number {
  return content === '' ? 0 : content.replace(/\n$/, '').split('\n').length;
}

function files(n: number): string {
  return n === 0 ? t('nothingFound') : t('fileCount', { n });
}

function lines(n: number, of = n): string {
  return n === 0 ? t('nothingFound') : of > n ? t('lineCountOf', { n, of }) : t('lineCount', { n });
}

function ofRead(call: ToolCall): string {
  const file = fields(fields(call.structured)['file']);
  const shown = number(file['numLines']) ?? (text(file['content']) ? lineCount(text(file['content'])) : undefined);
  if (shown !== undefined) return lines(shown, number(file['totalLines']) ?? shown);
  // A picture or a document has no lines.
  if ((call.parts?.length ?? 0) > 0 || call.resultBytes !== undefined) return '';
  const numbered = (call.result ?? '').split('\n').filter((line) => /^\s*\d+(?:→|\t)/.test(line)).length;
  return numbered > 0 ? lines(numbered) : '';
}

function ofList(call: ToolCall): string {
  const out = fields(call.structured);
  const mode = text(out['mode']);
  if (mode === 'content') return lines(number(out['numLines']) ?? lineCount(text(out['content'])));
  if (mode === 'count') return t('hitsHere', { n: number(out['numMatches']) ?? 0 });
  const counted = number(out['numFiles']);
  if (counted !== undefined) return files(counted);
  if (Array.isArray(out['filenames'])) return files(texts(out['filenames']).length);
  const result = call.result ?? '';
  if (/^No (files|matches) found/.test(result)) return t('nothingFound');
  const said = /^Found (\d+) (?:files?|matches)/.exec(result);
  if (said) return files(Number(said[1]));
  return result && call.resultBytes === undefined ? lines(lineCount(result)) : '';
}

function ofWeb(call: ToolCall): string {
  const results = items(fields(call.structured)['results']).flatMap((one) => items(fields(one)['content']));
  return results.length > 0 ? t('resultCount', { n: results.length }) : '';
}

const kLooking = new Map<string, (call: ToolCall) => string>([
  ['Read', ofRead], ['NotebookRead', ofRead], ['Grep', ofList], ['Glob', ofList], ['LS', ofList], ['WebSearch', ofWeb], ['web_search', ofWeb],
]);

/** Empty for calls that did something else, or found nobody knows what. */
export function found(call: ToolCall): string {
  return call.state === 'success' ? (kLooking.get(call.name)?.(call) ?? '') : '';
}
