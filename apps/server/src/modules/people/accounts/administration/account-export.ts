import { accountExport, type MessageKey } from '@classwright/contract';
import { audit } from '../../../../platform/audit/index.ts';
import { appNow } from '../../../../platform/clock.ts';
import { type Db, inTransaction } from '../../../../platform/database/index.ts';
import { FileAnswer, implement, type Implementation } from '../../../../platform/http/index.ts';
import { writeWorkbook, XLSX_TYPE } from '../../../../platform/spreadsheets/index.ts';
import type { AdministrationDependencies } from './dependencies.ts';
import { listRosterIds } from '../roster-ids-queries.ts';
import { type AccountSearch, listAccountIds, listAccountsAfter } from './queries.ts';

const ROWS_AT_ONCE = 1000;

const COLUMNS = [
  ['account.field.firstName', 20],
  ['account.field.lastName', 20],
  ['account.field.email', 34],
  ['account.field.phoneNumber', 18],
  ['account.field.school', 28],
  ['account.field.accountType', 16],
  ['account.field.role', 16],
  ['account.field.accountStatus', 16],
  ['dashboard.column.rosterId', 16],
] as const satisfies readonly (readonly [MessageKey, number])[];

/**
 * Exports the accounts that a search finds, in the columns of the import template plus their status and the id of
 * their school's roster, written as they are read.
 */
export function implementAccountExport({ t }: AdministrationDependencies): Implementation {
  return implement(accountExport, async ({ tx: db, actor, input, requestId }) => {
    const search: AccountSearch = { ...input, reach: actor.reach };
    const { reach: _reach, ...asked } = search;
    await inTransaction(db, (tx) => audit(tx, actor, { action: accountExport.name, subjectType: 'account', subjectId: null, after: asked, requestId }));
    const columns = COLUMNS.map(([key, width]) => ({ title: t(key), width }));
    const content = writeWorkbook([
      { name: t('import.template.sheet'), columns, rows: rowsOf(db, search, (status) => t(status ? 'status.active' : 'status.notActive')) },
    ]);
    const day = (await appNow(db)).toISOString().slice(0, 10);
    return new FileAnswer({ name: `accounts-${day}.xlsx`, type: XLSX_TYPE, content, people: () => listAccountIds(db, search) });
  });
}

async function* rowsOf(db: Db, search: AccountSearch, inWords: (status: boolean) => string): AsyncGenerator<string[]> {
  for (let afterId = 0; ; ) {
    const accounts = await listAccountsAfter(db, search, afterId, ROWS_AT_ONCE);
    const rosterIds = await listRosterIds(
      db,
      accounts.map(({ id }) => id),
    );
    for (const account of accounts) {
      const { first_name, last_name, email, phone_number, school_name, account_type_name, role_name, status } = account;
      yield [
        first_name,
        last_name,
        email,
        phone_number,
        school_name ?? '',
        account_type_name,
        role_name ?? '',
        inWords(status),
        rosterIds.get(account.id) ?? '',
      ];
    }
    const last = accounts.at(-1);
    if (!last || accounts.length < ROWS_AT_ONCE) return;
    afterId = last.id;
  }
}
