import { createHash } from 'node:crypto';
import pg from 'pg';

type Query = pg.PoolClient['query'];

/** The maximum number of named statements per process. Further statements have no name. */
const MOST_STATEMENTS = 400;
/** Statements with more values are lists of varying length: each length would be a separate statement. */
const MOST_VALUES = 24;

/**
 * Starts a statement whose best plan depends on its values, such as a search for parts of words. It has no name and is
 * planned each time. With a name PostgreSQL soon settles for one plan for all values.
 */
export const PLANNED_EACH_TIME = '/* planned anew */';

/**
 * Returns true when a table has changed under a statement that reads all its columns, for example because a newer
 * version started at the same time.
 */
export const isPlanOutdated = (error: unknown): boolean => (error as { routine?: string }).routine === 'RevalidateCachedQuery';

interface NamedStatement {
  name: string;
  text: string;
  values: unknown[];
}

/**
 * Sends a named statement. The driver copies a statement that is given to it as an object, property by property, which
 * takes longer than sending it: so the driver gets its own kind of object.
 */
function send(query: (...parts: unknown[]) => unknown, { name, text, values }: NamedStatement): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const callback = (error: Error | null, result: unknown): void => (error ? reject(error) : resolve(result));
    query(Object.assign(new pg.Query(text, values), { name, callback }));
  });
}

/**
 * Names every statement with values, so that each connection parses and plans it once and not on every call. A name
 * belongs to exactly one text. When its tables have changed, a statement gets another name and is sent again, unless
 * its transaction has failed. Returns `pool`, whose clients do so from now on.
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
      if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0 || values.length > MOST_VALUES || text.startsWith(PLANNED_EACH_TIME))
        return query(...parts);
      const name = nameOf(text);
      if (name === undefined) return query(...parts);
      if (rest.length > 0) return query({ name, text, values }, ...rest);
      return send(query, { name, text, values }).catch((error: Error) => {
        Error.captureStackTrace(error); // leads to the caller, as the driver's own does
        if (!isPlanOutdated(error)) throw error;
        const next = renamed(text, name);
        if (client.getTransactionStatus() !== 'I') throw error; // the caller of the transaction starts it again
        return query({ name: next, text, values });
      });
    }) as Query;
  });
  return pool;
}
