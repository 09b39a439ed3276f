// SPDX-License-Identifier: MIT
//
// The one door to the daemon: an operation by its name, with its parameters. Reading operations are
// GET, changing ones POST.

import type { Answer, Any, Body, Line, Posted, Query, Reading } from './types';

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly title: string,
    readonly detail: string,
    /** Who asks is to sign in as a person of a team. */
    readonly signIn = false,
  ) {
    super(detail || title);
    this.name = 'ApiError';
  }
}

type Value = string | number | boolean | readonly string[] | null | undefined;

const kBase = 'api/v1/';

/**
 * The link that `clew serve` prints has the token behind `#t=`. It is exchanged for a cookie that
 * scripts cannot read, and taken out of the address, so that it stays in no history.
 */
export async function takeToken(): Promise<void> {
  const match = /^#t=([A-Za-z0-9_-]+)(?:&(.*))?$/.exec(location.hash);
  if (!match) return;
  history.replaceState(null, '', match[2] ? `#${match[2]}` : location.pathname);
  try {
    await signIn(match[1] ?? '');
  } catch {
    // The first question will be refused, and the page says so.
  }
}

const asJson = (body: unknown): RequestInit => ({ method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

/** As a person of a team, by a token of theirs; it becomes a cookie that scripts cannot read. */
export async function signIn(token: string): Promise<void> {
  await request(`${kBase}login`, asJson({ token }));
}

export async function signOut(): Promise<void> {
  await request(`${kBase}logout`, asJson({}));
}

export function query(params: Readonly<Record<string, Value>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value === null || value === undefined || value === false || value === '') continue;
    if (Array.isArray(value)) for (const item of value) search.append(name, item);
    else search.append(name, value === true ? '1' : String(value));
  }
  const text = search.toString();
  return text ? `?${text}` : '';
}

async function failure(response: Response): Promise<ApiError> {
  let title = response.statusText;
  let detail = '';
  try {
    const problem = (await response.json()) as { title?: string; detail?: string };
    title = problem.title ?? title;
    detail = problem.detail ?? '';
  } catch {
    // Not from the daemon, or cut short: the status says what there is to say.
  }
  return new ApiError(response.status, title, detail, !!response.headers.get('WWW-Authenticate')?.includes('realm="team"'));
}

async function request(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { credentials: 'same-origin', ...init });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, 'unreachable', '');
  }
  if (!response.ok) throw await failure(response);
  return response;
}

/** Whose days a date means, for all that take `since` and `until`. */
export const timezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What is not known is left out: parameters may be undefined, null or empty. */
export type Asked<O extends Reading> = { readonly [P in keyof Query<O>]: Query<O>[P] | '' | null };

export async function get<O extends Reading>(operation: O, params: Asked<O>, signal?: AbortSignal): Promise<Answer<O>> {
  const response = await request(kBase + operation + query(params as Record<string, Value>), { signal: signal ?? null });
  return (await response.json()) as Answer<O>;
}

/** A line of a session as it is in its file. */
export async function raw(session: string, uuid: string): Promise<string> {
  const response = await request(`${kBase}raw${query({ session, uuid })}`, {});
  return response.text();
}

export async function post<O extends Any>(operation: O, body: Body<O>): Promise<Posted<O>> {
  const response = await request(kBase + operation, asJson(body));
  return (await response.json()) as Posted<O>;
}

async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const pieces = (rest + value).split('\n');
      rest = pieces.pop() ?? '';
      yield* pieces;
    }
    if (rest) yield rest;
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** A streaming operation: one JSON object a line. A line that is none is skipped. */
export async function* stream<O extends Any>(operation: O, body: Body<O>, signal?: AbortSignal): AsyncGenerator<Line<O>> {
  const response = await request(kBase + operation, { ...asJson(body), signal: signal ?? null });
  if (!response.body) return;
  for await (const line of lines(response.body)) {
    if (!line.trim()) continue;
    try {
      yield JSON.parse(line) as Line<O>;
    } catch {
      // A torn line of a child that died; what follows still counts.
    }
  }
}

export interface ServerEvent {
  id: string;
  type: string;
  data: string;
}

/** Server-sent events through fetch: EventSource tells neither why it failed nor how long it waits. */
export async function* events(lastId: string, signal: AbortSignal): AsyncGenerator<ServerEvent> {
  const response = await request(`${kBase}events`, {
    headers: { Accept: 'text/event-stream', ...(lastId ? { 'Last-Event-ID': lastId } : {}) },
    signal,
  });
  if (!response.body) return;
  yield { id: lastId, type: 'open', data: '' };
  let id = lastId;
  let type = '';
  let data: string[] = [];
  for await (const raw of lines(response.body)) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (line === '') {
      if (data.length > 0) yield { id, type: type || 'message', data: data.join('\n') };
      type = '';
      data = [];
    } else if (!line.startsWith(':')) {
      const colon = line.indexOf(':');
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (field === 'id') id = value;
      else if (field === 'event') type = value;
      else if (field === 'data') data.push(value);
    }
  }
}
