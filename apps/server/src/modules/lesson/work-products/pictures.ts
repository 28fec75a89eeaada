import { buffer } from 'node:stream/consumers';
import type { Db } from '../../../platform/database/index.ts';
import { type FileStorage, findFiles } from '../../school/files/index.ts';
import type { DrawnPicture } from './drawing/product-document.ts';

/**
 * The maximum size of one picture, and of all together, so that the file can be emailed. Other pictures are replaced by
 * their alternative text.
 */
const MOST_BYTES = 5_000_000;
const MOST_BYTES_TOGETHER = 12_000_000;

/** Reads the bytes of pictures, in the given order, within the size limit. */
export async function readPictures(db: Db, storage: FileStorage, fileIds: readonly number[]): Promise<DrawnPicture[]> {
  const files = new Map((await findFiles(db, fileIds)).map((file) => [file.id, file]));
  const pictures: DrawnPicture[] = [];
  let left = MOST_BYTES_TOGETHER;
  for (const fileId of fileIds) {
    const file = files.get(fileId);
    if (!file?.mime_type.startsWith('image/') || file.byte_size === 0 || file.byte_size > Math.min(MOST_BYTES, left)) continue;
    const stream = await storage.read(file.storage_key, { start: 0, end: file.byte_size - 1 });
    if (!stream) continue;
    pictures.push({ fileId, type: file.mime_type, bytes: await buffer(stream) });
    left -= file.byte_size;
  }
  return pictures;
}
