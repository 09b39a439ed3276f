// SPDX-License-Identifier: MIT
//
// The family of a model gives the hue, its version the tone. In one picture no two have the same.

const kFamilies = ['opus', 'sonnet', 'haiku'];
const kOthers = [3, 4, 5, 6];
const kTones = 5;

function sum(text: string): number {
  return [...text].reduce((hash, c) => (hash * 31 + c.charCodeAt(0)) >>> 0, 7);
}

interface Place {
  series: readonly number[];
  tone: number;
}

function placeOf(model: string): Place {
  if (!model) return { series: [7], tone: 0 };
  const name = model.toLowerCase();
  const family = kFamilies.findIndex((one) => name.includes(one));
  if (family < 0) {
    const first = sum(name) % kOthers.length;
    return { series: [...kOthers.slice(first), ...kOthers.slice(0, first)], tone: sum(name) % kTones };
  }
  // "claude-opus-4-5-20251101" and "claude-3-5-haiku-20241022" are both 5th of something.
  const [, major = '0', minor = '0'] = /(\d+)-(\d{1,2})(?!\d)/.exec(name.replace(/-\d{8}$/, '')) ?? [];
  return { series: [family], tone: (Number(major) * 2 + Number(minor)) % kTones };
}

/** A class for each: the one that it has everywhere, or the next that is free in this picture. */
export function coloursOf(models: readonly string[]): Map<string, string> {
  const colours = new Map<string, string>();
  const taken = new Set<string>();
  // In the order of their names, which other amounts do not change.
  for (const model of [...new Set(models)].sort()) {
    const { series, tone } = placeOf(model);
    const choices = series.flatMap((one) => Array.from({ length: kTones }, (_, i) => `series-${one} tone-${(tone + i) % kTones}`));
    const colour = choices.find((one) => !taken.has(one)) ?? choices[0]!;
    taken.add(colour);
    colours.set(model, colour);
  }
  return colours;
}
