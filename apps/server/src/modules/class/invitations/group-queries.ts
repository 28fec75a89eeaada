import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';
import { contains, wordsOf } from '../../../platform/fold-queries.ts';
import type { PageRequest } from '../../../platform/lists.ts';
import type { ClassRow } from './queries.ts';

/** Matches groups of the class's school, and groups of all schools, of which only people of this school count. */
const isOfSchool = (schoolId: number): RawBuilder<unknown> => sql`(invitation_groups.school_id = ${schoolId} OR invitation_groups.school_id IS NULL)`;

/** Selects the members of a group who are students of the class's school with an active account. */
const studentsOf = (schoolId: number): RawBuilder<unknown> => sql`
  SELECT people.id, people.email, people.email_key FROM invitation_group_accounts member
    JOIN people ON people.id = member.account_id AND people.school_id = ${schoolId} AND people.status
    JOIN account_types ON account_types.id = people.account_type_id AND lower(trim(account_types.name)) = 'student'
   WHERE member.invitation_group_id = invitation_groups.id`;

export interface GroupChoice {
  id: number;
  name: string;
  student_count: number;
  /** The number of members who are neither in the class nor invited to it. */
  missing_count: number;
}

/** Lists groups by name. */
export async function listGroupChoices(
  db: Db,
  { id, school_id }: ClassRow,
  { search_text, page, per_page }: PageRequest & { search_text: string },
): Promise<{ rows: GroupChoice[]; total: number }> {
  const words = wordsOf(search_text).map((word) => sql`AND name_key(invitation_groups.name) LIKE ${contains(word)}`);
  const where = sql`${isOfSchool(school_id)} ${sql.join(words, sql` `)}`;
  const { rows } = await sql<GroupChoice>`
    SELECT invitation_groups.id, invitation_groups.name, counted.student_count, counted.missing_count
      FROM invitation_groups, LATERAL (
        SELECT count(*) AS student_count,
               count(*) FILTER (WHERE NOT EXISTS (SELECT 1 FROM class_people WHERE course_id = ${id} AND class_people.account_id = student.id)
                                  AND NOT EXISTS (SELECT 1 FROM invitations WHERE invitations.course_id = ${id} AND accepted_at IS NULL AND deleted_at IS NULL
                                                    AND (invitations.account_id = student.id OR invitations.email_key = student.email_key))) AS missing_count
          FROM (${studentsOf(school_id)}) student) counted
     WHERE ${where} ORDER BY invitation_groups.name COLLATE natural_order, invitation_groups.id LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`.execute(db);
  const counted = await sql<{ total: number }>`SELECT count(*) AS total FROM invitation_groups WHERE ${where}`.execute(db);
  return { rows, total: Number(counted.rows[0]?.total ?? 0) };
}

/** Returns the addresses of the students of a group, or null if this school has no such group. */
export async function findGroupAddresses(db: Db, schoolId: number, groupId: number): Promise<{ name: string; emails: string[] } | null> {
  const { rows } = await sql<{ name: string; emails: string[] | null }>`
    SELECT invitation_groups.name, (SELECT array_agg(student.email ORDER BY student.id) FROM (${studentsOf(schoolId)}) student) AS emails
      FROM invitation_groups WHERE invitation_groups.id = ${groupId} AND ${isOfSchool(schoolId)}`.execute(db);
  return rows[0] ? { name: rows[0].name, emails: rows[0].emails ?? [] } : null;
}
