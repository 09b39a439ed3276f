// SPDX-License-Identifier: MIT
//
// What the operations answer: the same JSON that `clew OPERATION --json` prints (docs/json.md).
// Only the fields that the page uses are named.

export interface ProjectRef {
  key: string;
  path: string;
}

export interface Running {
  pid?: number;
  status?: string | null;
  [key: string]: unknown;
}

export interface SessionRow {
  id: string;
  project: ProjectRef;
  title: string;
  titleSource: string;
  name: string;
  firstPrompt: string;
  createdAt: string | null;
  updatedAt: string | null;
  modifiedAt: string | null;
  size: number;
  file: string;
  cwd: string | null;
  tag: string | null;
  gitBranch: string | null;
  version: string | null;
  model: string | null;
  entrypoint: string | null;
  compacted?: boolean;
  subagent?: boolean;
  hidden?: boolean;
  forked?: boolean;
  running: Running | null;
  daysLeft: number | null;
}

export interface Ghost {
  id: string;
  project: string;
  firstAt: string | null;
  lastAt: string | null;
  prompts: { text: string; timestamp: string | null }[];
}

export interface ListAnswer {
  sessions: SessionRow[];
  ghosts?: Ghost[];
  nextCursor: string | null;
  leftOut?: { subagents: number; empty: number; hidden: number };
}

export interface MediaPart {
  type: 'image' | 'document' | 'reference' | 'unknown';
  mediaType: string;
  bytes: number;
  uuid: string | null;
}

export type ToolState = 'pending' | 'success' | 'failed';

export interface ToolCall {
  id: string;
  name: string;
  state: ToolState;
  input: unknown;
  result: string | null;
  structured?: unknown;
  parts?: MediaPart[];
  durationMs?: number;
  agent?: string;
  callUuid: string | null;
  resultUuid: string | null;
  repeatedResults?: number;
  storedAt?: string;
  // When the server shortened a very long text: how long the whole of it is.
  resultBytes?: number;
}

export interface ContextRef {
  kind: string;
  icon: string;
  label: string;
  path?: string;
  url?: string;
  count?: number;
  line?: number;
}

export interface Compaction {
  trigger?: string;
  tokensBefore?: number;
  tokensAfter?: number;
  durationMs?: number;
  preservedMessages: number;
}

export interface TokenUsage {
  input?: number;
  output?: number;
  cacheRead?: number;
  cacheWrite?: number;
}

export type Role = 'user' | 'assistant' | 'system';

export interface Message {
  uuid: string | null;
  role: Role;
  kind: string;
  text: string;
  thought: string;
  thoughtHidden?: boolean;
  tools: ToolCall[];
  timestamp: string | null;
  parts?: MediaPart[];
  prompt?: string;
  contextRefs?: ContextRef[];
  contexts?: unknown[];
  compaction?: Compaction;
  model?: string;
  messageId?: string;
  requestId?: string;
  usage?: TokenUsage;
  entries: string[];
  line: number;
}

export interface SessionHead {
  id: string;
  file: string;
  title: string;
  tag?: string;
  cwd?: string;
  gitBranch?: string;
  version?: string;
  createdAt?: string | null;
  updatedAt?: string | null;
  continues?: { leaf: string; summary: string };
  lines: number;
  bytes: number;
}

export interface ShowAnswer {
  session: SessionHead;
  branch: { rules: string; tip: string | null; reason: string; refused: string | null };
  messages: Message[];
  total: number;
  skippedBefore: number;
  skippedAfter: number;
  diagnosticCount: number;
}

export interface TreeNode {
  id: number;
  parent: number | null;
  uuid: string | null;
  role: string;
  timestamp: string | null;
  active: boolean;
  conversation: boolean;
  preview?: string;
}

export interface Branch {
  tip: string;
  active: boolean;
  reason: string;
  fork: string | null;
  prompt: string;
  promptUuid: string | null;
  messages: number;
  ownMessages: number;
  startedAt: string | null;
  updatedAt: string | null;
  summary: string | null;
}

export interface ContextAnswer {
  rules: string;
  tip: string | null;
  reason: string;
  entries: string[];
  refused: string | null;
  loaded: number;
  conversationLines: number;
}

export interface SearchHit {
  session: string;
  uuid: string | null;
  role: string;
  timestamp: string | null;
  snippet: { text: string; marks: [number, number][] };
  score: number;
  branch: string;
  error: boolean;
  file: string;
  title: string;
  moreInSession: number;
}

export interface SearchAnswer {
  hits: SearchHit[];
  total: number;
  sessions: number;
  note: string | null;
  took_ms: number;
}

export interface FileRow {
  path: string;
  existed: boolean;
  backup: string | null;
  version: number;
  size: number | null;
  backedUpAt: string | null;
  change: string | null;
  diff?: string[];
}

export interface FilesAnswer {
  at: string | null;
  files: FileRow[];
}

export interface Agent {
  id: string;
  kind: string;
  type: string | null;
  description: string | null;
  toolUseId: string | null;
  prompt: string | null;
  workflow: string | null;
  file: string;
  size: number;
}

export interface SessionInfo extends SessionRow {
  messages: number;
  branches: number;
  subagents: number;
  cleanupPeriodDays?: number;
}

export interface Cost {
  usd: number;
  complete: boolean;
}

export interface UsageAmounts {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite5m: number;
  cacheWrite1h: number;
  total: number;
  responses: number;
  cost: Cost;
}

export interface UsageRow extends UsageAmounts {
  period: string;
  models: string[];
  session?: string;
  project?: string;
  prompt?: string | null;
  breakdown?: (UsageAmounts & { model: string })[];
}

export interface UsageAnswer {
  kind: string;
  tz: string;
  rows: UsageRow[];
  totals: UsageAmounts & { models: string[] };
}

export interface ExplainedResponse {
  messageId: string | null;
  requestId: string | null;
  model: string;
  timestamp: string | null;
  file: string;
  offset: number;
  session: string;
  counted: boolean;
  subagent: boolean;
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite5m: number;
  cacheWrite1h: number;
  total: number;
  price: { model: string; source: string; date: string } | null;
  cost?: { usd: number | null } | null; // none where the model has no known price
  lines: { file: string; offset: number; uuid: string | null; counts: string[] }[];
}

export interface ExplainAnswer {
  kind: 'explain';
  responses: ExplainedResponse[];
  [key: string]: unknown;
}

export interface Alternative {
  uuid: string;
  tip: string;
  timestamp: string | null;
  current: boolean;
}

export interface OutlineRow {
  index: number;
  uuid: string | null;
  role: Role;
  kind: string;
  timestamp: string | null;
  bytes: number;
  tools?: number;
  failed?: number;
  preview?: string;
  alternatives?: Alternative[];
}

export interface OutlineAnswer {
  session: SessionHead;
  branch: ShowAnswer['branch'];
  messages: OutlineRow[];
}
