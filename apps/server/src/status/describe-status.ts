import { existsSync, realpathSync } from 'node:fs';
import { openInstallation } from '../backup/index.ts';
import { withConnection } from '../backup/connection.ts';
import { type Config, environmentWith, readConfig } from '../platform/config.ts';
import { FolderInUse, lockDataFolder } from '../platform/data-folder.ts';
import { findBackupHours } from '../doctor/queries.ts';
import { listRunningStarts, type RunningStart } from '../startup/running-starts.ts';
import { hasRecord } from '../upgrade/index.ts';
import { askReady } from './ask-ready.ts';

export interface Status {
  isRunning: boolean;
  /** The facts as lines for a person. */
  lines: string[];
}

/** Describes what runs for an installation on this machine, as whom and how it is. Changes nothing. */
export async function describeStatus(config: Config): Promise<Status> {
  const starts = listRunningStarts(config);
  const places = [toLine('Database', describeDatabase(config)), toLine('Data folder', config.dataDir)];
  const upgrade = hasRecord(config.dataDir) ? [toLine('Upgrade', 'one is under way, or was interrupted; then the next start or upgrade ends it')] : [];
  if (starts.length === 0) {
    const hidden = await findHiddenHolder(config);
    return { isRunning: hidden !== null, lines: [hidden ?? 'Classwright is not running.', ...places, ...upgrade] };
  }
  const lines = ['Classwright is running.'];
  for (const start of starts) {
    const own = readConfig(environmentWith(start.settings));
    const keeper = start.unit === null ? '' : `, kept by ${start.unit}`;
    lines.push(toLine('Version', `${start.version}, process ${start.pid} (${roleOf(start, own)}), in ${start.folder}${keeper}`));
    const local = addressOf(start, own);
    if (local === null) continue;
    lines.push(toLine('Address', own.publicUrl === null ? local : `${own.publicUrl.origin}, here ${local}`));
    lines.push(toLine('Ready', await askReady(local)));
  }
  const hours = await readBackupHours(config);
  const backup =
    hours === undefined ? 'unknown, since the database cannot be asked' : hours === null ? 'none is known of' : `made ${Math.round(hours)} hours ago`;
  return { isRunning: true, lines: [...lines, ...places, toLine('Last backup', backup), ...upgrade] };
}

const toLine = (what: string, says: string): string => `${`${what}:`.padEnd(13)}${says}`;

function describeDatabase({ databaseUrl }: Config): string {
  if (databaseUrl === null) return 'the embedded one of the data folder';
  const { host, pathname, searchParams } = new URL(databaseUrl); // without its password
  return `${decodeURIComponent(pathname.slice(1))} on ${searchParams.get('host') ?? host}`;
}

function roleOf({ args }: RunningStart, { roles }: Config): string {
  const at = args.indexOf('--role');
  return at === -1 ? roles : (args[at + 1] ?? roles);
}

/** Returns the address of a process on this machine, or null for one that has none. */
function addressOf({ args }: RunningStart, { host, port, jobsPort }: Config): string | null {
  const own = args.includes('jobs') ? jobsPort : port;
  if (own === null || own === 0) return null;
  const here = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${here}:${own}`;
}

/** Returns the hours since the last backup, null for none, and undefined where the database cannot be asked. */
async function readBackupHours(config: Config): Promise<number | null | undefined> {
  try {
    const { connection, close } = await openInstallation(config);
    return await withConnection(connection, findBackupHours).finally(close);
  } catch {
    return undefined;
  }
}

/** Returns a sentence about a process that holds the data folder and belongs to another user, or null. */
async function findHiddenHolder({ dataDir, databaseUrl }: Config): Promise<string | null> {
  if (databaseUrl !== null || !existsSync(dataDir)) return null;
  try {
    await (await lockDataFolder(realpathSync(dataDir))).release();
    return null;
  } catch (error) {
    if (error instanceof FolderInUse) return error.message;
    throw error;
  }
}
