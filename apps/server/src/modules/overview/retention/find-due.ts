import { TERMS, type Term, type Terms, USUAL_TERMS } from '@classwright/contract';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { readOwnTerms } from '../../../platform/personal-data/terms-queries.ts';
import { listAllPeriods, listMidnights, listPeriods, type SchoolNow } from './queries.ts';
import { findDueDay, listYearEnds, type Period } from './school-year.ts';

/** The moment of each term before which rows are due. */
export type DueMoments = Record<Term, Date>;

const ALL_TERMS = Object.keys(TERMS) as Term[];

/** Returns the moments of a school on one of its days. */
export async function findDueMoments(db: Db | Tx, school: Pick<SchoolNow, 'id' | 'time_zone'>, terms: Terms, day: string): Promise<DueMoments> {
  return readMoments(await listMidnights(db, listDueDays(school, terms, day, await listPeriods(db, school.id))));
}

/** Returns the moments of schools on their days of today, with as many statements for one as for a thousand. */
export async function findAllDueMoments(db: Db, schools: readonly SchoolNow[]): Promise<DueMoments[]> {
  const terms = await readOwnTerms(db);
  const periods = Map.groupBy(await listAllPeriods(db), ({ school_id }) => school_id);
  const days = schools.flatMap((school) =>
    listDueDays(school, { ...USUAL_TERMS, ...terms.get(school.id ?? 0) }, school.today, periods.get(school.id ?? 0) ?? []),
  );
  const midnights = await listMidnights(db, days);
  return schools.map((_, at) => readMoments(midnights.slice(at * ALL_TERMS.length)));
}

/** Returns the day of each term before which rows are due, in the order of the terms. */
function listDueDays({ time_zone }: Pick<SchoolNow, 'time_zone'>, terms: Terms, day: string, periods: readonly Period[]): { day: string; zone: string }[] {
  const ends = listYearEnds(periods);
  return ALL_TERMS.map((term) => ({ day: findDueDay(term, terms, day, ends), zone: time_zone }));
}

const readMoments = (midnights: readonly Date[]): DueMoments => Object.fromEntries(ALL_TERMS.map((term, at) => [term, midnights[at]])) as DueMoments;
