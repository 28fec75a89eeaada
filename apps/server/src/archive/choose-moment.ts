import type { ArchiveSettings } from '../platform/config.ts';
import { StartRefusal } from '../platform/start-refusal.ts';
import { isSegment, nextSegment } from './format.ts';
import { type KnownBase, listBases, listLines, nameOfLog } from './prune.ts';
import { createTarget } from './open-target.ts';
import { type ArchiveTarget, within } from './target.ts';

/** The things that a restore begins with. */
export interface Choice {
  /** The part of the archive that is of the installation. */
  target: ArchiveTarget;
  line: string;
  segmentBytes: number;
  /** The copies that may be begun with, the newest first. */
  bases: KnownBase[];
}

/** Finds what brings a moment back. Null stands for the latest. @throws StartRefusal with the moments that there are */
export async function chooseMoment(settings: ArchiveSettings, until: Date | null): Promise<Choice> {
  const root = createTarget(settings);
  const installations = await root.listFolders('').catch((error: unknown) => {
    throw new StartRefusal(`The archive cannot be read (${(error as NodeJS.ErrnoException).code ?? (error as Error).message}). Check ARCHIVE_TO.`);
  });
  if (installations.length === 0) throw new StartRefusal('There is no archive in the place that ARCHIVE_TO names.');
  if (installations.length > 1)
    throw new StartRefusal(
      `The place in ARCHIVE_TO has the archives of several installations: ${installations.join(', ')}. Move the folders of the others away, and move them back afterwards.`,
    );
  const target = within(root, installations[0] as string);
  const lines = await listLines(target);
  const reaches: string[] = [];
  for (const { id, line } of lines.toReversed()) {
    const bases = await listUsable(target, id, line.segmentBytes);
    if (bases.length === 0) continue;
    const fitting = until === null ? bases : bases.filter(({ base }) => Date.parse(base.endedAt) <= until.getTime());
    if (fitting.length > 0) return { target, line: id, segmentBytes: line.segmentBytes, bases: fitting.toReversed() };
    reaches.push(bases[0]!.base.endedAt);
  }
  if (reaches.length === 0) throw new StartRefusal('The archive has no complete copy of the database yet, so nothing can be restored from it.');
  throw new StartRefusal(`The archive begins at ${reaches.at(-1)}. Name that moment or a later one.`);
}

/** Returns the copies for which the archive has the log they need, the oldest first. */
async function listUsable(target: ArchiveTarget, line: string, segmentBytes: number): Promise<KnownBase[]> {
  const log = new Set((await target.list(`${line}/wal`)).map(nameOfLog).filter(isSegment));
  return (await listBases(target, line)).filter(({ base }) => {
    for (let name = base.firstSegment; ; name = nextSegment(name, segmentBytes)) {
      if (!log.has(name)) return false;
      if (name >= base.lastSegment) return true;
    }
  });
}
