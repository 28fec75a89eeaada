import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { StartRefusal } from '../platform/start-refusal.ts';

/** The folder of the version that this program belongs to. */
export const ownFolder = fileURLToPath(new URL('../../../../', import.meta.url)).replace(/\/$/, '');

const version = z.object({ folder: z.string(), version: z.string() });
const started = z.object({ args: z.array(z.string()), settings: z.record(z.string(), z.string()) });

/**
 * The steps of an upgrade, in their order. `back` is the way back and `restored` its last part, when the data is that of
 * before; `done` means that the new version has served.
 */
const step = z.enum(['backup', 'stop', 'aside', 'migrate', 'start', 'done', 'back', 'restored']);
export type Step = z.infer<typeof step>;

const record = z.object({
  step,
  /** The step that failed, on the way back; otherwise null. */
  failedAt: step.nullable(),
  old: version,
  new: version,
  /** The folder of the verified backup. It is complete from the step `aside` on. */
  backup: z.string(),
  /** The folder of the embedded database, or null for a server of one's own. */
  cluster: z.string().nullable(),
  /** The number of migrations of the data before the upgrade. */
  migrations: z.number().int(),
  /** True when the product's own code changes rows after the migrations. */
  hasDataSteps: z.boolean(),
  /** The ids of the processes that the upgrade started as the new version. Each leads a group. */
  launched: z.array(z.number().int().positive()),
  /** The starts that ran before, which the way back starts again. */
  starts: z.array(started),
});
export type UpgradeRecord = z.infer<typeof record>;
export type Started = z.infer<typeof started>;

const pathIn = (dataDir: string): string => join(dataDir, 'upgrade-under-way.json');

export const hasRecord = (dataDir: string): boolean => existsSync(pathIn(dataDir));

/** Reads the record of an upgrade that has not ended, or null. @throws StartRefusal when it is damaged */
export function readRecord(dataDir: string): UpgradeRecord | null {
  if (!hasRecord(dataDir)) return null;
  try {
    return record.parse(JSON.parse(readFileSync(pathIn(dataDir), 'utf8')));
  } catch {
    throw new StartRefusal(
      `${pathIn(dataDir)} says that an upgrade was interrupted, and cannot be read. Restore the backup that it made to an empty folder with the version of before (npm run restore).`,
    );
  }
}

/** Writes the record and syncs it to the disk, in one step. It holds settings, so only its owner may read it. */
export function writeRecord(dataDir: string, written: UpgradeRecord): void {
  const path = pathIn(dataDir);
  writeFileSync(`${path}.new`, `${JSON.stringify(written, null, 1)}\n`, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
  syncFolder(dataDir);
}

export function removeRecord(dataDir: string): void {
  rmSync(pathIn(dataDir), { force: true });
  syncFolder(dataDir);
}

/** Syncs the names in a folder to the disk. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } catch {
    // not every file system knows how
  } finally {
    closeSync(folder);
  }
}
