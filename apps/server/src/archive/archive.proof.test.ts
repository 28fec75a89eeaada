import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { ArchiveSettings } from '../platform/config.ts';
import { openDatabase } from '../startup/open-database.ts';
import { mountSmallDisk } from '../testing/small-disk.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { judgeArchive, readArchiveState } from './index.ts';
import { restoreArchive } from './restore-archive.ts';
import { verifyArchive } from './verify-archive.ts';

function makePlace(): ArchiveSettings {
  const folder = join(temporaryFolder(), 'archive');
  mkdirSync(folder);
  return { bucket: null, folder, everySeconds: 5, keepDays: 14, roomBytes: 0 };
}

const from = (archive: ArchiveSettings, dataDir: string, until: Date | null = null) =>
  restoreArchive({ settings: archive, dataDir, hasFiles: true, until, onProgress: () => undefined });
/** Returns true when the first copy is made and the archive is tidied after it. */
const hasCopy =
  (dataDir: string, { folder }: ArchiveSettings) =>
  () =>
    readArchiveState(dataDir)?.baseAt != null && readdirSync(folder).some((installation) => existsSync(join(folder, installation, 'gone.json')));
/** Returns the folder of the installation in a folder of archives. */
const ofInstallation = ({ folder }: ArchiveSettings): string => join(folder, readdirSync(folder)[0] as string);
/** Returns the folder of the only line. */
const ofLine = (archive: ArchiveSettings): string => {
  const folder = ofInstallation(archive);
  return join(folder, readdirSync(folder).find((name) => existsSync(join(folder, name, 'line.json'))) as string);
};

const configOf = (dataDir: string, archive: ArchiveSettings | null) => ({
  databaseUrl: null,
  databaseDirectUrl: null,
  dataDir,
  databaseConnections: 10,
  archive,
  s3: null,
});

/** Starts an embedded database with an archive, and stops it when the test ends unless it was stopped. */
async function startSchool(dataDir: string, archive: ArchiveSettings | null, told: string[] = []) {
  const database = await openDatabase({ config: configOf(dataDir, archive), onWait: () => undefined, onTrouble: (message) => void told.push(message) });
  const client = new pg.Client(database.connection as pg.ClientConfig);
  client.on('error', () => undefined);
  await client.connect();
  let isStopped = false;
  const stop = async (): Promise<void> => {
    if (isStopped) return;
    isStopped = true;
    await client.end().catch(() => undefined);
    await database.stop();
  };
  onTestFinished(stop);
  return { client, stop };
}

async function until(what: () => boolean, seconds = 60): Promise<void> {
  for (let waited = 0; !what(); waited += 0.1) {
    if (waited > seconds) throw new Error('it did not come about');
    await sleep(100);
  }
}

const addLevel = (client: pg.Client, name: string) => client.query('INSERT INTO levels (name) VALUES ($1)', [name]);
const listLevels = async (client: pg.Client): Promise<string[]> => (await client.query('SELECT name FROM levels ORDER BY id')).rows.map(({ name }) => name);

test('[B2915] a school comes back as it was at a moment, and as late as its archive reaches, with its files', { timeout: 300_000 }, async () => {
  const archive = makePlace();
  const dataDir = join(temporaryFolder(), 'data');
  const school = await startSchool(dataDir, archive);
  await addLevel(school.client, 'before the copy');
  await until(hasCopy(dataDir, archive));
  await addLevel(school.client, 'after the copy');
  await sleep(1_000);
  const moment = new Date();
  await sleep(1_000);
  await addLevel(school.client, 'after the moment');
  await school.stop();
  expect(await verifyArchive(archive)).toMatchObject({ copies: 1, problems: [] });

  const then = join(temporaryFolder(), 'data');
  expect(await from(archive, then, moment)).toMatchObject({ damaged: null, problems: [], missingFiles: [] });
  const restored = await startSchool(then, null);
  expect(await listLevels(restored.client)).toEqual(['before the copy', 'after the copy']);
  await restored.stop();

  const last = join(temporaryFolder(), 'data');
  await from(archive, last);
  const latest = await startSchool(last, archive);
  expect(await listLevels(latest.client)).toEqual(['before the copy', 'after the copy', 'after the moment']);
});

test('[B2916] an archive that vanishes and comes back stops nothing, and has everything afterwards', { timeout: 300_000 }, async () => {
  const archive = makePlace();
  const dataDir = join(temporaryFolder(), 'data');
  const told: string[] = [];
  const school = await startSchool(dataDir, archive, told);
  await until(hasCopy(dataDir, archive));
  renameSync(archive.folder, `${archive.folder}-away`);
  await addLevel(school.client, 'while it was away');
  await until(() => readArchiveState(dataDir)?.problem === 'missing');
  await until(() => readArchiveState(dataDir)!.behindSeconds > 1);
  expect(told).toEqual([expect.stringContaining('does not take what it should (missing)')]);
  await addLevel(school.client, 'still away');
  renameSync(`${archive.folder}-away`, archive.folder);
  await until(() => readArchiveState(dataDir)?.problem === null && readArchiveState(dataDir)?.behindSeconds === 0);
  expect(readArchiveState(dataDir)?.gapSince).toBeNull();
  expect(told.at(-1)).toContain('takes everything again');
  await school.stop();
  const again = join(temporaryFolder(), 'data');
  await from(archive, again);
  const restored = await startSchool(again, null);
  expect(await listLevels(restored.client)).toEqual(['while it was away', 'still away']);
});

test('[B2917] an archive that was emptied is not begun again in silence: it is reported, and put right by a person', { timeout: 300_000 }, async () => {
  const archive = makePlace();
  const dataDir = join(temporaryFolder(), 'data');
  const told: string[] = [];
  const school = await startSchool(dataDir, archive, told);
  await until(hasCopy(dataDir, archive));
  const kept = ofInstallation(archive);
  const listCopies = (): string[] => readdirSync(archive.folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('/base'));
  expect(listCopies()).toHaveLength(1);
  renameSync(kept, join(dirname(archive.folder), 'kept'));
  await addLevel(school.client, 'afterwards');
  await until(() => readArchiveState(dataDir)?.problem === 'gone');
  // A piece of the log that was on its way when the folder went may have come after it. No copy has.
  expect(listCopies()).toEqual([]);
  rmSync(kept, { recursive: true, force: true });
  renameSync(join(dirname(archive.folder), 'kept'), kept);
  await until(() => readArchiveState(dataDir)?.problem === null);
});

test('[B2918] without room for the log that waits it is let go, the database goes on, and a new copy closes the gap', { timeout: 300_000 }, async () => {
  const archive = { ...makePlace(), roomBytes: Number.MAX_SAFE_INTEGER };
  const dataDir = join(temporaryFolder(), 'data');
  const told: string[] = [];
  const school = await startSchool(dataDir, archive, told);
  await until(hasCopy(dataDir, archive));
  const first = readArchiveState(dataDir)!.baseAt;
  renameSync(archive.folder, `${archive.folder}-away`);
  await addLevel(school.client, 'lost to the archive');
  await until(() => readArchiveState(dataDir)?.gapSince != null);
  expect(existsSync(join(dataDir, 'wal-spool', 'closed'))).toBe(true);
  expect(judgeArchive(readArchiveState(dataDir))).toBe('gap');
  const waiting = readdirSync(join(dataDir, 'wal-spool')).length;
  for (let count = 0; count < 3; count++) {
    await addLevel(school.client, `on ${count}`);
    await sleep(5_000);
  }
  expect(readdirSync(join(dataDir, 'wal-spool'))).toHaveLength(waiting);
  renameSync(`${archive.folder}-away`, archive.folder);
  await until(() => readArchiveState(dataDir)?.baseAt !== first && readArchiveState(dataDir)?.gapSince === null);
  expect(existsSync(join(dataDir, 'wal-spool', 'closed'))).toBe(false);
  await addLevel(school.client, 'after the gap');
  await school.stop();
  const again = join(temporaryFolder(), 'data');
  expect(await from(archive, again)).toMatchObject({ damaged: null, problems: [] });
  const restored = await startSchool(again, null);
  expect(await listLevels(restored.client)).toEqual(['lost to the archive', 'on 0', 'on 1', 'on 2', 'after the gap']);
});

test('[B2919] a disk of the archive that fills is reported, and what waited goes there when there is room', { timeout: 300_000 }, async ({ skip }) => {
  const archive = makePlace();
  if (!mountSmallDisk(archive.folder, 24)) return skip('only root may mount a small disk');
  const dataDir = join(temporaryFolder(), 'data');
  const school = await startSchool(dataDir, archive);
  await until(hasCopy(dataDir, archive));
  const filler = join(archive.folder, 'filler');
  expect(() => writeFileSync(filler, Buffer.alloc(24 * 1024 ** 2))).toThrow('ENOSPC');
  await addLevel(school.client, 'while it was full');
  await until(() => readArchiveState(dataDir)?.problem === 'full');
  rmSync(filler);
  await until(() => readArchiveState(dataDir)?.problem === null && readArchiveState(dataDir)?.behindSeconds === 0);
  await school.stop();
  const again = join(temporaryFolder(), 'data');
  await from(archive, again);
  const restored = await startSchool(again, null);
  expect(await listLevels(restored.client)).toEqual(['while it was full']);
});

test('[B2920] a changed copy is passed over for the one before it, and damage in the log ends the restore there and is said', {
  timeout: 300_000,
}, async () => {
  const archive = makePlace();
  const dataDir = join(temporaryFolder(), 'data');
  const school = await startSchool(dataDir, archive);
  await until(hasCopy(dataDir, archive));
  await addLevel(school.client, 'early');
  await school.stop();
  const line = ofLine(archive);
  const [copy] = readdirSync(join(line, 'base')) as [string];
  const part = join(line, 'base', copy, '00001.zst');
  const good = readFileSync(part);
  const bad = Buffer.from(good);
  bad[1000]! ^= 1;
  writeFileSync(part, bad);
  await expect(from(archive, join(temporaryFolder(), 'data'))).rejects.toThrow(`The part 00001.zst of the copy ${copy} has been changed.`);
  expect((await verifyArchive(archive)).problems[0]).toBe(`The part 00001.zst of the copy ${copy} has been changed.`);
  rmSync(part);
  await expect(from(archive, join(temporaryFolder(), 'data'))).rejects.toThrow(`The part 00001.zst of the copy ${copy} is missing.`);
  writeFileSync(part, good);
  const log = readdirSync(join(line, 'wal'))
    .filter((name) => /^[0-9A-F]{24}\.zst$/.test(name))
    .sort();
  const last = join(line, 'wal', log.at(-1) as string);
  writeFileSync(last, readFileSync(last).subarray(0, 100));
  const again = join(temporaryFolder(), 'data');
  expect(await from(archive, again)).toMatchObject({ damaged: log.at(-1)!.slice(0, 24) });
});
