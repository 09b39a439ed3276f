// SPDX-License-Identifier: MIT
import type { ToolCall } from '../../api/types';
import { t } from '../../i18n';
import { visible } from '../../text/safe';
import { fields, items, text } from './access';

interface Item {
  content: string;
  status: string;
}

export function itemsOf(call: ToolCall): Item[] {
  const input = fields(call.input);
  const todos = items(input['todos']).length > 0 ? items(input['todos']) : items(fields(call.structured)['newTodos']);
  const tasks = todos.length > 0 ? todos : items(fields(call.structured)['tasks']);
  return tasks.map(fields).map((item) => ({
    content: text(item['content']) || text(item['subject']) || text(item['description']),
    status: text(item['status']) || 'pending',
  }));
}

const kMarks: Record<string, string> = { completed: '✓', in_progress: '▸', pending: '○', deleted: '×' };

export function Checklist({ list }: { list: readonly Item[] }) {
  return (
    <ul class="checklist">
      {list.map((item, i) => (
        <li key={i} data-status={item.status}>
          <span class="check-mark" role="img" aria-label={item.status.replace('_', ' ')}>{kMarks[item.status] ?? '○'}</span>
          <span>{visible(item.content)}</span>
        </li>
      ))}
    </ul>
  );
}

export function ChecklistView({ call }: { call: ToolCall }) {
  const list = itemsOf(call);
  return list.length > 0 ? <Checklist list={list} /> : <p class="term-note">{call.result ?? t('waiting')}</p>;
}

/** TaskCreate and TaskUpdate change one task each. */
export function TaskView({ call }: { call: ToolCall }) {
  const input = fields(call.input);
  const task = fields(fields(call.structured)['task']);
  const subject = text(input['subject']) || text(task['subject']);
  const status = text(input['status']) || (call.name === 'TaskCreate' ? 'pending' : '');
  const id = text(input['taskId']) || text(task['id']) || text(fields(call.structured)['taskId']);
  const label = [id ? `#${id}` : '', subject || text(input['activeForm'])].filter(Boolean).join(' ');
  return (
    <>
      <Checklist list={[{ content: label || (call.result ?? ''), status: status || 'pending' }]} />
      {text(input['description']) ? <p class="task-note">{visible(text(input['description']))}</p> : null}
    </>
  );
}
