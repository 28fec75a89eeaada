import { accountStatus, accountUpdate, asMessage } from '@classwright/contract';
import { audit } from '../../../../platform/audit/index.ts';
import type { Tx } from '../../../../platform/database/index.ts';
import { appError, fieldError } from '../../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../../platform/http/index.ts';
import { replaceRole, guardAccess } from '../../access/index.ts';
import { announceNewEmail } from '../change-mail.ts';
import { deleteIdentity } from '../google/queries.ts';
import { revokeLinks } from '../links/queries.ts';
import { fullName } from '../views.ts';
import { requireAccount, requireNotMorePrivileged } from './access.ts';
import type { AdministrationDependencies } from './dependencies.ts';
import { type AdministeredRow, findAdministered, updateAdministered } from './queries.ts';
import { reportTakenEmail } from '../service.ts';
import { type AccountInput, requireNameable, signOutEverywhere, toColumns } from './save.ts';
import { toAccountView, toRecord } from './views.ts';

/** Refuses to empty a field that had a value; an empty one may stay empty. @throws VALIDATION_FAILED at the field */
function requireNotEmptied(before: AdministeredRow, input: AccountInput): void {
  const labels = { first_name: 'firstName', last_name: 'lastName', phone_number: 'phoneNumber' } as const;
  for (const [name, label] of Object.entries(labels) as [keyof typeof labels, string][])
    if (input[name] === '' && before[name] !== '') throw fieldError(name, 'validation.required', { label: asMessage(`account.field.${label}`) });
}

interface Change {
  tx: Tx;
  actor: Actor;
  requestId: string;
  action: string;
}

/** Edits an account, and switches it on or off. */
export function implementAccountUpdate({ t, mail, onTokenEnded }: AdministrationDependencies): Implementation[] {
  async function save({ tx, actor, requestId, action }: Change, before: AdministeredRow, input: AccountInput): Promise<AdministeredRow> {
    if (!input.status && before.id === actor.accountId) throw appError('OWN_ACCOUNT');
    await requireNameable(tx, actor, input, before);
    if (input.email !== before.email) await announceNewEmail(tx, mail, before, before.id === actor.accountId ? actor.tokenId : null);
    await reportTakenEmail(() => updateAdministered(tx, before.id, toColumns(input)));
    if (input.role_id !== null && input.role_id !== before.role_id) await replaceRole(tx, [{ id: before.id, from: before.role_id }], input.role_id);
    if (input.email !== before.email) {
      await revokeLinks(tx, before.id);
      await deleteIdentity(tx, before.id);
    }
    if (before.status && !input.status) await signOutEverywhere(tx, before.id, 'deactivated', onTokenEnded);
    const after = (await findAdministered(tx, before.id)) as AdministeredRow;
    await audit(tx, actor, { action, subjectType: 'account', subjectId: before.id, before: toRecord(before), after: toRecord(after), requestId });
    return after;
  }

  return [
    implement(accountUpdate, ({ tx, actor, input, requestId }) =>
      guardAccess(tx, actor, async () => {
        const before = await requireAccount(tx, actor, input.id);
        await requireNotMorePrivileged(tx, actor, before);
        if (input.updated_at !== undefined && Date.parse(input.updated_at) !== before.updated_at.getTime())
          throw appError('EDIT_CONFLICT', { row: toAccountView(before) });
        requireNotEmptied(before, input);
        const after = await save({ tx, actor, requestId, action: accountUpdate.name }, before, input);
        return { account: toAccountView(after), message: t('account.updated') };
      }),
    ),
    implement(accountStatus, ({ tx, actor, input, requestId }) =>
      guardAccess(tx, actor, async () => {
        const before = await requireAccount(tx, actor, input.id);
        await requireNotMorePrivileged(tx, actor, before);
        const after = await save({ tx, actor, requestId, action: accountStatus.name }, before, { ...before, status: input.status });
        return { account: toAccountView(after), message: t(input.status ? 'account.activated' : 'account.deactivated', { name: fullName(after) }) };
      }),
    ),
  ];
}
