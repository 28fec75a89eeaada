import { asMessage, isPhone } from '@classwright/contract';
import { afterCommit, type Tx } from '../../../../platform/database/index.ts';
import { fieldError } from '../../../../platform/errors.ts';
import type { Actor } from '../../../../platform/http/index.ts';
import { requireGrantableRoles } from '../../access/index.ts';
import { toEmailKey } from '../email.ts';
import { revokeLinks } from '../links/queries.ts';
import { endOtherTokens, endTokens } from '../queries.ts';
import { isWithin } from '../../../../platform/reach.ts';
import { type AccountColumns, type AdministeredRow, countClassesElsewhere, findNamed } from './queries.ts';

/** The fields that the account dialog sends. */
export interface AccountInput {
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string;
  school_id: number | null;
  account_type_id: number;
  /** Null only for an account that has no role and is not being given one. */
  role_id: number | null;
  status: boolean;
}

export function toColumns({ first_name, last_name, email, phone_number, school_id, account_type_id, role_id, status }: AccountInput): AccountColumns {
  return { first_name, last_name, email, email_key: toEmailKey(email), phone_number, school_id, account_type_id, role_id, status };
}

/**
 * Returns true for the account type of students. Types grant nothing, but people who read "Student" do not expect an
 * account that may do everything.
 */
export const isStudentType = (name: string): boolean => name.trim().toLowerCase() === 'student';

/**
 * Requires that everything an account refers to exists within this person's reach, and that this person may grant its
 * role. @throws VALIDATION_FAILED at the field, RIGHT_NOT_HELD
 */
export async function requireNameable(tx: Tx, actor: Actor, input: AccountInput, before: AdministeredRow | null): Promise<void> {
  const { hasSchool, type, role } = await findNamed(tx, { schoolId: input.school_id, typeId: input.account_type_id, roleId: input.role_id });
  if (!type) throw fieldError('account_type_id', 'account.typeUnknown');
  const isNewRole = input.role_id !== null && input.role_id !== before?.role_id;
  const isElsewhere = role !== null && role.schoolId !== null && role.schoolId !== input.school_id;
  if (isNewRole && (!role || isElsewhere)) throw fieldError('role_id', 'account.roleUnknown');
  const isNewType = input.account_type_id !== before?.account_type_id;
  if (role?.key === 'admin' && (isNewRole || isNewType) && isStudentType(type.name)) throw fieldError('role_id', 'account.studentAdmin');
  const isNewPhone = input.phone_number !== '' && input.phone_number !== before?.phone_number;
  if (isNewPhone && !isPhone(input.phone_number)) throw fieldError('phone_number', 'profile.phone');
  const isSpanning = before !== null && before.school_id === null && !isNewRole;
  if (input.school_id === null && !isSpanning && role?.key !== 'admin' && role?.key !== 'operator')
    throw fieldError('school_id', 'validation.required', { label: asMessage('account.field.school') });
  const isOutOfReach = !isWithin(actor.reach, input.school_id);
  const isNewSchool = input.school_id !== (before?.school_id ?? null);
  if (isOutOfReach || (input.school_id !== null && !hasSchool && isNewSchool)) throw fieldError('school_id', 'account.schoolUnknown');
  if (before && isNewSchool) {
    const count = await countClassesElsewhere(tx, before.id, input.school_id);
    if (count > 0) throw fieldError('school_id', 'account.schoolHasClasses', { count });
  }
  if (isNewRole) await requireGrantableRoles(tx, actor, [input.role_id as number]);
}

/** Ends every token, link and card of an account. Its sockets close after the commit, on every process. */
export async function signOutEverywhere(
  tx: Tx,
  accountId: number,
  reason: 'deactivated' | 'signed_out' | 'password_changed',
  onTokenEnded: (tokenId: number) => void,
): Promise<void> {
  const ended = await endTokens(tx, accountId, reason);
  if (reason === 'deactivated') await revokeLinks(tx, accountId);
  afterCommit(tx, () => {
    for (const { id } of ended) onTokenEnded(id);
  });
}

/** Ends every token of a person but the one of this call, as `signOutEverywhere` ends them. Returns how many. */
export async function signOutElsewhere(
  tx: Tx,
  { accountId, tokenId }: Pick<Actor, 'accountId' | 'tokenId'>,
  reason: 'signed_out' | 'password_changed',
  onTokenEnded: (tokenId: number) => void,
): Promise<number> {
  const ended = await endOtherTokens(tx, accountId, tokenId, reason);
  afterCommit(tx, () => {
    for (const id of ended) onTokenEnded(id);
  });
  return ended.length;
}
