// SPDX-License-Identifier: MIT
//
// What the keyboard and the palette can do, once.

import { stepHit } from '../features/sessions/SearchHits';
import { moveCursor, openCursor } from '../features/sessions/Sidebar';
import { stepTo, switchTo } from '../features/branches/BranchSwitch';
import { shared } from '../features/share/sharing';
import { setLanguage, t } from '../i18n';
import { conversationFor, keyOf, type Conversation } from '../state/conversation';
import type { SessionRow } from '../api/types';
import { bringBack, hide, pin, remove } from '../state/edits';
import { notify, undoable, undoLast } from '../state/notices';
import { pick, picking, pickNone } from '../state/picked';
import { headEditing, helpOpen, paletteOpen, trashOpen } from '../state/screen';
import { buildIndex } from '../state/searchIndex';
import { cursor, sessionById } from '../state/sessions';
import { openSidebar, toggleMap } from './overlay';
import { detail, grouping, theme } from './preferences';
import { go, route, withParams, type Page } from './router';

export interface Command {
  label: string;
  keys: string;
  run: () => void;
}

function current(): Conversation | null {
  return route.value.page === 'session' ? conversationFor(keyOf(route.value)) : null;
}

const kPrompts = new Set(['prompt', 'queued', 'command', 'shell']);

/** To the next or previous prompt from where the reader is. */
export function stepPrompt(by: 1 | -1): void {
  const conversation = current();
  const outline = conversation?.outline.value;
  if (!conversation || !outline) return;
  const from = conversation.sight.value?.index ?? outline.length;
  const prompts = outline.filter((row) => kPrompts.has(row.kind) && row.uuid);
  const next = by > 0 ? prompts.find((row) => row.index > from) : prompts.findLast((row) => row.index < from);
  if (next?.uuid) go(withParams({ at: next.uuid }), true);
}

/** To another way at the fork nearest above. */
export function stepBranch(by: 1 | -1): void {
  const conversation = current();
  const outline = conversation?.outline.value;
  if (!conversation || !outline) return;
  const last = conversation.sight.value?.last ?? outline.length - 1;
  const forks = outline.filter((row) => row.alternatives);
  // The one just switched at, else the last one on the screen or above it.
  const fork = forks.find((row) => row.uuid === route.value.params['at']) ?? forks.findLast((row) => row.index <= last) ?? forks[0];
  if (fork?.alternatives) switchTo(stepTo(fork.alternatives, by));
}

/** To the fork before or after, where the branches can be switched. */
export function stepFork(by: 1 | -1): void {
  const conversation = current();
  const forks = conversation?.outline.value?.filter((row) => row.alternatives && row.uuid) ?? [];
  const open = forks.findIndex((row) => row.uuid === route.value.params['at']);
  const { index = 0, last = 0 } = conversation?.sight.value ?? {};
  const next = open >= 0 ? forks[open + by] : by > 0 ? forks.find((row) => row.index > index) : forks.findLast((row) => row.index <= last);
  if (next?.uuid) go(withParams({ at: next.uuid }), true);
}

function toggleContext(): void {
  if (!current()) return;
  const on = route.value.params['view'] === 'context';
  go(withParams({ view: on ? '' : 'context' }));
}

function toEdge(end: boolean): void {
  const box = document.querySelector<HTMLElement>('.messages');
  if (!box) return;
  if (end) document.querySelector<HTMLElement>('[data-testid=to-end]')?.click();
  else box.scrollTop = 0;
}

function nextDetail(): void {
  detail.value = detail.value === 'all' ? 'no-tools' : detail.value === 'no-tools' ? 'talk' : 'all';
}

function focusSearch(): void {
  openSidebar();
  const field = document.getElementById('search');
  field?.focus();
  // On a phone the list has to come first.
  if (document.activeElement !== field) requestAnimationFrame(() => field?.focus());
}

function toPage(page: Page): void {
  const { session, params } = route.value;
  const kept = Object.fromEntries(['leaf', 'agent'].flatMap((name) => (params[name] ? [[name, params[name]]] : [])));
  if (session) go({ page, session, params: page === 'files' ? {} : kept });
}

function besides(): void {
  if (current()) go(withParams({ beside: route.value.params['beside'] ? '' : ' ' }));
}

/** What can be done with the session that is open. */
function rowCommands(row: SessionRow): Command[] {
  const edits: Command[] = row.kept
    ? [{ label: t('bringBack'), keys: '', run: () => void bringBack(row) }]
    : [
        { label: t('rename'), keys: '', run: () => (headEditing.value = 'title') },
        { label: t('setTag'), keys: '', run: () => (headEditing.value = 'tag') },
        { label: t('delete'), keys: '', run: () => void remove(row).then((done) => done && go('#/')) },
      ];
  return [
    ...edits,
    { label: row.pinned ? t('unpin') : t('pin'), keys: 's', run: () => void pin([row], !row.pinned) },
    { label: t('remark'), keys: '', run: () => (headEditing.value = 'remark') },
    { label: row.hidden ? t('unhide') : t('hide'), keys: '', run: () => void hide(row) },
    { label: t('copyResume'), keys: '', run: () => document.querySelector<HTMLElement>('.session-actions .copy')?.click() },
    ...(row.project.path ? [{ label: t('projectPage', { name: row.project.path.split('/').pop() ?? '' }), keys: '', run: () => go(`#/project?path=${encodeURIComponent(row.project.path!)}`) }] : []),
  ];
}

function sessionCommands(): Command[] {
  return [
    { label: t('keyFind'), keys: 'f', run: () => go(withParams({ find: ' ' }), true) },
    { label: t('keyContext'), keys: 'c', run: toggleContext },
    { label: t('keyMap'), keys: 'b', run: toggleMap },
    { label: t('keyDetail'), keys: 'd', run: nextDetail },
    { label: t('sideBySide'), keys: 'v', run: besides },
    { label: t('keyPromptNext'), keys: 'n', run: () => stepPrompt(1) },
    { label: t('keyPromptBack'), keys: 'p', run: () => stepPrompt(-1) },
    { label: t('keyBranchNext'), keys: ']', run: () => stepBranch(1) },
    { label: t('keyBranchBack'), keys: '[', run: () => stepBranch(-1) },
    { label: t('keyForkNext'), keys: '}', run: () => stepFork(1) },
    { label: t('keyForkBack'), keys: '{', run: () => stepFork(-1) },
    { label: t('keyTop'), keys: 'g g', run: () => toEdge(false) },
    { label: t('keyEnd'), keys: 'G', run: () => toEdge(true) },
  ];
}

export function commands(): Command[] {
  const { page, session } = route.value;
  const row = session ? sessionById(session) : undefined;
  const pages: Command[] = [
    { label: t('conversation'), keys: 'g o', run: () => toPage('session') },
    { label: t('allChanges'), keys: 'g c', run: () => toPage('changes') },
    { label: t('contextOverTime'), keys: 'g x', run: () => toPage('context') },
    { label: t('timeline'), keys: 'g t', run: () => toPage('timeline') },
    { label: t('files'), keys: 'g f', run: () => toPage('files') },
    { label: t('details'), keys: 'g d', run: () => toPage('details') },
  ];
  const last = undoable.value.at(-1);
  const always: Command[] = [
    ...(last ? [{ label: t('undoWhat', { what: last.text }), keys: 'Ctrl Z', run: takeBack }] : []),
    { label: t('keySearch'), keys: '/', run: focusSearch },
    { label: t('searchPageName'), keys: 'g s', run: () => go('#/search') },
    { label: t('newSession'), keys: 'g n', run: () => go('#/new') },
    { label: t('keyHome'), keys: 'g h', run: () => go('#/') },
    { label: t('keyUsage'), keys: 'g u', run: () => go('#/usage') },
    { label: t('prompts'), keys: 'g p', run: () => go('#/prompts') },
    { label: t('plans'), keys: '', run: () => go('#/plans') },
    { label: t('settings'), keys: 'g ,', run: () => go('#/settings') },
    { label: t('pickSessions'), keys: 'x', run: togglePicking },
    { label: t('indexBuild'), keys: '', run: () => void buildIndex() },
    { label: t('themeLight'), keys: '', run: () => (theme.value = 'light') },
    { label: t('themeDark'), keys: '', run: () => (theme.value = 'dark') },
    { label: t('themeSystem'), keys: '', run: () => (theme.value = 'system') },
    { label: 'English', keys: '', run: () => void setLanguage('en') },
    { label: '简体中文', keys: '', run: () => void setLanguage('zh-CN') },
    { label: grouping.value === 'time' ? t('groupByProject') : t('groupByTime'), keys: '', run: () => (grouping.value = grouping.value === 'time' ? 'project' : 'time') },
    { label: t('trash'), keys: '', run: () => (trashOpen.value = true) },
    { label: t('keyHelp'), keys: '?', run: () => (helpOpen.value = true) },
  ];
  return [...(page === 'session' ? sessionCommands() : []), ...(session ? pages : []), ...(row && page === 'session' ? rowCommands(row) : []), ...always];
}

/** The session that is open: pinned, or no more. */
function pinOpen(): void {
  const row = route.value.page === 'session' ? sessionById(route.value.session) : undefined;
  if (row) void pin([row], !row.pinned);
}

function togglePicking(): void {
  if (picking.value) pickNone();
  else picking.value = true;
}

/** With a row under the cursor it is picked, else all rows show their boxes. */
function pickCursor(): void {
  if (cursor.value) pick(cursor.value);
  else togglePicking();
}

let pendingG = 0;
const kChordMs = 900;

const kChords: Record<string, () => void> = {
  h: () => go('#/'), u: () => go('#/usage'), n: () => go('#/new'), s: () => go('#/search'), p: () => go('#/prompts'), ',': () => go('#/settings'), g: () => toEdge(false),
  o: () => toPage('session'), c: () => toPage('changes'), x: () => toPage('context'), t: () => toPage('timeline'), f: () => toPage('files'), d: () => toPage('details'),
};

function chord(key: string): boolean {
  if (Date.now() - pendingG > kChordMs) return false;
  pendingG = 0;
  const run = kChords[key];
  run?.();
  return !!run;
}

const kKeys: Record<string, () => void> = {
  j: () => moveCursor(1),
  k: () => moveCursor(-1),
  Enter: openCursor,
  '/': focusSearch,
  f: () => current() && go(withParams({ find: ' ' }), true),
  n: () => stepHit(1) || stepPrompt(1),
  N: () => stepHit(-1),
  p: () => stepHit(-1) || stepPrompt(-1),
  '[': () => stepBranch(-1),
  ']': () => stepBranch(1),
  '{': () => stepFork(-1),
  '}': () => stepFork(1),
  b: toggleMap,
  c: toggleContext,
  d: nextDetail,
  v: besides,
  x: pickCursor,
  s: () => pinOpen(),
  G: () => toEdge(true),
  '?': () => (helpOpen.value = true),
};

/** What was done last, taken back: said so when there is nothing. */
function takeBack(): void {
  if (!undoLast()) notify(t('nothingToUndo'), { about: 'undo' });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

function onKey(event: KeyboardEvent): void {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
    event.preventDefault();
    paletteOpen.value = !paletteOpen.value;
    return;
  }
  const isBusy = isTyping(event.target) || paletteOpen.value || helpOpen.value || trashOpen.value || !!shared.value;
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'z' && !isBusy) {
    event.preventDefault();
    takeBack();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || paletteOpen.value || helpOpen.value || trashOpen.value) return;
  // Enter belongs to what has the focus; it opens the marked row only when nothing has.
  const { classList } = event.target as HTMLElement;
  if (event.key === 'Enter' && event.target !== document.body && !classList?.contains('messages') && !classList?.contains('notices')) return;
  if (chord(event.key)) {
    event.preventDefault();
    return;
  }
  if (event.key === 'g') {
    pendingG = Date.now();
    return;
  }
  const run = kKeys[event.key];
  if (!run) return;
  event.preventDefault();
  run();
}

export function startKeyboard(): void {
  document.addEventListener('keydown', onKey);
}
