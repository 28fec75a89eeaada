/** Represents the whole class in a selection. */
const ALL_STUDENTS = 'ALL_STUDENTS';

type Chosen<Id> = { readonly id: Id | typeof ALL_STUDENTS };

/**
 * Returns the selection after a pick: the whole class replaces all others when picked last, and is replaced by any
 * later pick.
 */
export function settleAssignees<Id, One extends Chosen<Id>>(picked: readonly One[]): One[] {
  const isAll = ({ id }: One): boolean => id === ALL_STUDENTS;
  const last = picked.at(-1);
  return last && isAll(last) ? [last] : picked.filter((one) => !isAll(one));
}

/** Returns the meaning of the selection: the whole class, or the listed people. */
export function computeAssignees<Id>(chosen: readonly Chosen<Id>[]): { mode: 'ALL_STUDENTS' | 'INDIVIDUAL_STUDENTS'; studentIds: Id[] } {
  if (chosen.at(-1)?.id === ALL_STUDENTS) return { mode: 'ALL_STUDENTS', studentIds: [] };
  return { mode: 'INDIVIDUAL_STUDENTS', studentIds: chosen.flatMap(({ id }) => (id === ALL_STUDENTS ? [] : [id])) };
}
