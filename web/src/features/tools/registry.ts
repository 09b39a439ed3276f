// SPDX-License-Identifier: MIT
//
// Which tool is shown how. Tools not named here get the general view.

import type { FunctionComponent } from 'preact';
import type { ToolCall } from '../../api/types';
import type { IconName } from '../../ui/Icon';
import { AgentView } from './AgentView';
import { ChecklistView, TaskView } from './Checklist';
import { EditView, GeneralView } from './GeneralView';
import { ReadView } from './FileText';
import { PlanView, QuestionView } from './PlanView';
import { ResultListView } from './ResultList';
import { TerminalView } from './Terminal';
import { WebView } from './WebView';
import { fields, items, text } from './access';

export interface Presentation {
  icon: IconName;
  Body: FunctionComponent<{ call: ToolCall }>;
  open: boolean; // shown at once, not on demand
}

const edit: Presentation = { icon: 'pencil', Body: EditView, open: true };
const terminal: Presentation = { icon: 'terminal', Body: TerminalView, open: true };
const results: Presentation = { icon: 'search', Body: ResultListView, open: false };
const web: Presentation = { icon: 'globe', Body: WebView, open: false };
const agent: Presentation = { icon: 'robot', Body: AgentView, open: true };
const task: Presentation = { icon: 'list', Body: TaskView, open: true };
const checklist: Presentation = { icon: 'list', Body: ChecklistView, open: true };

const kKnown = new Map<string, Presentation>([
  ['Edit', edit], ['MultiEdit', edit], ['Write', edit], ['NotebookEdit', edit],
  ['Bash', terminal], ['BashOutput', terminal], ['KillShell', terminal], ['PowerShell', terminal],
  ['Read', { icon: 'file', Body: ReadView, open: false }],
  ['NotebookRead', { icon: 'file', Body: ReadView, open: false }],
  ['Grep', results], ['Glob', results], ['LS', { ...results, icon: 'folder' }],
  ['TodoWrite', checklist], ['TaskList', checklist], ['TodoRead', checklist],
  ['TaskCreate', task], ['TaskUpdate', task], ['TaskGet', task],
  ['Task', agent], ['Agent', agent], ['Workflow', agent],
  ['WebFetch', web], ['WebSearch', web], ['web_search', web],
  ['ExitPlanMode', { icon: 'plan', Body: PlanView, open: true }],
  ['exit_plan_mode', { icon: 'plan', Body: PlanView, open: true }],
  ['AskUserQuestion', { icon: 'question', Body: QuestionView, open: true }],
]);

const general: Presentation = { icon: 'tool', Body: GeneralView, open: false };

export function presentation(name: string): Presentation {
  return kKnown.get(name) ?? general;
}

// The member of a call's input that says most about it in one line.
const kTelling = [
  'file_path', 'notebook_path', 'command', 'pattern', 'description', 'query', 'url', 'path', 'subject', 'skill', 'prompt', 'name', 'taskId',
];

/** The file that a call is about, if that is what says most about it. */
export function fileOf(call: ToolCall): string {
  const input = fields(call.input);
  return text(input['file_path']) || text(input['notebook_path']) || (call.name === 'LS' ? text(input['path']) : '');
}

export function telling(call: ToolCall): string {
  const input = fields(call.input);
  if (call.name === 'Bash' && text(input['description'])) return text(input['description']);
  if (items(input['todos']).length > 0) {
    const todos = items(input['todos']).map(fields);
    return `${todos.filter((item) => item['status'] === 'completed').length}/${todos.length}`;
  }
  if (items(input['questions']).length > 0) return text(fields(items(input['questions'])[0])['header']);
  for (const name of kTelling) {
    const value = text(input[name]);
    if (value) return value.split('\n')[0] ?? '';
  }
  return '';
}

/** mcp__server__tool as people would write it. */
export function displayName(name: string): string {
  const mcp = /^mcp__(.+?)__(.+)$/.exec(name);
  return mcp ? `${mcp[1]} · ${mcp[2]}` : name;
}
