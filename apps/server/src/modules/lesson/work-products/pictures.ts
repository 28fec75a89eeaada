import { buffer } from 'node:stream/consumers';
import type { Db } from '../../../platform/database/index.ts';
import { type FileStorage, findFiles } from '../../school/files/index.ts';
import type { DrawnPicture } from './drawing/product-document.ts';

/** So large may one picture be, and all of them together: a file that goes home by mail. Others are named by their words. */
const MOST_BYTES = 5_000_000;
const MOST_BYTES_TOGETHER = 12_000_000;

/** The bytes of pictures, in the order in which they are named, as long as there is room for them. */
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
