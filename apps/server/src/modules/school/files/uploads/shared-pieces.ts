import { createWriteStream } from 'node:fs';
import { mkdir, open, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Db } from '../../../../platform/database/index.ts';
import type { FileStorage } from '../storage/index.ts';
import { deletePiece, insertPiece, listPieces, listStrayPieces, type PieceRow } from './queries.ts';

/** The size of a part, held in memory while it is sent to the bucket. */
const PART_BYTES = 4 * 1024 * 1024;

/** The arrived bytes of uploads, for all processes. The caller must hold the upload. */
export interface SharedPieces {
  /** Brings this machine's folder up to date with the upload, regardless of the processes its pieces came to. */
  catchUp(id: string): Promise<void>;
  /** Shares the bytes between two positions. */
  share(id: string, start: number, end: number): Promise<void>;
  /** Deletes all bytes of an upload. */
  clear(id: string): Promise<void>;
}

/**
 * Creates the shared pieces. When files are in a bucket, pieces are stored there too; otherwise the processes share the
 * folder itself, and there is nothing to do.
 */
export function createSharedPieces({ db, storage, uploadFolder }: { db: Db; storage: FileStorage; uploadFolder: string }): SharedPieces {
  if (!storage.isBucket) return { catchUp: async () => undefined, share: async () => undefined, clear: async () => undefined };
  return {
    async catchUp(id) {
      const pieces = await listPieces(db, id);
      const last = pieces.at(-1);
      const total = last ? last.start + last.byte_size : 0;
      const place = path.join(uploadFolder, id);
      await mkdir(uploadFolder, { recursive: true });
      const have = await stat(place).then(
        ({ size }) => size,
        () => 0,
      );
      // bytes that no other process knows of are sent again
      if (have > total) return truncate(place, total);
      await (await open(place, 'a')).close();
      for (const piece of pieces) if (piece.start + piece.byte_size > have) await fetchPiece(storage, piece, place);
    },
    async share(id, start, end) {
      const file = await open(path.join(uploadFolder, id), 'r');
      try {
        for (let from = start; from < end; from += PART_BYTES) {
          const bytes = Buffer.alloc(Math.min(PART_BYTES, end - from));
          await file.read(bytes, 0, bytes.length, from);
          const storageKey = await storage.put(bytes);
          await insertPiece(db, { upload_id: id, start: from, byte_size: bytes.length, storage_key: storageKey });
        }
      } finally {
        await file.close();
      }
    },
    clear: async (id) => erase(db, storage, await listPieces(db, id)),
  };
}

async function fetchPiece(storage: FileStorage, { start, byte_size, storage_key, upload_id }: PieceRow, place: string): Promise<void> {
  const bytes = await storage.read(storage_key, { start: 0, end: byte_size - 1 });
  if (!bytes) throw new Error(`a piece of upload ${upload_id} is not in the bucket`);
  await pipeline(bytes, createWriteStream(place, { flags: 'r+', start }));
}

/** Erases pieces of uploads that are already files, or were deleted. */
export async function eraseStrayPieces(db: Db, storage: FileStorage): Promise<void> {
  if (storage.isBucket) await erase(db, storage, await listStrayPieces(db));
}

/** Erases pieces. A row stays until its bytes are deleted. */
async function erase(db: Db, storage: FileStorage, pieces: readonly PieceRow[]): Promise<void> {
  for (const piece of pieces) {
    await storage.remove(piece.storage_key);
    await deletePiece(db, piece);
  }
}
