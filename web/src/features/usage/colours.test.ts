// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { coloursOf } from './colours';

const colourOf = (model: string): string | undefined => coloursOf([model]).get(model);

describe('colours of models', () => {
  it('have the hue of their family', () => {
    expect(colourOf('claude-opus-4-5-20251101')).toMatch(/^series-0 /);
    expect(colourOf('claude-sonnet-4-5-20250929')).toMatch(/^series-1 /);
    expect(colourOf('claude-3-5-haiku-20241022')).toMatch(/^series-2 /);
    expect(colourOf('')).toBe('series-7 tone-0');
  });
  it('are the same whatever order and amounts the picture has', () => {
    const models = ['claude-opus-5-5', 'claude-opus-4-5-20251101', 'some-model'];
    expect(coloursOf([...models].reverse())).toEqual(coloursOf(models));
  });
  it('differ in one picture', () => {
    for (const models of [
      ['claude-opus-4-5-20251101', 'claude-opus-5-5', 'claude-opus-4-20250514', 'claude-opus-4-1-20250805', 'claude-opus-4-8'],
      ['claude-haiku-4-5-20251001', 'claude-3-5-haiku-20241022', 'claude-haiku-5-5'],
      ['gpt-5', 'gemini-3', 'some-model', 'other-model', 'grok', 'qwen', 'llama', 'kimi'],
    ]) {
      expect(new Set(coloursOf(models).values()).size).toBe(models.length);
    }
  });
});
