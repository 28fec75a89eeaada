import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { openInstallation } from '../backup/index.ts';
import { withConnection } from '../backup/connection.ts';
import { estimateBytes } from '../backup/queries.ts';
import { dataSteps } from '../data-steps.ts';
import type { Config } from '../platform/config.ts';
import { findPlace } from '../platform/database/embedded/place.ts';
import { planMigrations } from '../platform/database/migrate.ts';
import { type Migration, readMigrations } from '../platform/database/migrations.ts';
import { readFreeBytes } from '../platform/disk-space.ts';
import { StartRefusal } from '../platform/start-refusal.ts';
import { countMigrations, listDoneSteps, listSizes, readDatabaseBytes } from './queries.ts';
import { sizeOfCluster } from './set-aside.ts';

export interface UpgradePlan {
  /** The migrations that the database has. */
  migrations: number;
  pending: number;
  pendingDataSteps: number;
  /** True when processes of the old version cannot go on with what the migrations change. */
  needsStop: boolean;
  /** The seconds for which nobody is served, estimated from sizes. */
  stopSeconds: number;
  /** The folder of the embedded database, or null. */
  cluster: string | null;
  /** The free space that each folder's disk needs, in bytes. */
  needs: { folder: string; bytes: number; what: string }[];
}

/** The bytes that an ordinary disk and processor handle in a second, on the careful side. */
const COPIED_A_SECOND = 150e6;
const MIGRATED_A_SECOND = 30e6;
const BACKED_UP_A_SECOND = 15e6;
const SECONDS_A_MIGRATION = 0.05;
const START_SECONDS = 8;
/** The room that stays free on each disk. */
const RESERVE_BYTES = 100e6;

/**
 * Reads how far the installation's data is from this version. Changes nothing. @throws StartRefusal for a database that is
 * newer than this version, or is not ours, or is empty
 */
export async function planUpgrade(config: Config): Promise<UpgradePlan> {
  const { connection, close } = await openInstallation(config);
  try {
    return await withConnection(connection, (client) => plan(client, config));
  } finally {
    await close();
  }
}

type Client = Parameters<Parameters<typeof withConnection>[1]>[0];

async function plan(client: Client, config: Config): Promise<UpgradePlan> {
  const { pending, needsStop, isEmpty } = await planMigrations(client);
  if (isEmpty) throw new StartRefusal('The database is empty, so there is nothing to upgrade. Start this version; it makes a new school.');
  const migrations = await countMigrations(client);
  const done = new Set(await listDoneSteps(client));
  const pendingDataSteps = dataSteps.filter(({ name }) => !done.has(name)).length;
  const cluster = config.databaseUrl === null ? findPlace(realpathSync(config.dataDir)).cluster : null;
  const [backupBytes, databaseBytes, sizes] = [await estimateBytes(client), await readDatabaseBytes(client), await listSizes(client)];
  const touched = sumTouched(readMigrations().slice(migrations), sizes) + (pendingDataSteps === 0 ? 0 : databaseBytes / 4);
  const clusterBytes = cluster === null ? 0 : await sizeOfCluster(cluster);
  const aside = cluster === null ? backupBytes / BACKED_UP_A_SECOND : clusterBytes / COPIED_A_SECOND;
  return {
    migrations,
    pending,
    pendingDataSteps,
    needsStop,
    stopSeconds: Math.ceil(START_SECONDS + aside + pending * SECONDS_A_MIGRATION + touched / MIGRATED_A_SECOND),
    cluster,
    needs: [
      { folder: config.backups.folder, bytes: backupBytes, what: 'the backup' },
      ...(cluster === null ? [] : [{ folder: dirname(cluster), bytes: clusterBytes + touched, what: 'a copy of the database and its migration' }]),
    ],
  };
}

/** Returns the bytes of the tables that migrations read or change. */
export function sumTouched(pending: readonly Pick<Migration, 'sql'>[], sizes: ReadonlyMap<string, number>): number {
  const named = /\b(?:ALTER\s+TABLE(?:\s+ONLY)?(?:\s+IF\s+EXISTS)?|UPDATE(?:\s+ONLY)?|INSERT\s+INTO|DELETE\s+FROM|FROM|JOIN|ON)\s+"?([a-z_][a-z0-9_]*)/gi;
  let bytes = 0;
  for (const { sql } of pending) {
    const tables = new Set([...sql.matchAll(named)].map(([, name]) => name!.toLowerCase()));
    for (const table of tables) bytes += sizes.get(table) ?? 0;
  }
  return bytes;
}

/** Requires the space that a plan needs, before anything is changed. Folders of one disk need the sum. @throws StartRefusal */
export async function requireSpace({ needs }: UpgradePlan): Promise<void> {
  const disks = new Map<number, { folder: string; bytes: number; what: string[] }>();
  for (const { folder, bytes, what } of needs) {
    const there = nearestFolder(folder);
    const { dev } = statSync(there);
    const disk = disks.get(dev) ?? { folder: there, bytes: RESERVE_BYTES, what: [] };
    disks.set(dev, { ...disk, bytes: disk.bytes + bytes, what: [...disk.what, what] });
  }
  for (const { folder, bytes, what } of disks.values()) {
    const free = await readFreeBytes(folder);
    if (free < bytes)
      throw new StartRefusal(
        `The disk with ${folder} has ${toMegabytes(free)} MB free, but ${toMegabytes(bytes)} MB are needed for ${what.join(' and ')}. Make room, or name a folder on another disk in BACKUP_DIR. Nothing has been changed.`,
      );
  }
}

const toMegabytes = (bytes: number): number => Math.ceil(bytes / 1e6);

function nearestFolder(folder: string): string {
  let above = folder;
  while (!existsSync(above)) above = dirname(above);
  return above;
}

/** Returns the plan as sentences for a person. */
export function describePlan(plan: UpgradePlan): string[] {
  const { pending, pendingDataSteps, needsStop, stopSeconds, cluster } = plan;
  const steps = [count(pending, 'migration'), ...(pendingDataSteps > 0 ? [count(pendingDataSteps, 'change of rows', 'changes of rows')] : [])].join(' and ');
  const change = pending + pendingDataSteps === 0 ? 'The database needs no change.' : `The database needs ${steps}.`;
  const why = cluster === null ? 'so that a way back loses nothing' : 'since its database has one owner';
  const stop = needsStop
    ? `It needs a stop of about ${stopSeconds} s: processes of the version before cannot go on with the new database.`
    : `It is rolling: old processes of other machines may go on. The one here is stopped for about ${stopSeconds} s, ${why}.`;
  const space = plan.needs.map(({ folder, bytes, what }) => `${what} ${toMegabytes(bytes)} MB in ${folder}`).join(', ');
  return [change, stop, `It needs space: ${space}.`];
}

const count = (n: number, one: string, other = `${one}s`): string => `${n} ${n === 1 ? one : other}`;
