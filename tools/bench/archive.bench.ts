import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readArchiveState } from '@classwright/server/archive/index';
import { restoreArchive } from '@classwright/server/archive/restore-archive';
import type { ArchiveSettings } from '@classwright/server/platform/config';
import { openDatabase } from '@classwright/server/startup/open-database';
import { withClient } from '@classwright/server/testing/scratch-database';
import { percentileOf } from './lib.ts';

/**
 * Fills an embedded database with so many GB (1, or the first word after `--`), and prints how long the archive takes for a whole
 * copy, how large that is, how long small commits take while it is made and without it, and how long a restore takes.
 */
const GIGABYTES = Number(process.argv[2] ?? 1);
const ROW_BYTES = 1_000;
const COMMITS = 2_000;
const PAUSE_MS = 2;

const folder = mkdtempSync(join(tmpdir(), 'classwright-archive-bench-'));
chmodSync(folder, 0o711); // the user of the database is not root
const [dataDir, archiveFolder, restored] = ['data', 'archive', 'restored'].map((name) => join(folder, name)) as [string, string, string];
mkdirSync(archiveFolder);
const archive: ArchiveSettings = { bucket: null, folder: archiveFolder, everySeconds: 45, keepDays: 14, roomBytes: 0 };
const configOf = (place: string, kept: ArchiveSettings | null) => ({ databaseUrl: null, dataDir: place, databaseConnections: 10, archive: kept, s3: null });
const quiet = { onWait: () => undefined, onTrouble: (message: string) => console.error(message) };
const seconds = (sinceMs: number): string => ((performance.now() - sinceMs) / 1000).toFixed(1);
const sizeOf = (place: string): number =>
  readdirSync(place, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  );
const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MB`;

/** Returns how long each of many small commits took, in milliseconds, until `isEnough`. */
async function commitUntil(connection: Parameters<typeof withClient>[0], isEnough: (done: number) => boolean): Promise<number[]> {
  const times: number[] = [];
  await withClient(connection, async (client) => {
    while (!isEnough(times.length)) {
      const at = performance.now();
      await client.query('INSERT INTO bench_answers (body) VALUES ($1)', ['My reasons.']);
      times.push(performance.now() - at);
      await sleep(PAUSE_MS);
    }
  });
  return times;
}

try {
  const plain = await openDatabase({ config: configOf(dataDir, null), ...quiet });
  const connection = plain.connection as Parameters<typeof withClient>[0];
  await withClient(connection, async (client) => {
    await client.query('CREATE TABLE bench_rows (id bigint, body text); CREATE TABLE bench_answers (body text)');
    // half of each row is random, so that it packs about as well as people's texts
    await client.query(
      `INSERT INTO bench_rows SELECT id, (SELECT string_agg(md5(id::text || part), '') FROM generate_series(1, 16) AS part) || repeat('what a class has written ', 19)
         FROM generate_series(1, $1::bigint) AS id`,
      [Math.round((GIGABYTES * 1024 ** 3) / ROW_BYTES)],
    );
  });
  const without = await commitUntil(connection, (done) => done >= COMMITS);
  await plain.stop();
  console.log(`  the cluster: ${megabytes(sizeOf(join(dataDir, 'postgres-18')))}`);

  const began = performance.now();
  const kept = await openDatabase({ config: configOf(dataDir, archive), ...quiet });
  const during = await commitUntil(kept.connection as Parameters<typeof withClient>[0], () => readArchiveState(dataDir)?.baseAt != null);
  console.log(`  a whole copy, with a commit each ${PAUSE_MS} ms: ${seconds(began)} s from the start, ${megabytes(sizeOf(archiveFolder))} in the archive`);
  for (const share of [0.5, 0.95, 0.99]) {
    const [bare, busy] = [percentileOf(without, share), percentileOf(during, share)];
    console.log(`  a commit, p${share * 100}: ${bare.toFixed(2)} ms without, ${busy.toFixed(2)} ms while the copy is made: ${(busy / bare).toFixed(2)} x`);
  }
  await kept.stop();
  rmSync(dataDir, { recursive: true, force: true });

  const lostAt = performance.now();
  await restoreArchive({ settings: archive, dataDir: restored, hasFiles: true, until: null, onProgress: () => undefined });
  const took = performance.now() - lostAt;
  console.log(`  a restore: ${(took / 1000).toFixed(1)} s, ${((took / 1000 / GIGABYTES) * (10 / 60)).toFixed(1)} minutes for 10 GB at this pace`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
