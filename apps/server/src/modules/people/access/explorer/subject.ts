import type { HeldRole } from '@classwright/rules/access/index';
import type { Db } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import type { Actor } from '../../../../platform/http/index.ts';
import { findAccount, listHeldRoles, type NamedTables } from './queries.ts';

/** The person or single role whose rights are shown. */
export interface Subject {
  kind: 'account' | 'role';
  id: number;
  name: string;
  email: string | null;
  is_active: boolean;
  /** False for an account of one school, which cannot change anything that all schools share. */
  reaches_all: boolean;
  /** True for a role that the caller may change: of their school, or any for people who reach every school. */
  may_change: boolean;
  held: HeldRole[];
}

/**
 * @throws NOT_FOUND for a role that does not exist, and for an account that does not exist or belongs to another school
 */
export async function findSubject(
  db: Db,
  actor: Actor,
  wanted: { account_id?: number | undefined; role_id?: number | undefined },
  { roles }: NamedTables,
): Promise<Subject> {
  if (wanted.account_id !== undefined) {
    const account = await findAccount(db, wanted.account_id, actor.reach);
    if (!account) throw appError('NOT_FOUND');
    const { id, email, status, first_name, last_name, reaches_all } = account;
    return {
      kind: 'account',
      id,
      name: `${first_name} ${last_name}`.trim() || email,
      email,
      is_active: status,
      reaches_all,
      may_change: false,
      held: await listHeldRoles(db, id),
    };
  }
  const role = roles.find(({ id }) => id === wanted.role_id);
  if (!role) throw appError('NOT_FOUND');
  return {
    kind: 'role',
    id: role.id,
    name: role.name,
    email: null,
    is_active: true,
    reaches_all: true,
    may_change: 'all' in actor.reach || role.school_id !== null,
    held: [{ account_role_id: null, role_id: role.id, is_active: true }],
  };
}
