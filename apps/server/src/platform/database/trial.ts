import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type pg from 'pg';
import type { Db } from './connect.ts';
import type { Database } from './schema.gen.ts';

/** A database handle whose statements all run in one transaction that is rolled back. */
interface Trial {
  db: Db;
  /**
   * Runs work on this connection, and rolls everything back at the end, also when the work fails. Transactions of the work
   * are savepoints, and those that run at the same time share one. So the trial is for work that succeeds: after a
   * failure its data is of no use. Only one work runs at a time.
   */
  on: <T>(client: pg.PoolClient, work: () => Promise<T>) => Promise<T>;
}

/** The statements of transactions, which are savepoints here. A release ends the newest of the name. */
const SAVEPOINT_OF: Readonly<Record<string, string>> = {
  begin: 'SAVEPOINT trial',
  commit: 'RELEASE SAVEPOINT trial',
  rollback: 'ROLLBACK TO SAVEPOINT trial',
};

/** Creates a handle for trials. Outside of `on` its statements fail. */
export function createTrial(): Trial {
  let client: pg.PoolClient | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  const runQuery = async (text: unknown, ...rest: unknown[]): Promise<unknown> => {
    if (client === null) throw new Error('a statement of a trial ran after its end');
    const asked = typeof text === 'string' ? (SAVEPOINT_OF[text] ?? text) : text;
    return (client.query as (...parts: unknown[]) => unknown).call(client, asked, ...rest);
  };
  const query = (...parts: [unknown, ...unknown[]]): Promise<unknown> => {
    const mine = turn.then(() => runQuery(...parts));
    turn = mine.catch(() => undefined);
    return mine;
  };
  const pool = { connect: async () => ({ query, release: () => undefined }), end: async () => undefined };
  return {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }) }),
    async on(used, work) {
      await used.query('BEGIN');
      client = used;
      try {
        return await work();
      } finally {
        await turn;
        client = null;
        await used.query('ROLLBACK');
      }
    },
  };
}
