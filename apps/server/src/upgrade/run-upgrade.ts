import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openInstallation, recordRun, verifyBackup, writeBackup } from '../backup/index.ts';
import { withConnection } from '../backup/connection.ts';
import { dataSteps } from '../data-steps.ts';
import { createFileStorage } from '../modules/school/files/index.ts';
import { type Config, environmentWith, readConfig } from '../platform/config.ts';
import { lockDataFolder, lockUpgrade } from '../platform/data-folder.ts';
import { connect, runDataSteps } from '../platform/database/index.ts';
import { toFolderName } from '../platform/folder-names.ts';
import { StartRefusal } from '../platform/start-refusal.ts';
import { openDatabase } from '../startup/open-database.ts';
import { readVersion } from '../startup/version.ts';
import { bringDataBack, finishForward, type Speaker, startOldAgain } from './go-back.ts';
import { stopStarts } from '../startup/stop-starts.ts';
import { launch, outputFile, untilReady } from './launch.ts';
import { describePlan, planUpgrade, requireSpace, type UpgradePlan } from './plan.ts';
import { listLeases } from './queries.ts';
import { ownFolder, readRecord, type Step, type UpgradeRecord, writeRecord } from './record.ts';
import { listRunningStarts, readVersionOf, type RunningStart } from '../startup/running-starts.ts';
import { setAside } from './set-aside.ts';

/** A time longer than the lease of a killed process. */
const LEASE_PATIENCE_MS = 8_000;
const LEASE_LOOK_MS = 500;

export interface UpgradeRequest extends Speaker {
  config: Config;
  /** The folder of the installed version, or null to find it from a running process. */
  old: string | null;
  /** True to say what an upgrade would do, and do nothing. */
  isPlan: boolean;
  /** The maximum time for the new version to become ready. */
  readyLimitMs: number;
  /** The moment that names the backup. */
  startedAt: Date;
  /** @throws when a person has stopped the upgrade */
  check: () => void;
}

/**
 * Upgrades an installation to this version. On any failure it returns to the old version and its data. Returns true when
 * the new version serves, or nothing was to do, and false after a way back, whose reason it has printed. @throws StartRefusal when
 * nothing was changed
 */
export async function runUpgrade(request: UpgradeRequest): Promise<boolean> {
  const { config, say } = request;
  if (config.databaseUrl === null && !existsSync(config.dataDir))
    throw new StartRefusal(`There is no installation in ${config.dataDir}. Name its folder in DATA_DIR, or its database in DATABASE_URL.`);
  mkdirSync(config.dataDir, { recursive: true });
  const lock = await lockUpgrade(config.dataDir);
  try {
    const left = readRecord(config.dataDir);
    if (left && request.isPlan)
      throw new StartRefusal('An upgrade was interrupted. Run this one without --plan: it ends the interrupted one first. Nothing has been changed.');
    if (left) return await finishInterrupted(left, request);
    const starts = listRunningStarts(config);
    const effective = adopt(config, starts, say);
    const plan = await planUpgrade(effective);
    for (const sentence of describePlan(plan)) say(sentence);
    if (isNothingToDo(plan, starts)) {
      say(`There is nothing to do: the data is of the version ${readVersion()} already.`);
      return true;
    }
    await requireSpace(plan);
    if (request.isPlan) {
      say('There is room enough. Nothing has been changed.');
      return true;
    }
    requireNoUnit(starts);
    const old = findOld(request.old, starts);
    return await upgrade(makeRecord(plan, old, starts, effective, request.startedAt), { ...request, config: effective });
  } finally {
    await lock.release();
  }
}

/** Takes over settings of the processes that run, where this one's environment does not name them. */
function adopt(config: Config, starts: readonly RunningStart[], say: (sentence: string) => void): Config {
  const [first] = starts;
  if (!first) return config;
  say(
    `The version ${first.version} runs in ${first.folder} (${starts.map(({ pid, args }) => [`process ${pid}`, ...args].join(' ')).join(', ')}); its settings are taken over.`,
  );
  return readConfig(environmentWith({ ...first.settings, DATA_DIR: config.dataDir }));
}

const isNothingToDo = ({ pending, pendingDataSteps }: UpgradePlan, starts: readonly RunningStart[]): boolean =>
  pending + pendingDataSteps === 0 && starts.every(({ folder, version }) => folder === ownFolder || version === readVersion());

function requireNoUnit(starts: readonly RunningStart[]): void {
  const units = [...new Set(starts.flatMap(({ unit }) => unit ?? []))];
  if (units.length > 0)
    throw new StartRefusal(
      `systemd keeps it running (${units.join(', ')}) and would start the old version again. Stop it first: systemctl stop ${units.join(' ')}. Then upgrade, and start the units with the new version. Nothing has been changed.`,
    );
}

function findOld(named: string | null, starts: readonly RunningStart[]): { folder: string; version: string } {
  const folders = [...new Set(starts.map(({ folder }) => folder))];
  if (named === null && folders.length === 0)
    throw new StartRefusal('Name the folder of the installed version, so that there is a way back: --old FOLDER. Nothing has been changed.');
  const folder = named === null ? folders[0]! : resolve(named);
  const version = readVersionOf(folder);
  if (version === null) throw new StartRefusal(`There is no Classwright in ${folder}. Name the folder of the installed version: --old FOLDER.`);
  if (folder === ownFolder || realpathSync(folder) === realpathSync(ownFolder))
    throw new StartRefusal(
      `The old and the new version are in the same folder, ${folder}, so there is no way back. Put the new version into a folder of its own and upgrade from there.`,
    );
  return { folder, version };
}

function makeRecord(plan: UpgradePlan, old: UpgradeRecord['old'], starts: readonly RunningStart[], config: Config, startedAt: Date): UpgradeRecord {
  return {
    step: 'backup',
    failedAt: null,
    old,
    new: { folder: ownFolder, version: readVersion() },
    backup: join(config.backups.folder, `upgrade-${toFolderName(startedAt)}-of-${old.version}`),
    cluster: plan.cluster,
    migrations: plan.migrations,
    hasDataSteps: plan.pendingDataSteps > 0,
    launched: [],
    // the process for people comes last: what it acknowledges is lost if another one then fails to start
    starts: starts.map(({ args, settings }) => ({ args, settings })).sort((a, b) => Number(b.args.includes('jobs')) - Number(a.args.includes('jobs'))),
  };
}

async function upgrade(first: UpgradeRecord, request: UpgradeRequest): Promise<boolean> {
  const { config, say, check, onProgress } = request;
  const { dataDir } = config;
  let record = first;
  const begin = (step: Step, sentence: string): void => {
    check();
    record = { ...record, step };
    writeRecord(dataDir, record);
    say(sentence);
  };
  const stop = async () => {
    begin('stop', record.starts.length === 0 ? `The version ${record.old.version} does not run.` : `Stopping the version ${record.old.version}.`);
    await stopStarts(config);
    await requireAlone(config);
  };
  const save = async () => {
    begin(record.step === 'stop' ? 'stop' : 'backup', `Making a backup in ${record.backup} and reading it again.`);
    await makeBackup(record, config, onProgress);
    say('The backup is whole.');
  };
  try {
    // rows that the old version writes after the backup are in the copy that is set aside, but not on a server of one's own
    if (record.cluster === null) {
      await stop();
      await save();
    } else {
      await save();
      await stop();
      begin('aside', 'Setting the database aside, untouched, and copying it for the new version.');
      const held = await lockDataFolder(realpathSync(dataDir));
      await setAside(record.cluster, (share) => onProgress('Copying the database', share)).finally(() => held.release());
    }
    begin('migrate', `Bringing the database to the version ${record.new.version}.`);
    await migrateData(config, say, onProgress);
    begin('start', `Starting the version ${record.new.version}, and waiting until it is ready.`);
    const starts = record.starts.length > 0 ? record.starts : [{ args: [], settings: {} }];
    for (const start of starts) {
      const launched = launch(record.new.folder, start, dataDir);
      record = { ...record, launched: [...record.launched, launched.child.pid ?? []].flat() };
      writeRecord(dataDir, record);
      await untilReady(launched, record.new.version, dataDir, { limitMs: request.readyLimitMs, check });
    }
  } catch (error) {
    await goBack(record, error, request);
    return false;
  }
  writeRecord(dataDir, { ...record, step: 'done' });
  finishForward(record, dataDir);
  if (record.starts.length > 0) say(`The version ${record.new.version} serves, in the background. Its output is in ${outputFile(dataDir)}.`);
  else {
    await stopStarts(config, ({ folder }) => folder === ownFolder);
    say(`The version ${record.new.version} was ready. It is stopped again, since nothing ran before. Start it as usual.`);
  }
  say(`The backup of before stays in ${record.backup}.`);
  return true;
}

async function goBack(record: UpgradeRecord, error: unknown, { config, say, onProgress }: UpgradeRequest): Promise<void> {
  const reason = error instanceof StartRefusal ? error.message : describeError(error);
  say(`The upgrade failed: ${reason}`);
  const restored = await bringBackOrExplain(record, config, { say, onProgress });
  for (const problem of await startOldAgain(restored, config, say)) say(problem);
  say(`The version ${record.old.version} and its data are as before. Nothing of the upgrade is left.`);
}

/** @throws StartRefusal when the way back itself fails, with what to do */
async function bringBackOrExplain(record: UpgradeRecord, config: Config, speaker: Speaker): Promise<UpgradeRecord> {
  return bringDataBack(record, config, speaker).catch((error: unknown) => {
    throw new StartRefusal(
      `The way back could not be finished: ${describeError(error)} The data of before is in ${record.cluster === null ? `the backup ${record.backup}` : `${record.cluster}.before-upgrade, and in the backup ${record.backup}`}. Remove the reason, and run the upgrade again: it goes on with the way back.`,
      { cause: error },
    );
  });
}

function describeError(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

/** Ends an upgrade that was killed: forward when its new version has served, otherwise back. Returns true for forward. */
export async function finishInterrupted(left: UpgradeRecord, { config, say, onProgress }: Speaker & Pick<UpgradeRequest, 'config'>): Promise<boolean> {
  if (left.step === 'done') {
    finishForward(left, config.dataDir);
    say(`The upgrade to the version ${left.new.version} was complete when it was interrupted; it has been tidied up.`);
    return true;
  }
  say(
    `An upgrade from the version ${left.old.version} to ${left.new.version} was interrupted (${left.failedAt ?? left.step}). Going back to the version ${left.old.version}.`,
  );
  const [first] = left.starts;
  const effective = first ? readConfig(environmentWith({ ...first.settings, DATA_DIR: config.dataDir })) : config;
  const restored = await bringBackOrExplain(left, effective, { say, onProgress });
  for (const problem of await startOldAgain(restored, effective, say)) say(problem);
  say(`The version ${left.old.version} and its data are as before. Run the upgrade again when you like.`);
  return false;
}

/** Requires that no process of another machine works on a server of one's own: the way back would take its answers. */
async function requireAlone(config: Config): Promise<void> {
  const address = config.databaseDirectUrl ?? config.databaseUrl;
  if (address === null) return;
  let others = await withConnection(address, listLeases);
  for (let waitedMs = 0; others.length > 0 && waitedMs < LEASE_PATIENCE_MS; waitedMs += LEASE_LOOK_MS) {
    await sleep(LEASE_LOOK_MS); // a killed process leaves its lease
    others = await withConnection(address, listLeases);
  }
  if (others.length > 0)
    throw new StartRefusal(
      `Other processes work on this database (${others.join(', ')}), and a way back would lose what they write. Stop them first, or upgrade one machine after the other, as "A rolling upgrade" in docs/operations.md says.`,
    );
}

async function makeBackup({ backup }: UpgradeRecord, config: Config, onProgress: UpgradeRequest['onProgress']): Promise<void> {
  mkdirSync(config.backups.folder, { recursive: true, mode: 0o700 });
  const { connection, close } = await openInstallation(config);
  try {
    const storage = createFileStorage(config.dataDir, config.s3);
    const { takenAt } = await writeBackup(
      { connection, storage, dataDir: config.dataDir, version: readVersion(), onProgress: (share) => onProgress('Saving', share) },
      backup,
    );
    const { manifest, problems } = await verifyBackup(backup, (share) => onProgress('Reading the backup', share));
    if (problems.length > manifest.lostFiles.length) throw new StartRefusal(`The backup is damaged: ${problems.slice(0, 3).join(' ')}`);
    await recordRun(connection, { kind: 'backup', takenAt, problem: null });
  } finally {
    await close();
  }
}

async function migrateData(config: Config, say: (sentence: string) => void, onProgress: UpgradeRequest['onProgress']): Promise<void> {
  const database = await openDatabase({ config, onWait: say, onTrouble: say, onProgress: (share) => onProgress('Changing the database', share) });
  try {
    const { db } = connect({ connection: config.databaseDirectUrl ?? database.connection, onError: () => undefined });
    await runDataSteps(db, dataSteps, say).finally(() => db.destroy());
  } finally {
    await database.stop();
  }
}
