import { FORM_KEYS, FORMS, type Form } from '@classwright/contract/lesson/live/forms';
import type { TeacherSnapshotView } from '@classwright/contract/lesson/live/snapshots';
import { moveOf, type Move } from '@classwright/rules/live/figures/moves';
import { letterOf } from '../../moves/choices.ts';

export type Snapshot = TeacherSnapshotView;

/** A student's choice in a form. */
export interface Chosen {
  letter: string;
  correct: boolean;
}
export interface StudentWay {
  account_id: number;
  name: string;
  chosen: (Chosen | null)[];
}
export type Group = Move | 'incomplete' | 'absent';

/** The groups in display order, first those that a teacher looks for first. */
const ORDER: readonly Group[] = ['right_to_wrong', 'kept_wrong', 'wrong_to_right', 'kept_right', 'incomplete', 'absent'];

/**
 * Groups the students by their move from the first form to the second, with their three answers. Empty groups are left
 * out.
 */
export function groupStudents({ questions, reports, students }: Snapshot): { group: Group; students: StudentWay[] }[] {
  const answers = FORMS.map((form) => {
    const { question_id, results } = reports[FORM_KEYS[form]];
    const question = questions.find(({ id }) => id === question_id) ?? null;
    return new Map(results.map(({ account_id, response_id, correct }) => [account_id, { letter: letterOf(question, response_id) ?? '–', correct }]));
  });
  const ways = students.map(({ account_id, name, logged_in }) => {
    const chosen = answers.map((of) => of.get(account_id) ?? null);
    const [first, second] = chosen;
    const group: Group = !logged_in ? 'absent' : first && second ? moveOf(first.correct, second.correct) : 'incomplete';
    return { group, way: { account_id, name, chosen } };
  });
  return ORDER.flatMap((group) => {
    const own = ways.filter((one) => one.group === group).map(({ way }) => way);
    return own.length > 0 ? [{ group, students: own }] : [];
  });
}

export const reportOf = ({ reports }: Snapshot, form: Form) => reports[FORM_KEYS[form]];
export const questionOf = (snapshot: Snapshot, form: Form) => snapshot.questions.find(({ id }) => id === reportOf(snapshot, form).question_id) ?? null;

/** Returns true when a form has figures: it has been asked, and has closed. */
export const isAsked = (snapshot: Snapshot, form: Form): boolean => reportOf(snapshot, form).question_id !== null;
