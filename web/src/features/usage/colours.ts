// SPDX-License-Identifier: MIT
//
// A model has its colour whatever else is in the picture: the family gives the hue, the version the
// tone.

const kFamilies = ['opus', 'sonnet', 'haiku'];
const kOthers = [3, 4, 5, 6];
const kTones = 3;

function sum(text: string): number {
  return [...text].reduce((hash, c) => (hash * 31 + c.charCodeAt(0)) >>> 0, 7);
}

export function colourOf(model: string): string {
  if (!model) return 'series-7 tone-0';
  const name = model.toLowerCase();
  const family = kFamilies.findIndex((one) => name.includes(one));
  if (family < 0) return `series-${kOthers[sum(name) % kOthers.length]} tone-${sum(name) % kTones}`;
  // "claude-opus-4-5-20251101" and "claude-3-5-haiku-20241022" are both 5th of something.
  const minor = /(\d+)-(\d{1,2})(?!\d)/.exec(name.replace(/-\d{8}$/, ''))?.[2] ?? '0';
  return `series-${family} tone-${Number(minor) % kTones}`;
}
