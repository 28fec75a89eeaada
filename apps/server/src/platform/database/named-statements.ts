import { createHash } from 'node:crypto';
import type pg from 'pg';

type Query = pg.PoolClient['query'];

/** Statements that one process keeps names for. What comes after them goes without a name, as before. */
const MOST_STATEMENTS = 400;
/** Statements with many values are lists of changing length: each would be another one. */
const MOST_VALUES = 24;

/**
 * Begins a statement whose best plan depends on its values, such as a search for parts of words: it has no name and is
 * planned each time. With a name PostgreSQL soon settles for one plan for all values.
 */
export const PLANNED_ANEW = '/* planned anew */';

/** A table has changed under a statement that reads all its columns, such as by the start of a newer version beside this one. */
export const isPlanOutdated = (error: unknown): boolean => (error as { routine?: string }).routine === 'RevalidateCachedQuery';

/**
 * Gives every statement with values a name, so that each connection parses and plans it once and not on every call.
 * A name stands for exactly one text; one whose tables have changed gets another, and is sent again unless a transaction
 * has failed by it. Returns `pool`, whose clients do so from now on.
 */
export function nameStatements(pool: pg.Pool): pg.Pool {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MOST_STATEMENTS) return known;
    return makeName(text, '');
  };
  const makeName = (text: string, former: string): string => {
    const name = `cw_${createHash('sha256').update(former).update(text).digest('base64url').slice(0, 32)}`;
    names.set(text, name);
    return name;
  };
  const renamed = (text: string, failed: string): string => {
    const name = names.get(text);
    return name === undefined || name === failed ? makeName(text, failed) : name; // another has found it out before
  };
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...parts: unknown[]) => unknown;
    client.query = ((...parts: unknown[]) => {
      const [text, values, ...rest] = parts;
      if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0 || values.length > MOST_VALUES || text.startsWith(PLANNED_ANEW))
        return query(...parts);
      const name = nameOf(text);
      if (name === undefined) return query(...parts);
      const sent = query({ name, text, values }, ...rest);
      if (!(sent instanceof Promise)) return sent;
      return sent.catch((error: unknown) => {
        if (!isPlanOutdated(error)) throw error;
        const next = renamed(text, name);
        if (client.getTransactionStatus() !== 'I') throw error; // whoever runs the transaction begins it again
        return query({ name: next, text, values }, ...rest);
      });
    }) as Query;
  });
  return pool;
}
