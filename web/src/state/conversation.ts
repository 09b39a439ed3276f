// SPDX-License-Identifier: MIT
//
// One conversation on the screen: a branch of a session under a rule set. Holds the pages that were
// looked at (a bounded number of them), the outline of all messages, and what is in the context.
// Nothing here knows of the screen; components read the signals.

import { batch, computed, signal } from '@preact/signals';
import { ApiError, get, type Asked } from '../api/client';
import type { Context, ConversationPage, Elsewhere, Hit, Message, OutlineRow, Query, SessionHead, SessionTurn, Turn, TurnList } from '../api/types';
import { detail } from '../app/preferences';
import type { Route } from '../app/router';
import { outlineRow, withTool, type Growth } from './growth';
import type { Around } from '../text/words';
import type { Place, Spot } from './places';

export interface ConversationKey {
  session: string;
  leaf: string;
  rules: RuleSet | '';
  /** A subagent that wrote into the file of its session; those with a file of their own are sessions. */
  agent?: string;
  /** Also the lines that are not meant to be read. */
  meta?: boolean;
}

export type RuleSet = NonNullable<Query<'show'>['rules']>;
export const kRules: readonly RuleSet[] = ['2.1', '2.0', '1.0', 'newest-leaf', 'sdk'];

/** A rule set by a name out of an address; nothing for any other text. */
export function ruleSet(name: string | undefined): RuleSet | '' {
  return kRules.find((rules) => rules === name) ?? '';
}

/** The conversation that a route names. */
export function keyOf({ session, params }: Route): ConversationKey {
  return {
    session,
    leaf: params['leaf'] ?? '',
    rules: ruleSet(params['rules']),
    ...(params['agent'] ? { agent: params['agent'] } : {}),
    ...(params['meta'] ? { meta: true } : {}),
  };
}

/** What the reader sees: the message that he reads and the last one in sight. */
export interface Sight {
  index: number;
  last: number;
}

export const kPage = 40;
// Enough for a tall screen; what stands above comes when it is looked for.
const kFirst = 16;
// Pages kept in memory. Far more than fit on a screen, far fewer than a long session has.
const kPagesKept = 8;
// Longer texts of tools are cut by the daemon; who wants to read them asks for the whole message.
export const kLongestText = 40_000;

const kStay = 400; // ms

export type Load = 'loading' | 'ready' | 'failed';

/** Where a line is: the index of its message, -1 for nowhere, or another conversation of the session. */
export type Found = number | Elsewhere;
const kNowhere = -1;

export class Conversation {
  readonly load = signal<Load>('loading');
  readonly error = signal<ApiError | null>(null);
  readonly head = signal<SessionHead | null>(null);
  readonly branch = signal<ConversationPage['branch'] | null>(null);
  readonly total = signal(0);
  readonly outline = signal<OutlineRow[] | null>(null);
  readonly context = signal<Context | null>(null);
  /** Times, costs and context turn by turn. */
  readonly turns = signal<TurnList | null>(null);
  readonly unseen = signal(0); // messages that came while the reader was elsewhere
  /** What the last turn took, once it has ended before our eyes. */
  readonly turn = signal<Turn | null>(null);
  /** Grows whenever a page arrives or changes: who shows messages reads it. */
  readonly revision = signal(0);

  /** Where the reader is; the list of messages keeps it. */
  spot: Spot | null = null;
  readonly sight = signal<Sight | null>(null);
  /** The message that was asked for last: shown whatever the detail. */
  readonly sought = signal(-1);
  /** The text around what was sought, where a search led to it. */
  readonly around = signal<Around | null>(null);

  private readonly pages = new Map<number, Message[]>();
  private readonly wanted = new Map<number, Promise<void>>();
  private generation = 0;

  constructor(readonly key: ConversationKey) {}

  /** What the virtual list shows: indexes of messages, filtered by the reader's choice of detail. */
  readonly rows = computed<readonly number[]>(() => {
    const outline = this.outline.value;
    const total = this.total.value;
    if (detail.value !== 'talk' || !outline) return Array.from({ length: total }, (_, i) => i);
    const sought = this.sought.value;
    const rows: number[] = [];
    for (let i = 0; i < total; i++) {
      const row = outline[i];
      if (!row || i === sought || isTalk(row)) rows.push(i);
    }
    return rows;
  });

  /** It is what a subagent said, and nothing that could be resumed. */
  readonly isAgent = computed(() => !!this.key.agent || isAgentFile(this.head.value?.file ?? this.key.session));

  readonly inContext = computed<ReadonlySet<string> | null>(() => {
    const context = this.context.value;
    return context ? new Set(context.entries) : null;
  });

  private params(): Pick<Asked<'show'>, 'session' | 'leaf' | 'rules' | 'agent' | 'meta'> {
    const { session, leaf, rules, agent, meta } = this.key;
    return { session, leaf, rules, agent, meta };
  }

  private page(where: Partial<Asked<'show'>>): Promise<ConversationPage> {
    return get('show', { ...this.params(), longestText: kLongestText, ...where });
  }

  /** Opens at the end, or at the message that holds a line. */
  async open(at: string): Promise<Found> {
    this.load.value = 'loading';
    try {
      const found = at ? await this.find(at) : kNowhere;
      if (typeof found === 'object') return found;
      if (found >= 0) {
        const page = Math.floor(found / kPage);
        await this.want(page);
        // What stands above a hit is read too; it is fetched without being waited for.
        if (page > 0) void this.want(page - 1);
      } else {
        this.take(await this.page({ last: kFirst }));
      }
      this.load.value = 'ready';
      return found;
    } catch (error) {
      batch(() => {
        this.error.value = error instanceof ApiError ? error : new ApiError(0, 'error', String(error));
        this.load.value = 'failed';
      });
      return kNowhere;
    }
  }

  /** The index of the message that holds a line, -1 for none, or how to ask for the conversation that has it. */
  async find(uuid: string): Promise<Found> {
    const known = this.outline.value?.findIndex((row) => row.uuid === uuid) ?? -1;
    if (known >= 0) return known;
    const loaded = [...this.pages].find(([, messages]) => messages.some((message) => message?.entries.includes(uuid)));
    if (loaded) return loaded[0] * kPage + loaded[1].findIndex((message) => message?.entries.includes(uuid));
    const answer = await this.ask(uuid, this.params());
    if (answer?.elsewhere) return answer.elsewhere;
    if (answer) {
      this.take(answer);
      return answer.skippedBefore;
    }
    const { session, leaf, agent, meta } = this.key;
    if (!leaf && !agent && !meta) return kNowhere;
    const other = await this.ask(uuid, { session });
    return other ? (other.elsewhere ?? {}) : kNowhere;
  }

  private async ask(uuid: string, where: Pick<Asked<'show'>, 'session'>): Promise<ConversationPage | null> {
    try {
      return await get('show', { ...where, at: uuid, first: kPage, longestText: kLongestText });
    } catch (error) {
      if (error instanceof ApiError && error.status !== 0) return null;
      throw error;
    }
  }

  /** The place for a time when the messages may have other indexes. */
  place(): Place | null {
    const spot = this.spot;
    if (!spot || spot === 'end') return spot;
    return { ...spot, uuid: this.uuidOf(spot.index) };
  }

  uuidOf(index: number): string {
    return this.message(index)?.uuid ?? this.outline.value?.[index]?.uuid ?? '';
  }

  message(index: number): Message | undefined {
    return this.pages.get(Math.floor(index / kPage))?.[index % kPage];
  }

  private lastMessages(): Message[] {
    const total = this.total.value;
    const found: Message[] = [];
    for (let i = Math.max(0, total - kPage); i < total; i++) {
      const message = this.message(i);
      if (message) found.push(message);
    }
    return found;
  }

  /** Whether the transcript has a message that a stream gave, whole. */
  holds(message: Message): boolean {
    return this.lastMessages().some((known) => {
      const same = known.uuid === message.uuid || (!!known.messageId && known.messageId === message.messageId) || known.entries.some((uuid) => message.entries.includes(uuid));
      return same && known.tools.length >= message.tools.length && known.tools.filter((c) => c.state === 'pending').length <= message.tools.filter((c) => c.state === 'pending').length;
    });
  }

  endsWithPrompt(prompt: string): boolean {
    const last = this.lastMessages().findLast((message) => message.role === 'user' && message.kind === 'prompt');
    return last?.text === prompt;
  }

  /** Asks for what is not there yet of a range, one page at a time. */
  ensure(from: number, to: number): void {
    const last = Math.min(to, this.total.value - 1);
    for (let page = Math.max(0, Math.floor(from / kPage)); page * kPage <= last; page++) {
      const have = this.pages.get(page);
      const needed = Math.min(kPage, this.total.value - page * kPage);
      if (!have || countFilled(have) < needed) void this.want(page);
      else this.touch(page, have);
    }
  }

  private touch(page: number, messages: Message[]): void {
    this.pages.delete(page);
    this.pages.set(page, messages);
  }

  private want(page: number): Promise<void> {
    const running = this.wanted.get(page);
    if (running) return running;
    const generation = this.generation;
    const done = this.page({ offset: page * kPage, first: kPage })
      .then((answer) => {
        if (generation === this.generation) this.take(answer);
      })
      .catch((error: unknown) => {
        // The row stays a placeholder and is asked for again when it is looked at again.
        if (error instanceof ApiError) this.error.value = error;
      })
      .finally(() => this.wanted.delete(page));
    this.wanted.set(page, done);
    return done;
  }

  private take(answer: ConversationPage): void {
    answer.messages.forEach((message, i) => {
      const index = answer.skippedBefore + i;
      const page = Math.floor(index / kPage);
      let messages = this.pages.get(page);
      if (!messages) {
        messages = new Array<Message>(kPage);
        this.pages.set(page, messages);
      }
      // What did not change stays the same object, and nothing that shows it is made anew.
      const before = messages[index % kPage];
      messages[index % kPage] = before && JSON.stringify(before) === JSON.stringify(message) ? before : message;
    });
    for (const page of this.pages.keys()) {
      if (this.pages.size <= kPagesKept) break;
      this.pages.delete(page);
    }
    batch(() => {
      this.revision.value++;
      // An answer to a question that was asked before the file grew: its messages are good, its end is not.
      if (answer.session.bytes < (this.head.value?.bytes ?? 0)) return;
      this.head.value = answer.session;
      this.branch.value = answer.branch;
      this.total.value = answer.total;
    });
  }

  async loadOutline(): Promise<void> {
    const answer = await get('outline', this.params());
    this.outline.value = answer.messages;
  }

  /** First what the file alone tells; costs may need a look at all files. */
  async loadTurns(): Promise<void> {
    const { meta: _, ...asked } = this.params();
    if (!this.turns.peek()) this.turns.value = await get('turns', { ...asked, noUsage: true });
    // Not for who only passes by.
    await new Promise((resolve) => setTimeout(resolve, kStay));
    this.turns.value = await get('turns', asked);
  }

  private readonly turnsByMessage = computed<ReadonlyMap<number, SessionTurn>>(() => new Map(this.turns.value?.turns.map((turn) => [turn.index, turn])));

  /** The turn that begins with this message. */
  turnAt(index: number): SessionTurn | undefined {
    return this.key.meta ? undefined : this.turnsByMessage.value.get(index);
  }

  /** It goes on with what the message shown before it began: the same speaker in the same turn. */
  goesOn(index: number, before: number | undefined): boolean {
    const kindOf = (at: number): string | undefined => this.message(at)?.kind ?? this.outline.value?.[at]?.kind;
    return before !== undefined && kindOf(index) === 'answer' && kindOf(before) === 'answer';
  }

  async loadContext(): Promise<void> {
    this.context.value = await get('context', this.params());
  }

  /** Takes what came to the end of the file. False when it does not follow what is known: ask again. */
  grow(growth: Growth): boolean {
    const head = this.head.value;
    const branch = this.branch.value;
    if (!head || !branch || this.load.value !== 'ready') return false;
    if (growth.size <= head.bytes) return true;
    const { leaf, rules, agent, meta } = this.key;
    const current = !leaf && !agent && !meta && (!rules || rules === kRules[0]);
    if (!current || growth.mayHaveForked || growth.from !== head.bytes) return false;
    const total = this.total.value;
    const grown = growth.messages.length - growth.added;
    for (const message of growth.messages.slice(0, grown)) this.replace(message.uuid, () => message);
    for (const { message, tool } of growth.tools) this.replace(message, (known) => withTool(known, tool));
    const added = growth.messages.slice(grown);
    added.forEach((message, i) => this.put(total + i, message));
    batch(() => {
      this.head.value = { ...head, bytes: growth.size, lines: head.lines + growth.lines, updatedAt: growth.messages.at(-1)?.timestamp ?? head.updatedAt ?? '' };
      if (growth.tip) this.branch.value = { ...branch, tip: growth.tip };
      if (this.outline.value) this.outline.value = [...this.outline.value, ...added.map((message, i) => outlineRow(message, total + i))];
      this.total.value = total + added.length;
      this.unseen.value += added.length;
      if (growth.turn || added.some((message) => message.kind === 'prompt')) this.turn.value = growth.turn ?? null;
      this.revision.value++;
    });
    return true;
  }

  // The message is new at the end: kept where the messages before it are, else asked for when it is looked at.
  private put(index: number, message: Message): void {
    const page = Math.floor(index / kPage);
    const messages = this.pages.get(page) ?? (index % kPage === 0 ? new Array<Message>(kPage) : null);
    if (!messages) return;
    messages[index % kPage] = message;
    this.pages.set(page, messages);
  }

  private replace(uuid: string | null, change: (known: Message) => Message): void {
    for (const messages of this.pages.values()) {
      const at = messages.findLastIndex((known) => known?.uuid === uuid);
      const known = messages[at];
      if (known) messages[at] = change(known);
    }
  }

  /** The file is another than before. */
  reload(): Promise<void> {
    this.forget();
    return this.refresh();
  }

  /** The file has changed: what is on the screen is brought up to date in place. */
  async refresh(): Promise<void> {
    const before = this.total.value;
    const tipBefore = this.branch.value?.tip;
    try {
      const answer = await this.page({ last: kPage });
      const rewound = answer.total < before;
      if (rewound || (tipBefore !== answer.branch.tip && answer.total <= before)) this.forget();
      this.take(answer);
      // A gap between what was loaded and the new page is filled when it is looked at.
      if (this.load.value === 'ready' && answer.total > before) this.unseen.value += answer.total - before;
      if (this.outline.value) await this.loadOutline();
      if (this.context.value) await this.loadContext();
    } catch (error) {
      if (error instanceof ApiError) this.error.value = error;
    }
  }

  private forget(): void {
    this.generation++;
    this.pages.clear();
    this.wanted.clear();
    if (this.head.value) this.head.value = { ...this.head.value, bytes: 0 };
  }
}

function countFilled(messages: Message[]): number {
  let filled = 0;
  for (let i = 0; i < messages.length; i++) if (messages[i]) filled++;
  return filled;
}

const kNotTalk = new Set(['command-output', 'shell-output', 'hook-feedback', 'meta', 'notice', 'attachment', 'orphan-result']);

/** Prompts, last answers of turns and marks; not the work in between. */
export function isTalk(row: OutlineRow): boolean {
  if (kNotTalk.has(row.kind)) return false;
  return !(row.role === 'assistant' && (row.tools ?? 0) > 0);
}

// Conversations looked at lately, so that going back is instant.
const kKept = 6;
const recent = new Map<string, Conversation>();

/** One name for one conversation. */
export function nameOf(key: ConversationKey): string {
  return JSON.stringify([key.session, key.leaf, key.rules, key.agent ?? '', key.meta ?? false]);
}

/** The transcript of a subagent, by its file or its name. */
export function isAgentFile(file: string): boolean {
  return /(^|[/\\])agent-[^/\\]+$/.test(file);
}

/** A subagent with a file of its own, as a route names it: with its session, for copies of a session keep the ids of their subagents. */
export function agentThread(session: string, agent: string): string {
  const [parent = ''] = session.split('/agent-');
  return parent && !isAgentFile(parent) ? `${parent}/agent-${agent}` : `agent-${agent}`;
}

/** The transcript that has a hit, as a route names it; which of its branches is found out when it is opened. */
export function threadOf(hit: Pick<Hit, 'file' | 'session'>): string {
  return isAgentFile(hit.file) ? agentThread(hit.session, hit.file.replace(/^.*[/\\]agent-|^agent-|\.jsonl$/g, '')) : hit.session;
}

export function conversationFor(key: ConversationKey): Conversation {
  const name = nameOf(key);
  const found = recent.get(name) ?? new Conversation(key);
  recent.delete(name);
  recent.set(name, found);
  for (const old of recent.keys()) {
    if (recent.size <= kKept) break;
    recent.delete(old);
  }
  return found;
}

export function openConversations(session: string): Conversation[] {
  return [...recent.values()].filter((c) => c.key.session === session || c.head.value?.id === session);
}

/** Those that show this transcript, or may: they are being opened and do not know yet. */
export function conversationsOf(file: string): Conversation[] {
  return [...recent.values()].filter((c) => (c.head.value ? c.head.value.file === file : c.load.value === 'loading'));
}

export function forgetConversations(): void {
  recent.clear();
}
