// SPDX-License-Identifier: MIT
//
// Questions that claude puts to the reader, as a form: one or several of the options, or words of one's own.

import { useState } from 'preact/hooks';
import type { Permission } from '../../api/types';
import { t } from '../../i18n';
import { answer, type Turn } from '../../state/drive';
import { visible } from '../../text/safe';
import { Icon } from '../../ui/Icon';
import { fields, items, text } from '../tools/access';

export interface Question {
  text: string;
  header: string;
  several: boolean;
  options: { label: string; note: string }[];
}

export function questionsOf(input: unknown): Question[] {
  return items(fields(input)['questions']).map(fields).map((one) => ({
    text: text(one['question']),
    header: text(one['header']),
    several: one['multiSelect'] === true,
    options: items(one['options']).map(fields).map((option) => ({ label: text(option['label']), note: text(option['description']) })),
  }));
}

export type Chosen = Record<string, { labels: string[]; own: string }>;

/** What the tool gets: its own input with the answers by question, as claude's own form gives them. */
export function answeredInput(input: unknown, questions: readonly Question[], chosen: Chosen): string {
  const answers = Object.fromEntries(questions.flatMap((question) => {
    const given = chosen[question.text];
    const words = [...(given?.labels ?? []), ...(given?.own.trim() ? [given.own.trim()] : [])].join(', ');
    return words ? [[question.text, words]] : [];
  }));
  return JSON.stringify({ ...fields(input), answers });
}

function One({ question, given, onChange }: { question: Question; given: Chosen[string]; onChange: (given: Chosen[string]) => void }) {
  const toggle = (label: string, on: boolean): void => {
    if (!question.several) onChange({ labels: [label], own: '' });
    else onChange({ ...given, labels: on ? [...given.labels, label] : given.labels.filter((one) => one !== label) });
  };
  return (
    <fieldset class="question">
      <legend>{question.header ? <span class="badge">{visible(question.header)}</span> : null} {visible(question.text)}</legend>
      {question.options.map((option) => (
        <label key={option.label} class="question-option">
          <input type={question.several ? 'checkbox' : 'radio'} name={question.text} checked={given.labels.includes(option.label)} onChange={(e) => toggle(option.label, e.currentTarget.checked)} />
          <span><strong>{visible(option.label)}</strong> {option.note ? <span class="task-note">{visible(option.note)}</span> : null}</span>
        </label>
      ))}
      <input class="question-own" value={given.own} placeholder={t('ownWords')} aria-label={`${t('ownWords')}: ${question.text}`} onKeyDown={(e) => e.stopPropagation()} onInput={(e) => onChange({ labels: question.several ? given.labels : [], own: e.currentTarget.value })} />
    </fieldset>
  );
}

const kNothing: Chosen[string] = { labels: [], own: '' };

export function QuestionForm({ turn, asked }: { turn: Turn; asked: Permission }) {
  const questions = questionsOf(asked.input);
  const [chosen, setChosen] = useState<Chosen>({});
  const isDone = questions.every((question) => {
    const given = chosen[question.text];
    return !!given && (given.labels.length > 0 || given.own.trim() !== '');
  });
  return (
    <form
      class="permission"
      role="alertdialog"
      aria-label={t('asksYou')}
      data-testid="question-form"
      onSubmit={(e) => {
        e.preventDefault();
        if (isDone) void answer(turn, asked.request, 'allow', answeredInput(asked.input, questions, chosen));
      }}
    >
      <h3><Icon name="question" /> {t('asksYou')}</h3>
      {questions.map((question) => <One key={question.text} question={question} given={chosen[question.text] ?? kNothing} onChange={(given) => setChosen({ ...chosen, [question.text]: given })} />)}
      <p class="permission-buttons">
        <button type="submit" class="tool-button primary" disabled={!isDone} data-testid="answer-questions">{t('answerIt')}</button>
        <button type="button" class="tool-button" onClick={() => void answer(turn, asked.request, 'deny')}>{t('notNow')}</button>
      </p>
    </form>
  );
}
