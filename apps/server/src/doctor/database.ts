import type pg from 'pg';
import { MUCH_DRIFT_MS } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { FRESH_BACKUP_SECONDS } from '../backup/index.ts';
import { planMigrations } from '../platform/database/migrate.ts';
import { type Finding, bad, good, sizeText, unsure } from './finding.ts';
import { findBackupHours, listLargestTables, readServer } from './queries.ts';

/** The connections of each process next to those that its calls share. */
const MORE_CONNECTIONS = 8;

/** Examines the database to which a client is connected. @throws StartRefusal where a start would be refused */
export async function examineDatabase(client: pg.Client, config: Pick<Config, 'databaseConnections' | 'databaseUrl' | 'isProduction'>): Promise<Finding[]> {
  const { pending, needsStop, isEmpty } = await planMigrations(client);
  const server = await readServer(client);
  const findings = [good('Database', `PostgreSQL ${server.version}, ${server.database}, ${sizeText(server.bytes)}`)];
  if (!server.may_create) findings.push(bad('Database', 'the user may not create tables in it', 'Make the user of DATABASE_URL the owner of the database.'));
  findings.push(describePlan(pending, needsStop, isEmpty), examineConnections(server, config.databaseConnections), examineClock(server.ahead_ms));
  if (isEmpty) return findings;
  const largest = (await listLargestTables(client, 3)).map(({ name, bytes }) => `${name} ${sizeText(bytes)}`).join(', ');
  findings.push(good('Sizes', `the largest tables are ${largest}`));
  if (pending === 0) findings.push(examineBackup(await findBackupHours(client), config.isProduction));
  return findings;
}

function describePlan(pending: number, needsStop: boolean, isEmpty: boolean): Finding {
  if (isEmpty) return good('Version', 'the database is empty; the first start fills it');
  if (pending === 0) return good('Version', 'the database is at this version');
  const steps = pending === 1 ? 'one step' : `${pending} steps`;
  return needsStop
    ? unsure(
        'Version',
        `the next start upgrades the database in ${steps}, for which every process has to stop`,
        'Run npm run upgrade in the folder of this version: it makes a backup, stops and starts, and goes back if that fails.',
      )
    : unsure(
        'Version',
        `the next start upgrades the database in ${steps}, while processes of before go on`,
        'Run npm run upgrade in the folder of this version: it makes a backup first, and goes back if that fails.',
      );
}

function examineConnections({ max_connections, open_connections }: { max_connections: number; open_connections: number }, ofCalls: number): Finding {
  const needed = ofCalls + MORE_CONNECTIONS;
  const says = `the server has ${max_connections}, of which ${open_connections} are open, and each process needs up to ${needed}`;
  return max_connections - open_connections < needed
    ? unsure('Connections', says, 'Raise max_connections of the server, or lower DATABASE_CONNECTIONS.')
    : good('Connections', says);
}

function examineClock(aheadMs: number): Finding {
  const seconds = (Math.abs(aheadMs) / 1000).toFixed(1);
  return Math.abs(aheadMs) >= MUCH_DRIFT_MS
    ? unsure('Clock', `that of the database differs from this machine’s by ${seconds} s`, 'Let both follow a time server (chrony or systemd-timesyncd).')
    : good('Clock', `that of the database agrees with this machine’s to ${seconds} s`);
}

function examineBackup(hours: number | null, isProduction: boolean): Finding {
  const remedy = 'Run npm run backup -- folder each night, as Backup and restore in docs/operations.md says.';
  if (hours === null) return isProduction ? bad('Backup', 'none is known of', remedy) : good('Backup', 'none is known of; trials need none');
  const says = `the last one was made ${Math.round(hours)} hours ago`;
  return hours * 3600 > FRESH_BACKUP_SECONDS ? unsure('Backup', says, remedy) : good('Backup', says);
}
