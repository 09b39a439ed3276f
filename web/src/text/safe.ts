// SPDX-License-Identifier: MIT
//
// Text from transcripts may come from anywhere. The framework never makes HTML of it; what is left
// to do is to make invisible and direction-changing characters harmless.

// Bidi overrides and isolates can make a file name or a command read as another one; zero-width
// characters and tags hide text from the reader, C0 and C1 controls have no glyph.
const kInvisible =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g;
const kHasInvisible = new RegExp(kInvisible.source);

/** For labels (titles, names, paths, commands): what cannot be seen is shown as its code. */
export function visible(text: string | null | undefined): string {
  if (!text) return '';
  if (!kHasInvisible.test(text)) return text;
  return text.replace(kInvisible, (c) => `‹${(c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`);
}

/** For prose: the same characters are left out. */
export function plain(text: string): string {
  return kHasInvisible.test(text) ? text.replace(kInvisible, '') : text;
}

/** The address if it may be a link, else nothing. Only absolute ones: the page has no relatives. */
export function safeUrl(url: string): string | undefined {
  const trimmed = url.trim();
  if (!/^(https?:|mailto:)/i.test(trimmed)) return undefined;
  try {
    const parsed = new URL(trimmed);
    return ['http:', 'https:', 'mailto:'].includes(parsed.protocol) ? parsed.href : undefined;
  } catch {
    return undefined;
  }
}

const kImageData = /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*$/;

export function imageData(mediaType: string, base64: string): string | undefined {
  const url = `data:${mediaType};base64,${base64}`;
  return kImageData.test(url) ? url : undefined;
}
