import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FILE_LIMITS } from '@classwright/contract/school/files/file-kinds';
import { type FileRoom, inTurn, type StagedFile } from '../../../platform/http/index.ts';
import { DriveError } from './drive-error.ts';

interface Staging {
  folder: string;
  /** The space left for the person's files. */
  room: FileRoom;
  /** The sender whose pieces share one limit, together with those of uploads. */
  sender: string;
}

/**
 * Writes the incoming bytes to a file on this machine, at the pace of uploads, passes it to `work`, and always removes
 * it. @throws DriveError `tooLarge`, FILE_SPACE_FULL
 */
export async function withStaged<T>(
  pieces: AsyncIterable<Uint8Array>,
  name: string,
  { folder, room, sender }: Staging,
  work: (file: StagedFile) => Promise<T>,
): Promise<T> {
  await mkdir(folder, { recursive: true });
  const place = path.join(folder, randomBytes(16).toString('hex'));
  const hash = createHash('sha256');
  let byteSize = 0;
  async function* bounded(): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      byteSize += piece.byteLength;
      refuseBeyond(byteSize, room);
      hash.update(piece);
      await inTurn(piece.byteLength, sender);
      yield piece;
    }
  }
  const sink = createWriteStream(place, { flags: 'wx' });
  // a file is created even when it is refused while it is opened, and can only be removed once it is closed
  const closed = new Promise<void>((resolve) => sink.once('close', resolve));
  try {
    await pipeline(bounded, sink);
    return await work({ name, path: place, byteSize, sha256: hash.digest() });
  } finally {
    await closed;
    await rm(place, { force: true });
  }
}

/** Refuses a file whose size is known in advance to be too large. @throws DriveError `tooLarge`, FILE_SPACE_FULL */
export function refuseBeyond(bytes: number, room: FileRoom): void {
  if (bytes > FILE_LIMITS.maxBytes) throw new DriveError('tooLarge');
  if (bytes > room.leftBytes) throw room.refusal();
}
