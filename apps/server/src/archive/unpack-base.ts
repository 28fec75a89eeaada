import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type EmbeddedPlace, makeFolderFor, writeFor } from '../platform/database/embedded/index.ts';
import { StartRefusal } from '../platform/start-refusal.ts';
import { decompress, sumOfBytes } from './compress.ts';
import { pathOfPart } from './format.ts';
import { PART_BYTES } from './make-base.ts';
import type { KnownBase } from './prune.ts';
import type { ArchiveTarget } from './target.ts';

/** A copy of the archive that is not what was put there. */
export class DamagedBase extends StartRefusal {}

/**
 * Makes a cluster from a copy, with PostgreSQL's user as its owner. Calls `onProgress` with the share that is done, from 0 to 1.
 * @throws DamagedBase when a part is missing or was changed
 */
export async function unpackBase(
  target: ArchiveTarget,
  line: string,
  { name, base }: KnownBase,
  { cluster, runAs }: Pick<EmbeddedPlace, 'cluster' | 'runAs'>,
  onProgress: (share: number) => void,
): Promise<void> {
  makeFolderFor(cluster, runAs);
  for (const folder of base.folders.toSorted()) makeFolderFor(join(cluster, folder), runAs);
  const bytes = readParts(target, line, { name, base }, onProgress);
  let part: Buffer = Buffer.alloc(0);
  let at = 0;
  for (const file of base.files) {
    const path = join(cluster, file.path);
    writeFor(path, '', runAs);
    const opened = openSync(path, 'r+');
    try {
      for (let done = 0; done < file.bytes; ) {
        if (at === part.length) {
          const next = await bytes.next();
          if (next.done) throw new DamagedBase(`The copy ${name} ends within ${file.path}.`);
          [part, at] = [next.value, 0];
        }
        const length = Math.min(part.length - at, file.bytes - done);
        writeSync(opened, part, at, length, done);
        at += length;
        done += length;
      }
      ftruncateSync(opened, file.bytes);
    } finally {
      closeSync(opened);
    }
  }
  writeFor(join(cluster, 'backup_label'), base.label, runAs);
  writeFor(join(cluster, 'recovery.signal'), '', runAs);
}

async function* readParts(target: ArchiveTarget, line: string, { name, base }: KnownBase, onProgress: (share: number) => void): AsyncGenerator<Buffer, void> {
  for (const [index, part] of base.parts.entries()) {
    const packed = await target.get(pathOfPart(line, name, part.name));
    if (packed === null) throw new DamagedBase(`The part ${part.name} of the copy ${name} is missing.`);
    if (sumOfBytes(packed) !== part.sum) throw new DamagedBase(`The part ${part.name} of the copy ${name} has been changed.`);
    yield await decompress(packed, PART_BYTES);
    onProgress((index + 1) / base.parts.length);
  }
}
