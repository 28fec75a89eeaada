import type { OwnLessonView } from '@classwright/contract/lesson/live/views';
import type { RevealedQuestionView } from '@classwright/contract/class/assessments/views';
import type { StudentSnapshotView } from '@classwright/contract/lesson/live/snapshots';
import { FORM_KEYS, FORMS, type Form } from '@classwright/contract/lesson/live/forms';
import { percentOf } from '../../ui/charts/marks.ts';

/** The number of right answers among a form's answers with a choice. */
export interface RightInForm {
  form: Form;
  right: number;
  answered: number;
  percent: number;
}

/** Lists the forms with answers whose figures and right responses this student may see. */
export function computeRightByForm({ questions, answers }: OwnLessonView): RightInForm[] {
  return answers.flatMap(({ form, question_id, distribution }) =>
    rightOf(
      form,
      questions.find(({ id }) => id === question_id),
      distribution?.counts.map(({ response_id, count }) => ({ response_id, students: count })),
    ),
  );
}

/**
 * Lists the forms of a live snapshot whose figures and right responses this student may see. Empty for people who have
 * left the class.
 */
export function computeRightOfSnapshot({ questions, reports }: StudentSnapshotView): RightInForm[] {
  return FORMS.flatMap((form) => {
    const { question_id, responses } = reports[FORM_KEYS[form]];
    return rightOf(
      form,
      questions.find(({ id }) => id === question_id),
      responses ?? undefined,
    );
  });
}

function rightOf(form: Form, question: RevealedQuestionView | undefined, counts: readonly { response_id: number; students: number }[] = []): RightInForm[] {
  const answered = counts.reduce((sum, { students }) => sum + students, 0);
  const isKnown = question?.responses.some(({ is_valid }) => is_valid !== undefined) ?? false;
  if (answered === 0 || !isKnown) return [];
  const valid = new Set(question?.responses.filter(({ is_valid }) => is_valid === true).map(({ id }) => id));
  const right = counts.filter(({ response_id }) => valid.has(response_id)).reduce((sum, { students }) => sum + students, 0);
  return [{ form, right, answered, percent: percentOf(right, answered) }];
}
