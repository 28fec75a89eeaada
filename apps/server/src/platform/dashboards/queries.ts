import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type Db, PLANNED_EACH_TIME, type Tx } from '../database/index.ts';
import type { DashboardSource, FigureSql } from './sources.ts';

/** Returns the conjunction of the conditions; true for none. */
export const allOf = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  sql.join<SqlBool>([sql`true`, ...conditions.map((condition) => sql`(${condition})`)], sql` AND `);

const toNumber = (figure: FigureSql): RawBuilder<unknown> =>
  'is' in figure ? sql`count(*) FILTER (WHERE ${figure.is})` : sql`coalesce(sum(${figure.sum}), 0)`;

const listed = (numbers: Readonly<Record<string, RawBuilder<unknown>>>): RawBuilder<unknown> =>
  sql.join(Object.entries(numbers).map(([name, number]) => sql`${number} AS ${sql.ref(name)}`));

/**
 * Builds one row with a number for each figure: counted from single rows, or from kept sums plus the rows that are in
 * none of them.
 */
function numbersOf({ from, where, figures, kept }: Omit<DashboardSource, 'columns' | 'id' | 'link'>): RawBuilder<unknown> {
  const counted = Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, toNumber(figure)]));
  if (!kept) return sql`(SELECT ${listed(counted)} FROM ${from} WHERE ${allOf(where)})`;
  const names = Object.keys(figures);
  const summed = Object.fromEntries(names.map((name) => [name, sql`coalesce(sum(${kept.figures[name]!}), 0)`]));
  const both = Object.fromEntries(names.map((name) => [name, sql`${sql.ref(`kept.${name}`)} + ${sql.ref(`rest.${name}`)}`]));
  return sql`(SELECT ${listed(both)}
    FROM (SELECT ${listed(summed)} FROM ${kept.from} WHERE ${allOf(kept.where)}) kept, (SELECT ${listed(counted)} FROM ${from} WHERE ${allOf([...where, kept.rest])}) rest)`;
}

/**
 * The values change the plan: a day, a name or a class leaves few rows or nearly all. One plan for all values would be
 * slow for the largest ones.
 */
const planned = sql.raw(PLANNED_EACH_TIME);

/** Returns the condition for the rows behind a figure: those that meet it, or those with something to sum. */
const behind = (figure: FigureSql): RawBuilder<SqlBool> => ('is' in figure ? figure.is : sql<SqlBool>`(${figure.sum}) <> 0`);

/**
 * Reads the numbers of several sources in one statement, so that all are of one moment: by name of the source, then by
 * figure.
 */
export async function readFigures(db: Db, sources: Readonly<Record<string, DashboardSource>>): Promise<Record<string, Record<string, number>>> {
  const asked = Object.entries(sources).map(([name, source]) => sql`(SELECT to_jsonb(numbers) FROM ${numbersOf(source)} numbers) AS ${sql.ref(name)}`);
  const { rows } = await sql<Record<string, Record<string, number>>>`${planned} SELECT ${sql.join(asked)}`.execute(db);
  return rows[0] as Record<string, Record<string, number>>;
}

export interface RowsAsked {
  figure: string;
  sort: string;
  direction: 'asc' | 'desc';
}
export interface DashboardRow {
  id: number;
  link: string | number | null;
  amount: number | null;
  /** The id of the person whom the row is about, which no answer holds. */
  person: number | null;
  [column: string]: unknown;
}

/** The maximum number of rows that are read one by one in their order. For more, all rows are read and sorted. */
const FIRST_ROWS = 1000;

const wayOf = ({ direction }: RowsAsked): RawBuilder<unknown> => (direction === 'desc' ? sql`DESC NULLS LAST` : sql`ASC NULLS LAST`);

/** Selects the first rows behind a figure. */
function selected(asked: RowsAsked, source: DashboardSource, wanted: number): RawBuilder<unknown> {
  const figure = source.figures[asked.figure]!;
  const ordered = source.ordered?.[asked.sort];
  const first = wanted <= FIRST_ROWS ? ordered : undefined;
  const columns = Object.entries(source.columns).map(([name, column]) => sql`${first && name === asked.sort ? first.column : column} AS ${sql.ref(name)}`);
  return sql`SELECT ${source.id} AS id, ${ordered?.next ?? sql`0`} AS rank, ${source.link} AS link, ${source.person ?? sql`NULL::bigint`} AS person, ${'sum' in figure ? sql`(${figure.sum})` : sql`NULL::integer`} AS amount,
                    ${sql.join(columns)}
               FROM ${first?.from(wayOf(asked)) ?? source.from} WHERE ${allOf([...source.where, behind(figure)])}`;
}

/** Sorts by the column's natural order, with nulls last. Rows of equal rank are sorted by id. */
function inOrder(asked: RowsAsked, source: DashboardSource, texts: ReadonlySet<string>): RawBuilder<unknown> {
  const known = asked.sort === 'amount' || asked.sort in source.columns ? asked.sort : Object.keys(source.columns)[0]!;
  const column = texts.has(known) ? sql`${sql.ref(`hit.${known}`)} COLLATE natural_order` : sql.ref(`hit.${known}`);
  return sql`${column} ${wayOf(asked)}, hit.rank, hit.id`;
}

/** Reads a page of the rows behind a figure, with their count and the value of the figure, all of one moment. */
export async function readRows(
  db: Db,
  source: DashboardSource,
  { texts, page, per_page: most, ...asked }: RowsAsked & { texts: ReadonlySet<string>; page: number; per_page: number },
): Promise<{ data: DashboardRow[]; total: number; value: number }> {
  const figure = source.figures[asked.figure]!;
  const kept = source.kept && { ...source.kept, figures: { total: source.kept.figures[asked.figure]!, value: source.kept.figures[asked.figure]! } };
  const head = {
    from: source.from,
    where: [...source.where, behind(figure)],
    figures: { total: { is: sql<SqlBool>`true` }, value: 'is' in figure ? { is: sql<SqlBool>`true` } : figure },
    kept,
  };
  const { rows } = await sql<{ data: DashboardRow[]; total: number; value: number }>`${planned}
    WITH head AS (SELECT total::integer, value::float8 FROM ${numbersOf(head)} numbers), page AS (
      SELECT * FROM (${selected(asked, source, page * most)}) hit
       WHERE (SELECT total FROM head) > 0 ORDER BY ${inOrder(asked, source, texts)} LIMIT ${most} OFFSET ${(page - 1) * most}
    )
    SELECT head.total, head.value, coalesce((SELECT jsonb_agg(to_jsonb(hit) - 'rank' ORDER BY ${inOrder(asked, source, texts)}) FROM page hit), '[]'::jsonb) AS data FROM head`.execute(
    db,
  );
  return rows[0]!;
}

const ROWS_AT_ONCE = 1000;

/**
 * Reads every row behind a figure, at most `most`, of one moment, a thousand at a time as they are consumed. Use it
 * once in a transaction.
 */
export async function* readAllRows(
  tx: Tx,
  source: DashboardSource,
  { texts, most, ...asked }: RowsAsked & { texts: ReadonlySet<string>; most: number },
): AsyncGenerator<DashboardRow> {
  await sql`
    DECLARE dashboard_rows NO SCROLL CURSOR FOR
    SELECT * FROM (${selected(asked, source, most)}) hit ORDER BY ${inOrder(asked, source, texts)} LIMIT ${most}`.execute(tx);
  for (;;) {
    const { rows } = await sql<DashboardRow>`FETCH FORWARD ${sql.lit(ROWS_AT_ONCE)} FROM dashboard_rows`.execute(tx);
    yield* rows;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}
