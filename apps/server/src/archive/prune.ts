import { type Base, Base as BaseShape, isSegment, Line, pathOfBase, pathOfLine } from './format.ts';
import type { Archived, ArchiveTarget } from './target.ts';

export interface KnownBase {
  name: string;
  base: Base;
}

/** Reads the complete copies of a line, the oldest first. A damaged description is left out. */
export async function listBases(target: ArchiveTarget, line: string): Promise<KnownBase[]> {
  const found: KnownBase[] = [];
  for (const name of await target.listFolders(`${line}/base`)) {
    const bytes = await target.get(pathOfBase(line, name));
    const base = bytes === null ? null : parseOrNull(bytes);
    if (base) found.push({ name, base });
  }
  return found;
}

function parseOrNull(bytes: Buffer): Base | null {
  try {
    return BaseShape.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    return null;
  }
}

/** Reads the lines of an archive, the oldest first. */
export async function listLines(target: ArchiveTarget): Promise<{ id: string; line: Line }[]> {
  const found: { id: string; line: Line }[] = [];
  for (const id of await target.listFolders('')) {
    const bytes = await target.get(pathOfLine(id));
    const read = bytes && Line.safeParse(JSON.parse(bytes.toString('utf8')));
    if (read?.success) found.push({ id, line: read.data });
  }
  return found.sort((a, b) => a.line.begunAt.localeCompare(b.line.begunAt));
}

/** Returns the name that PostgreSQL gave to a part of the log. */
export const nameOfLog = ({ name }: Archived): string => name.slice(name.lastIndexOf('/') + 1).replace(/\.zst$/, '');

/**
 * Removes what no moment of the kept days needs: copies but the newest one from before them and those after it, the log
 * before the oldest kept copy, copies that were broken off, and lines of this installation that ended before them.
 */
export async function prune(target: ArchiveTarget, own: string, keepFrom: Date): Promise<void> {
  const bases = await listBases(target, own);
  const older = bases.filter(({ base }) => Date.parse(base.endedAt) <= keepFrom.getTime());
  const kept = new Set(bases.slice(Math.max(0, older.length - 1)).map(({ name }) => name));
  const newest = bases.at(-1);
  if (!newest) return;
  for (const { name } of await target.list(`${own}/base`)) {
    const folder = name.split('/')[2] as string;
    if (!kept.has(folder) && folder < newest.name) await target.remove(name);
  }
  const first = bases.find(({ name }) => kept.has(name)) as KnownBase;
  for (const thing of await target.list(`${own}/wal`)) {
    const name = nameOfLog(thing);
    if (isSegment(name.slice(0, 24)) && name.slice(0, 24) < first.base.firstSegment) await target.remove(thing.name);
  }
  for (const { id } of await listLines(target)) if (id !== own) await dropEnded(target, id, keepFrom);
}

async function dropEnded(target: ArchiveTarget, id: string, keepFrom: Date): Promise<void> {
  const things = await target.list(id);
  if (things.some(({ changedAt }) => changedAt > keepFrom)) return;
  for (const { name } of things) if (name !== pathOfLine(id)) await target.remove(name);
  await target.remove(pathOfLine(id));
}
