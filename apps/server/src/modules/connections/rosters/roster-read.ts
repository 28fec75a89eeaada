import { type MessageKey, rosterErrors, rosterGet, rosterList, rosterRows, type RosterRowView, type Translate } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../platform/http/index.ts';
import { toPagination } from '../../../platform/lists.ts';
import { errorSheet } from '../../school/imports/index.ts';
import { listKnownSchools } from './known-queries.ts';
import { findRosterImport, listFaults, listRosterImports, listRows, listUnknownTables, type RosterImport } from './queries.ts';
import { toRosterRowView, toRosterView } from './views.ts';

const MOST_SCHOOLS = 500;

/** Implements reading uploaded rosters, row by row, with their faults as a spreadsheet. */
export function implementRosterReads({ t }: { t: Translate<MessageKey> }): Implementation[] {
  async function requireRoster(db: Db, { reach }: Actor, id: number): Promise<RosterImport> {
    const row = await findRosterImport(db, id, reach);
    if (!row) throw appError('NOT_FOUND');
    return row;
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
      return errorSheet<{ number: number; view: RosterRowView }>({
        t,
        name: `roster-${roster.id}-errors`,
        places: [
          { title: t('rosters.errors.file'), width: 20 },
          { title: t('import.errors.row'), width: 8 },
          { title: t('rosters.errors.what'), width: 30 },
        ],
        list: async (after, limit) =>
          (await listFaults(tx, roster.id, after, limit)).map((row) => ({ number: row.number, view: toRosterRowView(row, roster, t) })),
        numberOf: ({ number }) => number,
        placeOf: ({ view }) => [view.file, view.line > 0 && roster.source_id === null ? String(view.line) : '', view.name || view.external_id],
        linesOf: ({ view: { said, note } }) => [
          ...said.map(({ column, value, message }) => ({ column, value, remedy: message })),
          ...(note === null ? [] : [{ column: '', value: '', remedy: note }]),
        ],
      });
    }),
  ];
}
