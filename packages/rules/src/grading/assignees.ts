/** Stands for the whole class among those who are chosen. */
const ALL_STUDENTS = 'ALL_STUDENTS';

type Chosen<Id> = { readonly id: Id | typeof ALL_STUDENTS };

/**
 * Who is chosen after a pick: the whole class as the last pick stands alone, and another pick after it takes its place.
 */
export function settleAssignees<Id, One extends Chosen<Id>>(picked: readonly One[]): One[] {
  const isAll = ({ id }: One): boolean => id === ALL_STUDENTS;
  const last = picked.at(-1);
  return last && isAll(last) ? [last] : picked.filter((one) => !isAll(one));
}

/** What the choice means: the whole class, or the people named. */
export function computeAssignees<Id>(chosen: readonly Chosen<Id>[]): { mode: 'ALL_STUDENTS' | 'INDIVIDUAL_STUDENTS'; studentIds: Id[] } {
  if (chosen.at(-1)?.id === ALL_STUDENTS) return { mode: 'ALL_STUDENTS', studentIds: [] };
  return { mode: 'INDIVIDUAL_STUDENTS', studentIds: chosen.flatMap(({ id }) => (id === ALL_STUDENTS ? [] : [id])) };
}
