// SPDX-License-Identifier: MIT
import { afterEach, describe, expect, it } from 'vitest';
import { ago, bytes, duration, money, setLanguage, t } from './index';
import { en } from './en';
import { zh } from './zh';

const names = (text: string): string[] => [...new Set([...text.matchAll(/\{(\w+)/g)].map((m) => m[1]!))].sort();

describe('words', () => {
  afterEach(() => setLanguage('en'));
  it('have the same places in every language', () => {
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      expect(names(zh[key]).every((name) => names(en[key]).includes(name)), key).toBe(true);
      expect(zh[key], key).not.toBe('');
    }
  });
  it('count', async () => {
    expect(t('newMessages', { n: 1 })).toBe('1 new message');
    expect(t('newMessages', { n: 1200 })).toBe('1,200 new messages');
    await setLanguage('zh-CN');
    expect(t('newMessages', { n: 2 })).toBe('2 条新消息');
  });
});

describe('numbers for people', () => {
  it('sizes, durations, money', () => {
    expect([bytes(999), bytes(1500), bytes(100_000_000)]).toEqual(['999 B', '1.5 KB', '100 MB']);
    expect([duration(12), duration(4250), duration(125_000), duration(7_260_000)]).toEqual(['12 ms', '4.3 s', '2 min', '2 h 1 min']);
    expect([money(0), money(0.0312), money(12.5), money(4194.47), money(0.8676)]).toEqual(['$0.00', '$0.03', '$12.50', '$4,194.47', '$0.87']);
    expect([money(0.0004), money(0.999), money(0.0312, 4), money(1234.5, 4), money(0.00001, 4)]).toEqual(['<$0.01', '$1.00', '$0.0312', '$1,234.5000', '<$0.0001']);
  });
  it('times', () => {
    const now = Date.parse('2026-11-15T12:00:00Z');
    expect(ago('2026-11-15T11:00:00Z', now)).toContain('1');
    expect(ago('2026-11-05T12:00:00Z', now)).toContain('10');
    expect(ago('2026-10-25T12:00:00Z', now)).toContain('3');
    expect(ago('2026-05-15T12:00:00Z', now)).toContain('6');
    // What has not passed does not count: 2 h 50 min are two hours, as in `clew list`.
    expect(ago('2026-11-15T09:10:00Z', now)).toMatch(/^2\D/);
    expect(ago('2026-11-15T11:00:01Z', now)).toMatch(/^59\D/);
    const morning = new Date(2026, 10, 15, 9).getTime();
    expect(ago(new Date(2026, 10, 14, 8).toISOString(), morning)).toBe('yesterday');
    expect(ago(new Date(2026, 10, 14, 22).toISOString(), morning)).toMatch(/^11\D/);
    expect(ago(new Date(2026, 10, 12, 23).toISOString(), morning)).toMatch(/^3\D/);
    expect(ago('nonsense', now)).toBe('');
    expect(ago(null, now)).toBe('');
  });
});
