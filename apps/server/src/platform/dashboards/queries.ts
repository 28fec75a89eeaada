import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type Db, PLANNED_ANEW, type Tx } from '../database/index.ts';
import type { DashboardSource, FigureSql } from './sources.ts';

/** That all of them hold; true where there are none. */
export const allOf = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  sql.join<SqlBool>([sql`true`, ...conditions.map((condition) => sql`(${condition})`)], sql` AND `);

const toNumber = (figure: FigureSql): RawBuilder<unknown> =>
  'is' in figure ? sql`count(*) FILTER (WHERE ${figure.is})` : sql`coalesce(sum(${figure.sum}), 0)`;

/** A day, a name or a class leaves few rows or nearly all: one plan for every value would read the most slowly. */
const planned = sql.raw(PLANNED_ANEW);

/** The rows that a figure is counted over: those that meet it, or of which something is summed. */
const behind = (figure: FigureSql): RawBuilder<SqlBool> => ('is' in figure ? figure.is : sql<SqlBool>`(${figure.sum}) <> 0`);

/** The numbers of several sources at once, so that all of them are of one moment: by name of the source, then by figure. */
export async function readFigures(db: Db, sources: Readonly<Record<string, DashboardSource>>): Promise<Record<string, Record<string, number>>> {
  const asked = Object.entries(sources).map(([name, source]) => {
    const numbers = Object.entries(source.figures).flatMap(([figure, condition]) => [sql`${figure}::text`, toNumber(condition)]);
    return sql`(SELECT jsonb_build_object(${sql.join(numbers)}) FROM ${source.from} WHERE ${allOf(source.where)}) AS ${sql.ref(name)}`;
  });
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
  [column: string]: unknown;
}

const hits = (source: DashboardSource, figure: FigureSql): RawBuilder<unknown> => sql`FROM ${source.from} WHERE ${allOf([...source.where, behind(figure)])}`;

function selected(source: DashboardSource, figure: FigureSql): RawBuilder<unknown> {
  const columns = Object.entries(source.columns).map(([name, column]) => sql`${column} AS ${sql.ref(name)}`);
  return sql`${source.id} AS id, ${source.link} AS link, ${'sum' in figure ? sql`(${figure.sum})` : sql`NULL::integer`} AS amount, ${sql.join(columns)}`;
}

/** By the column's natural order, nothing last; rows of equal rank by their id. */
function inOrder({ sort, direction }: RowsAsked, source: DashboardSource, texts: ReadonlySet<string>): RawBuilder<unknown> {
  const known = sort === 'amount' || sort in source.columns ? sort : Object.keys(source.columns)[0]!;
  const column = texts.has(known) ? sql`${sql.ref(`hit.${known}`)} COLLATE natural_order` : sql.ref(`hit.${known}`);
  return sql`${column} ${direction === 'desc' ? sql`DESC` : sql`ASC`} NULLS LAST, hit.id`;
}

/** A page of the rows behind a figure, with how many there are and what the figure says, all of one moment. */
export async function readRows(
  db: Db,
  source: DashboardSource,
  { texts, page, per_page: most, ...asked }: RowsAsked & { texts: ReadonlySet<string>; page: number; per_page: number },
): Promise<{ data: DashboardRow[]; total: number; value: number }> {
  const figure = source.figures[asked.figure]!;
  const { rows } = await sql<{ data: DashboardRow[]; total: number; value: number }>`${planned}
    WITH head AS (
      SELECT count(*)::integer AS total, ${'is' in figure ? sql`count(*)` : sql`coalesce(sum(${figure.sum}), 0)`}::float8 AS value ${hits(source, figure)}
    ), page AS (
      SELECT * FROM (SELECT ${selected(source, figure)} ${hits(source, figure)}) hit
       ORDER BY ${inOrder(asked, source, texts)} LIMIT ${most} OFFSET ${(page - 1) * most}
    )
    SELECT head.total, head.value, coalesce((SELECT jsonb_agg(to_jsonb(hit) ORDER BY ${inOrder(asked, source, texts)}) FROM page hit), '[]'::jsonb) AS data FROM head`.execute(
    db,
  );
  return rows[0]!;
}

const ROWS_AT_ONCE = 1000;

/** Every row behind a figure, at most `most`, of one moment, read a thousand at a time as they are taken. Once in a transaction. */
export async function* readAllRows(
  tx: Tx,
  source: DashboardSource,
  { texts, most, ...asked }: RowsAsked & { texts: ReadonlySet<string>; most: number },
): AsyncGenerator<DashboardRow> {
  const figure = source.figures[asked.figure]!;
  await sql`
    DECLARE dashboard_rows NO SCROLL CURSOR FOR
    SELECT * FROM (SELECT ${selected(source, figure)} ${hits(source, figure)}) hit ORDER BY ${inOrder(asked, source, texts)} LIMIT ${most}`.execute(tx);
  for (;;) {
    const { rows } = await sql<DashboardRow>`FETCH FORWARD ${sql.lit(ROWS_AT_ONCE)} FROM dashboard_rows`.execute(tx);
    yield* rows;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}
