import { type AccountView, accountCreate, accountDelete } from '@classwright/contract';
import { type Implementation, implement } from '../../../../platform/http/index.ts';
import type { Db } from '../../../../platform/database/index.ts';
import { implementAccountBulk } from './account-bulk.ts';
import { audit } from '../../../../platform/audit/index.ts';
import { replaceRole, guardAccess } from '../../access/index.ts';
import { mailLinks } from '../links/mail.ts';
import { reportTakenEmail } from '../service.ts';
import { requireNameable, toColumns, signOutEverywhere } from './save.ts';
import { appError } from '../../../../platform/errors.ts';
import { findDependents, inWords } from '../../../../platform/reference-lists/index.ts';
import { fullName } from '../views.ts';
import { requireAccount, requireNotMorePrivileged } from './access.ts';
import { implementAccountExport } from './account-export.ts';
import { implementAccountRead } from './account-read.ts';
import { implementAccountUpdate } from './account-update.ts';
import type { AdministrationDependencies } from './dependencies.ts';
import { listAccountsById, type AdministeredRow, findAdministered, insertAdministered, eraseAccounts, hasAuditEntries } from './queries.ts';
import { toAccountView, toRecord } from './views.ts';

/** Implements the accounts as administrators manage them. */
export function implementAdministration(dependencies: AdministrationDependencies): Implementation[] {
  return [
    ...implementAccountRead(dependencies),
    implementAccountCreate(dependencies),
    ...implementAccountUpdate(dependencies),
    implementAccountDelete(dependencies),
    implementAccountExport(dependencies),
    ...implementAccountBulk(dependencies),
  ];
}

/** Returns accounts by id, for people who administer accounts. */
export async function loadAccountViews(db: Db, ids: readonly number[]): Promise<AccountView[]> {
  return ids.length === 0 ? [] : (await listAccountsById(db, ids)).map(toAccountView);
}

/**
 * Creates an account. It has no password: where mail is set up its owner gets a link, otherwise an administrator hands
 * out a card or a link.
 */
function implementAccountCreate({ t, mail }: AdministrationDependencies): Implementation {
  return implement(accountCreate, ({ tx, actor, input, requestId }) =>
    guardAccess(tx, actor, async () => {
      await requireNameable(tx, actor, input, null);
      const id = await reportTakenEmail(() => insertAdministered(tx, toColumns(input)));
      await replaceRole(tx, [{ id, from: null }], input.role_id);
      if (mail && input.status) await mailLinks(tx, mail.jobs, [id], 'new', requestId);
      const row = (await findAdministered(tx, id)) as AdministeredRow;
      await audit(tx, actor, { action: accountCreate.name, subjectType: 'account', subjectId: id, after: toRecord(row), requestId });
      return { account: toAccountView(row), message: t('account.created') };
    }),
  );
}

/** Erases an account that nothing depends on, with its roles, tokens, profile and settings. */
function implementAccountDelete({ t, onTokenEnded }: AdministrationDependencies): Implementation {
  return implement(accountDelete, ({ tx, actor, input, requestId }) =>
    guardAccess(tx, actor, async () => {
      const account = await requireAccount(tx, actor, input.id);
      if (account.id === actor.accountId) throw appError('OWN_ACCOUNT');
      await requireNotMorePrivileged(tx, actor, account);
      const dependents = await findDependents(tx, 'accounts', account.id, t);
      const traces = await hasAuditEntries(tx, account.id);
      if (dependents.length > 0 || traces) {
        const words = traces ? [...dependents, { table: 'audit_entries', count: 1, words: t('depends.audit_entries') }] : dependents;
        throw appError('ACCOUNT_IN_USE', { name: fullName(account), dependents: inWords(words, t), depends_on: words });
      }
      await signOutEverywhere(tx, account.id, 'deactivated', onTokenEnded);
      await eraseAccounts(tx, [account.id]);
      await audit(tx, actor, { action: accountDelete.name, subjectType: 'account', subjectId: account.id, before: toRecord(account), requestId });
      return { message: t('account.deleted') };
    }),
  );
}
