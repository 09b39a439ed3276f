// SPDX-License-Identifier: MIT
import type { ToolCall } from '../../api/types';
import { Markdown } from '../../markdown/Markdown';
import { t } from '../../i18n';
import { visible } from '../../text/safe';
import { fields, items, text } from './access';

export function PlanView({ call }: { call: ToolCall }) {
  const plan = text(fields(call.input)['plan']) || text(fields(call.structured)['plan']);
  const verdict = call.state === 'success' ? t('planApproved') : call.state === 'failed' ? t('planRefused') : t('waiting');
  return (
    <div class="plan">
      {plan ? <Markdown text={plan} /> : <p class="term-note">{call.result}</p>}
      <p class={`plan-verdict plan-${call.state}`}>{verdict}</p>
    </div>
  );
}

/** Questions that were put to the person, with the answers given. */
export function QuestionView({ call }: { call: ToolCall }) {
  const answers = fields(fields(call.structured)['answers'] ?? fields(call.input)['answers']);
  return (
    <div class="questions">
      {items(fields(call.input)['questions']).map(fields).map((question, i) => {
        const asked = text(question['question']);
        const given = answers[asked] ?? answers[text(question['header'])] ?? answers[String(i)];
        const chosen = Array.isArray(given) ? given.map(String) : typeof given === 'string' ? given.split(/,\s*/) : [];
        const options = items(question['options']).map(fields).map((o) => ({ label: text(o['label']), note: text(o['description']) }));
        const own = chosen.filter((c) => !options.some((o) => o.label === c));
        return (
          <fieldset key={i} class="question">
            <legend>{visible(asked)}</legend>
            <ul>
              {options.map((option, o) => {
                const picked = chosen.includes(option.label) || given === option.label;
                return (
                  <li key={o} data-picked={picked}>
                    <span role="img" aria-label={picked ? t('chosen') : t('notChosen')}>{picked ? '●' : '○'}</span> <strong>{visible(option.label)}</strong>
                    {option.note ? <span class="task-note"> {visible(option.note)}</span> : null}
                  </li>
                );
              })}
              {own.length > 0 && own.join('') ? <li data-picked="true">● <strong>{visible(own.join(', '))}</strong></li> : null}
            </ul>
          </fieldset>
        );
      })}
      {Object.keys(answers).length === 0 && call.result ? <p class="term-note">{visible(call.result)}</p> : null}
    </div>
  );
}
