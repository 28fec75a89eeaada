import { accountBulk, accountIds, type MessageKey } from '@classwright/contract';
import { audit } from '../../../../platform/audit/index.ts';
import { afterCommit, type Tx } from '../../../../platform/database/index.ts';
import { appError, fieldError } from '../../../../platform/errors.ts';
import { type Actor, implement, implementLarge, type Implementation } from '../../../../platform/http/index.ts';
import { isWithin } from '../../../../platform/reach.ts';
import { replaceRole, guardAccess, listMorePrivileged, requireGrantableRoles } from '../../access/index.ts';
import { mailLinks } from '../links/mail.ts';
import { revokeLinks } from '../links/queries.ts';
import { endTokens } from '../queries.ts';
import { fullName } from '../views.ts';
import type { AdministrationDependencies } from './dependencies.ts';
import { isStudentType } from './save.ts';
import {
  accountIdsQuery,
  type AdministeredRow,
  findListVersion,
  findNamed,
  lockAccounts,
  listAccountsById,
  listWithClassesElsewhere,
  updateMany,
} from './queries.ts';

interface Asked {
  act: 'activate' | 'deactivate' | 'sign_out' | 'role' | 'school' | 'mail_link';
  role_id?: number | undefined;
  school_id?: number | undefined;
}

/**
 * Does one thing to many accounts. Each account succeeds or is refused separately, with the reason. A change that would
 * leave nobody who can repair access is refused as a whole. One entry in the audit trail names all of the accounts.
 */
export function implementAccountBulk({ t, mail, onTokenEnded }: AdministrationDependencies): Implementation[] {
  return [
    implementLarge(accountIds, async ({ tx, actor, input }) => {
      const sort = { by: input.sort, direction: input.direction };
      return { version: await findListVersion(tx, sort), tables: { accounts: accountIdsQuery({ ...input, reach: actor.reach }, sort) } };
    }),
    implement(accountBulk, ({ tx, actor, input, requestId }) =>
      guardAccess(tx, actor, async () => {
        await requirePossible(tx, actor, input, mail !== null);
        const ids = [...new Set(input.account_ids)];
        const rows = await listAccountsById(tx, await lockAccounts(tx, ids, actor.reach));
        const reasons = await listReasons(tx, actor, input, rows);
        const allowed = rows.filter(({ id }) => !reasons.has(id));
        const changing = allowed.filter((row) => !isSo(row, input));
        const changed = changing.map(({ id }) => id);
        switch (input.act) {
          case 'activate':
          case 'deactivate':
            await updateMany(tx, changed, { status: input.act === 'activate' });
            if (input.act === 'deactivate') await signOut(tx, changed, 'deactivated');
            break;
          case 'sign_out':
            await signOut(tx, changed, 'signed_out');
            break;
          case 'role':
            await updateMany(tx, changed, { role_id: input.role_id as number });
            await replaceRole(
              tx,
              changing.map(({ id, role_id }) => ({ id, from: role_id })),
              input.role_id as number,
            );
            break;
          case 'school':
            await updateMany(tx, changed, { school_id: input.school_id as number });
            break;
          case 'mail_link':
            if (mail) await mailLinks(tx, mail.jobs, changed, 'new', requestId);
        }
        const known = new Map(rows.map((row) => [row.id, fullName(row)]));
        const refused = ids
          .filter((id) => !known.has(id) || reasons.has(id))
          .map((id) => ({ account_id: id, name: known.get(id) ?? `#${id}`, message: t(reasons.get(id) ?? 'error.NOT_FOUND') }));
        if (changed.length > 0) {
          const { account_ids: _ids, ...what } = input;
          await audit(tx, actor, { action: accountBulk.name, subjectType: 'account', subjectId: null, after: { ...what, account_ids: changed }, requestId });
        }
        return { changed: changing.map(({ id, status, role_id, school_id }) => ({ account_id: id, status, role_id, school_id })), refused };
      }),
    ),
  ];

  async function signOut(tx: Tx, ids: readonly number[], reason: 'deactivated' | 'signed_out'): Promise<void> {
    if (reason === 'deactivated') await revokeLinks(tx, ids);
    const ended = await endTokens(tx, ids, reason);
    afterCommit(tx, () => {
      for (const { id } of ended) onTokenEnded(id);
    });
  }
}

/** Refuses a request that is invalid as a whole. @throws VALIDATION_FAILED, RIGHT_NOT_HELD, MAIL_NOT_SET_UP */
async function requirePossible(tx: Tx, actor: Actor, { act, role_id, school_id }: Asked, hasMail: boolean): Promise<void> {
  if (act === 'mail_link' && !hasMail) throw appError('MAIL_NOT_SET_UP');
  if (act === 'role') {
    const { role } = await findNamed(tx, { schoolId: null, typeId: 0, roleId: role_id ?? 0 });
    if (!role || (role.schoolId !== null && !isWithin(actor.reach, role.schoolId))) throw fieldError('role_id', 'account.roleUnknown');
    await requireGrantableRoles(tx, actor, [role_id as number]);
  }
  if (act === 'school') {
    const { hasSchool } = await findNamed(tx, { schoolId: school_id ?? 0, typeId: 0, roleId: 0 });
    if (!hasSchool || !isWithin(actor.reach, school_id ?? null)) throw fieldError('school_id', 'account.schoolUnknown');
  }
}

/** Returns the reason for each account that is refused. */
async function listReasons(tx: Tx, actor: Actor, { act, school_id, role_id }: Asked, rows: readonly AdministeredRow[]): Promise<Map<number, MessageKey>> {
  const ids = rows.map(({ id }) => id);
  const others = ids.filter((id) => id !== actor.accountId);
  const mightier = new Set(others.length === 0 ? [] : await listMorePrivileged(tx, actor, others));
  const inClasses = new Set(act === 'school' ? await listWithClassesElsewhere(tx, ids, school_id as number) : []);
  const role = act === 'role' ? (await findNamed(tx, { schoolId: null, typeId: 0, roleId: role_id ?? 0 })).role : null;
  const isAdminRole = role?.key === 'admin';
  const schoolOfRole = role?.schoolId ?? null;
  const reasons = new Map<number, MessageKey>();
  for (const row of rows) {
    if (row.id === actor.accountId && act !== 'mail_link') reasons.set(row.id, 'accounts.bulk.own');
    else if (mightier.has(row.id)) reasons.set(row.id, 'accounts.bulk.mightier');
    else if (inClasses.has(row.id)) reasons.set(row.id, 'accounts.bulk.inClasses');
    else if (act === 'mail_link' && !row.status) reasons.set(row.id, 'accounts.bulk.deactivated');
    else if (isAdminRole && row.role_id !== role_id && isStudentType(row.account_type_name)) reasons.set(row.id, 'account.studentAdmin');
    // an account without a school spans the installation, and only the Admin role does
    else if (schoolOfRole !== null && row.school_id !== schoolOfRole) reasons.set(row.id, 'list.accountRole.otherSchool');
    else if (act === 'role' && row.school_id === null) reasons.set(row.id, 'accounts.bulk.spans');
  }
  return reasons;
}

/** Returns true when nothing would change. */
function isSo(row: AdministeredRow, { act, role_id, school_id }: Asked): boolean {
  switch (act) {
    case 'activate':
      return row.status;
    case 'deactivate':
      return !row.status;
    case 'role':
      return row.role_id === role_id;
    case 'school':
      return row.school_id === school_id;
    default:
      return false;
  }
}
