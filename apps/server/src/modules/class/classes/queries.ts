import { sql, type Insertable, type RawBuilder } from 'kysely';
import { anyLength, type Database, type Db, nameOrder, type Question, type Tx } from '../../../platform/database/index.ts';
import type { PersonScope } from '../../../platform/reach.ts';
import { unlessEverybody } from '../../../platform/reach-queries.ts';

/** The reader. An Admin is staff of every class. */
interface Reader {
  readonly accountId: number;
  readonly isAdmin: boolean;
}

/**
 * Selects a class with the person's position in it, for a statement that reads more of it: one row `course_id`,
 * `time_zone`, `is_staff`, or none where `standingIn` returns `none`.
 */
export const placeOf = ({ accountId, isAdmin }: Reader, courseId: number): RawBuilder<unknown> => sql`
  (SELECT courses.id AS course_id, schools.time_zone, (${isAdmin} OR me.role = 'TEACHER') AS is_staff
     FROM courses
     JOIN schools ON schools.id = courses.school_id
     LEFT JOIN course_members me ON me.course_id = courses.id AND me.account_id = ${accountId} AND me.left_at IS NULL
    WHERE courses.id = ${courseId} AND courses.archived_at IS NULL AND (${isAdmin} OR me.role IS NOT NULL))`;

export type MemberRole = 'TEACHER' | 'STUDENT';

export async function insertTopic(tx: Tx, topic: Insertable<Database['course_topics']>): Promise<number> {
  return (await tx.insertInto('course_topics').values(topic).returning('id').executeTakeFirstOrThrow()).id;
}

/**
 * Enrolls those of the accounts that belong to the class's school. People who had left return, in the new role. Returns
 * the people who are in the class now.
 */
export async function upsertMembers(tx: Tx, courseId: number, accountIds: readonly number[], role: MemberRole): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    INSERT INTO course_members (course_id, account_id, role)
    SELECT courses.id, people.id, ${role} FROM courses JOIN people ON people.school_id = courses.school_id
     WHERE courses.id = ${courseId} AND people.id = ANY(${[...accountIds]}::bigint[])
    ON CONFLICT (course_id, account_id) DO UPDATE
       SET role = CASE WHEN course_members.left_at IS NULL THEN course_members.role ELSE excluded.role END, left_at = NULL
    RETURNING account_id`.execute(tx);
  return rows.map(({ account_id }) => account_id);
}

/** Ends a current membership, unless it is the owner's. Returns true when there was one. */
export async function endMembership(tx: Tx, courseId: number, accountId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('course_members')
    .set({ left_at: sql<Date>`app_now()` })
    .where('course_id', '=', courseId)
    .where('account_id', '=', accountId)
    .where('left_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('courses').select('id').whereRef('courses.id', '=', 'course_members.course_id').where('owner_id', '=', accountId))),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Revives an ended membership in its old role and returns the role. Null: there was none. */
export async function reviveMembership(tx: Tx, courseId: number, accountId: number): Promise<MemberRole | null> {
  const row = await tx
    .updateTable('course_members')
    .set({ left_at: null })
    .where('course_id', '=', courseId)
    .where('account_id', '=', accountId)
    .where('left_at', 'is not', null)
    .returning('role')
    .executeTakeFirst();
  return row?.role ?? null;
}

export interface Membership {
  role: MemberRole;
  joined_at: Date;
  /** The time at which the person left, or null. */
  left_at: Date | null;
}

/** Returns the person's membership in a class, current or ended. Null: they were never in it. */
export async function findMembership(db: Db, courseId: number, accountId: number): Promise<Membership | null> {
  const row = await db
    .selectFrom('course_members')
    .select(['role', 'joined_at', 'left_at'])
    .where('course_id', '=', courseId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ?? null;
}

export interface MemberRow extends Membership {
  account_id: number;
  first_name: string;
  last_name: string;
  email: string;
  picture_file_id: number | null;
}

/** Returns the members of a class by name: only current ones, unless `withLeft`. */
export async function listMembers(db: Db, courseId: number, { role, withLeft = false }: { role?: MemberRole; withLeft?: boolean } = {}): Promise<MemberRow[]> {
  let query = db
    .selectFrom('course_members')
    .innerJoin('people', 'people.id', 'course_members.account_id')
    .select([
      'people.id as account_id',
      'people.first_name',
      'people.last_name',
      'people.email',
      'people.picture_file_id',
      'course_members.role',
      'course_members.joined_at',
      'course_members.left_at',
    ])
    .where('course_members.course_id', '=', courseId);
  if (role) query = query.where('course_members.role', '=', role);
  if (!withLeft) query = query.where('course_members.left_at', 'is', null);
  return query.orderBy(nameOrder('people')).orderBy('people.id').execute();
}

export interface ClassOfMember {
  id: number;
  name: string;
  section: string;
  role: MemberRole;
}

/** Returns the person's active classes, by name. */
export async function listClassesOf(db: Db, accountId: number): Promise<ClassOfMember[]> {
  return db
    .selectFrom('course_members')
    .innerJoin('courses', 'courses.id', 'course_members.course_id')
    .select(['courses.id', 'courses.name', 'courses.section', 'course_members.role'])
    .where('course_members.account_id', '=', accountId)
    .where('course_members.left_at', 'is', null)
    .where('courses.archived_at', 'is', null)
    .where('courses.course_state', '=', 'ACTIVE')
    .orderBy('courses.name')
    .orderBy('courses.id')
    .execute();
}

/** An account's position in a class, current or ended; `role` null: none. */
export interface StandingRow {
  role: MemberRole | null;
  left_at: Date | null;
  /** The state of the class. */
  course_state: string;
}

/**
 * Asks for the positions of accounts in a class, in their order. Nulls: there is no such class, or it is deleted.
 * `held`: locks the class until commit.
 */
export function askStandings(courseId: number, accountIds: readonly number[], { held = false } = {}): Question<StandingRow, (StandingRow | null)[]> {
  const statement = sql<StandingRow>`
    SELECT member.role, member.left_at, courses.course_state
      FROM unnest(${anyLength(accountIds, 'bigint')}) WITH ORDINALITY AS asked (account_id, place)
      JOIN courses ON courses.id = ${courseId} AND courses.archived_at IS NULL
      LEFT JOIN LATERAL (SELECT * FROM course_members WHERE course_id = courses.id AND account_id = asked.account_id OFFSET 0) member ON true
     ORDER BY asked.place ${held ? sql`FOR SHARE OF courses` : sql``}`;
  return { statement, read: (rows) => accountIds.map((_, index) => rows[index] ?? null) };
}

export interface TaughtClass {
  id: number;
  name: string;
  section: string;
  level_id: number | null;
  level_name: string | null;
}

/** Returns the active classes in which the person is staff, by name; `levelId` null: of every level. */
export async function listTaughtClasses(db: Db, { whose, levelId }: { whose: PersonScope; levelId: number | null }): Promise<TaughtClass[]> {
  const { rows } = await sql<TaughtClass>`
    SELECT courses.id, courses.name, courses.section, courses.level_id, levels.name AS level_name
      FROM courses LEFT JOIN levels ON levels.id = courses.level_id
     WHERE courses.archived_at IS NULL AND courses.course_state = 'ACTIVE' AND NOT courses.is_rehearsal
       AND (${levelId}::bigint IS NULL OR courses.level_id = ${levelId})
       AND ${unlessEverybody(whose, (teacherId) => sql`courses.id IN (SELECT course_id FROM class_staff WHERE account_id = ${teacherId})`)}
     ORDER BY courses.name COLLATE natural_order, courses.section COLLATE natural_order, courses.id`.execute(db);
  return rows;
}

/** Returns the active classes of these schools. */
export async function listActiveClassesOf(db: Db, schoolIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM courses WHERE school_id = ANY(${[...schoolIds]}::bigint[]) AND course_state = 'ACTIVE' AND archived_at IS NULL AND NOT is_rehearsal`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Returns the name of a class. */
export async function getClassName(db: Db, courseId: number): Promise<string> {
  return (await db.selectFrom('courses').select('name').where('id', '=', courseId).executeTakeFirstOrThrow()).name;
}

/** Ends current memberships, except the owner's. Returns the people concerned. */
export async function endMemberships(tx: Tx, courseId: number, accountIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    UPDATE course_members SET left_at = app_now() FROM courses
     WHERE courses.id = course_members.course_id AND course_id = ${courseId} AND account_id = ANY(${[...accountIds]}::bigint[])
       AND left_at IS NULL AND account_id <> courses.owner_id
    RETURNING account_id`.execute(tx);
  return rows.map(({ account_id }) => account_id);
}

/** Revives memberships that ended within this time, of active people of the class's school, in their old roles. */
export async function reviveMemberships(
  tx: Tx,
  courseId: number,
  accountIds: readonly number[],
  withinMinutes: number,
): Promise<{ account_id: number; role: MemberRole }[]> {
  const { rows } = await sql<{ account_id: number; role: MemberRole }>`
    UPDATE course_members SET left_at = NULL FROM courses, people
     WHERE courses.id = course_members.course_id AND course_id = ${courseId} AND account_id = ANY(${[...accountIds]}::bigint[])
       AND people.id = account_id AND people.status AND people.school_id = courses.school_id
       AND left_at > app_now() - make_interval(mins => ${withinMinutes})
    RETURNING account_id, role`.execute(tx);
  return rows;
}
