import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

/** Longer than a line of the file: 40 characters of the hash, a colon, and a count. */
const LINE_BYTES = 128;
const HASH_CHARACTERS = 40;

/**
 * Returns true when the file has the SHA-1 hash of this password. The file has a line for each, `HASH:count` or the hash alone, sorted
 * by hash, as the downloader of Have I Been Pwned writes it. It is searched on the disk by halves: some 30 reads for a thousand
 * million lines, and nothing of it stays in memory. @throws when the file cannot be read
 */
export async function isInLeakedFile(path: string, password: string): Promise<boolean> {
  const wanted = createHash('sha1').update(password).digest('hex').toUpperCase();
  const file = await open(path, 'r');
  try {
    let from = 0;
    let to = (await file.stat()).size;
    // the first line that begins at or after `from` and before `to` may be the wanted one
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      const line = await lineFrom(file, middle);
      if (line === null || line.startsAt >= to) to = middle;
      else if (line.hash === wanted) return true;
      else if (line.hash < wanted) from = line.endsAt;
      else to = middle;
    }
    return false;
  } finally {
    await file.close();
  }
}

/** Returns the first whole line that begins at or after an offset. Null at the end of the file. */
async function lineFrom(file: FileHandle, offset: number): Promise<{ hash: string; startsAt: number; endsAt: number } | null> {
  const at = Math.max(0, offset - 1); // a line begins at `offset` when the byte before it ends another one
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2 * LINE_BYTES), 0, 2 * LINE_BYTES, at);
  const text = buffer.toString('latin1', 0, bytesRead);
  const begins = offset === 0 ? 0 : text.indexOf('\n') + 1;
  if ((offset > 0 && begins === 0) || begins >= bytesRead) return null;
  const ends = text.indexOf('\n', begins);
  const endsAt = ends < 0 ? at + bytesRead : at + ends + 1;
  return { hash: text.slice(begins, begins + HASH_CHARACTERS).toUpperCase(), startsAt: at + begins, endsAt };
}
