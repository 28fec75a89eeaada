import { findPartProblems, findQuestionProblems, type QuestionProblem } from '@classwright/rules/questions/index';
import { plainTextOf } from '../../../../ui/rich-text/editor/plain-document.ts';
import { messageOf } from '../question-words.ts';
import { criterionGrade, overallGrade } from './scoring.ts';
import type { QuestionValues } from './values.ts';

/** Error messages by path in the form, such as "responses.0.sub_grade". */
export type Faults = Readonly<Record<string, string>>;

const toFaults = (problems: readonly QuestionProblem[]): Faults => {
  const faults: Record<string, string> = {};
  for (const { field, message, label } of problems) faults[field] ??= messageOf(message, label ? { label: messageOf(label) } : {});
  return faults;
};

const partsOf = ({ responses, rubrics, open_response }: QuestionValues) => ({
  responses: responses.map(({ description, ...response }) => ({ ...response, hasText: plainTextOf(description)?.trim() !== '' })),
  rubrics,
  open_response: open_response.map((criterion) => ({ ...criterion, open_response_grade: criterionGrade(criterion) })),
});

/** Returns the errors that prevent saving, by the server's own rules. */
export function findFaults(values: QuestionValues, { hasStatus }: { hasStatus: boolean }): Faults {
  return toFaults(
    findQuestionProblems({
      ...values,
      ...partsOf(values),
      type_id: values.type_id?.id ?? null,
      topic_id: values.topic_id?.id ?? null,
      standard_id: values.standard_id?.id ?? null,
      question_subject_id: values.question_subject_id?.id ?? null,
      question_grade_id: values.question_grade_id?.id ?? null,
      hasStatus,
      overall_grade: overallGrade(values),
    }),
  );
}

/** Returns the errors that prevent saving responses, rubric and criteria as a template. */
export const findTemplateFaults = (values: QuestionValues): Faults => toFaults(findPartProblems(partsOf(values), { withTexts: false }));
