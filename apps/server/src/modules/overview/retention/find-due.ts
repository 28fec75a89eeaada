import { TERMS, type Term, type Terms } from '@classwright/contract';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { findMidnight, listPeriods, type SchoolNow } from './queries.ts';
import { findDueDay, listYearEnds } from './school-year.ts';

/** The moment of each term before which rows are due. */
export type DueMoments = Record<Term, Date>;

/** Returns the moments of a school on one of its days. */
export async function findDueMoments(db: Db | Tx, school: Pick<SchoolNow, 'id' | 'time_zone'>, terms: Terms, day: string): Promise<DueMoments> {
  const ends = listYearEnds(await listPeriods(db, school.id));
  const moments: Partial<DueMoments> = {};
  for (const term of Object.keys(TERMS) as Term[]) moments[term] = await findMidnight(db, findDueDay(term, terms, day, ends), school.time_zone);
  return moments as DueMoments;
}
