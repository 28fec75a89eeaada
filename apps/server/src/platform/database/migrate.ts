import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { StartRefusal } from '../start-refusal.ts';
import { type Migration, readMigrations } from './migrations.ts';

export interface MigrationOutcome {
  /** The migrations that this process applied. Empty when another process was first or there was nothing to do. */
  applied: Migration[];
  /** True when this process created the installation: the first start on this database. */
  isFirstStart: boolean;
}

export interface MigrateOptions {
  /** Called with a message when a person has to wait for long. */
  onWait?: (message: string) => void;
  /** Called with the share of the migrations that are applied, from 0 to 1. */
  onProgress?: (share: number) => void;
  /** The number of tries to lock the tables that a migration changes. */
  lockTries?: number;
  /** The maximum wait for leases of killed processes to expire. */
  leasePatienceMs?: number;
}

const TELL_AFTER_MS = 3_000;
/**
 * A migration that waits for a table makes everybody behind it wait too, including readers. So each try is short, and
 * those who waited go first before the next try.
 */
const LOCK_TIMEOUT_SECONDS = 5;
const BETWEEN_TRIES_MS = 2_000;
const LOCK_TRIES = 12;
/** A time longer than the lease of a killed process. */
const LEASE_PATIENCE_MS = 8_000;
const LEASE_LOOK_MS = 250;
const NO_LOCK = '55P03';

/**
 * Any fixed number works: it only has to be the same in every process that migrates this database, or waits for that.
 */
export const migrationLock = 4_202_411_707;
const oldestPostgres = 150_000;

/**
 * Migrates a database to the newest schema of this version and creates the installation row, with its secrets, the
 * first time. Each migration is one transaction; a lock makes processes that start together take turns. `client` must
 * be a separate connection, not one of a pool. @throws StartRefusal, before anything is changed, when the database is
 * not ours, is newer than this version, was migrated by files that have been edited since, or when processes of the
 * previous version run that a migration has to stop
 */
export async function migrate(
  client: pg.Client,
  migrations: readonly Migration[] = readMigrations(),
  { onWait = () => undefined, onProgress = () => undefined, lockTries = LOCK_TRIES, leasePatienceMs = LEASE_PATIENCE_MS }: MigrateOptions = {},
): Promise<MigrationOutcome> {
  await requireUsableServer(client);
  if (await isUpToDate(client, migrations)) return { applied: [], isFirstStart: false }; // also while a backup keeps the schema as it is
  await takeTurn(client, onWait);
  try {
    const done = await readHistory(client);
    compareHistory(done, migrations);
    const applied = migrations.slice(done.length);
    const stopping = applied.find(needsStop);
    if (stopping && done.length > 0) await requireNoProcess(client, stopping, onWait, leasePatienceMs);
    for (const [index, migration] of applied.entries()) {
      await patiently(migration, onWait, lockTries, () => apply(client, migration));
      onProgress((index + 1) / applied.length);
    }
    return { applied, isFirstStart: await createInstallation(client) };
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined); // a lost connection has released it
  }
}

/**
 * Returns how many migrations `migrate` would apply, and whether processes of the previous version must stop for them.
 * Changes nothing. @throws StartRefusal as `migrate`
 */
export async function planMigrations(
  client: pg.Client,
  migrations: readonly Migration[] = readMigrations(),
): Promise<{ pending: number; needsStop: boolean; isEmpty: boolean }> {
  await requireUsableServer(client);
  const done = await readHistory(client);
  compareHistory(done, migrations);
  const applied = migrations.slice(done.length);
  return { pending: applied.length, needsStop: done.length > 0 && applied.some(needsStop), isEmpty: done.length === 0 };
}

async function requireUsableServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; number: number; encoding: string; read_only: boolean }>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
            current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS read_only`,
  );
  const server = rows[0]!;
  if (server.number < oldestPostgres) throw new StartRefusal(`The database server is PostgreSQL ${server.version}. Classwright needs version 15 or newer.`);
  if (server.encoding !== 'UTF8')
    throw new StartRefusal(`The database stores text as ${server.encoding}. Create one with the encoding UTF8 and name it in DATABASE_URL.`);
  if (server.read_only) throw new StartRefusal('The database in DATABASE_URL is a read-only replica. Name the primary server instead.');
}

async function takeTurn(client: pg.Client, onWait: (message: string) => void): Promise<void> {
  const timer = setTimeout(onWait, TELL_AFTER_MS, 'Waiting for another process that is changing this database, or saving it.');
  try {
    await client.query(`SET lock_timeout = '60s'`);
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await client.query(`SET lock_timeout = '${LOCK_TIMEOUT_SECONDS}s'`);
  } catch (error) {
    if ((error as { code?: string }).code === NO_LOCK)
      throw new StartRefusal('Another process has been changing this database, or saving it, for a minute. Start again when it is done.');
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns true when processes of the previous version must stop. They keep running during this migration unless its
 * first line is `-- stop: every process`.
 */
const needsStop = ({ sql }: Migration): boolean => sql.startsWith('-- stop: every process\n');

/**
 * Requires that no process runs: those that do started before this migration, so they are of another version. Call it
 * while nobody else migrates.
 */
async function requireNoProcess(client: pg.Client, { name }: Migration, onWait: (message: string) => void, patienceMs: number): Promise<void> {
  const listProcesses = async (): Promise<string[]> => {
    const { rows: known } = await client.query<{ known: boolean }>("SELECT to_regclass('server_processes') IS NOT NULL AS known");
    if (!known[0]!.known) return [];
    const { rows } = await client.query<{ process: string }>(
      "SELECT role || ' of version ' || version || ' on ' || host AS process FROM server_processes WHERE lease_until > clock_timestamp() ORDER BY id",
    );
    return rows.map(({ process }) => process);
  };
  for (let waitedMs = 0; ; waitedMs += LEASE_LOOK_MS) {
    const running = await listProcesses();
    if (running.length === 0) return;
    if (waitedMs === 0) onWait('This version changes the database so that processes of the one before cannot go on. Waiting for them to end.');
    if (waitedMs >= patienceMs)
      throw new StartRefusal(
        `Processes of another version are running on this database (${running.join(', ')}), and they cannot go on with what this version changes (${name.replaceAll('_', ' ')}). Stop every process of Classwright, then start again. Nothing has been changed.`,
      );
    await sleep(LEASE_LOOK_MS);
  }
}

/**
 * Tries again while others hold the tables that a migration changes. Reports that, and also when the migration itself
 * takes long.
 */
async function patiently(migration: Migration, onWait: (message: string) => void, tries: number, work: () => Promise<void>): Promise<void> {
  const timer = setTimeout(onWait, TELL_AFTER_MS, `Bringing the database to this version (${migration.name.replaceAll('_', ' ')}). This may take a while.`);
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if ((error as { cause?: { code?: string } }).cause?.code !== NO_LOCK) throw error;
        if (attempt >= tries)
          throw new StartRefusal(
            `The database cannot be brought to this version: other programs keep using tables that change (${migration.name.replaceAll('_', ' ')}). End them, a backup or a report perhaps, and start again.`,
          );
        if (attempt === 1) onWait('Waiting for other programs to let go of tables that this version changes.');
        await sleep(BETWEEN_TRIES_MS);
      }
    }
  } finally {
    clearTimeout(timer);
  }
}

async function isUpToDate(client: pg.Client, migrations: readonly Migration[]): Promise<boolean> {
  const done = await readHistory(client);
  compareHistory(done, migrations);
  return done.length > 0 && done.length === migrations.length && (await client.query('SELECT 1 FROM installation')).rowCount === 1;
}

interface DoneMigration {
  version: number;
  name: string;
  checksum: string;
}

/**
 * Returns the migrations applied here; empty for an empty database. @throws StartRefusal for a database that is not
 * ours
 */
async function readHistory(client: pg.Client): Promise<DoneMigration[]> {
  const { rows } = await client.query<{ relname: string }>(
    `SELECT c.relname FROM pg_class c
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e') ORDER BY c.relname`,
  );
  const tables = new Set(rows.map((row) => row.relname));
  if (tables.size === 0) return [];
  const foreign = `The database holds tables that are not Classwright's (${rows[0]!.relname}, for one). Create an empty database and name it in DATABASE_URL.`;
  if (!tables.has('installation') || !tables.has('schema_migrations')) throw new StartRefusal(foreign);
  try {
    const products = await client.query<{ product: string }>('SELECT product FROM installation');
    if (products.rows.some((row) => row.product !== 'classwright')) throw new StartRefusal(foreign);
    return (await client.query<DoneMigration>('SELECT version, name, checksum FROM schema_migrations ORDER BY version')).rows;
  } catch (error) {
    if ((error as { code?: string }).code === '42703') throw new StartRefusal(foreign); // tables of the same names with other columns
    throw error;
  }
}

function compareHistory(done: readonly DoneMigration[], known: readonly Migration[]): void {
  const newest = done.at(-1);
  if (newest && newest.version > known.length) {
    throw new StartRefusal(
      `The database was made by a newer version of Classwright (its schema is at ${newest.version}, this version knows ${known.length}). Start that version, or restore a backup made before the upgrade.`,
    );
  }
  done.forEach((row, index) => {
    const migration = known[index]!;
    if (row.version !== migration.version || row.checksum !== migration.checksum) {
      throw new StartRefusal(
        `The migration ${String(row.version).padStart(4, '0')}_${row.name}.sql has been changed since this database applied it. Put the original file back; a change belongs in a new migration.`,
      );
    }
  });
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    if (migration.version === 1) {
      await client.query(
        'CREATE TABLE schema_migrations (version integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT clock_timestamp())',
      );
    }
    await client.query(migration.sql);
    await client.query('INSERT INTO schema_migrations (version, name, checksum) VALUES ($1, $2, $3)', [migration.version, migration.name, migration.checksum]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw new Error(`migration ${migration.version} (${migration.name}) failed and was rolled back`, { cause: error });
  }
}

async function createInstallation(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    'INSERT INTO installation (realtime_key, realtime_secret, link_secret) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING',
    [randomBytes(10).toString('hex'), randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')],
  );
  return rowCount === 1;
}
