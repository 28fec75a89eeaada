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

/**
 * Gives every statement with values a name, so that each connection parses and plans it once and not on every call.
 * A name stands for exactly one text. Returns `pool`, whose clients do so from now on.
 */
export function nameStatements(pool: pg.Pool): pg.Pool {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MOST_STATEMENTS) return known;
    const name = `cw_${createHash('sha256').update(text).digest('base64url').slice(0, 32)}`;
    names.set(text, name);
    return name;
  };
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...parts: unknown[]) => unknown;
    client.query = ((...parts: unknown[]) => {
      const [text, values, ...rest] = parts;
      if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0 || values.length > MOST_VALUES || text.startsWith(PLANNED_ANEW))
        return query(...parts);
      const name = nameOf(text);
      return name === undefined ? query(...parts) : query({ name, text, values }, ...rest);
    }) as Query;
  });
  return pool;
}
