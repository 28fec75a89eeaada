import { createWriteStream } from 'node:fs';
import { mkdir, open, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Db } from '../../../../platform/database/index.ts';
import type { FileStorage } from '../storage/index.ts';
import { deletePiece, insertPiece, listPieces, listStrayPieces, type PieceRow } from './queries.ts';

/** Held in memory while it goes to the bucket. */
const PART_BYTES = 4 * 1024 * 1024;

/** What has come of uploads, for all processes. Called by whoever holds the upload. */
export interface SharedPieces {
  /** Brings this machine's folder to where the upload stands, whichever processes its pieces came to. */
  catchUp(id: string): Promise<void>;
  /** Hands on what has come between two places. */
  share(id: string, start: number, end: number): Promise<void>;
  /** Forgets all of an upload. */
  clear(id: string): Promise<void>;
}

/** Where files are in a bucket, pieces go there too; else the processes share the folder itself, and nothing is to be done. */
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
      // what nobody else knows of is sent again
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

/** Erases pieces of uploads that are files by now, or gone. */
export async function eraseStrayPieces(db: Db, storage: FileStorage): Promise<void> {
  if (storage.isBucket) await erase(db, storage, await listStrayPieces(db));
}

/** A row stays until its bytes are gone. */
async function erase(db: Db, storage: FileStorage, pieces: readonly PieceRow[]): Promise<void> {
  for (const piece of pieces) {
    await storage.remove(piece.storage_key);
    await deletePiece(db, piece);
  }
}
