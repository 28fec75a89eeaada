import type pg from 'pg';

/**
 * The number of times that tables were read from beginning to end (by the table's name), and of rows that were read: of a table that way
 * ("rows of accounts"), and by an index ("rows of accounts by accounts_pkey").
 */
export type Reads = ReadonlyMap<string, number>;

/**
 * Returns all reads of the database so far. A connection reports its reads about once a second, when it ends, or when
 * `pg_stat_force_next_flush` asks for it.
 */
export async function countReads(client: pg.Client): Promise<Reads> {
  const { rows } = await client.query<{ name: string; count: string }>(`
    SELECT relname AS name, seq_scan AS count FROM pg_stat_user_tables
    UNION ALL SELECT 'rows of ' || relname, seq_tup_read FROM pg_stat_user_tables
    UNION ALL SELECT 'rows of ' || relname || ' by ' || indexrelname, idx_tup_read FROM pg_stat_user_indexes`);
  return new Map(rows.map(({ name, count }) => [name, Number(count)]));
}

/** Returns the reads that come on top of the others. */
export const readsSince = (others: Reads, reads: Reads): Reads =>
  new Map([...reads].map(([name, count]) => [name, count - (others.get(name) ?? 0)] as const).filter(([, count]) => count > 0));

/** Returns the rows that were read, by table and index, most first. */
export const rowsIn = (reads: Reads): [name: string, rows: number][] => [...reads].filter(([name]) => name.startsWith('rows of ')).sort((a, b) => b[1] - a[1]);

/** Tables that are read from beginning to end, with the reason why they stay small. */
const SMALL: Readonly<Record<string, string>> = {
  job_schedules: 'a row for each kind of job',
  installation: 'one row',
  server_processes: 'a row for each process',
  factor_ends: 'requests of one day',
  rehearsals: 'rehearsals of some hours',
  live_code_guesses: 'wrong codes of some minutes',
  dashboard_changes: 'changes of some minutes',
  dashboard_wanted: 'works that wait for their sums',
  jobs: 'work that waits',
  room_outbox: 'events that wait for their numbers',
  quota_buckets: 'a row for each limit of Google that was used within a day',
  zone_changes: 'schools that have just changed their zone',
  test_clock: 'the clock of tests',
};

/** Returns true for the name of such a table, or of its rows. */
export const isSmall = (name: string): boolean => Object.hasOwn(SMALL, name.replace(/^rows of /, '').split(' ')[0]!);
