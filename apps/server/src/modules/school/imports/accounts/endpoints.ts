import {
  importAccount,
  importAccountTemplate,
  importApply,
  importErrors,
  importGet,
  importList,
  importProblems,
  importResolve,
  importRows,
  importUndo,
  importUndoPreview,
  type MessageKey,
  type Translate,
  type AccountView,
} from '@classwright/contract';
import type { Db } from '../../../../platform/database/index.ts';
import { fieldError } from '../../../../platform/errors.ts';
import { FileAnswer, implement, type Implementation } from '../../../../platform/http/index.ts';
import { XLSX_TYPE } from '../../../../platform/spreadsheets/index.ts';
import type { ImportRun } from '../import-run.ts';
import { getImport } from '../queries.ts';
import { toImportView } from '../views.ts';
import { choicesOf, loadLookups, mayCreateSchools } from './lookups.ts';
import { loadAccountViews } from '../../../people/accounts/index.ts';
import { listAccountCells, type Problem, listCreatedIds } from './queries.ts';
import { accountTemplate } from './template.ts';
import { toImportRowView, toProblemGroupView } from './views.ts';

/** The maximum number of created accounts in a response; the list of accounts has the others. */
const MOST_ACCOUNTS = 500;

async function loadCreatedAccountViews(db: Db, importId: number): Promise<AccountView[]> {
  return loadAccountViews(db, await listCreatedIds(db, importId, MOST_ACCOUNTS));
}

const GROUPS_WITH_SUGGESTIONS = 30;

/** Implements importing people from a spreadsheet, its template, and undoing an import. */
export function implementAccountImport(run: ImportRun<Problem>, t: Translate<MessageKey>): Implementation[] {
  async function answer(db: Db, importId: number) {
    const row = await getImport(db, importId);
    const view = toImportView(row, t);
    return { import: view, accounts: await loadCreatedAccountViews(db, importId), message: view.message ?? t('import.started', { file: row.file_name }) };
  }

  return [
    implement(importAccount, async ({ tx: db, actor, input, files: [file], requestId }) => {
      const choices = { is_partial: input.partial, sends_links: input.send_links };
      return answer(db, await run.start(db, actor, { file, choices, isPreview: input.mode === 'preview', requestId }));
    }),
    implement(importApply, async ({ tx: db, actor, input, requestId }) => {
      await run.apply(db, actor, input.id, { is_partial: input.partial, sends_links: input.send_links }, requestId);
      return answer(db, input.id);
    }),
    implement(importResolve, async ({ tx: db, actor, input }) => {
      await run.require(db, actor, input.id);
      const { resolutions } = input;
      if (resolutions.some(({ column, to, value }) => to === 'create' && (column !== 'school' || value.trim() === '')))
        throw fieldError('resolutions', 'import.resolution.invalid');
      if (resolutions.some(({ to }) => to === 'create') && !mayCreateSchools(actor)) throw fieldError('resolutions', 'import.resolution.mayNotCreate');
      await run.previewAgain(db, actor, input.id, { options: JSON.stringify({ resolutions }) });
      return answer(db, input.id);
    }),
    implement(importGet, async ({ tx, actor, input }) => {
      const row = await run.require(tx, actor, input.id);
      return { import: toImportView(row, t), accounts: await loadCreatedAccountViews(tx, row.id) };
    }),
    implement(importRows, async ({ tx, actor, input }) => {
      const { rows, pagination } = await run.listRows(tx, actor, input);
      const made = await listAccountCells(
        tx,
        rows.flatMap(({ outcome, account_id: account }) => (outcome === 'create' && account !== null ? [account] : [])),
      );
      return { data: rows.map((row) => toImportRowView(row, made, t)), pagination };
    }),
    implement(importProblems, async ({ tx, actor, input }) => {
      const [{ groups, total }, lookups] = await Promise.all([run.listGroups(tx, actor, input.id), loadLookups(tx, actor)]);
      const choices = choicesOf(lookups);
      const mayCreate = mayCreateSchools(actor);
      return {
        data: groups.map((group, index) => toProblemGroupView(group, { choices, mayCreate, suggests: index < GROUPS_WITH_SUGGESTIONS, t })),
        total,
        choices,
      };
    }),
    implement(importErrors, async ({ tx, actor, input }) => run.writeErrors(tx, actor, input.id)),
    implement(importAccountTemplate, async ({ tx, actor }) => {
      const { schools, types, roles, forbidden } = await loadLookups(tx, actor);
      const names = { school: schools.rows, account_type: types.rows, role: roles.rows.filter(({ id }) => !forbidden.has(id)) };
      return new FileAnswer({ name: 'account-import-template.xlsx', type: XLSX_TYPE, content: accountTemplate(t, names) });
    }),
    implement(importList, async ({ tx, actor, input }) => {
      const { rows, pagination } = await run.listStarted(tx, actor, input);
      return { data: rows.map((row) => toImportView(row, t)), pagination };
    }),
    implement(importUndoPreview, async ({ tx, actor, input }) => {
      const { row, plan } = await run.planUndo(tx, actor, input.id);
      return { import: toImportView(row, t), plan };
    }),
    implement(importUndo, async ({ tx, actor, input, requestId }) => {
      const row = await run.startUndo(tx, actor, input.id, requestId);
      return { import: toImportView(row, t), message: t('takeBack.begun', { file: row.file_name }) };
    }),
  ];
}
