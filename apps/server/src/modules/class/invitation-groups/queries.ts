import type { InvitationGroupAccount } from '@classwright/contract';
import { sql } from 'kysely';
import { type Db, nameOrder, type Tx } from '../../../platform/database/index.ts';
import type { Reach } from '../../../platform/reach.ts';
import { isInReach } from '../../../platform/reach-queries.ts';

export interface GroupRow {
  id: number;
  name: string;
  school_id: number | null;
}

/** Locks the group until commit, so that two people adding members see each other's count. */
export async function lockGroup(tx: Tx, id: number): Promise<GroupRow | null> {
  return (await tx.selectFrom('invitation_groups').select(['id', 'name', 'school_id']).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

/** Lists the members of groups, by group, in the order of their names. */
export async function listMembers(db: Db, groupIds: readonly number[]): Promise<Map<number, InvitationGroupAccount[]>> {
  const { rows } = await sql<InvitationGroupAccount & { group_id: number }>`
    SELECT member.invitation_group_id AS group_id, people.id, people.first_name, people.last_name, people.email
      FROM invitation_group_accounts member JOIN people ON people.id = member.account_id
     WHERE member.invitation_group_id = ANY(${[...groupIds]}::bigint[])
     ORDER BY ${nameOrder('people')}, people.id`.execute(db);
  const members = new Map<number, InvitationGroupAccount[]>();
  for (const { group_id, ...account } of rows) {
    const list = members.get(group_id);
    if (list) list.push(account);
    else members.set(group_id, [account]);
  }
  return members;
}

export async function countMembers(db: Db, groupIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    SELECT invitation_group_id AS id, count(*) AS count FROM invitation_group_accounts
     WHERE invitation_group_id = ANY(${[...groupIds]}::bigint[]) GROUP BY invitation_group_id`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, Number(count)]));
}

/** Counts members of a group who belong to another school than this one, or to none. */
export async function countOutside(db: Db, groupId: number, schoolId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM invitation_group_accounts member JOIN people ON people.id = member.account_id
     WHERE member.invitation_group_id = ${groupId} AND people.school_id IS DISTINCT FROM ${schoolId}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/**
 * Returns the accounts that are active, within reach, and of the group's school if it has one; locked until commit.
 */
export async function lockAddable(tx: Tx, ids: readonly number[], { reach, groupSchoolId }: { reach: Reach; groupSchoolId: number | null }): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM people
     WHERE id = ANY(${[...ids]}::bigint[]) AND status
       AND ${isInReach(reach, 'school_id')} AND (${groupSchoolId}::bigint IS NULL OR school_id = ${groupSchoolId})
     ORDER BY id FOR KEY SHARE`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Lists the students of a class, or of all classes of a level, in schools within reach. */
export async function listLearners(db: Db, { courseId, levelId, reach }: { courseId: number | null; levelId: number | null; reach: Reach }): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    SELECT DISTINCT member.account_id FROM class_students member JOIN class_facts ON class_facts.id = member.course_id
     WHERE class_facts.archived_at IS NULL
       AND (${courseId}::bigint IS NULL OR class_facts.id = ${courseId}) AND (${levelId}::bigint IS NULL OR class_facts.level_id = ${levelId})
       AND ${isInReach(reach, 'class_facts.school_id')}
     ORDER BY member.account_id`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

/** Adds one pair of a group and an account for each position of the two lists. Returns the pairs that are new. */
export async function insertMembers(tx: Tx, groupIds: readonly number[], accountIds: readonly number[]): Promise<{ groupId: number; accountId: number }[]> {
  const { rows } = await sql<{ group_id: number; account_id: number }>`
    INSERT INTO invitation_group_accounts (invitation_group_id, account_id)
    SELECT * FROM unnest(${[...groupIds]}::bigint[], ${[...accountIds]}::bigint[])
    ON CONFLICT DO NOTHING RETURNING invitation_group_id AS group_id, account_id`.execute(tx);
  return rows.map(({ group_id, account_id }) => ({ groupId: group_id, accountId: account_id }));
}

/** Removes members. Returns those who were in the group. */
export async function deleteMembers(tx: Tx, groupId: number, accountIds: readonly number[]): Promise<number[]> {
  const rows = await tx
    .deleteFrom('invitation_group_accounts')
    .where('invitation_group_id', '=', groupId)
    .where('account_id', 'in', [...accountIds])
    .returning('account_id')
    .execute();
  return rows.map(({ account_id }) => account_id);
}
