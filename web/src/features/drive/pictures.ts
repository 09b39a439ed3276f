// SPDX-License-Identifier: MIT
//
// Pictures that go with a prompt, as the API takes them.

export interface Picture {
  name: string;
  type: string;
  data: string; // base64
}

const kTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const kLargest = 5_000_000; // bytes; the API takes no more

export type Refusal = 'pictureKind' | 'pictureSize';

export async function readPicture(file: File): Promise<Picture | Refusal> {
  if (!kTypes.has(file.type)) return 'pictureKind';
  if (file.size > kLargest) return 'pictureSize';
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return { name: file.name || 'image', type: file.type, data: btoa(binary) };
}

export function blocksOf(prompt: string, pictures: readonly Picture[]): string {
  const images = pictures.map(({ type, data }) => ({ type: 'image', source: { type: 'base64', media_type: type, data } }));
  return JSON.stringify([...images, ...(prompt ? [{ type: 'text', text: prompt }] : [])]);
}
