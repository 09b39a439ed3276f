// Compiled, never run: the adapter can be given where the Agent SDK wants a SessionStore. The type is the SDK's
// (0.3.325) in our own words.
import { ClewSessionStore } from "../../adapters/session-store-ts/index.js";

type Key = { projectKey: string; sessionId: string; subpath?: string };
type Entry = { type: string; uuid?: string; timestamp?: string; [k: string]: unknown };
type SessionStore = {
  append(key: Key, entries: Entry[]): Promise<void>;
  load(key: Key): Promise<Entry[] | null>;
  listSessions?(projectKey: string): Promise<Array<{ sessionId: string; mtime: number }>>;
  listSessionSummaries?(projectKey: string): Promise<Array<{ sessionId: string; mtime: number; data: Record<string, unknown> }>>;
  delete?(key: Key): Promise<void>;
  listSubkeys?(key: { projectKey: string; sessionId: string }): Promise<string[]>;
};

export const store: SessionStore = new ClewSessionStore({ url: "http://127.0.0.1:7373", token: "t" });
