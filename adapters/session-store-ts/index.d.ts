// SPDX-License-Identifier: MIT
// The types of the Agent SDK's SessionStore, in our own words: a ClewSessionStore can be given where the SDK
// wants one, without this package depending on it.

export type SessionKey = {
  projectKey: string;
  sessionId: string;
  /** Of a subagent's transcript; left out for the main one. */
  subpath?: string;
};

export type SessionStoreEntry = {
  type: string;
  uuid?: string;
  timestamp?: string;
  [member: string]: unknown;
};

export type ClewSessionStoreOptions = {
  /** Where `clew serve --session-store` listens; else $CLEW_URL, else http://127.0.0.1:7373. */
  url?: string;
  /** Its token; else $CLEW_TOKEN. */
  token?: string;
  /** Put before every project key, so that programs that share a server do not meet; none. */
  prefix?: string;
  /** For one try, in milliseconds; 20,000. */
  timeoutMs?: number;
  /** For all tries of a call together; 50,000, since the SDK gives up after 60,000. */
  deadlineMs?: number;
  /** Requests at once; 8. */
  concurrency?: number;
  /** Instead of the global one, for tests. */
  fetch?: typeof globalThis.fetch;
};

export declare class ClewStoreError extends Error {
  /** Of HTTP; 0 when there was no answer. */
  readonly status: number;
}

export declare class ClewSessionStore {
  constructor(options?: ClewSessionStoreOptions);
  append(key: SessionKey, entries: SessionStoreEntry[]): Promise<void>;
  load(key: SessionKey): Promise<SessionStoreEntry[] | null>;
  listSessions(projectKey: string): Promise<Array<{ sessionId: string; mtime: number }>>;
  listSessionSummaries(
    projectKey: string,
  ): Promise<Array<{ sessionId: string; mtime: number; data: Record<string, unknown> }>>;
  listSubkeys(key: { projectKey: string; sessionId: string }): Promise<string[]>;
  delete(key: SessionKey): Promise<void>;
}
