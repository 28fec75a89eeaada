import type { ArchiveSettings } from '../platform/config.ts';
import { decompress, sumOfBytes } from './compress.ts';
import { isSegment, nextSegment, pathOfPart } from './format.ts';
import { type KnownBase, listBases, listLines, nameOfLog } from './prune.ts';
import { createTarget } from './open-target.ts';
import { type ArchiveTarget, within } from './target.ts';

export interface ArchiveReport {
  /** The copies that are whole. */
  copies: number;
  /** The files of the log that can be read. */
  logFiles: number;
  /** From when on a moment can be restored, by the oldest whole copy. Null: none can. */
  from: string | null;
  /** The things that are missing or changed, as sentences. */
  problems: string[];
}

const MAX_LOG_FILE_BYTES = 1024 ** 3;

/** Reads a whole archive: every part of every copy by its sum, every file of the log by the checksum in it, and gaps between them. */
export async function verifyArchive(settings: ArchiveSettings): Promise<ArchiveReport> {
  const root = createTarget(settings);
  const report: ArchiveReport = { copies: 0, logFiles: 0, from: null, problems: [] };
  for (const installation of await root.listFolders('')) {
    const target = within(root, installation);
    for (const { id, line } of await listLines(target)) await verifyLine(target, id, line.segmentBytes, report);
  }
  if (report.copies === 0) report.problems.push('The archive has no whole copy of the database, so nothing can be restored from it.');
  return report;
}

async function verifyLine(target: ArchiveTarget, line: string, segmentBytes: number, report: ArchiveReport): Promise<void> {
  const bases = await listBases(target, line);
  for (const known of bases) {
    const problem = await findProblem(target, line, known);
    if (problem !== null) {
      report.problems.push(problem);
      continue;
    }
    report.copies += 1;
    if (report.from === null || known.base.endedAt < report.from) report.from = known.base.endedAt;
  }
  let expected = bases[0]?.base.firstSegment ?? null;
  for (const thing of await target.list(`${line}/wal`)) {
    const name = nameOfLog(thing);
    if (!isSegment(name)) continue;
    const packed = await target.get(thing.name);
    const bytes = packed && (await decompress(packed, MAX_LOG_FILE_BYTES).catch(() => null));
    if (bytes?.length === segmentBytes) report.logFiles += 1;
    else report.problems.push(`The file ${name} of the log cannot be read. A copy that was made after it is needed for later moments.`);
    if (expected !== null && name > expected && !bases.some(({ base }) => base.firstSegment === name))
      report.problems.push(`Files of the log from ${expected} to before ${name} are missing.`);
    if (expected !== null && name >= expected) expected = nextSegment(name, segmentBytes);
  }
}

async function findProblem(target: ArchiveTarget, line: string, { name, base }: KnownBase): Promise<string | null> {
  for (const part of base.parts) {
    const packed = await target.get(pathOfPart(line, name, part.name));
    if (packed === null) return `The part ${part.name} of the copy ${name} is missing.`;
    if (sumOfBytes(packed) !== part.sum) return `The part ${part.name} of the copy ${name} has been changed.`;
  }
  return null;
}
