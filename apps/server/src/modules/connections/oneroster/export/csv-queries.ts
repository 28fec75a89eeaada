import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../../platform/database/index.ts';
import type { Sql } from '../provider/collection.ts';

/** A file of the format: its columns with the expressions of their values, over rows in an order of their own. */
export interface CsvFile {
  name: string;
  rows: Sql;
  order: Sql;
  columns: Readonly<Record<string, Sql>>;
}

/** So many lines come at a time, and are put together at a stretch. */
const LINES_AT_ONCE = 2_000;

/**
 * What people write as they like. A spreadsheet program would take some of it for formulas, so it stands behind an apostrophe
 * there, as in every file of ours (`platform/spreadsheets/write-csv.ts`), and rosters take that away again. Ids, addresses,
 * days and numbers stand as they are: whoever reads them compares them.
 */
const WRITTEN: ReadonlySet<string> = new Set([
  'name',
  'title',
  'description',
  'givenName',
  'familyName',
  'location',
  'classCode',
  'courseCode',
  'subjects',
  'subjectCodes',
]);
const bare = (name: string, value: Sql): Sql =>
  WRITTEN.has(name) ? sql`regexp_replace(${inOneLine(sql`(${value})::text`)}, '^''?[-=+@\\t]', '''\\&')` : sql`(${value})::text`;

/** A field of the format has no line breaks: readers take each for the end of a row. */
const inOneLine = (text: Sql): Sql => sql`regexp_replace(${text}, '[ \\t]*[\\r\\n\\v\\f\\u0085\\u2028\\u2029]+[ \\t]*', ' ', 'g')`;

/** A value as the format has it; nothing where there is none. Source: RFC 4180. */
const quoted = ([name, value]: [string, Sql]): Sql => sql`coalesce('"' || replace(${bare(name, value)}, '"', '""') || '"', '')`;

/** Gives each line of a file but the heading. */
export const linesOf = ({ rows, order, columns }: CsvFile): RawBuilder<{ line: string }> =>
  sql<{ line: string }>`SELECT ${sql.join(Object.entries(columns).map(quoted), sql` || ',' || `)} AS line FROM ${rows} ORDER BY ${order}`;

/** The lines of a file, heading first, in pieces, as a cursor of this transaction reads them. */
export async function* readLines(tx: Tx, file: CsvFile): AsyncGenerator<string> {
  yield `${Object.keys(file.columns).join(',')}\r\n`;
  const cursor = sql.id(`export_${file.name}`);
  await sql`DECLARE ${cursor} NO SCROLL CURSOR FOR ${linesOf(file)}`.execute(tx);
  for (;;) {
    const { rows: lines } = await sql<{ line: string }>`FETCH ${sql.lit(LINES_AT_ONCE)} FROM ${cursor}`.execute(tx);
    if (lines.length > 0) yield `${lines.map((row) => row.line).join('\r\n')}\r\n`;
    if (lines.length < LINES_AT_ONCE) break;
  }
  await sql`CLOSE ${cursor}`.execute(tx);
}
