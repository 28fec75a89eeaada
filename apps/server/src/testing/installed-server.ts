import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import type { TestPostgres } from './postgres.ts';

/** A server that somebody else runs: at the address in the usual variables, or on this machine. */
const installed: TestPostgres['connection'] = {
  host: process.env.PGHOST || '127.0.0.1',
  port: Number(process.env.PGPORT || 5432),
  user: process.env.PGUSER || 'postgres',
  ...(process.env.PGPASSWORD ? { password: process.env.PGPASSWORD } : {}),
};

/**
 * Returns that server when we can create databases on it and `pg_dump` of its major version is installed. Otherwise
 * null.
 */
export async function findInstalledServer(): Promise<TestPostgres['connection'] | null> {
  const client = new pg.Client({ ...installed, database: 'postgres', connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    const { stdout } = await promisify(execFile)('pg_dump', ['--version']);
    await client.connect();
    const { rows } = await client.query<{ ok: boolean; version: string }>(
      "SELECT rolsuper AS ok, current_setting('server_version') AS version FROM pg_roles WHERE rolname = current_user",
    );
    return rows[0]?.ok === true && major(stdout) === major(rows[0].version) ? installed : null;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const major = (text: string): string | undefined => /(\d+)[.\d]*/.exec(text)?.[1];
