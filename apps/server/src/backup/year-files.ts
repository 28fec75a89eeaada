import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { toFolderName } from '../platform/folder-names.ts';
import { StartRefusal } from '../platform/start-refusal.ts';
import { syncFolder } from '../platform/sync-folder.ts';

/** The time for which a file stays, as long as a backup that is made each night should ([operations](docs/operations.md)). */
export const YEAR_FILE_DAYS = 14;

/** The folder of these files, within the folder of backups. */
const FOLDER = 'years';
const NAME = /^[a-z_]+-before-\d{4}-ended-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)-\d{3}\.jsonl\.gz$/;
const UNFINISHED = '.unfinished';

const header = z.object({
  format: z.literal(1),
  product: z.literal('classwright'),
  table: z.string().regex(/^[a-z][a-z0-9_]*$/),
  /** The year in whose August the rows end. */
  before: z.number().int(),
  rows: z.number().int().nonnegative(),
  /** The moment at which the rows ended, by the database's clock. */
  endedAt: z.iso.datetime(),
});
/** The first line of a file of ended rows. */
export type YearFileHeader = z.infer<typeof header>;

/** The place for files of ended rows. */
export interface YearFiles {
  /** The folder of backups. */
  folder: string;
  /** True for the folder within the data folder, which is made when it is missing. */
  isOwnFolder: boolean;
}

/**
 * Writes rows that end, as JSON, through to the disk. Returns the path. @throws the system's error where the folder of backups is missing or cannot be
 * written to; nothing of the file is left then
 */
export async function writeYearFile(
  { folder, isOwnFolder }: YearFiles,
  head: Omit<YearFileHeader, 'format' | 'product'>,
  rows: AsyncIterable<string>,
): Promise<string> {
  const years = join(folder, FOLDER);
  if (isOwnFolder || existsSync(folder)) await mkdir(years, { recursive: true, mode: 0o700 });
  const path = join(years, `${head.table}-before-${head.before}-ended-${toFolderName(new Date(head.endedAt))}-${head.endedAt.slice(20, 23)}.jsonl.gz`);
  if (existsSync(path)) throw new Error(`${path} is there already`);
  const part = `${path}${UNFINISHED}`;
  const lines = async function* () {
    yield `${JSON.stringify({ format: 1, product: 'classwright', ...head } satisfies YearFileHeader)}\n`;
    for await (const row of rows) yield `${row}\n`;
  };
  try {
    await pipeline(Readable.from(lines()), createGzip(), createWriteStream(part, { mode: 0o600 }));
    const written = await open(part, 'r');
    await written.sync();
    await written.close();
    await rename(part, path);
    await syncFolder(years);
    return path;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Deletes files whose days have passed, and what a broken-off writing left. Files with other names stay. */
export async function pruneYearFiles({ folder }: YearFiles, now: Date): Promise<void> {
  const years = join(folder, FOLDER);
  if (!existsSync(years)) return;
  const last = toFolderName(new Date(now.getTime() - YEAR_FILE_DAYS * 86_400_000));
  for (const name of await readdir(years)) {
    const [, endedAt] = NAME.exec(name.replace(UNFINISHED, '')) ?? [];
    if (endedAt !== undefined && (name.endsWith(UNFINISHED) || endedAt < last)) await rm(join(years, name), { force: true });
  }
}

/** Rows that `readYearFile` gives at a time. */
const AT_ONCE = 2000;

/**
 * Reads a file of ended rows: calls `take` with its first line and with its rows as JSON, some at a time. @throws StartRefusal for another file, and, at
 * the end at the latest, for one that is damaged or cut off
 */
export async function readYearFile(path: string, take: (head: YearFileHeader, rows: readonly string[]) => Promise<void>): Promise<YearFileHeader> {
  const damaged = new StartRefusal(`${path} is not a file of ended rows, or it is damaged.`);
  let head: YearFileHeader | null = null;
  let read = 0;
  const takeLines = async (lines: readonly string[]): Promise<void> => {
    const rows = head === null ? lines.slice(1) : lines;
    if (head === null) {
      const first = header.safeParse(toJson(lines[0]));
      if (!first.success) throw damaged;
      head = first.data;
    }
    read += rows.length;
    await take(head, rows);
  };
  try {
    await pipeline(createReadStream(path), createGunzip(), async (source: AsyncIterable<Buffer>) => {
      const decoder = new TextDecoder();
      let lines: string[] = [];
      let rest = '';
      for await (const chunk of source) {
        const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
        rest = parts.pop() as string;
        lines.push(...parts);
        if (lines.length < AT_ONCE) continue;
        await takeLines(lines);
        lines = [];
      }
      if (lines.length > 0) await takeLines(lines);
    });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'ENOENT') throw new StartRefusal(`There is no file ${path}.`);
    throw code.startsWith('Z_') ? damaged : error;
  }
  const found = head as YearFileHeader | null;
  if (found?.rows !== read) throw damaged;
  return found;
}

function toJson(line: string | undefined): unknown {
  try {
    return JSON.parse(line ?? '');
  } catch {
    return null;
  }
}
