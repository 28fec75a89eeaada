import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { ArchiveSettings } from '../platform/config.ts';
import { openDatabase } from '../startup/open-database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { readArchiveState } from './index.ts';
import { restoreArchive } from './restore-archive.ts';
import { verifyArchive } from './verify-archive.ts';

const quiet = { onWait: () => undefined, onTrouble: () => undefined };

function makePlace(): ArchiveSettings {
  const folder = join(temporaryFolder(), 'archive');
  mkdirSync(folder);
  return { bucket: null, folder, everySeconds: 5, keepDays: 14, roomBytes: 0 };
}

const configOf = (dataDir: string, archive: ArchiveSettings | null) => ({ databaseUrl: null, databaseDirectUrl: null, dataDir, databaseConnections: 10, archive, s3: null });

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
  await until(() => readArchiveState(dataDir)?.baseAt != null);
  await addLevel(school.client, 'after the copy');
  await sleep(1_000);
  const moment = new Date();
  await sleep(1_000);
  await addLevel(school.client, 'after the moment');
  await school.stop();
  const from = (dataDir: string, at: Date | null) => restoreArchive({ settings: archive, dataDir, hasFiles: true, until: at, onProgress: () => undefined });
  expect(await verifyArchive(archive)).toMatchObject({ copies: 1, problems: [] });

  const then = join(temporaryFolder(), 'data');
  expect(await from(then, moment)).toMatchObject({ damaged: null, problems: [], missingFiles: [] });
  const restored = await startSchool(then, null);
  expect(await listLevels(restored.client)).toEqual(['before the copy', 'after the copy']);
  await restored.stop();

  const last = join(temporaryFolder(), 'data');
  await from(last, null);
  const latest = await startSchool(last, archive);
  expect(await listLevels(latest.client)).toEqual(['before the copy', 'after the copy', 'after the moment']);
});
