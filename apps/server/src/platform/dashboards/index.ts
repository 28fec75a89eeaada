/**
 * Dashboards: one way to answer the figures of a definition, the rows behind each, and their export.
 *
 * Invariants: SQL comes from sources alone, values from parameters. The rows behind a figure are read with the same
 * condition that counts the figure. All numbers of one response are of one moment. Only the reach decides whose data is
 * read, and a filter that a person does not have is refused before anything is read.
 */
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  type DashboardColumn,
  type DashboardDeclaration,
  type DefinedDashboard,
  type Endpoint,
  type FilterValues,
  MAX_DASHBOARD_ROWS,
  type MessageKey,
  type Translate,
} from '@classwright/contract';
import { toReadableMath } from '@classwright/rules/rich-text';
import { audit } from '../audit/index.ts';
import { appNow } from '../clock.ts';
import { type Db, inTransaction, type Tx } from '../database/index.ts';
import type { Gate } from '../waiting/index.ts';
import { type Actor, type CallContext, FileAnswer, implement, type Implementation } from '../http/index.ts';
import { toPagination } from '../lists.ts';
import { CSV_TYPE, type CellValue, type NewSheet, writeCsv, writeWorkbook, XLSX_TYPE } from '../spreadsheets/index.ts';
import { toPreviousScope, type SchoolCalendar } from './period.ts';
import { type DashboardRow, readAllRows, readFigures, readRows } from './queries.ts';
import { type AnySources, type DashboardReach, type DashboardScope, type DashboardSource, isOfWholeSchool, type SourcesOf } from './sources.ts';

export { allOf, readFigures } from './queries.ts';
export { type DashboardReach, type DashboardScope, type DashboardSource, isOfWholeSchool, type KeptSums, type OrderedRows, type SourcesOf } from './sources.ts';

/** The reach and the filters that a person has on a dashboard. */
export interface DashboardAccess {
  /** Returns the caller's reach on this dashboard. @throws when the caller has none */
  reachOf: (actor: Actor) => DashboardReach;
  /** Refuses filters that the caller does not have, and ids outside their reach. */
  requireFilters: (db: Db, declaration: DashboardDeclaration, scope: DashboardScope) => Promise<void>;
}

/**
 * The queues that leave most connections free for other calls, even under many requests. All dashboards of a process
 * share them.
 */
export interface DashboardTurns {
  /** The queue for reading a whole school. */
  counts: Gate;
  /** The queue for files of any reach: each takes long, and holds a connection and memory. */
  files: Gate;
}

export interface DashboardParts<D extends DashboardDeclaration> extends DashboardAccess {
  t: Translate<MessageKey>;
  turns: DashboardTurns;
  sources: SourcesOf<D>;
  /** Returns the caller's current day, and the marking periods of their school. */
  calendarOf: (db: Db, actor: Actor) => Promise<SchoolCalendar>;
  /** Returns further fields of the response, next to the figures. */
  extra?: (db: Db, scope: DashboardScope<D>) => Promise<Record<string, unknown>>;
}

type Input = Record<string, unknown> & { figure: string; sort?: string; direction?: 'asc' | 'desc'; page: number; per_page: number; format: 'xlsx' | 'csv' };
type Call = Omit<CallContext<Endpoint>, 'input' | 'actor' | 'tx'> & { input: Input; actor: Actor; tx: Db };

/** Returns the filters of a dashboard with the given values, or null for those that are not set. */
export const filtersOf = <D extends DashboardDeclaration>({ filters }: D, given: Readonly<Record<string, unknown>>): FilterValues<D> =>
  Object.fromEntries(Object.keys(filters).map((name) => [name, given[name] ?? null])) as FilterValues<D>;

/** Returns the scope of a call, after checking that the caller may read it. */
export async function scopeOf<D extends DashboardDeclaration>(
  declaration: D,
  { reachOf, requireFilters }: DashboardAccess,
  { tx, actor, input }: { tx: Db; actor: Actor; input: Readonly<Record<string, unknown>> },
): Promise<DashboardScope<D>> {
  const scope = { reach: reachOf(actor), now: await appNow(tx), filters: filtersOf(declaration, input) };
  await requireFilters(tx, declaration, scope as DashboardScope);
  return scope;
}

const turnOf = ({ schoolId, accountId }: Actor) => ({ place: String(schoolId), who: String(accountId) });

/** Reads within a reach: a whole school in its turn, a few classes immediately. Call it before taking a connection. */
export const readInTurn = <T>({ counts }: DashboardTurns, { reach }: DashboardScope, actor: Actor, reading: () => Promise<T>): Promise<T> =>
  isOfWholeSchool(reach) ? counts.run(turnOf(actor), reading) : reading();

/** Implements every call of a dashboard. */
export function implementDashboard<D extends DashboardDeclaration>(
  { declaration, endpoints }: DefinedDashboard<D>,
  parts: DashboardParts<D>,
): Implementation[] {
  const { t, extra } = parts;
  const sources = parts.sources as unknown as AnySources;
  const on = (endpoint: Endpoint | null, handler: (call: Call) => Promise<object>): Implementation[] =>
    endpoint ? [implement(endpoint, handler as never)] : [];
  const read = <T>(scope: DashboardScope, { actor }: Call, reading: () => Promise<T>): Promise<T> => readInTurn(parts.turns, scope, actor, reading);
  const figures = async (call: Call): Promise<object> => {
    const scope = await scopeOf(declaration, parts, call);
    return read(scope, call, async () => {
      const calendar = await parts.calendarOf(call.tx, call.actor);
      const { now, before } = await readDashboard(call.tx, declaration, sources, { scope, calendar });
      const besides = (await extra?.(call.tx, scope as DashboardScope<D>)) ?? {};
      return { ...(declaration.isFlat ? now : { stats: now }), before, ...besides };
    });
  };
  const rows = async (call: Call): Promise<object> => {
    const { page, per_page } = call.input;
    const scope = await scopeOf(declaration, parts, call);
    const { rows: of, source, asked, texts } = toAsked(declaration, sources, scope, call.input);
    const { data, total, value } = await read(scope, call, () => readRows(call.tx, source, { ...asked, texts, page, per_page }));
    return {
      figure: call.input.figure,
      value,
      rows: of,
      data: data.map(({ person: _person, ...row }) => toReadableRow(declaration.rows[of]!, row)),
      people: peopleOf(data),
      pagination: toPagination(call.input, total),
    };
  };
  const download = async (call: Call): Promise<FileAnswer> => {
    const { actor, input, requestId, tx: db } = call;
    const scope = await scopeOf(declaration, parts, call);
    const { rows: of, source, asked, texts } = toAsked(declaration, sources, scope, input, true);
    const { title, kind } = declaration.figures[input.figure]!;
    // Written during the read, so that only the file is kept in memory; sent after the transaction, so that a slow
    // reader holds no connection.
    const people = new Set<number>();
    const write = async (tx: Tx): Promise<Buffer> => {
      const name = `${t(declaration.title as MessageKey)}: ${t(title as MessageKey)}`;
      const after = { name, figure: input.figure, format: input.format, ...withoutTyped(declaration, scope) };
      await audit(tx, actor, { action: 'dashboard.export', subjectType: 'dashboard', subjectId: null, after, requestId });
      const found = noting(people, readAllRows(tx, source, { ...asked, texts, most: MAX_DASHBOARD_ROWS + 1 }));
      return buffer(writeFile(input.format, toSheet(declaration, columnsOf(declaration, of, scope.reach, 'file'), found, { t, isSum: kind === 'sum' })));
    };
    const content = await parts.turns.files.run(turnOf(actor), () => inTransaction(db, write));
    const name = `${declaration.name}-${input.figure}-${scope.now.toISOString().slice(0, 10)}.${input.format}`;
    return new FileAnswer({ name, type: input.format === 'csv' ? CSV_TYPE : XLSX_TYPE, content, people: [...people] });
  };
  return [
    ...on(endpoints.get, figures),
    ...on(endpoints.getAtPath, figures),
    ...on(endpoints.filter, figures),
    ...on(endpoints.rows, rows),
    ...on(endpoints.rowsTyped, rows),
    ...on(endpoints.export, download),
    ...on(endpoints.exportTyped, download),
  ];
}

type Numbers = Record<string, number | null>;

type Before = Numbers & { from: string; to: string; is_even: boolean };

/** Reads the figures of a scope, and those of the period before it. */
async function readDashboard(
  db: Db,
  declaration: DashboardDeclaration,
  sources: AnySources,
  { scope, calendar }: { scope: DashboardScope; calendar: SchoolCalendar },
): Promise<{ now: Numbers; before: Before | null }> {
  const past = toPreviousScope(declaration, scope, calendar);
  const asked = Object.entries(sources).flatMap(([name, source]): [string, DashboardSource][] => [
    [`now ${name}`, source(scope)],
    ...(past ? [[`before ${name}`, source(past.scope)] as [string, DashboardSource]] : []),
  ]);
  const found = await readFigures(db, Object.fromEntries(asked));
  const of = (when: string): Numbers =>
    withMeans(declaration, Object.assign({}, ...Object.keys(sources).map((name) => found[`${when} ${name}`])) as Record<string, number>);
  if (!past) return { now: of('now'), before: null };
  return { now: of('now'), before: { ...of('before'), ...past.span, is_even: past.isEven } as Before };
}

function withMeans({ figures }: DashboardDeclaration, numbers: Record<string, number>): Numbers {
  return Object.fromEntries(
    Object.entries(figures).map(([name, { kind, over }]) => {
      if (kind !== 'mean') return [name, numbers[name] as number];
      const [sum, count] = over!.map((other) => numbers[other] as number) as [number, number];
      return [name, count === 0 ? null : Math.round((10 * sum) / count) / 10];
    }),
  );
}

/**
 * Returns the parameters for reading the rows behind a figure. For a mean these are the rows of the first of its two
 * figures.
 */
function toAsked(declaration: DashboardDeclaration, sources: AnySources, scope: DashboardScope, input: Input, isFile = false) {
  const { rows, over, kind } = declaration.figures[input.figure]!;
  const { columns, sort } = declaration.rows[rows]!;
  const texts = new Set(Object.entries(columns).flatMap(([name, column]) => (column.kind === 'text' ? [name] : [])));
  const by = input.sort !== undefined && (input.sort in columns || input.sort === 'amount') ? input.sort : sort.by;
  const direction = input.sort === undefined ? sort.direction : (input.direction ?? 'asc');
  const source = sources[rows]!(scope);
  const read = Object.entries(source.columns).filter(([name]) => isFile || columns[name]!.only !== 'file');
  return {
    rows,
    source: { ...source, columns: Object.fromEntries(read) },
    asked: { figure: kind === 'mean' ? over![0] : input.figure, sort: by, direction },
    texts,
  };
}

/** Returns the filters for the audit trail. Of typed names it only keeps that there were some. */
function withoutTyped({ filters: known }: DashboardDeclaration, { filters }: DashboardScope): Record<string, unknown> {
  return Object.fromEntries(Object.entries(filters).flatMap(([name, value]) => (value === null ? [] : [[name, known[name]!.kind === 'typed' ? '…' : value]])));
}

/** Returns the columns that the person sees on a screen or has in a file, with their names. */
export const columnsOf = ({ rows }: DashboardDeclaration, of: string, reach: DashboardReach, where: 'screen' | 'file'): [string, DashboardColumn][] =>
  Object.entries(rows[of]!.columns).filter(([, column]) => (reach.of !== 'student' || column.for !== 'staff') && (where === 'file' || column.only !== 'file'));

const peopleOf = (rows: readonly DashboardRow[]): number[] => [...new Set(rows.flatMap(({ person }) => (person === null ? [] : [person])))];

/** Passes the rows of a file on, and notes whom they are about. */
async function* noting(people: Set<number>, rows: AsyncIterable<DashboardRow>): AsyncGenerator<DashboardRow> {
  for await (const row of rows) {
    if (row.person !== null) people.add(row.person);
    yield row;
  }
}

/** Returns a row with its formulas as people read them. */
function toReadableRow({ columns }: DashboardDeclaration['rows'][string], row: Omit<DashboardRow, 'person'>): Omit<DashboardRow, 'person'> {
  const written = Object.entries(columns).flatMap(([name, { hasFormulas }]) =>
    hasFormulas && typeof row[name] === 'string' ? [[name, toReadableMath(row[name])] as const] : [],
  );
  return { ...row, ...Object.fromEntries(written) };
}

function toSheet(
  declaration: DashboardDeclaration,
  columns: [string, DashboardColumn][],
  found: AsyncIterable<DashboardRow>,
  { t, isSum }: { t: Translate<MessageKey>; isSum: boolean },
): NewSheet {
  const cell = (row: DashboardRow, name: string, { kind, hasFormulas }: DashboardColumn): CellValue => {
    const value = row[name];
    if (value === null || value === undefined) return '';
    if (kind === 'words') return t(`dashboard.value.${String(value)}` as MessageKey);
    if (kind === 'day') return { date: String(value) };
    if (kind === 'number') return Number(value);
    return hasFormulas ? toReadableMath(String(value)) : String(value);
  };
  async function* rows(): AsyncGenerator<CellValue[]> {
    let count = 0;
    for await (const row of found) {
      count += 1;
      if (count > MAX_DASHBOARD_ROWS) yield [t('dashboard.export.rest', { most: MAX_DASHBOARD_ROWS })];
      else yield [...columns.map(([name, column]) => cell(row, name, column)), ...(isSum ? [Number(row.amount)] : [])];
    }
  }
  return {
    name: t(declaration.title as MessageKey),
    columns: [
      ...columns.map(([, { label, kind }]) => ({ title: t(label as MessageKey), width: kind === 'text' ? 30 : 14 })),
      ...(isSum ? [{ title: t('dashboard.column.amount'), width: 14 }] : []),
    ],
    rows: rows(),
  };
}

function writeFile(format: 'xlsx' | 'csv', sheet: NewSheet): Readable {
  if (format === 'xlsx') return writeWorkbook([sheet]);
  async function* lines(): AsyncGenerator<readonly CellValue[]> {
    yield sheet.columns.map(({ title }) => title);
    yield* sheet.rows;
  }
  return writeCsv(lines(), { separator: ',', decimal: '.' });
}
