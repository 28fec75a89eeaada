import { type RawBuilder, sql, type SqlBool } from 'kysely';
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

/** That each word of what was typed stands in a key of a name. */
export const hasWords = (typed: string, key: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql.join<SqlBool>([sql`true`, ...wordsOf(typed).map((word) => sql`${key} LIKE ${contains(word)}`)], sql` AND `);

/** The same for an account: in first name, last name or e-mail. Uses the index of the accounts' search where there is one. */
export const isNamed = (typed: string, person: string): RawBuilder<SqlBool> => {
  const [first, last, email] = ['first_key', 'last_key', 'email_key'].map((key) => sql.ref(`${person}.${key}`));
  const isIn = (word: RawBuilder<string>) => sql`(${first} LIKE ${word} OR ${last} LIKE ${word} OR ${email} LIKE ${word})`;
  return sql.join<SqlBool>([sql`true`, ...wordsOf(typed).map((word) => isIn(contains(word)))], sql` AND `);
};

/** The same in the names of an account alone. */
export const isCalled = (typed: string, person: string): RawBuilder<SqlBool> => {
  const [first, last] = ['first_key', 'last_key'].map((key) => sql.ref(`${person}.${key}`));
  return sql.join<SqlBool>([sql`true`, ...wordsOf(typed).map((word) => sql`(${first} LIKE ${contains(word)} OR ${last} LIKE ${contains(word)})`)], sql` AND `);
};

/** Whether what was typed is an account's whole address. */
export const isAddress = (typed: string, person: string): RawBuilder<SqlBool> => sql<SqlBool>`${sql.ref(`${person}.email_key`)} = lower(${typed.trim()})`;

/** What somebody typed so far, and how many rows are offered for it. */
export interface Typed {
  query: string;
  limit: number;
}

/** Returns rows of a table that `from` calls `t` whose name has every word that was typed; names that start with it come first. */
export async function listNamed<Row>(
  db: Db,
  { query, limit }: Typed,
  { columns, from, name, where }: { columns: RawBuilder<unknown>; from: RawBuilder<unknown>; name: RawBuilder<unknown>; where: RawBuilder<unknown> },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT ${columns} FROM ${from} WHERE ${where} AND ${hasWords(query, sql`name_key(${name})`)}
     ORDER BY name_key(${name}) LIKE ${startsWith(query.trim())} DESC, ${name} COLLATE natural_order, t.id LIMIT ${limit}`.execute(db);
  return rows;
}
