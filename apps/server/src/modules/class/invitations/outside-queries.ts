import type { ClassRole } from '@classwright/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';

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
