import type pg from 'pg';

/** Begins a copy of the cluster's files. The same connection must end it. Returns the first file of the log that it needs. */
export async function beginBase(client: pg.Client): Promise<string> {
  await client.query('SET statement_timeout = 0');
  const { rows } = await client.query<{ segment: string }>(`SELECT pg_walfile_name(pg_backup_start('classwright archive', true)) AS segment`);
  return rows[0]!.segment;
}

/** Ends the copy. Returns the file by which PostgreSQL knows where to begin, and the last file of the log that the copy needs. */
export async function endBase(client: pg.Client): Promise<{ label: string; segment: string }> {
  const { rows } = await client.query<{ label: string; segment: string }>(
    'SELECT labelfile AS label, pg_walfile_name(lsn) AS segment FROM pg_backup_stop(false)',
  );
  return rows[0]!;
}

/** Returns the id of the installation and the length of a file of the log. */
export async function readCluster(client: pg.Client): Promise<{ installation: string | null; segmentBytes: number }> {
  const { rows } = await client.query<{ known: boolean; segment_bytes: string }>(
    `SELECT to_regclass('public.installation') IS NOT NULL AS known, pg_size_bytes(current_setting('wal_segment_size')) AS segment_bytes`,
  );
  const segmentBytes = Number(rows[0]!.segment_bytes);
  if (!rows[0]!.known) return { installation: null, segmentBytes };
  const { rows: ids } = await client.query<{ id: string }>('SELECT id::text FROM public.installation');
  return { installation: ids[0]?.id ?? null, segmentBytes };
}

export interface NewFile {
  id: number;
  key: string;
  /** Its age is beyond that of any transaction that still runs. */
  isSettled: boolean;
}

/** Returns files after an id, in the order of their ids. */
export async function listFilesAfter(client: pg.Client, id: number, limit: number): Promise<NewFile[]> {
  const { rows } = await client.query<{ id: string; key: string; settled: boolean }>(
    `SELECT id, storage_key AS key, created_at < statement_timestamp() - interval '10 minutes' AS settled FROM files WHERE id > $1 ORDER BY id LIMIT $2`,
    [id, limit],
  );
  return rows.map((row) => ({ id: Number(row.id), key: row.key, isSettled: row.settled }));
}

/** Returns the number of uploaded files. */
export async function countFiles(client: pg.Client): Promise<number> {
  return Number((await client.query<{ count: string }>('SELECT count(*) FROM files')).rows[0]!.count);
}

/** Returns the moment of the last change that a recovery has brought back. Null: none was. */
export async function getRecoveredMoment(client: pg.Client): Promise<Date | null> {
  return (await client.query<{ at: Date | null }>('SELECT pg_last_xact_replay_timestamp() AS at')).rows[0]!.at;
}
