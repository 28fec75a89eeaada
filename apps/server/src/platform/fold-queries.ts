import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database/index.ts';

/** What was typed, folded as the keys of names are, with nothing in it that means anything to LIKE. */
const folded = (text: string): RawBuilder<string> => sql<string>`replace(replace(replace(fold_name(${text}), '\\', '\\\\'), '%', '\\%'), '_', '\\_')`;

/** LIKE patterns for keys of names that contain, or start with, what was typed. */
export const contains = (text: string): RawBuilder<string> => sql<string>`'%' || ${folded(text)} || '%'`;
export const startsWith = (text: string): RawBuilder<string> => sql<string>`${folded(text)} || '%'`;

const MOST_WORDS = 8;

/** The words of what was typed; more than a name has are left out. */
export const wordsOf = (typed: string): string[] =>
  typed
    .trim()
    .split(/\s+/u)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);

/** What somebody typed so far, and how many rows are offered for it. */
export interface Typed {
  query: string;
  limit: number;
}

/** Rows of a table that `from` calls `t` whose name has every word that was typed; names that start with it come first. */
export async function listNamed<Row>(
  db: Db,
  { query, limit }: Typed,
  { columns, from, name, where }: { columns: RawBuilder<unknown>; from: RawBuilder<unknown>; name: RawBuilder<unknown>; where: RawBuilder<unknown> },
): Promise<Row[]> {
  const words = wordsOf(query).map((word) => sql`AND name_key(${name}) LIKE ${contains(word)}`);
  const { rows } = await sql<Row>`
    SELECT ${columns} FROM ${from} WHERE ${where} ${sql.join(words, sql` `)}
     ORDER BY name_key(${name}) LIKE ${startsWith(query.trim())} DESC, ${name} COLLATE natural_order, t.id LIMIT ${limit}`.execute(db);
  return rows;
}
