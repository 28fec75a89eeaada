import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from './database/index.ts';

/** Folds typed text as the keys of names are, and escapes the special characters of LIKE. */
const folded = (text: string): RawBuilder<string> => sql<string>`replace(replace(replace(fold_name(${text}), '\\', '\\\\'), '%', '\\%'), '_', '\\_')`;

/** Returns a LIKE pattern for keys of names that contain, or start with, the typed text. */
export const contains = (text: string): RawBuilder<string> => sql<string>`'%' || ${folded(text)} || '%'`;
export const startsWith = (text: string): RawBuilder<string> => sql<string>`${folded(text)} || '%'`;

const MOST_WORDS = 8;

/** Returns the words of the typed text. Words beyond a name's maximum are left out. */
export const wordsOf = (typed: string): string[] =>
  typed
    .trim()
    .split(/\s+/u)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);

/** Builds the condition that a key of a name contains each typed word. */
export const hasWords = (typed: string, key: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql.join<SqlBool>([sql`true`, ...wordsOf(typed).map((word) => sql`${key} LIKE ${contains(word)}`)], sql` AND `);

/**
 * Builds the same condition for an account: in first name, last name or email. Uses the index of the accounts' search
 * where there is one.
 */
export const isNamed = (typed: string, person: string): RawBuilder<SqlBool> => {
  const [first, last, email] = ['first_key', 'last_key', 'email_key'].map((key) => sql.ref(`${person}.${key}`));
  const isIn = (word: RawBuilder<string>) => sql`(${first} LIKE ${word} OR ${last} LIKE ${word} OR ${email} LIKE ${word})`;
  return sql.join<SqlBool>([sql`true`, ...wordsOf(typed).map((word) => isIn(contains(word)))], sql` AND `);
};

/** Builds the same condition for the names of an account only. */
export const isCalled = (typed: string, person: string): RawBuilder<SqlBool> => {
  const [first, last] = ['first_key', 'last_key'].map((key) => sql.ref(`${person}.${key}`));
  return sql.join<SqlBool>([sql`true`, ...wordsOf(typed).map((word) => sql`(${first} LIKE ${contains(word)} OR ${last} LIKE ${contains(word)})`)], sql` AND `);
};

/** Builds the condition that the typed text is an account's whole email address. */
export const isAddress = (typed: string, person: string): RawBuilder<SqlBool> => sql<SqlBool>`${sql.ref(`${person}.email_key`)} = lower(${typed.trim()})`;

/** The text typed so far, and the number of rows to suggest for it. */
export interface Typed {
  query: string;
  limit: number;
}

/**
 * Returns rows whose name has every typed word. `from` names the table `t`. Names that start with the text come first.
 */
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
