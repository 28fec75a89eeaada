import { type MessageKey, ONE_ROSTER_PATH, type Translate } from '@classwright/contract';
import type { Db } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { findSchool, listPeriods } from './scope-queries.ts';
import { type Session, toSessions } from './sessions.ts';

/** What a program sees: one school, with what all of its records name. */
export interface Scope {
  schoolId: number;
  schoolName: string;
  schoolModified: string;
  /** The school's sourcedId. */
  orgId: string;
  timeZone: string;
  /** The source that lends ids of its own to people and classes; null: none does. */
  sourceId: number | null;
  /** What references to records begin with. */
  base: string;
  sessions: readonly Session[];
  /** What the category of work without one is called. */
  noCategory: string;
}

/** @throws NOT_FOUND without the school */
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
