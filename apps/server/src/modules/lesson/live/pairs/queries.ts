import { FORMS } from '@classwright/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Db, nameOrder, type Tx } from '../../../../platform/database/index.ts';

/** Somebody who has logged in to a run, with the choice in Form - 1A. */
export interface PairPersonRow {
  account_id: number;
  first_name: string;
  last_name: string;
  /** False for somebody who has left the class. */
  is_member: boolean;
  /** True for a post in Form - 1A, with a choice or without. */
  has_post: boolean;
  response_id: number | null;
}

/** Lists everybody who has logged in to a run, by name. */
export async function listPairPeople(db: Db, courseId: number, sessionId: number): Promise<PairPersonRow[]> {
  const { rows } = await sql<PairPersonRow>`
    SELECT person.id AS account_id, person.first_name, person.last_name, student.account_id IS NOT NULL AS is_member,
           post.id IS NOT NULL AS has_post, post.response_id
      FROM live_participants participant JOIN lesson_people person ON person.id = participant.account_id
      LEFT JOIN class_students student ON student.course_id = ${courseId} AND student.account_id = participant.account_id
      LEFT JOIN live_phases phase ON phase.session_id = participant.session_id AND phase.form = ${FORMS[0]}
      LEFT JOIN live_posts post ON post.phase_id = phase.id AND post.account_id = participant.account_id
     WHERE participant.session_id = ${sessionId}
     ORDER BY ${nameOrder('person')}, person.id`.execute(db);
  return rows;
}

/** Returns with whom each student was in the last finished lesson of a class that had groups. */
export async function listLastPartners(db: Db, courseId: number, sessionId: number): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ account_id: number; partners: number[] }>`
    WITH last AS (
      SELECT pairs.id FROM live_pairs pairs JOIN live_sessions session ON session.id = pairs.session_id
       WHERE session.course_id = ${courseId} AND session.id < ${sessionId} AND session.state = 'finished' AND pairs.published_at IS NOT NULL
       ORDER BY session.id DESC LIMIT 1
    )
    SELECT member.account_id, array_agg(other.account_id ORDER BY other.account_id) AS partners
      FROM live_pair_members member JOIN live_pair_members other ON other.group_id = member.group_id AND other.account_id <> member.account_id
     WHERE member.pairs_id = (SELECT id FROM last)
     GROUP BY member.account_id`.execute(db);
  return new Map(rows.map(({ account_id, partners }) => [account_id, partners]));
}

/** Groups of a run: its draft, or the published ones. */
export interface DivisionRow {
  id: number;
  revision: number;
  size: number;
  published: boolean;
  changed_by: string;
  groups: { id: number; is_locked: boolean; account_ids: number[] }[];
}

/** Lists the groups of a run, the newest first: at most a draft and the published ones. */
export async function listDivisions(db: Db, sessionId: number): Promise<DivisionRow[]> {
  const { rows } = await sql<DivisionRow>`
    SELECT pairs.id, pairs.revision, pairs.size, pairs.published_at IS NOT NULL AS published,
           trim(person.first_name || ' ' || person.last_name) AS changed_by,
           coalesce((
             SELECT jsonb_agg(jsonb_build_object('id', one.id, 'is_locked', one.is_locked, 'account_ids', one.account_ids) ORDER BY one.id)
               FROM (SELECT grouped.id, grouped.is_locked, jsonb_agg(member.account_id ORDER BY member.account_id) AS account_ids
                       FROM live_pair_groups grouped JOIN live_pair_members member ON member.group_id = grouped.id
                      WHERE grouped.pairs_id = pairs.id GROUP BY grouped.id) one), '[]') AS groups
      FROM live_pairs pairs JOIN lesson_people person ON person.id = pairs.changed_by
     WHERE pairs.session_id = ${sessionId}
     ORDER BY pairs.revision DESC`.execute(db);
  return rows;
}

/** Any fixed number: it distinguishes the locks of groups from other advisory locks. */
export const PAIRS = 8_207_116;

/** Locks the groups of a run until commit, so that those who change them take turns. Students who write are not held up. */
export async function lockPairs(tx: Tx, sessionId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${PAIRS}, hashint8(${sessionId}))`.execute(tx);
}

export interface NewDivision {
  session_id: number;
  revision: number;
  size: number;
  changed_by: number;
  changed_at: Date;
  groups: readonly { locked: boolean; account_ids: readonly number[] }[];
}

/** Saves a draft instead of the one before. */
export async function replaceDraft(tx: Tx, { groups, ...pairs }: NewDivision): Promise<void> {
  await tx.deleteFrom('live_pairs').where('session_id', '=', pairs.session_id).where('published_at', 'is', null).execute();
  const { id } = await tx.insertInto('live_pairs').values(pairs).returning('id').executeTakeFirstOrThrow();
  const { rows } = await sql<{ id: number }>`
    INSERT INTO live_pair_groups (pairs_id, is_locked)
    SELECT ${id}, is_locked FROM unnest(${groups.map(({ locked }) => locked)}::boolean[]) WITH ORDINALITY AS new (is_locked, place) ORDER BY place
    RETURNING id`.execute(tx);
  const ids = rows.map((row) => row.id).sort((a, b) => a - b);
  const members = groups.flatMap(({ account_ids }, index) => account_ids.map((account_id) => ({ account_id, group_id: ids[index] })));
  await sql`
    INSERT INTO live_pair_members (pairs_id, account_id, group_id)
    SELECT ${id}, account_id, group_id FROM jsonb_to_recordset(${JSON.stringify(members)}::jsonb) AS new (account_id bigint, group_id bigint)`.execute(tx);
}

/** Publishes the draft of a run instead of what was published before. */
export async function publishDraft(tx: Tx, sessionId: number, revision: number, now: Date): Promise<void> {
  await tx.deleteFrom('live_pairs').where('session_id', '=', sessionId).where('published_at', 'is not', null).execute();
  await tx.updateTable('live_pairs').set({ published_at: now }).where('session_id', '=', sessionId).execute();
  await tx.updateTable('live_sessions').set({ pairs_revision: revision }).where('id', '=', sessionId).execute();
}

export interface NewMember {
  pairs_id: number;
  group_id: number;
  account_id: number;
}

export async function insertMembers(tx: Tx, members: readonly NewMember[]): Promise<void> {
  await sql`
    INSERT INTO live_pair_members (pairs_id, group_id, account_id)
    SELECT pairs_id, group_id, account_id
      FROM jsonb_to_recordset(${JSON.stringify(members)}::jsonb) AS new (pairs_id bigint, group_id bigint, account_id bigint)`.execute(tx);
}

/** Returns those of some accounts who have logged in to a session and are in its class, in the given order. */
export async function listWhoMayJoin(db: Db, session: { id: number; course_id: number }, accountIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    SELECT account_id
      FROM unnest(${[...accountIds]}::bigint[]) WITH ORDINALITY AS asked (account_id, place)
      JOIN live_participants here USING (account_id)
      JOIN class_students student USING (account_id)
     WHERE here.session_id = ${session.id} AND student.course_id = ${session.course_id}
     ORDER BY place`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

/** A member of somebody's own group, with the choice in Form - 1A. */
export interface OwnGroupRow {
  account_id: number;
  name: string;
  response_id: number | null;
  revision: number;
}

/** Lists the published group of a student in a run by name, the student included; empty without one. */
export async function listOwnGroup(db: Db, sessionId: number, accountId: number): Promise<OwnGroupRow[]> {
  const { rows } = await sql<OwnGroupRow>`
    WITH named AS (${selectNamed(sessionId)})
    SELECT named.account_id, named.name, post.response_id, named.revision
      FROM named own
      JOIN named ON named.group_id = own.group_id
      LEFT JOIN live_phases phase ON phase.session_id = ${sessionId} AND phase.form = ${FORMS[0]}
      LEFT JOIN live_posts post ON post.phase_id = phase.id AND post.account_id = named.account_id
     WHERE own.account_id = ${accountId}
     ORDER BY named.place`.execute(db);
  return rows;
}

/** A member of a published group, for the wall. */
export interface WallMember {
  account_id: number;
  name: string;
  /** The place by name among everybody in groups, from 1. */
  place: number;
}

/** Lists the published groups of a run with names, for the wall. */
export async function listNamedGroups(db: Db, sessionId: number): Promise<WallMember[][]> {
  const { rows } = await sql<{ members: WallMember[] }>`
    WITH named AS (${selectNamed(sessionId)})
    SELECT json_agg(json_build_object('account_id', account_id, 'name', name, 'place', place) ORDER BY place) AS members
      FROM named GROUP BY group_id ORDER BY min(place)`.execute(db);
  return rows.map(({ members }) => members);
}

/**
 * Selects the members of the published groups of a run by name. Those with the same name get numbers
 * (LIVE-132). `place`: the order by name.
 */
const selectNamed = (sessionId: number): RawBuilder<unknown> => sql`
  SELECT person.id AS account_id, member.group_id, pairs.revision, row_number() OVER (ORDER BY ${nameOrder('person')}, person.id) AS place,
         person.full_name || CASE WHEN count(*) OVER same > 1 THEN ' (' || row_number() OVER (same ORDER BY person.id) || ')' ELSE '' END AS name
    FROM live_pairs pairs
    JOIN live_pair_members member ON member.pairs_id = pairs.id
    JOIN lesson_people person ON person.id = member.account_id
   WHERE pairs.session_id = ${sessionId} AND pairs.published_at IS NOT NULL
  WINDOW same AS (PARTITION BY lower(person.full_name))`;

/** Lists the published groups of a run as accounts. */
export async function listPublishedGroups(db: Db, sessionId: number): Promise<number[][]> {
  const [published] = (await listDivisions(db, sessionId)).filter((division) => division.published);
  return published?.groups.map(({ account_ids }) => account_ids) ?? [];
}

// ── what staff want or forbid ──

export interface WishRow {
  id: number;
  kind: 'together' | 'never';
  until: string | null;
  students: { account_id: number; name: string }[];
}

/** Lists the wishes of a class that count today, with the students who are in the class; only those with two or more. */
export async function listWishes(db: Db, courseId: number): Promise<WishRow[]> {
  const { rows } = await sql<WishRow>`
    SELECT wish.id, wish.kind, to_char(wish.until, 'YYYY-MM-DD') AS until,
           jsonb_agg(jsonb_build_object('account_id', person.id, 'name', trim(person.first_name || ' ' || person.last_name))
                     ORDER BY ${nameOrder('person')}, person.id) AS students
      FROM live_pair_wishes wish JOIN live_pair_wish_students wanted ON wanted.wish_id = wish.id
      JOIN class_students student ON student.course_id = wish.course_id AND student.account_id = wanted.account_id
      JOIN lesson_people person ON person.id = wanted.account_id
     WHERE wish.course_id = ${courseId} AND (wish.until IS NULL OR wish.until >= app_now()::date)
     GROUP BY wish.id HAVING count(*) > 1 ORDER BY wish.id`.execute(db);
  return rows;
}

/** Lists the students of a class by name. */
export async function listClassStudents(db: Db, courseId: number): Promise<{ account_id: number; name: string }[]> {
  const { rows } = await sql<{ account_id: number; name: string }>`
    SELECT person.id AS account_id, trim(person.first_name || ' ' || person.last_name) AS name
      FROM class_students student JOIN lesson_people person ON person.id = student.account_id
     WHERE student.course_id = ${courseId} ORDER BY ${nameOrder('person')}, person.id`.execute(db);
  return rows;
}

/** Any fixed number: it distinguishes the locks of wishes from other advisory locks. */
const WISHES = 8_207_117;

/** Locks the wishes of a class until commit, so that no two contradict each other. */
export async function lockWishes(tx: Tx, courseId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${WISHES}, hashint8(${courseId}))`.execute(tx);
}

export interface NewWish {
  course_id: number;
  kind: 'together' | 'never';
  weeks: number | null;
  created_by: number;
  account_ids: readonly number[];
}

export async function insertWish(tx: Tx, { account_ids, weeks, ...wish }: NewWish): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO live_pair_wishes (course_id, kind, until, created_by, created_at)
    VALUES (${wish.course_id}, ${wish.kind}, app_now()::date + ${weeks}::integer * 7, ${wish.created_by}, app_now()) RETURNING id`.execute(tx);
  const { id } = rows[0] as { id: number };
  await sql`INSERT INTO live_pair_wish_students (wish_id, account_id) SELECT ${id}, unnest(${[...account_ids]}::bigint[])`.execute(tx);
  return id;
}

/** Deletes wishes of a class; ids of other classes are skipped. */
export async function deleteWishes(tx: Tx, courseId: number, ids: readonly number[]): Promise<void> {
  await sql`DELETE FROM live_pair_wishes WHERE course_id = ${courseId} AND id = ANY(${[...ids]}::bigint[])`.execute(tx);
}
