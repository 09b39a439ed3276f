// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { textOf } from './Card';

const row = { title: 'Mend the gate', name: 'Mend the gate', remark: '', firstPrompt: 'Mend the  gate' };

describe('the text of a card', () => {
  it('is not its title once more', () => {
    expect(textOf(row)).toBe('');
    expect(textOf({ ...row, firstPrompt: 'Mend the gate, please' })).toBe('Mend the gate, please');
    expect(textOf({ ...row, remark: 'ask Ada' })).toBe('ask Ada');
  });
});
