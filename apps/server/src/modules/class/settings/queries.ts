import type { FirstStep } from '@classwright/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';
import type { Reach } from '../../../platform/reach.ts';
import { isInReach, isOffered, isSharedOrInReach } from '../../../platform/reach-queries.ts';

/** Returns a person's stored choices; an empty object if there are none. */
export async function findPreferences(db: Db, accountId: number): Promise<unknown> {
  const row = await db.selectFrom('account_preferences').select('preferences').where('account_id', '=', accountId).executeTakeFirst();
  return row?.preferences ?? {};
}

/** Merges choices into the stored ones. The last write wins, field by field. Returns the stored result. */
export async function savePreferences(tx: Tx, accountId: number, choices: object): Promise<unknown> {
  const { rows } = await sql<{ preferences: unknown }>`
    INSERT INTO account_preferences (account_id, preferences) VALUES (${accountId}, ${JSON.stringify(choices)}::jsonb)
    ON CONFLICT (account_id) DO UPDATE SET preferences = account_preferences.preferences || excluded.preferences, updated_at = app_now()
    RETURNING preferences`.execute(tx);
  return rows[0]?.preferences;
}

/**
 * Returns a school's launcher addresses, unchecked. Somebody without a school gets those of the first school that set
 * some up.
 */
export async function findLauncher(db: Db, schoolId: number | null): Promise<unknown> {
  const { rows } = await sql<{ launcher: unknown }>`
    SELECT settings -> 'launcher' AS launcher FROM schools
     WHERE CASE WHEN ${schoolId}::bigint IS NULL THEN archived_at IS NULL AND coalesce(settings -> 'launcher', '{}') <> '{}'
                ELSE id = ${schoolId}::bigint END ORDER BY id LIMIT 1`.execute(db);
  return rows[0]?.launcher ?? null;
}

export interface SchoolRow {
  id: number;
  school_name: string;
  time_zone: string;
  settings: unknown;
  updated_at: Date;
}

/** Finds an active school; `hold`: locks it until commit, so that two people who save it take turns. */
export async function findSchool(db: Db, id: number, { hold = false } = {}): Promise<SchoolRow | null> {
  const query = db
    .selectFrom('schools')
    .select(['id', 'school_name', 'time_zone', 'settings', 'updated_at'])
    .where('id', '=', id)
    .where('archived_at', 'is', null);
  return (await (hold ? query.forNoKeyUpdate() : query).executeTakeFirst()) ?? null;
}

/** Returns a school, also an archived one, and locks it until commit. */
export async function getAnySchool(tx: Tx, id: number): Promise<SchoolRow> {
  const query = tx.selectFrom('schools').select(['id', 'school_name', 'time_zone', 'settings', 'updated_at']).where('id', '=', id);
  return query.forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** Returns the school that has a host name, also an archived one. */
export async function findSchoolOfHost(db: Db, host: string): Promise<{ id: number; school_name: string } | null> {
  const { rows } = await sql<{ id: number; school_name: string }>`SELECT id, school_name FROM schools WHERE settings ->> 'host' = ${host}`.execute(db);
  return rows[0] ?? null;
}

/** Stores the logo of a school in place of another one. */
export async function saveLogo(
  tx: Tx,
  { schoolId, digest, mimeType, bytes }: { schoolId: number; digest: string; mimeType: string; bytes: Buffer },
): Promise<void> {
  await tx
    .insertInto('school_logos')
    .values({ school_id: schoolId, digest, mime_type: mimeType, bytes })
    .onConflict((both) => both.column('school_id').doUpdateSet({ digest, mime_type: mimeType, bytes }))
    .execute();
}

/** Deletes the logo of a school. */
export async function removeLogo(tx: Tx, schoolId: number): Promise<void> {
  await tx.deleteFrom('school_logos').where('school_id', '=', schoolId).execute();
}

/** Returns the logo of a school that has this digest. */
export async function findLogo(db: Db, schoolId: number, digest: string): Promise<{ mime_type: string; bytes: Buffer } | null> {
  const query = db.selectFrom('school_logos').select(['mime_type', 'bytes']).where('school_id', '=', schoolId).where('digest', '=', digest);
  return (await query.executeTakeFirst()) ?? null;
}

/** Returns the stored settings of a class's school. */
export async function getSchoolOfClass(db: Db, courseId: number): Promise<{ time_zone: string; settings: unknown }> {
  return db
    .selectFrom('lesson_classes')
    .innerJoin('schools', 'schools.id', 'lesson_classes.school_id')
    .select(['schools.time_zone', 'schools.settings'])
    .where('lesson_classes.id', '=', courseId)
    .executeTakeFirstOrThrow();
}

/** Lists the stored settings of the schools of classes. */
export async function listSchoolsOfClasses(db: Db, courseIds: readonly number[]): Promise<{ course_id: number; time_zone: string; settings: unknown }[]> {
  return db
    .selectFrom('lesson_classes')
    .innerJoin('schools', 'schools.id', 'lesson_classes.school_id')
    .select(['lesson_classes.id as course_id', 'schools.time_zone', 'schools.settings'])
    .where('lesson_classes.id', 'in', courseIds.length === 0 ? [0] : [...courseIds])
    .execute();
}

/** Merges settings into the stored ones; other stored fields are unchanged. */
export async function saveSchool(tx: Tx, id: number, { time_zone, ...settings }: { time_zone: string } & Record<string, unknown>): Promise<void> {
  await sql`UPDATE schools SET time_zone = ${time_zone}, settings = settings || ${JSON.stringify(settings)}::jsonb WHERE id = ${id}`.execute(tx);
}

/** Returns the stored settings of the school of the person with an email address. Null: nobody of a school has it. */
export async function findSettingsOfAddress(db: Db, address: string): Promise<{ time_zone: string; settings: unknown } | null> {
  const { rows } = await sql<{ time_zone: string; settings: unknown }>`
    SELECT schools.time_zone, schools.settings FROM people JOIN schools ON schools.id = people.school_id
     WHERE people.email_key = lower(NORMALIZE(trim(${address}::text), NFKC))`.execute(db);
  return rows[0] ?? null;
}

/** Lists all levels of a school, including those that are switched off. */
export async function listCensorshipLevels(db: Db, schoolId: number): Promise<{ id: number; name: string; is_active: boolean }[]> {
  const { rows } = await sql<{ id: number; name: string; is_active: boolean }>`
    SELECT t.id, t.name, t.is_active FROM censorship_levels AS t WHERE ${isOffered({ schoolId }, 'censorship_levels', false)} ORDER BY t.name, t.id`.execute(
    db,
  );
  return rows;
}

/** Returns which of the first steps are done, within reach. Administrators do not count as people of a school. */
export async function findDoneSteps(db: Db, reach: Reach): Promise<Record<FirstStep, boolean>> {
  const { rows } = await sql<Record<FirstStep, boolean>>`
    WITH counted AS NOT MATERIALIZED (
      SELECT people.id, people.has_password FROM people LEFT JOIN roles ON roles.id = people.role_id
       WHERE people.status AND roles.key IS DISTINCT FROM 'admin' AND ${isInReach(reach, 'people.school_id')})
    SELECT EXISTS (SELECT FROM schools WHERE archived_at IS NULL) AS school,
           EXISTS (SELECT FROM levels WHERE archived_at IS NULL AND ${isSharedOrInReach(reach, 'levels')}) AS levels,
           EXISTS (SELECT FROM marking_periods JOIN marking_period_schools ON marking_period_id = marking_periods.id
                    WHERE archived_at IS NULL AND active AND end_date >= app_now()::date
                      AND ${isInReach(reach, 'marking_period_schools.school_id')}) AS periods,
           EXISTS (SELECT FROM question_subjects WHERE archived_at IS NULL AND ${isSharedOrInReach(reach, 'question_subjects')}) AS subjects,
           EXISTS (SELECT FROM counted) AS people,
           EXISTS (SELECT FROM counted WHERE has_password
                       OR EXISTS (SELECT FROM google_identities WHERE account_id = counted.id)
                       OR EXISTS (SELECT FROM picture_cards WHERE account_id = counted.id AND expires_at > app_now())
                       OR EXISTS (SELECT FROM one_time_links WHERE account_id = counted.id AND used_at IS NULL AND revoked_at IS NULL AND expires_at > app_now())) AS sign_in,
           EXISTS (SELECT FROM questions WHERE archived_at IS NULL AND published_state = 'PUBLISHED') AS questions`.execute(db);
  return rows[0] as Record<FirstStep, boolean>;
}
