import type { Schema } from './schema.ts';

/** Ways that the keys alone would not find, because a nearer one leads to something that schools share. */
const OWN_WAYS: Readonly<Record<string, string>> = {
  account_roles: 'account_id.school_id',
  assessment_questions: 'assessment_id.account_id.school_id',
  live_phases: 'session_id.course_id.school_id',
  live_session_questions: 'session_id.course_id.school_id',
  item_results: 'session_id:live_sessions.course_id.school_id',
  item_result_responses: 'session_id:live_sessions.course_id.school_id',
  lesson_students: 'session_id:live_sessions.course_id.school_id',
  requested_classes: 'account_id.school_id',
  reviews: 'account_id.school_id',
  submission_notes: 'course_work_id:course_works.course_id.school_id',
};

/**
 * Returns, for each table whose rows belong to one school, the way from a row to the id of the school: through a column of
 * its own, else through the nearest row that it cannot be without, else through its person. Tables that schools share,
 * and those of the machine, have none.
 */
export function listWaysToSchools(schema: Schema): ReadonlyMap<string, string> {
  const ways = new Map<string, string>([['schools', 'id'], ...Object.entries(OWN_WAYS).filter(([table]) => schema.has(table))]);
  const extend = (mayGo: (to: string, isNullable: boolean) => boolean): void => {
    for (let isLonger = true; isLonger; ) {
      isLonger = false;
      for (const [table, { keys, columns }] of schema) {
        if (ways.has(table)) continue;
        const found = [...keys].find(([column, to]) => to !== table && ways.has(to) && mayGo(to, columns.get(column)!.isNullable));
        if (!found) continue;
        const [column, to] = found;
        ways.set(table, to === 'schools' ? column : `${column}.${ways.get(to)!}`);
        isLonger = true;
      }
    }
  };
  extend((to) => to === 'schools');
  extend((to, isNullable) => to !== 'accounts' && !isNullable);
  extend((_, isNullable) => !isNullable);
  return ways;
}
