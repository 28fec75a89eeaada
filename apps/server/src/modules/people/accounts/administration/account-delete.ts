import { accountDelete } from '@classwright/contract';
import { audit } from '../../../../platform/audit/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { findDependents, inWords } from '../../../../platform/reference-lists/index.ts';
import { guardAccess } from '../../access/index.ts';
import { fullName } from '../views.ts';
import { requireAccount, requireNotMorePrivileged } from './access.ts';
import type { AdministrationDependencies } from './dependencies.ts';
import { eraseAccounts, hasAuditEntries } from './queries.ts';
import { signOutEverywhere } from './save.ts';
import { toRecord } from './views.ts';

/** Erases an account that nothing depends on, with its roles, tokens, profile and settings. */
export function implementAccountDelete({ t, onTokenEnded }: AdministrationDependencies): Implementation {
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
