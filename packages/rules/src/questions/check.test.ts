import { expect, test } from 'vitest';
import { type CheckedQuestion, findPartProblems, findQuestionProblems } from './check.ts';

const right: CheckedQuestion = {
  title: 'Free fall',
  type_id: 1,
  topic_id: 1,
  standard_id: 1,
  question_subject_id: 1,
  question_grade_id: 1,
  published_state: 'PUBLISHED',
  hasStatus: true,
  overall_grade: 4,
  responses: [
    { title: 'A', match_label: '1', hasText: true, is_valid: true, sub_grade: 4 },
    { title: 'B', match_label: '2', hasText: true, is_valid: false, sub_grade: '0' },
  ],
  rubrics: [{ point: 4, level: '1' }],
  open_response: [{ criterion_name: 'Reasoning', open_response_grade: 3, rubrics: [{ point: 3, level: 'full' }] }],
};
const said = (changes: Partial<CheckedQuestion>) => findQuestionProblems({ ...right, ...changes }).map(({ field, message }) => `${field} ${message}`);
const [first, second] = right.responses as [CheckedQuestion['responses'][number], CheckedQuestion['responses'][number]];
const withFirst = (changes: Partial<typeof first>) => ({ responses: [{ ...first, ...changes }, second] });

test('a question that has everything has no problem', () => {
  expect(findQuestionProblems(right)).toEqual([]);
  expect(findQuestionProblems({ ...right, rubrics: [], open_response: [] })).toEqual([]);
});

test.each([
  ['Q253', { title: ' ' }, 'title validation.required'],
  ['Q254', { type_id: null }, 'type_id validation.required'],
  ['Q255', { topic_id: null }, 'topic_id validation.required'],
  ['Q256', { standard_id: null }, 'standard_id validation.required'],
  ['Q257', { question_subject_id: null }, 'question_subject_id validation.required'],
  ['Q258', { question_grade_id: null }, 'question_grade_id validation.required'],
  ['Q259', { hasStatus: false }, 'status validation.required'],
  ['Q261', { overall_grade: '' }, 'overall_grade validation.required'],
  ['Q262', withFirst({ title: '' }), 'responses.0.title validation.required'],
  ['Q263', withFirst({ match_label: '' }), 'responses.0.match_label validation.required'],
  ['Q264', withFirst({ hasText: false }), 'responses.0.description validation.required'],
  ['Q265', withFirst({ is_valid: null }), 'responses.0.is_valid validation.required'],
  ['Q266', withFirst({ sub_grade: null }), 'responses.0.sub_grade validation.required'],
  ['Q267', withFirst({ sub_grade: -1 }), 'responses.0.sub_grade question.points'],
  ['Q267', withFirst({ sub_grade: 0.5 }), 'responses.0.sub_grade question.points'],
  ['Q268', { rubrics: [{ point: '', level: '1' }] }, 'rubrics.0.point validation.required'],
  ['Q269', { rubrics: [{ point: 1, level: '' }] }, 'rubrics.0.level validation.required'],
  ['Q270', { open_response: [{ ...right.open_response[0]!, criterion_name: '' }] }, 'open_response.0.criterion_name validation.required'],
  ['Q271', { open_response: [{ ...right.open_response[0]!, open_response_grade: null }] }, 'open_response.0.open_response_grade validation.required'],
  ['Q272', { open_response: [{ ...right.open_response[0]!, rubrics: [{ point: null, level: 'a' }] }] }, 'open_response.0.rubrics.0.point validation.required'],
  ['Q273', { open_response: [{ ...right.open_response[0]!, rubrics: [{ point: 1, level: '' }] }] }, 'open_response.0.rubrics.0.level validation.required'],
  ['Q276', { responses: [first] }, 'responses question.needsResponses'],
] as [string, Partial<CheckedQuestion>, string][])('[%s] %j is refused at its field', (_, changes, problem) => {
  expect(said(changes)).toEqual([problem]);
});

test('[Q274] a draft needs its title and nothing else', () => {
  const empty = { type_id: null, topic_id: null, standard_id: null, question_subject_id: null, question_grade_id: null, hasStatus: false, overall_grade: 'x' };
  const draft = { ...empty, published_state: 'DRAFT', responses: [{ ...first, sub_grade: -1, is_valid: null }], rubrics: [{ point: 'x', level: '' }] } as const;
  expect(said(draft)).toEqual([]);
  expect(said({ ...draft, title: '' })).toEqual(['title validation.required']);
});

test('labels are those of the form, without the numbers of rows', () => {
  const problems = findQuestionProblems({ ...right, topic_id: null, ...withFirst({ sub_grade: '' }) });
  expect(problems.map(({ label }) => label)).toEqual(['question.field.topic_id', 'question.field.responses.sub_grade']);
});

test('[Q090] a template needs what responses and criteria need, without the texts of the responses', () => {
  const parts = { ...right, responses: [{ ...first, hasText: false }] };
  expect(findPartProblems(parts, { withTexts: false })).toEqual([]);
  expect(findPartProblems(parts, { withTexts: true })).toHaveLength(1);
});
