import { isInvisible } from '../text/invisible.ts';
import { QUESTION_LIMITS } from './limits.ts';
import { QUESTION_LIST_FIELDS, type QuestionListField } from './list-fields.ts';
import { readPoints } from './scoring.ts';

/** An error of a field of the question form: a key of the catalogue and the key of its label. */
export interface QuestionProblem {
  /** The field's path: "title", "responses.0.sub_grade". */
  field: string;
  message: 'validation.required' | 'question.points' | 'question.needsResponses';
  /** The key of the field's name; empty when the message names none. */
  label: string;
}

/** The fields to check; `unknown` where a form may contain anything. */
export interface CheckedQuestion extends Record<QuestionListField, number | null> {
  title: string;
  published_state: 'DRAFT' | 'PUBLISHED';
  /** True when a status is chosen, or will be set by the rules for new questions. */
  hasStatus: boolean;
  overall_grade?: unknown;
  responses: readonly {
    title: string;
    match_label: string;
    /** True when the response text is not empty. */
    hasText: boolean;
    is_valid: boolean | null;
    sub_grade?: unknown;
  }[];
  rubrics: readonly { point?: unknown; level: string }[];
  open_response: readonly { criterion_name: string; open_response_grade?: unknown; rubrics: readonly { point?: unknown; level: string }[] }[];
}

/** The fields for checking responses and criteria alone, which is also enough for a template. */
export type CheckedParts = Pick<CheckedQuestion, 'responses' | 'rubrics' | 'open_response'>;

/**
 * Returns all errors that prevent saving a question, in the order of the form (document 2, section 5). A draft needs
 * only its title.
 */
export function findQuestionProblems(question: CheckedQuestion): QuestionProblem[] {
  const problems = new Problems();
  problems.need('title', question.title);
  if (question.published_state === 'DRAFT') return problems.found;
  for (const field of QUESTION_LIST_FIELDS) problems.need(field, question[field]);
  if (!question.hasStatus) problems.need('status', null);
  problems.needPoints('overall_grade', question.overall_grade);
  if (question.responses.length < QUESTION_LIMITS.minResponses) problems.found.push({ field: 'responses', message: 'question.needsResponses', label: '' });
  return [...problems.found, ...findPartProblems(question, { withTexts: true })];
}

/** Returns the errors of responses, rubrics and criteria. `withTexts` false: templates have no response texts. */
export function findPartProblems({ responses, rubrics, open_response }: CheckedParts, { withTexts }: { withTexts: boolean }): QuestionProblem[] {
  const problems = new Problems();
  for (const [index, response] of responses.entries()) {
    const at = (name: string): string => `responses.${index}.${name}`;
    problems.need(at('title'), response.title);
    problems.need(at('match_label'), response.match_label);
    if (withTexts && !response.hasText) problems.need(at('description'), null);
    problems.need(at('is_valid'), response.is_valid);
    problems.needPoints(at('sub_grade'), response.sub_grade);
  }
  checkRows(problems, 'rubrics', rubrics);
  for (const [index, criterion] of open_response.entries()) {
    const at = (name: string): string => `open_response.${index}.${name}`;
    problems.need(at('criterion_name'), criterion.criterion_name);
    problems.needPoints(at('open_response_grade'), criterion.open_response_grade);
    checkRows(problems, at('rubrics'), criterion.rubrics);
  }
  return problems.found;
}

function checkRows(problems: Problems, path: string, rows: CheckedQuestion['rubrics']): void {
  for (const [index, { point, level }] of rows.entries()) {
    problems.needPoints(`${path}.${index}.point`, point);
    problems.need(`${path}.${index}.level`, level);
  }
}

/** Returns the label key of a field: "responses.0.sub_grade" → "question.field.responses.sub_grade". */
function labelOf(field: string): string {
  return `question.field.${field.replaceAll(/\.\d+/g, '')}`;
}

class Problems {
  readonly found: QuestionProblem[] = [];

  need(field: string, value: string | number | boolean | null): void {
    const isMissing = value === null || (typeof value === 'string' && isInvisible(value));
    if (isMissing) this.found.push({ field, message: 'validation.required', label: labelOf(field) });
  }

  needPoints(field: string, value: unknown): void {
    const points = readPoints(value);
    if (points === null) this.need(field, null);
    else if (points === 'invalid') this.found.push({ field, message: 'question.points', label: labelOf(field) });
  }
}
