import type { Form } from '@classwright/contract/forms';
import type { OwnLessonView } from '@classwright/contract/live-views';
import { percentOf } from '../../ui/charts/marks.ts';

/** How many of a form's answers with a choice were right. */
export interface RightInForm {
  form: Form;
  right: number;
  answered: number;
  percent: number;
}

/** Of each form whose figures and right answers this student may see, and that somebody answered. */
export function computeRightByForm({ questions, answers }: OwnLessonView): RightInForm[] {
  return answers.flatMap(({ form, question_id, distribution }) => {
    const responses = questions.find(({ id }) => id === question_id)?.responses ?? [];
    const isKnown = responses.some(({ is_valid }) => is_valid !== undefined);
    if (!distribution || distribution.answered === 0 || !isKnown) return [];
    const valid = new Set(responses.filter(({ is_valid }) => is_valid === true).map(({ id }) => id));
    const right = distribution.counts.filter(({ response_id }) => valid.has(response_id)).reduce((sum, { count }) => sum + count, 0);
    return [{ form, right, answered: distribution.answered, percent: percentOf(right, distribution.answered) }];
  });
}
