// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { colourOf } from './colours';

describe('colours of models', () => {
  it('are the same wherever a model stands', () => {
    expect(colourOf('claude-opus-4-5-20251101')).toBe('series-0 tone-2');
    expect(colourOf('claude-sonnet-4-5-20250929')).toBe('series-1 tone-2');
    expect(colourOf('claude-3-5-haiku-20241022')).toBe('series-2 tone-2');
    expect(colourOf('some-model')).toBe(colourOf('some-model'));
    expect(colourOf('')).toBe('series-7 tone-0');
  });
  it('differ between neighbours of one family', () => {
    expect(new Set(['claude-opus-4-20250514', 'claude-opus-4-1-20250805', 'claude-opus-4-5-20251101'].map(colourOf)).size).toBe(3);
  });
});
