import type { Template, TemplateBody } from '../calls.ts';
import { criterionGrade } from '../form/scoring.ts';
import { newKey, NOTHING, type QuestionValues, type RubricRow } from '../form/values.ts';

/** The parts of a question that a template fills in. */
export type TemplateParts = Pick<QuestionValues, 'responses' | 'rubrics' | 'open_response'>;

const words = (points: number | string | null | undefined): string => (points === null || points === undefined ? '' : String(points));
const toRows = (rows: Template['rubric']['rubrics']): RubricRow[] =>
  rows.map(({ point, level, description }) => ({ key: newKey(), point: words(point), level, description }));

/** Returns a template's parts. Responses come without their texts, which belong to the question. */
export function toParts({ rubric }: Template): TemplateParts {
  return {
    responses: rubric.responses.map(({ title, match_label, is_valid, sub_grade }) => ({
      key: newKey(),
      title,
      match_label,
      description: NOTHING,
      is_valid,
      sub_grade: words(sub_grade),
    })),
    rubrics: toRows(rubric.rubrics),
    open_response: rubric.open_response.map(({ criterion_name, description, rubrics }) => ({
      key: newKey(),
      criterion_name,
      description,
      rubrics: toRows(rubrics),
    })),
  };
}

const fromRows = (rows: readonly RubricRow[]) => rows.map(({ point, level, description }) => ({ point, level, description }));

/** Returns the parts of a question that a template keeps. */
export function toTemplateRubric({ responses, rubrics, open_response }: TemplateParts): TemplateBody['rubric'] {
  return {
    responses: responses.map(({ title, match_label, is_valid, sub_grade }) => ({ title, match_label, is_valid, sub_grade })),
    rubrics: fromRows(rubrics),
    open_response: open_response.map((criterion) => ({
      criterion_name: criterion.criterion_name,
      description: criterion.description,
      open_response_grade: criterionGrade(criterion),
      rubrics: fromRows(criterion.rubrics),
    })),
  };
}
