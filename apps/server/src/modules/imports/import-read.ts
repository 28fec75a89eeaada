import { importAccountTemplate, importErrors, importGet, importRows } from '@classwright/contract';
import type { Db } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import { type Actor, FileAnswer, implement, type Implementation } from '../../platform/http/index.ts';
import { toPagination } from '../../platform/lists.ts';
import { writeWorkbook, XLSX_TYPE } from '../../platform/xlsx/index.ts';
import { titleOf } from './columns.ts';
import type { ImportDependencies } from './import-account.ts';
import { loadLookups } from './lookups.ts';
import { presentAccounts } from './present-accounts.ts';
import { countOutcomes, findImport, type ImportRow, listOutcomes } from './queries.ts';
import { accountTemplate } from './template.ts';
import { problemInWords, toImportRowView, toImportView } from './views.ts';

const ROWS_AT_ONCE = 1000;

/** One's own imports: how far they are, row by row what they do, their errors; and the template. */
export function implementImportRead({ t }: Pick<ImportDependencies, 't'>): Implementation[] {
  async function requireImport(db: Db, actor: Actor, id: number): Promise<ImportRow> {
    const row = await findImport(db, id, actor.accountId);
    if (!row) throw appError('NOT_FOUND');
    return row;
  }

  async function* errorRows(db: Db, importId: number): AsyncGenerator<string[]> {
    for (let after = 0; ; ) {
      const rows = await listOutcomes(db, importId, { outcome: 'error', limit: ROWS_AT_ONCE, after });
      for (const { row_number, problems } of rows)
        for (const problem of problems) yield [String(row_number), titleOf(problem.column), problem.value, problemInWords(problem, t)];
      const last = rows.at(-1);
      if (!last || rows.length < ROWS_AT_ONCE) return;
      after = last.row_number;
    }
  }

  return [
    implement(importGet, async ({ tx, actor, input }) => {
      const row = await requireImport(tx, actor, input.id);
      return { import: toImportView(row, t), accounts: await presentAccounts(tx, row.id) };
    }),
    implement(importRows, async ({ tx, actor, input }) => {
      const { id } = await requireImport(tx, actor, input.id);
      const { outcome, page, per_page } = input;
      const [rows, total] = await Promise.all([
        listOutcomes(tx, id, { outcome, limit: per_page, offset: (page - 1) * per_page }),
        countOutcomes(tx, id, outcome),
      ]);
      return { data: rows.map((row) => toImportRowView(row, t)), pagination: toPagination(input, total) };
    }),
    implement(importErrors, async ({ tx, actor, input }) => {
      const { id } = await requireImport(tx, actor, input.id);
      const columns = [
        { title: t('import.errors.row'), width: 8 },
        { title: t('import.errors.column'), width: 18 },
        { title: t('import.errors.value'), width: 34 },
        { title: t('import.errors.remedy'), width: 90 },
      ];
      const content = writeWorkbook([{ name: t('import.errors.sheet'), columns, rows: errorRows(tx, id) }]);
      return new FileAnswer({ name: `import-${id}-errors.xlsx`, type: XLSX_TYPE, content });
    }),
    implement(importAccountTemplate, async ({ tx, actor }) => {
      const { schools, types, roles, forbidden } = await loadLookups(tx, actor);
      const names = { school: schools.rows, account_type: types.rows, role: roles.rows.filter(({ id }) => !forbidden.has(id)) };
      return new FileAnswer({ name: 'account-import-template.xlsx', type: XLSX_TYPE, content: accountTemplate(t, names) });
    }),
  ];
}
