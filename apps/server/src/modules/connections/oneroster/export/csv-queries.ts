import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../../platform/database/index.ts';
import type { Sql } from '../provider/collection.ts';

/** A file of the format: its columns with their value expressions, over rows in a given order. */
export interface CsvFile {
  name: string;
  rows: Sql;
  order: Sql;
  columns: Readonly<Record<string, Sql>>;
}

/** The number of lines that are fetched and joined at a time. */
const LINES_AT_ONCE = 2_000;

/**
 * The columns with free text. A spreadsheet program would treat some of it as formulas, so it is prefixed with an
 * apostrophe, as in every file of ours (`platform/spreadsheets/write-csv.ts`), and roster imports remove that again.
 * Ids, addresses, days and numbers are unchanged, since readers compare them.
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

/** Replaces line breaks: a field of the format has none, since readers take each for the end of a row. */
const inOneLine = (text: Sql): Sql => sql`regexp_replace(${text}, '[ \\t]*[\\r\\n\\v\\f\\u0085\\u2028\\u2029]+[ \\t]*', ' ', 'g')`;

/** Quotes a value for the format; an empty field if there is none. Source: RFC 4180. */
const quoted = ([name, value]: [string, Sql]): Sql => sql`coalesce('"' || replace(${bare(name, value)}, '"', '""') || '"', '')`;

/** Selects each line of a file except the heading. */
const linesOf = ({ rows, order, columns }: CsvFile): RawBuilder<{ line: string }> =>
  sql<{ line: string }>`SELECT ${sql.join(Object.entries(columns).map(quoted), sql` || ',' || `)} AS line FROM ${rows} ORDER BY ${order}`;

/** Yields the lines of a file in chunks, heading first, from a cursor of this transaction. */
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
