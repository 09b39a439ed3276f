// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { answeredInput, questionsOf } from './QuestionForm';

const input = { questions: [{ question: 'Which?', header: 'W', multiSelect: true, options: [{ label: 'A', description: '' }, { label: 'B' }] }, { question: 'Why?', options: [] }] };

describe('answers to questions', () => {
  it('go by the question, several in one text, own words last', () => {
    const made = JSON.parse(answeredInput(input, questionsOf(input), { 'Which?': { labels: ['A', 'B'], own: ' both ' }, 'Why?': { labels: [], own: '' } })) as { answers: unknown; questions: unknown };
    expect(made.answers).toEqual({ 'Which?': 'A, B, both' });
    expect(made.questions).toEqual(input.questions);
  });
  it('what is no question is none', () => expect(questionsOf({ questions: 7 })).toEqual([]));
});
