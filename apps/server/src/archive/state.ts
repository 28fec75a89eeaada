import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { machineNowMs } from '../platform/clock.ts';

/** The reasons why the archive does not get what it should. */
const ARCHIVE_PROBLEMS = ['missing', 'readOnly', 'full', 'unreachable', 'gone', 'unknown'] as const;
export type ArchiveProblem = (typeof ARCHIVE_PROBLEMS)[number];

const moment = z.iso.datetime().nullable();

const State = z.object({
  /** The id of this database's line in the archive, and the place that it was begun in. */
  line: z.string(),
  place: z.string(),
  /** The last look of the process that keeps the archive. */
  seenAt: z.iso.datetime(),
  /** The end of the newest whole copy of the cluster. */
  baseAt: moment,
  /** The last file of the log that the archive has, and when it got it. */
  lastSegment: z.string().nullable(),
  shippedAt: moment,
  /** For how long the oldest part of the log has waited for the archive. */
  behindSeconds: z.number().nonnegative(),
  /** Since when parts of the log are missing, so that no later moment can be restored until the next copy. */
  gapSince: moment,
  problem: z.enum(ARCHIVE_PROBLEMS).nullable(),
  /** Up to this id all uploaded files are in the archive. */
  filesUpTo: z.number().int().nonnegative(),
});
export type ArchiveState = z.infer<typeof State>;

const FILE = 'archive-state.json';

/** Reads how the archive of a data folder is, for any process of this machine. Null: there is none. */
export function readArchiveState(dataDir: string): ArchiveState | null {
  try {
    return State.parse(JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')));
  } catch {
    return null; // there is none, or one of another version, which begins a line of its own
  }
}

export function saveArchiveState(dataDir: string, state: ArchiveState): void {
  const part = join(dataDir, `${FILE}.part`);
  writeFileSync(part, `${JSON.stringify(state, null, 1)}\n`, { mode: 0o600 });
  renameSync(part, join(dataDir, FILE));
}

/** Forgets the archive of a data folder that keeps none any more. Does nothing where there is no such folder. */
export function dropArchiveState(dataDir: string): void {
  if (existsSync(join(dataDir, FILE))) rmSync(join(dataDir, FILE), { force: true });
}

/** With nothing in the archive for longer than this, more could be lost than the archive promises. */
export const MAX_BEHIND_SECONDS = 120;

/** The states of an archive: there is none, all is well, its first copy is not done, and the reasons why a moment may be missing. */
export type ArchiveSaying = 'off' | 'good' | 'first' | 'behind' | 'gap' | 'stopped';

/** Judges an archive by its state, at this moment of this machine. */
export function judgeArchive(state: ArchiveState | null): ArchiveSaying {
  if (state === null) return 'off';
  if (machineNowMs() - Date.parse(state.seenAt) > MAX_BEHIND_SECONDS * 1000) return 'stopped';
  if (state.behindSeconds > MAX_BEHIND_SECONDS) return 'behind';
  if (state.gapSince !== null) return 'gap';
  if (state.baseAt === null) return state.problem === null ? 'first' : 'behind';
  return 'good';
}

/** Returns the problem that an error of a place stands for. */
export function findArchiveProblem(error: unknown): ArchiveProblem {
  const { code, name } = error as { code?: string; name?: string };
  if (error instanceof LineGone) return 'gone';
  if (code === 'ENOENT' || code === 'ENOTDIR' || name === 'NoSuchBucket') return 'missing';
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM' || name === 'AccessDenied' || name === 'InvalidAccessKeyId') return 'readOnly';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full';
  if (code !== undefined && /^(ECONN|ETIMEDOUT|ENOTFOUND|EAI_|EHOST|ENET|EPIPE|ESTALE|EIO)/.test(code)) return 'unreachable';
  return 'unknown';
}

/** The archive lacks what was put there: a disk that is not mounted, or somebody emptied it. */
export class LineGone extends Error {}
