// SPDX-License-Identifier: MIT
//
// What the keyboard and the palette can do, once.

import { stepHit } from '../features/sessions/SearchHits';
import { moveCursor, openCursor } from '../features/sessions/Sidebar';
import { stepTo, switchTo } from '../features/branches/BranchSwitch';
import { setLanguage, t } from '../i18n';
import { conversationFor, keyOf, type Conversation } from '../state/conversation';
import { helpOpen, paletteOpen, sidebarOpen, trashOpen } from '../state/screen';
import { mapShown, showMap } from './panes';
import { detail, grouping, theme } from './preferences';
import { go, route, withParams } from './router';

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
  sidebarOpen.value = true;
  requestAnimationFrame(() => document.getElementById('search')?.focus());
}

export function commands(): Command[] {
  const inSession = route.value.page === 'session';
  const always: Command[] = [
    { label: t('keySearch'), keys: '/', run: focusSearch },
    { label: t('newSession'), keys: 'g n', run: () => go('#/new') },
    { label: t('keyHome'), keys: 'g h', run: () => go('#/') },
    { label: t('keyUsage'), keys: 'g u', run: () => go('#/usage') },
    { label: t('themeLight'), keys: '', run: () => (theme.value = 'light') },
    { label: t('themeDark'), keys: '', run: () => (theme.value = 'dark') },
    { label: t('themeSystem'), keys: '', run: () => (theme.value = 'system') },
    { label: 'English', keys: '', run: () => void setLanguage('en') },
    { label: '简体中文', keys: '', run: () => void setLanguage('zh-CN') },
    { label: grouping.value === 'time' ? t('groupByProject') : t('groupByTime'), keys: '', run: () => (grouping.value = grouping.value === 'time' ? 'project' : 'time') },
    { label: t('trash'), keys: '', run: () => (trashOpen.value = true) },
    { label: t('keyHelp'), keys: '?', run: () => (helpOpen.value = true) },
  ];
  const session: Command[] = [
    { label: t('keyFind'), keys: 'f', run: () => go(withParams({ find: ' ' }), true) },
    { label: t('keyContext'), keys: 'c', run: toggleContext },
    { label: t('keyMap'), keys: 'b', run: () => showMap(!mapShown.value) },
    { label: t('keyDetail'), keys: 'd', run: nextDetail },
    { label: t('files'), keys: '', run: () => go({ page: 'files', session: route.value.session, params: {} }) },
    { label: t('keyTop'), keys: 'g g', run: () => toEdge(false) },
    { label: t('keyEnd'), keys: 'G', run: () => toEdge(true) },
  ];
  return inSession ? [...session, ...always] : always;
}

let pendingG = 0;
const kChordMs = 900;

function chord(key: string): boolean {
  if (Date.now() - pendingG > kChordMs) return false;
  pendingG = 0;
  if (key === 'h') go('#/');
  else if (key === 'u') go('#/usage');
  else if (key === 'n') go('#/new');
  else if (key === 'g') toEdge(false);
  else if (key === 'f' && route.value.session) go({ page: 'files', session: route.value.session, params: {} });
  else return false;
  return true;
}

const kKeys: Record<string, () => void> = {
  j: () => moveCursor(1),
  k: () => moveCursor(-1),
  Enter: openCursor,
  '/': focusSearch,
  f: () => current() && go(withParams({ find: ' ' }), true),
  n: () => stepHit(1) || stepPrompt(1),
  N: () => stepHit(-1),
  p: () => stepPrompt(-1),
  '[': () => stepBranch(-1),
  ']': () => stepBranch(1),
  b: () => showMap(!mapShown.value),
  c: toggleContext,
  d: nextDetail,
  G: () => toEdge(true),
  '?': () => (helpOpen.value = true),
};

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

function onKey(event: KeyboardEvent): void {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
    event.preventDefault();
    paletteOpen.value = !paletteOpen.value;
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || paletteOpen.value || helpOpen.value || trashOpen.value) return;
  // Enter belongs to what has the focus; it opens the marked row only when nothing has.
  if (event.key === 'Enter' && event.target !== document.body && !(event.target as HTMLElement).classList?.contains('messages')) return;
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
