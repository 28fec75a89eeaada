import { type MessageKey, ONE_ROSTER_PATH, type Translate } from '@classwright/contract';
import type { Db } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { findSchool, listPeriods } from './scope-queries.ts';
import { type Session, toSessions } from './sessions.ts';

/** The view of an app: one school, and the data that all of its records refer to. */
export interface Scope {
  schoolId: number;
  schoolName: string;
  schoolModified: string;
  /** The school's sourcedId. */
  orgId: string;
  timeZone: string;
  /** The source whose ids are used for people and classes; null if there is none. */
  sourceId: number | null;
  /** The beginning of references to records. */
  base: string;
  sessions: readonly Session[];
  /** The name of the category for work without one. */
  noCategory: string;
}

/** Loads the scope of a school. @throws NOT_FOUND without the school */
export async function loadScope(db: Db, schoolId: number, { origin, t }: { origin: string; t: Translate<MessageKey> }): Promise<Scope> {
  const school = await findSchool(db, schoolId);
  if (!school) throw appError('NOT_FOUND');
  const title = (year: number): string => t('oneroster.schoolYear', { from: String(year - 1), to: String(year) });
  return {
    schoolId,
    schoolName: school.name,
    schoolModified: school.modified,
    orgId: school.external_id ?? `school-${schoolId}`,
    timeZone: school.time_zone,
    sourceId: school.source_id,
    base: origin + ONE_ROSTER_PATH,
    sessions: toSessions(await listPeriods(db, schoolId), { today: school.today, title }),
    noCategory: t('oneroster.noCategory'),
  };
}
