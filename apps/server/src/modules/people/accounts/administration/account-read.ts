import { accountBlocks, accountGet, accountList, accountSignOut } from '@classwright/contract';
import { audit, auditView } from '../../../../platform/audit/index.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { readBlock } from '../../../../platform/keyset-queries.ts';
import { toPagination } from '../../../../platform/lists.ts';
import { fullName } from '../views.ts';
import { lockReachableAccount, requireAccount, requireNotMorePrivileged } from './access.ts';
import type { AdministrationDependencies } from './dependencies.ts';
import { accountBlockSource, accountCountQuery, accountPageQuery, type AdministeredRow, findAdministered } from './queries.ts';
import { signOutEverywhere } from './save.ts';
import { toAccountView } from './views.ts';

/** Lists pages of accounts, reads one account, and signs one out. */
export function implementAccountRead({ t, onTokenEnded }: AdministrationDependencies): Implementation[] {
  return [
    implement(accountList, async ({ tx, actor, input }) => {
      const search = { ...input, reach: actor.reach };
      const page = { limit: input.per_page, offset: (input.page - 1) * input.per_page };
      const [rows, counted] = await Promise.all([
        accountPageQuery(search, { by: input.sort, direction: input.direction }, page).execute(tx),
        accountCountQuery(search).execute(tx),
      ]);
      return { data: rows.rows.map(toAccountView), pagination: toPagination(input, counted.rows[0]?.total ?? 0) };
    }),
    implement(accountBlocks, async ({ tx, actor, input }) => {
      const { data, ...block } = await readBlock(
        tx,
        input,
        accountBlockSource({ ...input, reach: actor.reach }, { by: input.sort, direction: input.direction }),
      );
      return { ...block, data: data.map(toAccountView) };
    }),
    implement(accountGet, async ({ tx, actor, input, requestId }) => {
      await lockReachableAccount(tx, actor, input.id, { toSave: false });
      const row = (await findAdministered(tx, input.id)) as AdministeredRow;
      await auditView(tx, actor, { action: accountGet.name, subjectType: 'account', subjectId: row.id, ownerId: row.id, requestId });
      return { account: toAccountView(row) };
    }),
    implement(accountSignOut, async ({ tx, actor, input, requestId }) => {
      const row = await requireAccount(tx, actor, input.id);
      await requireNotMorePrivileged(tx, actor, row);
      await signOutEverywhere(tx, row.id, 'signed_out', onTokenEnded);
      await audit(tx, actor, { action: accountSignOut.name, subjectType: 'account', subjectId: row.id, requestId });
      return { message: t('account.signedOut', { name: fullName(row) }) };
    }),
  ];
}
