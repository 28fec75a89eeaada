import type { ClassRole } from '@classwright/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';
import type { PageRequest } from '../../../platform/lists.ts';

export interface ClassRow {
  id: number;
  name: string;
  section: string;
  school_id: number;
  owner_id: number;
  course_state: string;
  archived_at: Date | null;
}

/** Returns the class, or null if there is none. With `held`, its state cannot change until commit. */
export async function findClass(db: Db, id: number, { held = false } = {}): Promise<ClassRow | null> {
  const { rows } = await sql<ClassRow>`
    SELECT id, name, section, school_id, owner_id, course_state, archived_at FROM class_facts WHERE id = ${id} ${held ? sql`FOR SHARE` : sql``}`.execute(db);
  return rows[0] ?? null;
}

/** An address, with the account of the class's school that has it. */
export interface Invitee {
  email_key: string;
  account_id: number | null;
  email: string | null;
  is_active: boolean | null;
  type_name: string | null;
  is_in_class: boolean;
  is_invited: boolean;
}

const isOpen = sql`accepted_at IS NULL AND deleted_at IS NULL`;

export async function listInvitees(db: Db, { id, school_id }: ClassRow, emailKeys: readonly string[]): Promise<Invitee[]> {
  const { rows } = await sql<Invitee>`
    SELECT asked.email_key, people.id AS account_id, people.email, people.status AS is_active, account_types.name AS type_name,
           EXISTS (SELECT 1 FROM class_people WHERE course_id = ${id} AND class_people.account_id = people.id) AS is_in_class,
           EXISTS (SELECT 1 FROM invitations WHERE course_id = ${id} AND ${isOpen}
                     AND (invitations.email_key = asked.email_key OR invitations.account_id = people.id)) AS is_invited
      FROM unnest(${[...emailKeys]}::text[]) AS asked (email_key)
      LEFT JOIN people ON people.email_key = asked.email_key AND people.school_id = ${school_id}
      LEFT JOIN account_types ON account_types.id = people.account_type_id`.execute(db);
  return rows;
}

export interface NewInvitation {
  email: string;
  email_key: string;
  account_id: number | null;
}

/** Returns the ids of the new invitations by the key of their address. Open ones are left unchanged. */
export async function insertInvitations(
  tx: Tx,
  { courseId, role, invitedBy }: { courseId: number; role: ClassRole; invitedBy: number },
  people: readonly NewInvitation[],
): Promise<Map<string, number>> {
  const column = <K extends keyof NewInvitation>(name: K) => people.map((person) => person[name]);
  const { rows } = await sql<{ id: number; email_key: string }>`
    INSERT INTO invitations (course_id, role, email, email_key, account_id, invited_by)
    SELECT ${courseId}, ${role}, asked.email, asked.email_key, asked.account_id, ${invitedBy}
      FROM unnest(${column('email')}::text[], ${column('email_key')}::text[], ${column('account_id')}::bigint[]) AS asked (email, email_key, account_id)
     ORDER BY asked.email_key
    ON CONFLICT DO NOTHING RETURNING id, email_key`.execute(tx);
  return new Map(rows.map(({ id, email_key }) => [email_key, id]));
}

/**
 * Counts the invitations that somebody has sent within a day, locked until commit, so that two of their calls count
 * each other.
 */
export async function countSentLately(tx: Tx, accountId: number): Promise<{ all: number; toStrangers: number }> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('invitations'), hashint8(${accountId}))`.execute(tx);
  const { rows } = await sql<{ every: number; strangers: number }>`
    SELECT count(*) AS every, count(*) FILTER (WHERE account_id IS NULL) AS strangers
      FROM invitations WHERE invited_by = ${accountId} AND created_at > app_now() - interval '1 day'`.execute(tx);
  return { all: Number(rows[0]?.every ?? 0), toStrangers: Number(rows[0]?.strangers ?? 0) };
}

export interface InvitationRow {
  id: number;
  course_id: number;
  class_name: string;
  section: string;
  role: ClassRole;
  email: string;
  account_id: number | null;
  first_name: string | null;
  last_name: string | null;
  picture_file_id: number | null;
  invited_by: number | null;
  inviter: string | null;
  created_at: Date;
  accepted_at: Date | null;
  deleted_at: Date | null;
}

/**
 * The account an invitation is for now: its account, or the account of the class's school that has the address now.
 */
export const invitedAccount: RawBuilder<unknown> = sql`
  LEFT JOIN people ON people.id = invitations.account_id
    OR (invitations.account_id IS NULL AND people.email_key = invitations.email_key AND people.school_id = class_facts.school_id)`;

const selectInvitations = sql`
  SELECT invitations.id, invitations.course_id, class_facts.name AS class_name, class_facts.section, invitations.role, invitations.email, people.id AS account_id,
         people.first_name, people.last_name, people.picture_file_id, invitations.invited_by,
         sender.full_name AS inviter, invitations.created_at, invitations.accepted_at, invitations.deleted_at
    FROM invitations JOIN class_facts ON class_facts.id = invitations.course_id ${invitedAccount}
    LEFT JOIN people sender ON sender.id = invitations.invited_by`;

/** Lists invitations in the order of the ids. With `held`, nobody else can accept or delete them until commit. */
export async function listInvitations(db: Db, ids: readonly number[], { held = false } = {}): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    ${selectInvitations} WHERE invitations.id = ANY(${[...ids]}::bigint[]) ORDER BY invitations.id ${held ? sql`FOR UPDATE OF invitations` : sql``}`.execute(
    db,
  );
  return rows;
}

/** Lists the invitations of a class. `isAccepted` undefined: both pending and accepted ones. */
export async function listInvitationsOfClass(
  db: Db,
  courseId: number,
  { isAccepted, page, per_page }: PageRequest & { isAccepted: boolean | undefined },
): Promise<{ rows: InvitationRow[]; total: number }> {
  const accepted = isAccepted === undefined ? sql`` : isAccepted ? sql`AND accepted_at IS NOT NULL` : sql`AND accepted_at IS NULL`;
  const where = sql`invitations.course_id = ${courseId} AND invitations.deleted_at IS NULL ${accepted}`;
  const { rows } = await sql<InvitationRow>`
    ${selectInvitations} WHERE ${where} ORDER BY invitations.id DESC LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`.execute(db);
  const counted = await sql<{ total: number }>`SELECT count(*) AS total FROM invitations WHERE ${where}`.execute(db);
  return { rows, total: Number(counted.rows[0]?.total ?? 0) };
}

/** Matches a person's own invitations: sent to the account, or to its address while nobody of the school had it. */
const isFor = (accountId: number): RawBuilder<unknown> => sql`
  class_facts.school_id = (SELECT school_id FROM people WHERE id = ${accountId})
  AND (invitations.account_id = ${accountId}
    OR (invitations.account_id IS NULL AND invitations.email_key = (SELECT email_key FROM people WHERE id = ${accountId})))`;

/** Lists open invitations to active classes, newest first. */
export async function listPending(db: Db, accountId: number, { page, per_page }: PageRequest): Promise<{ rows: InvitationRow[]; total: number }> {
  const where = sql`${isFor(accountId)} AND ${isOpen} AND class_facts.is_active`;
  const { rows } = await sql<InvitationRow>`
    ${selectInvitations} WHERE ${where} ORDER BY invitations.id DESC LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`.execute(db);
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM invitations JOIN class_facts ON class_facts.id = invitations.course_id WHERE ${where}`.execute(db);
  return { rows, total: Number(counted.rows[0]?.total ?? 0) };
}

/** Returns somebody's own invitation in any state, locked until commit. Null if it is not theirs or does not exist. */
export async function lockOwnInvitation(tx: Tx, accountId: number, id: number): Promise<(InvitationRow & { type_name: string }) | null> {
  const { rows } = await sql<{ type_name: string }>`
    SELECT (SELECT account_types.name FROM people JOIN account_types ON account_types.id = people.account_type_id WHERE people.id = ${accountId}) AS type_name
      FROM invitations JOIN class_facts ON class_facts.id = invitations.course_id
     WHERE invitations.id = ${id} AND ${isFor(accountId)} FOR UPDATE OF invitations`.execute(tx);
  const [row] = rows.length > 0 ? await listInvitations(tx, [id]) : [];
  return row && rows[0] ? { ...row, type_name: rows[0].type_name } : null;
}

/** Accepts the open invitations of these people to a class, since they are in it. */
export async function settleInvitations(tx: Tx, courseId: number, accountIds: readonly number[]): Promise<void> {
  await sql`
    WITH open AS MATERIALIZED (
      SELECT id, account_id, email_key FROM invitations WHERE course_id = ${courseId} AND accepted_at IS NULL AND deleted_at IS NULL)
    UPDATE invitations SET accepted_at = app_now(), account_id = people.id FROM open, people
     WHERE invitations.id = open.id AND people.id = ANY(${[...accountIds]}::bigint[])
       AND people.school_id = (SELECT school_id FROM class_facts WHERE id = ${courseId})
       AND (open.account_id = people.id OR (open.account_id IS NULL AND open.email_key = people.email_key))`.execute(tx);
}

export async function markDeleted(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`UPDATE invitations SET deleted_at = app_now() WHERE id = ANY(${[...ids]}::bigint[])`.execute(tx);
}

/** Reopens deleted invitations, unless the person has been invited again or is in the class. Returns the ids. */
export async function reopenInvitations(tx: Tx, courseId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE invitations SET deleted_at = NULL
     WHERE id IN (SELECT max(id) FROM invitations WHERE id = ANY(${[...ids]}::bigint[]) AND course_id = ${courseId} GROUP BY email_key)
       AND deleted_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM invitations newer WHERE newer.course_id = ${courseId} AND newer.accepted_at IS NULL AND newer.deleted_at IS NULL
                          AND (newer.email_key = invitations.email_key OR newer.account_id = invitations.account_id))
       AND NOT EXISTS (SELECT 1 FROM class_people WHERE class_people.course_id = ${courseId} AND class_people.account_id = invitations.account_id)
    RETURNING id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Returns the content of an email to an address without an account, or null if the invitation is no longer open or was
 * already emailed.
 */
export async function findUnmailed(
  db: Db,
  id: number,
): Promise<{ email: string; role: ClassRole; class_name: string; school_id: number; school_name: string; inviter: string | null } | null> {
  const { rows } = await sql<{ email: string; role: ClassRole; class_name: string; school_id: number; school_name: string; inviter: string | null }>`
    SELECT invitations.email, invitations.role, class_facts.name AS class_name, schools.id AS school_id, schools.school_name, sender.full_name AS inviter
      FROM invitations JOIN class_facts ON class_facts.id = invitations.course_id JOIN schools ON schools.id = class_facts.school_id
      LEFT JOIN people sender ON sender.id = invitations.invited_by
     WHERE invitations.id = ${id} AND ${isOpen} AND mailed_at IS NULL AND class_facts.is_active`.execute(db);
  return rows[0] ?? null;
}

export async function markMailed(db: Db, id: number): Promise<void> {
  await sql`UPDATE invitations SET mailed_at = app_now() WHERE id = ${id}`.execute(db);
}

export interface OutsideInvitation {
  id: number;
  role: ClassRole;
  email: string;
  email_key: string;
  account_id: number | null;
  is_open: boolean;
}

/** Lists the open invitations of a class, and those in `ids` in any state. */
export async function listOpenInvitations(db: Db, courseId: number, ids: readonly number[]): Promise<OutsideInvitation[]> {
  const { rows } = await sql<OutsideInvitation>`
    SELECT id, role, email, email_key, account_id, accepted_at IS NULL AND deleted_at IS NULL AS is_open FROM invitations
     WHERE course_id = ${courseId} AND ((accepted_at IS NULL AND deleted_at IS NULL) OR id = ANY(${[...ids]}::bigint[])) ORDER BY id`.execute(db);
  return rows;
}
