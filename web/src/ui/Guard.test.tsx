// SPDX-License-Identifier: MIT
import { render } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { Guard } from './Guard';

function Broken(): never {
  throw new Error('broken');
}

describe('Guard', () => {
  it('keeps what is around a broken part', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const box = render(<div>before <Guard text="what it held"><Broken /></Guard> after</div>).container;
    expect(box.textContent).toContain('before');
    expect(box.textContent).toContain('after');
    expect(box.textContent).toContain('what it held');
  });
});
