import { importAccountTemplate, importErrors, importGet, importProblems, importRows, MAX_PROBLEM_GROUPS } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { type Actor, FileAnswer, implement, type Implementation } from '../../../platform/http/index.ts';
import { toPagination } from '../../../platform/lists.ts';
import { XLSX_TYPE } from '../../../platform/spreadsheets/index.ts';
import { titleOf } from './columns.ts';
import { errorSheet } from './error-sheet.ts';
import type { ImportDependencies } from './import-account.ts';
import { choicesOf, loadLookups, mayCreateSchools } from './lookups.ts';
import { loadCreatedAccountViews } from './present-accounts.ts';
import { countOutcomes, findImport, type ImportRow, listAccountCells, listOutcomes, listProblemGroups, type Problem } from './queries.ts';
import { accountTemplate } from './template.ts';
import { BY_VALUE, problemInWords, toImportRowView, toImportView, toProblemGroupView } from './views.ts';

const GROUPS_WITH_SUGGESTIONS = 30;

/** Implements reading one's own imports (progress, row results, errors) and downloading the template. */
export function implementImportRead({ t }: Pick<ImportDependencies, 't'>): Implementation[] {
  async function requireImport(db: Db, actor: Actor, id: number): Promise<ImportRow> {
    const row = await findImport(db, id, actor.accountId, 'account');
    if (!row) throw appError('NOT_FOUND');
    return row;
  }

  return [
    implement(importGet, async ({ tx, actor, input }) => {
      const row = await requireImport(tx, actor, input.id);
      return { import: toImportView(row, t), accounts: await loadCreatedAccountViews(tx, row.id) };
    }),
    implement(importRows, async ({ tx, actor, input }) => {
      const { id } = await requireImport(tx, actor, input.id);
      const { outcome, column, code, value, page, per_page } = input;
      const said = column && code ? { column, message: code, ...(value === undefined ? {} : { value }) } : undefined;
      const [rows, total] = await Promise.all([
        listOutcomes<Problem>(tx, id, { outcome, said, limit: per_page, offset: (page - 1) * per_page }),
        countOutcomes(tx, id, outcome, said),
      ]);
      const made = await listAccountCells(
        tx,
        rows.flatMap(({ outcome: what, account_id: account }) => (what === 'create' && account !== null ? [account] : [])),
      );
      return { data: rows.map((row) => toImportRowView(row, made, t)), pagination: toPagination(input, total) };
    }),
    implement(importProblems, async ({ tx, actor, input }) => {
      const { id } = await requireImport(tx, actor, input.id);
      const [{ groups, total }, lookups] = await Promise.all([listProblemGroups<Problem>(tx, id, BY_VALUE, MAX_PROBLEM_GROUPS), loadLookups(tx, actor)]);
      const choices = choicesOf(lookups);
      const mayCreate = mayCreateSchools(actor);
      return {
        data: groups.map((group, index) => toProblemGroupView(group, { choices, mayCreate, suggests: index < GROUPS_WITH_SUGGESTIONS, t })),
        total,
        choices,
      };
    }),
    implement(importErrors, async ({ tx, actor, input }) => {
      const { id } = await requireImport(tx, actor, input.id);
      return errorSheet<Problem>(tx, id, {
        t,
        linesOf: ({ problems }) => problems.map((problem) => ({ column: titleOf(problem.column), value: problem.value, remedy: problemInWords(problem, t) })),
      });
    }),
    implement(importAccountTemplate, async ({ tx, actor }) => {
      const { schools, types, roles, forbidden } = await loadLookups(tx, actor);
      const names = { school: schools.rows, account_type: types.rows, role: roles.rows.filter(({ id }) => !forbidden.has(id)) };
      return new FileAnswer({ name: 'account-import-template.xlsx', type: XLSX_TYPE, content: accountTemplate(t, names) });
    }),
  ];
}
