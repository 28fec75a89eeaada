import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { leaveLine } from '../archive/index.ts';
import { bringRows, filesFolder, readManifest, readSums } from '../backup/index.ts';
import { withConnection } from '../backup/connection.ts';
import { createFileStorage } from '../modules/school/files/index.ts';
import type { Config } from '../platform/config.ts';
import type { Progress } from '../platform/progress.ts';
import { stopGroup, stopStarts } from '../startup/stop-starts.ts';
import { launch, untilReady } from './launch.ts';
import { countMigrations, emptySchema } from './queries.ts';
import { ownFolder, removeRecord, type Step, type UpgradeRecord, writeRecord } from './record.ts';
import { listRunningStarts } from '../startup/running-starts.ts';
import { forgetAside, putAsideBack } from './set-aside.ts';

/** The two ways to say how an upgrade goes. */
export interface Speaker {
  say: Progress['say'];
  /** Called with the title of a work and the share that is done, from 0 to 1. */
  onProgress: Progress['show'];
}

const OLD_LIMIT_MS = 180_000;

/**
 * Brings the data of before back, from any step of an upgrade. A repetition after a kill does the rest. Returns
 * the record, whose step is then `restored`.
 */
export async function bringDataBack(record: UpgradeRecord, config: Config, { say, onProgress }: Speaker): Promise<UpgradeRecord> {
  if (record.step === 'restored') return record;
  const failedAt = record.failedAt ?? record.step;
  const going: UpgradeRecord = { ...record, step: 'back', failedAt };
  writeRecord(config.dataDir, going);
  if (failedAt === 'start') {
    for (const pid of record.launched) await stopGroup(pid, record.new.folder);
    await stopStarts(config, ({ folder }) => folder === record.new.folder);
  }
  if (await mayHaveChanged(going, failedAt, config)) {
    say(`Bringing the data back as it was before the upgrade${record.cluster === null ? `, from the backup ${record.backup}` : ''}.`);
    if (record.cluster === null) await refillOwnServer(record, config, onProgress);
    await bringFilesBack(record, config);
  }
  if (record.cluster !== null) {
    const isUnchanged = !comesAfter(failedAt, 'aside');
    if (!isUnchanged) leaveLine(config.dataDir, record.cluster);
    putAsideBack(record.cluster, isUnchanged);
  }
  removeUnfinished(record);
  const restored: UpgradeRecord = { ...going, step: 'restored' };
  writeRecord(config.dataDir, restored);
  return restored;
}

const order: readonly Step[] = ['backup', 'stop', 'aside', 'migrate', 'start'];
const comesAfter = (step: Step, other: Step): boolean => order.indexOf(step) > order.indexOf(other);

/** Returns false while the database is certainly as it was: each migration is one transaction. */
async function mayHaveChanged(record: UpgradeRecord, failedAt: Step, config: Config): Promise<boolean> {
  if (!comesAfter(failedAt, 'aside')) return false;
  if (failedAt === 'start' || record.hasDataSteps || record.cluster !== null) return true;
  return (await withConnection(connectionOf(config), countMigrations).catch(() => null)) !== record.migrations;
}

const connectionOf = (config: Config): string => (config.databaseDirectUrl ?? config.databaseUrl) as string;

/** Empties a server of one's own and fills it from the backup. A repetition begins from nothing. */
async function refillOwnServer({ backup }: UpgradeRecord, config: Config, onProgress: Speaker['onProgress']): Promise<void> {
  await withConnection(connectionOf(config), async (client) => {
    await emptySchema(client);
    await bringRows(client, backup, readManifest(backup), (share) => onProgress('Restoring the rows', share));
  });
}

/** Brings files back that the new version has deleted while it started. */
async function bringFilesBack({ backup }: UpgradeRecord, config: Config): Promise<void> {
  const storage = createFileStorage(config.dataDir, config.s3);
  for (const [path] of readSums(backup)) {
    if (!path.startsWith(`${filesFolder}/`)) continue;
    const key = path.slice(filesFolder.length + 1);
    const found = await storage.read(key, { start: 0, end: 0 });
    if (found) found.destroy();
    else await storage.putBack(key, join(backup, path));
  }
}

function removeUnfinished({ backup }: UpgradeRecord): void {
  const folder = dirname(backup);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) if (name.startsWith(`${basename(backup)}.unfinished-`)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Starts the old version again where it ran before, and waits until it is ready. Returns sentences about problems. */
export async function startOldAgain(record: UpgradeRecord, config: Config, say: (sentence: string) => void): Promise<string[]> {
  const problems: string[] = [];
  const missing = listRunningStarts(config).length === 0 ? record.starts : [];
  for (const start of missing) {
    try {
      const launched = launch(record.old.folder, start, config.dataDir);
      await untilReady(launched, record.old.version, config.dataDir, { limitMs: OLD_LIMIT_MS, check: () => undefined });
      say(`The version ${record.old.version} serves again (process ${launched.child.pid}).`);
    } catch (error) {
      problems.push(`${(error as Error).message} Start the version ${record.old.version} in ${record.old.folder}: its data is as it was.`);
    }
  }
  removeRecord(config.dataDir);
  return problems;
}

/** Ends an upgrade whose new version has served: nothing goes back from there. */
export function finishForward({ cluster }: UpgradeRecord, dataDir: string): void {
  if (cluster !== null) forgetAside(cluster);
  removeRecord(dataDir);
}

/** True when this program is of the version that was installed before. */
export const isOld = ({ old }: UpgradeRecord): boolean => old.folder === ownFolder;
