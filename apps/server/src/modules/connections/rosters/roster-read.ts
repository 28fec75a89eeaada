import { type MessageKey, rosterErrors, rosterGet, rosterList, rosterRows, type Translate } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { type Actor, FileAnswer, implement, type Implementation } from '../../../platform/http/index.ts';
import { toPagination } from '../../../platform/lists.ts';
import { writeWorkbook, XLSX_TYPE } from '../../../platform/spreadsheets/index.ts';
import { listKnownSchools } from './known-queries.ts';
import { findRosterImport, listFaults, listRosterImports, listRows, listUnknownTables, type RosterImport } from './queries.ts';
import { toRosterRowView, toRosterView } from './views.ts';

const ROWS_AT_ONCE = 1_000;
const MOST_SCHOOLS = 500;

/** Implements reading uploaded rosters, row by row, with their faults as a spreadsheet. */
export function implementRosterReads({ t }: { t: Translate<MessageKey> }): Implementation[] {
  async function requireRoster(db: Db, { reach }: Actor, id: number): Promise<RosterImport> {
    const row = await findRosterImport(db, id, reach);
    if (!row) throw appError('NOT_FOUND');
    return row;
  }

  async function* faultLines(db: Db, roster: RosterImport): AsyncGenerator<string[]> {
    for (let after = 0; ; ) {
      const rows = await listFaults(db, roster.id, after, ROWS_AT_ONCE);
      for (const row of rows) {
        const view = toRosterRowView(row, roster, t);
        const place = [view.file, view.line > 0 && roster.source_id === null ? String(view.line) : '', view.name || view.external_id];
        for (const { column, value, message } of view.said) yield [...place, column, value, message];
        if (view.note !== null) yield [...place, '', '', view.note];
      }
      const last = rows.at(-1);
      if (!last || rows.length < ROWS_AT_ONCE) return;
      after = last.number;
    }
  }

  return [
    implement(rosterList, async ({ tx, actor, input }) => {
      const { page, per_page } = input;
      const { rows, total } = await listRosterImports(tx, actor.reach, { limit: per_page, offset: (page - 1) * per_page });
      const schools = (await listKnownSchools(tx, actor.reach)).map(({ id, name }) => ({ id, name })).sort((one, other) => one.name.localeCompare(other.name));
      return { data: rows.map((row) => toRosterView(row, t)), pagination: toPagination(input, total), schools: schools.slice(0, MOST_SCHOOLS) };
    }),
    implement(rosterGet, async ({ tx, actor, input }) => {
      const row = await requireRoster(tx, actor, input.id);
      return { import: toRosterView(row, t), unknown: row.status === 'columns' ? await listUnknownTables(tx, row.id) : [] };
    }),
    implement(rosterRows, async ({ tx, actor, input }) => {
      const roster = await requireRoster(tx, actor, input.id);
      const { kind, outcome, state, search_text: searchText, within_class: withinClass, page, per_page } = input;
      const { rows, total } = await listRows(
        tx,
        roster.id,
        { kind, outcome, state, searchText, withinClass },
        { limit: per_page, offset: (page - 1) * per_page },
      );
      return { data: rows.map((row) => toRosterRowView(row, roster, t)), pagination: toPagination(input, total) };
    }),
    implement(rosterErrors, async ({ tx, actor, input }) => {
      const roster = await requireRoster(tx, actor, input.id);
      const columns = [
        { title: t('rosters.errors.file'), width: 20 },
        { title: t('import.errors.row'), width: 8 },
        { title: t('rosters.errors.what'), width: 30 },
        { title: t('import.errors.column'), width: 18 },
        { title: t('import.errors.value'), width: 34 },
        { title: t('import.errors.remedy'), width: 90 },
      ];
      const content = writeWorkbook([{ name: t('import.errors.sheet'), columns, rows: faultLines(tx, roster) }]);
      return new FileAnswer({ name: `roster-${roster.id}-errors.xlsx`, type: XLSX_TYPE, content });
    }),
  ];
}
