import { needsConsent } from '@classwright/rules/sync/ends';
import type { Db } from '../../../platform/database/index.ts';
import { countPeople, countPlaces } from './known-queries.ts';
import { countRosterTies } from '../../overview/guardians/index.ts';
import { countEnds, countEndsOfDay, countTieEnds } from './ends-queries.ts';
import type { ManyEnds } from './queries.ts';

/** The number of people of a class who would leave it. */
interface LeavingPeople {
  ending: number;
  /** The number of students among them. */
  students: number;
}

/**
 * Returns true when a person has to consent before so many people leave a class: all of its students or teachers, or
 * too many of its people. `people`, `students`: the people in the class now.
 */
export const needsConsentToEnd = (leaving: LeavingPeople, now: { people: number; students: number }): boolean =>
  needsConsent(
    {
      kind: 'member',
      ending: leaving.ending,
      lists: [
        { ending: leaving.students, current: now.students },
        { ending: leaving.ending - leaving.students, current: now.people - now.students },
      ],
      scopes: [{ ending: leaving.ending, current: now.people }],
    },
    0,
  );

/**
 * Lists the classes and schools from which a preview would remove so many people that somebody has to consent, the
 * largest number first. All ends of the preview count together; for a school, ends without consent within the last day
 * count too.
 */
export async function listManyEnds(db: Db, importId: number): Promise<ManyEnds[]> {
  const ends = await countEnds(db, importId);
  const ties = await listManyTieEnds(db, importId);
  if (ends.length === 0) return ties;
  const current = await countPeople(
    db,
    ends.flatMap(({ course_id }) => course_id ?? []),
  );
  const many = ends.flatMap(({ course_id, name, ending, students }): ManyEnds[] => {
    // consent is also required for a class that is no longer known
    const now = current.get(course_id ?? 0) ?? { people: 0, students: 0 };
    return needsConsentToEnd({ ending, students }, now) ? [{ name, ending, current: now.people }] : [];
  });
  const lately = await countEndsOfDay(db, importId);
  for (const [schoolId, ofSchool] of Map.groupBy(ends, ({ school_id }) => school_id)) {
    const ending = ofSchool.reduce((sum, one) => sum + one.ending, 0);
    const places = await countPlaces(db, schoolId);
    const before = lately.get(schoolId) ?? 0;
    const scopes = [{ ending: ending + before, current: places + before }];
    if (needsConsent({ kind: 'member', ending, lists: [], scopes }, 0)) many.push({ name: ofSchool[0]?.school_name ?? '', ending, current: places });
  }
  return [...many, ...ties].sort((one, other) => other.ending - one.ending);
}

/** Lists the schools in which a preview would end so many ties of guardians that somebody has to consent. */
async function listManyTieEnds(db: Db, importId: number): Promise<ManyEnds[]> {
  const many: ManyEnds[] = [];
  for (const { school_id: schoolId, school_name: name, ending } of await countTieEnds(db, importId)) {
    const current = await countRosterTies(db, schoolId);
    if (needsConsent({ kind: 'member', ending, lists: [], scopes: [{ ending, current }] }, 0)) many.push({ name, ending, current, of: 'ties' });
  }
  return many;
}
