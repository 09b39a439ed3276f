// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../../api/types';
import { found } from './found';

function call(name: string, change: Partial<ToolCall>): ToolCall {
  return { id: 't', name, state: 'success', input: {}, result: null, callUuid: null, resultUuid: null, ...change };
}

describe('what a folded call found', () => {
  it('reads count lines, also of a part of the file', () => {
    expect(found(call('Read', { structured: { file: { numLines: 40, totalLines: 900 } } }))).toBe('40 of 900 lines');
    expect(found(call('Read', { result: '     1→a\n     2→b\n' }))).toBe('2 lines');
    expect(found(call('Read', { parts: [{ type: 'image', mediaType: 'image/png', bytes: 1, uuid: null }] }))).toBe('');
  });
  it('searches count files, lines or matches', () => {
    expect(found(call('Grep', { structured: { mode: 'files_with_matches', numFiles: 3 } }))).toBe('3 files');
    expect(found(call('Grep', { structured: { mode: 'content', numLines: 12, content: 'x' } }))).toBe('12 lines');
    expect(found(call('Grep', { structured: { mode: 'files_with_matches', numFiles: 0 } }))).toBe('Nothing found');
    expect(found(call('Glob', { structured: { filenames: ['a', 'b'] } }))).toBe('2 files');
    expect(found(call('Grep', { result: 'Found 1 file\n/a' }))).toBe('1 file');
    expect(found(call('Glob', { result: 'No files found' }))).toBe('Nothing found');
  });
  it('says nothing of what failed or did something else', () => {
    expect(found(call('Read', { state: 'failed', result: 'no such file' }))).toBe('');
    expect(found(call('Bash', { result: 'x' }))).toBe('');
  });
});
