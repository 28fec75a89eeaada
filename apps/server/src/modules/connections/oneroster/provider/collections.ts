import type { OneRosterCall, OneRosterName, OneRosterPlace } from '@classwright/contract';
import type { Db } from '../../../../platform/database/index.ts';
import type { Collection } from './collection.ts';
import { noSuchThing } from './failure.ts';
import { categories, lineItems, results, scoreScales } from './gradebook-queries.ts';
import { findLocal } from './ids-queries.ts';
import { academicSessions, classes, courses, enrollments, orgs, users, type Within } from './rostering-queries.ts';
import type { Scope } from './scope.ts';

const MAKERS: Readonly<Record<OneRosterName, (scope: Scope, within: Within) => Collection>> = {
  orgs,
  academicSessions,
  courses,
  classes,
  enrollments,
  users,
  categories,
  lineItems,
  results,
  scoreScales,
};

export const makeCollection = (scope: Scope, name: OneRosterName, within: Within): Collection => MAKERS[name](scope, within);

type Places = Readonly<Partial<Record<OneRosterPlace, string>>>;

/**
 * Resolves the ids in an address that narrow a collection. @throws Failure unknownobject if one of them is not of the
 * school
 */
export async function findWithin(db: Db, scope: Scope, { kind, name }: Pick<OneRosterCall, 'kind' | 'name'>, places: Places): Promise<Within> {
  const within: Within = { kind };
  const local = async (thing: 'user' | 'class' | 'course' | 'lineItem', sourcedId: string): Promise<number> => {
    const id = await findLocal(db, scope, thing, sourcedId);
    if (id === null) throw noSuchThing(thing, sourcedId);
    return id;
  };
  if (places.schoolId !== undefined && places.schoolId !== scope.orgId && places.schoolId !== `school-${scope.schoolId}`)
    throw noSuchThing('school', places.schoolId);
  if (places.classId !== undefined) within.classId = await local('class', places.classId);
  if (places.courseId !== undefined) within.courseId = await local('course', places.courseId);
  if (places.lineItemId !== undefined) within.lineItemId = await local('lineItem', places.lineItemId);
  const person = places.userId ?? places.studentId ?? places.teacherId;
  if (person !== undefined) within.userId = await local('user', person);
  if (name === 'classes' && places.teacherId !== undefined) within.kind = 'teacher';
  if (name === 'classes' && places.studentId !== undefined) within.kind = 'student';
  if (places.termId !== undefined) {
    const term = scope.sessions.find(({ type, sourcedId }) => type === 'term' && sourcedId === places.termId);
    if (!term) throw noSuchThing('term', places.termId);
    within.term = term.sourcedId;
    within.year = term.year;
  }
  return within;
}
