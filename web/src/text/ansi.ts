// SPDX-License-Identifier: MIT
//
// Terminal output as runs of text with a style. Colours and weights (SGR) are kept, every other
// escape sequence is dropped: a transcript can ask a terminal for anything, a page need not obey.

export interface Run {
  text: string;
  classes: string; // space separated, empty for plain text
  color?: string; // 24-bit and 256-colour foregrounds, as #rrggbb
}

interface Style {
  fg: number | string | null;
  bg: number | null;
  bold: boolean;
  dim: boolean;
  italic: boolean;
  underline: boolean;
  strike: boolean;
  inverse: boolean;
}

const kPlain: Style = {
  fg: null, bg: null, bold: false, dim: false, italic: false, underline: false, strike: false, inverse: false,
};

// CSI ... final, OSC/DCS/SOS/PM/APC ... terminator, two-character escapes, C1 forms.
const kEscape =
  // eslint-disable-next-line no-control-regex
  /(?:\u001b\[|\u009b)([0-?]*)[ -/]*([@-~])|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c|$)|\u001b[ -/]*[0-~]?/g;

function channel(n: number): string {
  return Math.max(0, Math.min(255, n | 0)).toString(16).padStart(2, '0');
}

function color256(n: number): number | string | null {
  if (n < 16) return n;
  if (n > 255) return null;
  if (n >= 232) {
    const grey = channel((n - 232) * 10 + 8);
    return `#${grey}${grey}${grey}`;
  }
  const steps = [0, 95, 135, 175, 215, 255];
  const i = n - 16;
  return `#${channel(steps[Math.floor(i / 36)]!)}${channel(steps[Math.floor(i / 6) % 6]!)}${channel(steps[i % 6]!)}`;
}

function extended(codes: number[], at: number): [value: number | string | null, used: number] {
  if (codes[at + 1] === 5) return [color256(codes[at + 2] ?? 0), 2];
  if (codes[at + 1] === 2) {
    return [`#${channel(codes[at + 2] ?? 0)}${channel(codes[at + 3] ?? 0)}${channel(codes[at + 4] ?? 0)}`, 4];
  }
  return [null, 1];
}

function apply(style: Style, parameters: string): Style {
  const codes = parameters === '' ? [0] : parameters.split(/[;:]/).map((n) => Number.parseInt(n, 10) || 0);
  let next = { ...style };
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i]!;
    if (code === 0) next = { ...kPlain };
    else if (code === 1) next.bold = true;
    else if (code === 2) next.dim = true;
    else if (code === 3) next.italic = true;
    else if (code === 4) next.underline = true;
    else if (code === 7) next.inverse = true;
    else if (code === 9) next.strike = true;
    else if (code === 22) next.bold = next.dim = false;
    else if (code === 23) next.italic = false;
    else if (code === 24) next.underline = false;
    else if (code === 27) next.inverse = false;
    else if (code === 29) next.strike = false;
    else if (code >= 30 && code <= 37) next.fg = code - 30;
    else if (code === 39) next.fg = null;
    else if (code >= 40 && code <= 47) next.bg = code - 40;
    else if (code === 49) next.bg = null;
    else if (code >= 90 && code <= 97) next.fg = code - 90 + 8;
    else if (code >= 100 && code <= 107) next.bg = code - 100 + 8;
    else if (code === 38 || code === 48) {
      const [value, used] = extended(codes, i);
      i += used;
      if (code === 38) next.fg = value;
      else next.bg = typeof value === 'number' ? value : null;
    }
  }
  return next;
}

function run(text: string, style: Style): Run {
  const classes: string[] = [];
  if (style.bold) classes.push('a-bold');
  if (style.dim) classes.push('a-dim');
  if (style.italic) classes.push('a-italic');
  if (style.underline) classes.push('a-underline');
  if (style.strike) classes.push('a-strike');
  if (style.inverse) classes.push('a-inverse');
  if (typeof style.fg === 'number') classes.push(`a-fg${style.fg}`);
  if (style.bg !== null) classes.push(`a-bg${style.bg}`);
  const result: Run = { text, classes: classes.join(' ') };
  if (typeof style.fg === 'string') result.color = style.fg;
  return result;
}

/** A carriage return lets the next text overwrite the line: only the last state of it stays. */
function settle(text: string): string {
  const lines = text.replace(/\r+\n/g, '\n');
  return lines.includes('\r') ? lines.replace(/[^\n]*\r(?!\n)/g, '') : lines;
}

export function parseAnsi(input: string): Run[] {
  // eslint-disable-next-line no-control-regex
  if (!/[\u001b\u0080-\u009f\r\u0000-\u0008]/.test(input)) return [{ text: input, classes: '' }];
  const runs: Run[] = [];
  let style = kPlain;
  let end = 0;
  const text = settle(input);
  const push = (piece: string): void => {
    // eslint-disable-next-line no-control-regex
    const clean = piece.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
    if (clean) runs.push(run(clean, style));
  };
  for (const match of text.matchAll(kEscape)) {
    push(text.slice(end, match.index));
    end = match.index + match[0].length;
    if (match[2] === 'm') style = apply(style, match[1] ?? '');
  }
  push(text.slice(end));
  return runs;
}
