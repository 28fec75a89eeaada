import type { StatusLabel } from '@classwright/rules/questions/approval';
import type { Choice } from '../../../../ui/form/index.ts';
import type { Question, QuestionBody } from '../calls.ts';
import { criterionGrade, overallGrade, withPoints } from './scoring.ts';
import { newKey, NOTHING, type QuestionValues, type RubricRow } from './values.ts';

const choice = (id: number | null, name: string | null): Choice | null => (id === null ? null : { id, name: name ?? String(id) });
const words = (points: number | null | undefined): string => (points === null || points === undefined ? '' : String(points));
const toRows = (rows: NonNullable<Question['rubrics']>): RubricRow[] =>
  rows.map(({ point, level, description }) => ({ key: newKey(), point: words(point), level, description }));

/** Returns a question's form values. The status is included for people who choose it. */
export function toValues(question: Question, { choosesStatus }: { choosesStatus: boolean }): QuestionValues {
  return withPoints({
    title: question.title,
    description: question.description,
    type_id: choice(question.type_id, question.type_name),
    topic_id: choice(question.topic_id, question.topic_name),
    standard_id: choice(question.standard_id, question.standard_name),
    question_subject_id: choice(question.question_subject_id, question.subject_name),
    question_grade_id: choice(question.question_grade_id, question.grade_name),
    tag: question.tag,
    published_state: question.published_state,
    status: choosesStatus ? (question.status_label as StatusLabel) : null,
    responses: question.responses.map((response) => ({
      key: newKey(),
      title: response.title,
      match_label: response.match_label ?? '',
      description: response.description ?? NOTHING,
      is_valid: response.is_valid ?? null,
      sub_grade: words(response.sub_grade),
    })),
    rubrics: toRows(question.rubrics ?? []),
    open_response: (question.open_response ?? []).map(({ criterion_name, description, rubrics }) => ({
      key: newKey(),
      criterion_name,
      description,
      rubrics: toRows(rubrics),
    })),
    google_drive_link: question.google_drive_link.map(({ file_id, name, url, mimeType }) => ({ file_id, name, mimeType, url: file_id === null ? url : '' })),
  });
}

const fromRows = (rows: readonly RubricRow[]) => rows.map(({ point, level, description }) => ({ point, level, description }));

/** Returns the form's values as calls send them. */
export function toBody(values: QuestionValues, { choosesStatus }: { choosesStatus: boolean }): QuestionBody {
  return {
    title: values.title,
    description: { ...values.description },
    type_id: values.type_id?.id ?? null,
    topic_id: values.topic_id?.id ?? null,
    standard_id: values.standard_id?.id ?? null,
    question_subject_id: values.question_subject_id?.id ?? null,
    question_grade_id: values.question_grade_id?.id ?? null,
    tag: [...values.tag],
    published_state: values.published_state,
    ...(choosesStatus && values.status !== null ? { status: values.status } : {}),
    overall_grade: overallGrade(values),
    responses: values.responses.map(({ key: _key, description, ...response }) => ({ ...response, description: { ...description } })),
    rubrics: fromRows(values.rubrics),
    open_response: values.open_response.map((criterion) => ({
      criterion_name: criterion.criterion_name,
      description: criterion.description,
      open_response_grade: criterionGrade(criterion),
      rubrics: fromRows(criterion.rubrics),
    })),
    google_drive_link: values.google_drive_link.map(({ file_id, name, url, mimeType }) => ({ name, mimeType, ...(file_id === null ? { url } : { file_id }) })),
  };
}
