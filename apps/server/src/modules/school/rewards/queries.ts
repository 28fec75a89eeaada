import type { RewardEvent, RewardType } from '@classwright/contract';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type Db, nameOrder, type Tx } from '../../../platform/database/index.ts';
import { type PageRequest, toContainsPattern } from '../../../platform/lists.ts';
import type { Reach, PersonScope } from '../../../platform/reach.ts';
import { isInReach, isSharedOrInReach, unlessEverybody } from '../../../platform/reach-queries.ts';

/** An event that earns somebody points. The same cause counts only once for a person. */
export interface Award {
  event: RewardEvent;
  accountId: number;
  cause: string;
}

/** A line to enter into the ledger unchanged. */
export interface Entry {
  accountId: number;
  type: RewardType;
  points: number;
  cause: string;
  reason?: string;
  giftId?: number;
  actorId?: number | null;
}

/**
 * Locks each person's balance until commit, always in the same order, so that simultaneous calls cannot spend points
 * twice or exceed a limit.
 */
export async function lockBalances(tx: Tx, accountIds: readonly number[]): Promise<Map<number, number>> {
  const ids = [...new Set(accountIds)];
  await sql`
    INSERT INTO reward_balances (account_id) SELECT id FROM unnest(${ids}::bigint[]) AS id ORDER BY id ON CONFLICT DO NOTHING`.execute(tx);
  const { rows } = await sql<{ account_id: number; points: number }>`
    SELECT account_id, points FROM reward_balances WHERE account_id = ANY(${ids}::bigint[]) ORDER BY account_id FOR UPDATE`.execute(tx);
  return new Map(rows.map(({ account_id, points }) => [account_id, Number(points)]));
}

const DAY = sql`(SELECT day.today::timestamp AT TIME ZONE day.zone)`;

/**
 * Enters the points that rules give for these events, once for each cause and up to each rule's daily limit; lines
 * undone that day do not count. Call it with the balances locked. Returns the number of new lines.
 */
export async function insertAwards(tx: Tx, awards: readonly Award[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH asked AS (
      SELECT * FROM unnest(${awards.map(({ accountId }) => accountId)}::bigint[], ${awards.map(({ event }) => event)}::text[],
                           ${awards.map(({ cause }) => cause)}::text[]) WITH ORDINALITY AS one (account_id, event, cause, position)),
    fresh AS (
      SELECT asked.account_id, people.school_id, asked.event, asked.cause, rule.points, rule.daily_cap,
             row_number() OVER (PARTITION BY asked.account_id, asked.event ORDER BY asked.position) AS turn,
             CASE WHEN rule.daily_cap IS NULL THEN 0
                  ELSE (SELECT greatest(0, count(*) FILTER (WHERE earlier.type = asked.event) - count(*) FILTER (WHERE earlier.type <> asked.event))
                          FROM reward_points earlier
                         WHERE earlier.account_id = asked.account_id AND earlier.type IN (asked.event, asked.event || '-taken-back') AND earlier.at >= ${DAY})
             END AS earlier
        FROM asked JOIN people ON people.id = asked.account_id
        JOIN reward_rules rule ON rule.key = asked.event AND rule.is_active AND ${ruleOf(sql`people.school_id`)}
        CROSS JOIN LATERAL (
          SELECT zone.name AS zone, (app_now() AT TIME ZONE zone.name)::date AS today
            FROM (SELECT coalesce((SELECT time_zone FROM schools WHERE schools.id = people.school_id), first_school_zone(), 'UTC') AS name) zone) day
       WHERE NOT EXISTS (SELECT FROM reward_points had WHERE had.account_id = asked.account_id AND had.cause = asked.cause)),
    entered AS (
      INSERT INTO reward_points (account_id, school_id, type, points, cause)
      SELECT account_id, school_id, event, points, cause FROM fresh WHERE daily_cap IS NULL OR earlier + turn <= daily_cap ORDER BY account_id
      ON CONFLICT (account_id, cause) DO NOTHING RETURNING account_id, points),
    summed AS (
      UPDATE reward_balances SET points = reward_balances.points + more.points
        FROM (SELECT account_id, sum(points) AS points FROM entered GROUP BY account_id) more
       WHERE reward_balances.account_id = more.account_id)
    SELECT count(*) AS count FROM entered`.execute(tx);
  return Number(rows[0]?.count ?? 0);
}

/** Counts and sums somebody's lines of a cause and of its repeats (`cause:1`). */
export async function findLinesOf(db: Db, accountId: number, cause: string): Promise<{ lines: number; points: number }> {
  const { rows } = await sql<{ lines: number; points: number }>`
    SELECT count(*) AS lines, coalesce(sum(points), 0) AS points FROM reward_points
     WHERE account_id = ${accountId} AND (cause = ${cause} OR starts_with(cause, ${`${cause}:`}))`.execute(db);
  return { lines: Number(rows[0]?.lines ?? 0), points: Number(rows[0]?.points ?? 0) };
}

/** Enters these lines unchanged; one whose cause exists already is left out. Call it with the balances locked. */
export async function insertEntries(tx: Tx, entries: readonly Entry[]): Promise<void> {
  await sql`
    WITH entered AS (
      INSERT INTO reward_points (account_id, school_id, type, points, cause, reason, gift_id, actor_id)
      SELECT one.account_id, people.school_id, one.type, one.points, one.cause, one.reason, one.gift_id, one.actor_id
        FROM unnest(${entries.map(({ accountId }) => accountId)}::bigint[], ${entries.map(({ type }) => type)}::text[],
                    ${entries.map(({ points }) => points)}::integer[], ${entries.map(({ cause }) => cause)}::text[],
                    ${entries.map(({ reason }) => reason ?? '')}::text[], ${entries.map(({ giftId }) => giftId ?? null)}::bigint[],
                    ${entries.map(({ actorId }) => actorId ?? null)}::bigint[])
             AS one (account_id, type, points, cause, reason, gift_id, actor_id)
        JOIN people ON people.id = one.account_id
       ORDER BY one.account_id
      ON CONFLICT (account_id, cause) DO NOTHING RETURNING account_id, points)
    UPDATE reward_balances SET points = reward_balances.points + more.points
      FROM (SELECT account_id, sum(points) AS points FROM entered GROUP BY account_id) more
     WHERE reward_balances.account_id = more.account_id`.execute(tx);
}

export interface PointRow {
  id: number;
  type: RewardType;
  points: number;
  reason: string;
  at: Date;
  gift_id: number | null;
  gift_course_id: number | null;
  is_taken_back: boolean;
}

/** Lists somebody's ledger, newest first. */
export async function listPoints(db: Db, accountId: number, { page, per_page }: PageRequest): Promise<PointRow[]> {
  const { rows } = await sql<PointRow>`
    SELECT line.id, line.type, line.points, line.reason, line.at, line.gift_id, gift.course_id AS gift_course_id, gift.undone_at IS NOT NULL AS is_taken_back
      FROM reward_points line LEFT JOIN reward_gifts gift ON gift.id = line.gift_id
     WHERE line.account_id = ${accountId} ORDER BY line.id DESC LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`.execute(db);
  return rows;
}

export async function countPoints(db: Db, accountId: number): Promise<{ lines: number; points: number }> {
  const { rows } = await sql<{ lines: number; points: number }>`
    SELECT (SELECT count(*) FROM reward_points WHERE account_id = ${accountId}) AS lines,
           coalesce((SELECT points FROM reward_balances WHERE account_id = ${accountId}), 0) AS points`.execute(db);
  return { lines: Number(rows[0]?.lines ?? 0), points: Number(rows[0]?.points ?? 0) };
}

export interface StudentRow {
  id: number;
  first_name: string;
  last_name: string;
  points: number;
}

/** Returns true when somebody runs a class now; for reach over everybody, the class only has to exist. */
export async function isStaffOf(db: Db, whose: PersonScope, courseId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM class_staff WHERE course_id = ${courseId} AND ${unlessEverybody(whose, (accountId) => sql`account_id = ${accountId}`)} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Returns true when a class is active, neither archived nor deleted; this cannot change until commit. */
export async function isClassActive(tx: Tx, courseId: number): Promise<boolean> {
  const { rows } = await sql<{ is_active: boolean }>`SELECT is_active FROM class_names WHERE id = ${courseId} FOR SHARE`.execute(tx);
  return rows[0]?.is_active ?? false;
}

/** Returns the classes of `courseIds` that somebody runs now. */
export async function listStaffedOf(db: Db, whose: PersonScope, courseIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ course_id: number }>`
    SELECT DISTINCT course_id FROM class_staff
     WHERE course_id = ANY(${[...courseIds]}::bigint[]) AND ${unlessEverybody(whose, (accountId) => sql`account_id = ${accountId}`)}`.execute(db);
  return rows.map(({ course_id }) => course_id);
}

const ofClass = (courseId: number, searchText: string) => sql`
  FROM class_students JOIN people ON people.id = class_students.account_id
  LEFT JOIN reward_balances ON reward_balances.account_id = people.id
 WHERE class_students.course_id = ${courseId}
   AND concat_ws(' ', people.first_name, people.last_name) ILIKE ${toContainsPattern(searchText)}`;

/** Lists the students of a class by name, each with their balance. */
export async function listStudents(db: Db, courseId: number, searchText: string, { page, per_page }: PageRequest): Promise<StudentRow[]> {
  const { rows } = await sql<StudentRow>`
    SELECT people.id, people.first_name, people.last_name, coalesce(reward_balances.points, 0) AS points ${ofClass(courseId, searchText)}
     ORDER BY ${nameOrder('people')}, people.id
     LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`.execute(db);
  return rows.map((row) => ({ ...row, points: Number(row.points) }));
}

export async function countStudents(db: Db, courseId: number, searchText: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count ${ofClass(courseId, searchText)}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Finds a student of a class that somebody runs now; null if there is none, or not in their classes. */
export async function findStudent(db: Db, whose: PersonScope, accountId: number): Promise<StudentRow | null> {
  const { rows } = await sql<StudentRow>`
    SELECT people.id, people.first_name, people.last_name, coalesce(reward_balances.points, 0) AS points
      FROM people LEFT JOIN reward_balances ON reward_balances.account_id = people.id
     WHERE people.id = ${accountId}
       AND EXISTS (SELECT FROM class_students JOIN class_staff ON class_staff.course_id = class_students.course_id
                    WHERE class_students.account_id = people.id AND ${unlessEverybody(whose, (id) => sql`class_staff.account_id = ${id}`)})`.execute(db);
  return rows[0] ? { ...rows[0], points: Number(rows[0].points) } : null;
}

/** Returns the given accounts that are students of a class now. */
export async function listLearnersOf(db: Db, courseId: number, accountIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    SELECT account_id FROM class_students WHERE course_id = ${courseId} AND account_id = ANY(${[...accountIds]}::bigint[]) ORDER BY account_id`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

/** The current week of an account: since Monday, in the school's time zone. */
const WEEK = sql`(SELECT date_trunc('week', app_now() AT TIME ZONE zone.name) AT TIME ZONE zone.name FROM (
  SELECT coalesce((SELECT time_zone FROM schools WHERE schools.id = people.school_id), first_school_zone(), 'UTC') AS name) zone)`;

/**
 * Returns the points that each of these people was given this week, without undone gifts; people without gifts are left
 * out. Call it with the balances locked.
 */
export async function sumGiftsOfWeek(tx: Tx, accountIds: readonly number[]): Promise<{ account_id: number; name: string; points: number }[]> {
  const { rows } = await sql<{ account_id: number; name: string; points: number }>`
    SELECT people.id AS account_id, concat_ws(' ', people.first_name, people.last_name) AS name, sum(line.points) AS points
      FROM people JOIN reward_points line ON line.account_id = people.id AND line.type = 'gift'
      JOIN reward_gifts gift ON gift.id = line.gift_id AND gift.undone_at IS NULL
     WHERE people.id = ANY(${[...accountIds]}::bigint[]) AND line.at >= ${WEEK}
     GROUP BY people.id, people.first_name, people.last_name ORDER BY sum(line.points) DESC, people.id`.execute(tx);
  return rows.map(({ points, ...row }) => ({ ...row, points: Number(points) }));
}

/** Returns the points that teachers gave this week to people within reach. */
export async function countGiftsOfWeek(db: Db, reach: Reach): Promise<{ points: number; students: number; teachers: number }> {
  const { rows } = await sql<{ points: number; students: number; teachers: number }>`
    SELECT coalesce(sum(line.points), 0) AS points, count(DISTINCT line.account_id) AS students, count(DISTINCT gift.account_id) AS teachers
      FROM reward_points line JOIN reward_gifts gift ON gift.id = line.gift_id AND gift.undone_at IS NULL
      JOIN people ON people.id = line.account_id
     WHERE line.type = 'gift' AND ${isInReach(reach, 'people.school_id')} AND line.at >= app_now() - interval '8 days' AND line.at >= ${WEEK}`.execute(db);
  return { points: Number(rows[0]?.points), students: Number(rows[0]?.students), teachers: Number(rows[0]?.teachers) };
}

export async function insertGift(tx: Tx, gift: { course_id: number; account_id: number; points: number; reason: string }): Promise<number> {
  return (await tx.insertInto('reward_gifts').values(gift).returning('id').executeTakeFirstOrThrow()).id;
}

export interface GiftRow {
  id: number;
  course_id: number;
  points: number;
  reason: string;
  undone_at: Date | null;
}

/** Locks a gift until commit, so that it can be undone only once. */
export async function lockGift(tx: Tx, id: number): Promise<GiftRow | null> {
  const columns = ['id', 'course_id', 'points', 'reason', 'undone_at'] as const;
  return (await tx.selectFrom('reward_gifts').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

export async function markGiftUndone(tx: Tx, id: number, accountId: number): Promise<void> {
  await tx.updateTable('reward_gifts').set({ undone_at: sql<Date>`app_now()`, undone_by: accountId }).where('id', '=', id).execute();
}

/** Lists the recipients of a gift with their points. */
export async function listGifted(db: Db, giftId: number): Promise<{ account_id: number; points: number }[]> {
  return db
    .selectFrom('reward_points')
    .select(['account_id', 'points'])
    .where('gift_id', '=', giftId)
    .where('type', '=', 'gift')
    .orderBy('account_id')
    .execute();
}

/** Matches the rules `rule` that count in a school: its own, and those of all schools for what it has no own rule for. */
const ruleOf = (schoolId: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(rule.school_id = ${schoolId} OR rule.school_id IS NULL AND NOT EXISTS (
    SELECT FROM reward_rules own WHERE own.key = rule.key AND own.school_id = ${schoolId}))`;

export interface RuleRow {
  id: number;
  key: RewardEvent;
  points: number;
  daily_cap: number | null;
  is_active: boolean;
  /** Null: all schools share the rule. */
  school_id: number | null;
  school_name: string | null;
  updated_at: Date;
}

const ruleColumns = sql`rule.id, rule.key, rule.points, rule.daily_cap, rule.is_active, rule.updated_at, rule.school_id,
  (SELECT school_name FROM schools WHERE schools.id = rule.school_id) AS school_name`;

/** Lists the rules that count within reach; for people of all schools, every rule. */
export async function listRules(db: Db, reach: Reach): Promise<RuleRow[]> {
  const counts = 'all' in reach ? sql`true` : ruleOf(sql`${reach.schoolId}::bigint`);
  return (
    await sql<RuleRow>`SELECT ${ruleColumns} FROM reward_rules rule WHERE ${counts} ORDER BY rule.position, rule.school_id NULLS FIRST, rule.id`.execute(db)
  ).rows;
}

/** Locks a rule of all schools or within reach until commit, so that two people who save it take turns. */
export async function lockRule(tx: Tx, id: number, reach: Reach): Promise<RuleRow | null> {
  return (
    (await sql<RuleRow>`SELECT ${ruleColumns} FROM reward_rules rule WHERE rule.id = ${id} AND ${isSharedOrInReach(reach, 'rule')} FOR UPDATE`.execute(tx))
      .rows[0] ?? null
  );
}

export async function updateRule(tx: Tx, { id, points, daily_cap, is_active }: Pick<RuleRow, 'id' | 'points' | 'daily_cap' | 'is_active'>): Promise<RuleRow> {
  const { rows } = await sql<RuleRow>`
    UPDATE reward_rules rule SET points = ${points}, daily_cap = ${daily_cap}, is_active = ${is_active} WHERE rule.id = ${id} RETURNING ${ruleColumns}`.execute(
    tx,
  );
  return rows[0] as RuleRow;
}

/** Copies a rule of all schools for a school. Returns the school's rule, also when it was there before. */
export async function copyRule(tx: Tx, id: number, schoolId: number): Promise<RuleRow> {
  await sql`
    INSERT INTO reward_rules (key, points, daily_cap, is_active, position, school_id)
    SELECT key, points, daily_cap, is_active, position, ${schoolId}::bigint FROM reward_rules WHERE id = ${id} ON CONFLICT DO NOTHING`.execute(tx);
  const { rows } = await sql<RuleRow>`
    SELECT ${ruleColumns} FROM reward_rules rule WHERE rule.school_id = ${schoolId} AND rule.key = (SELECT key FROM reward_rules WHERE id = ${id})`.execute(tx);
  return rows[0] as RuleRow;
}

export async function deleteRule(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('reward_rules').where('id', '=', id).execute();
}
