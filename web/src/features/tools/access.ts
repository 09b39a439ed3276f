// SPDX-License-Identifier: MIT
//
// Reading values of unknown shape: a tool's input and result are whatever the tool made of them.

export type Fields = Record<string, unknown>;

export function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function items(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function texts(value: unknown): string[] {
  return items(value).filter((v): v is string => typeof v === 'string');
}

export function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
