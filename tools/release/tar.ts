// Writes tar archives that are the same bytes for the same entries: names are sorted, everything belongs to root and has one time.
import { readFileSync } from 'node:fs';

/** An entry of an archive. A folder's path ends with a slash. A file has its bytes, or the path of the file that holds them. */
export type Entry = { path: string; mode: number } & ({ is: 'folder' } | { is: 'link'; target: string } | { is: 'file'; content: Buffer | string });

const BLOCK = 512;
/** GNU tar pads archives to 20 blocks. */
const RECORD = 20 * BLOCK;
const NAME_LENGTH = 100;
const types = { file: '0', link: '2', folder: '5', longName: 'L', longTarget: 'K' } as const;

/** Yields the pieces of an archive in GNU's format, which tar, BusyBox and dpkg read. `seconds`: the time of every entry, since 1970. */
export async function* writeTar(entries: readonly Entry[], seconds: number): AsyncGenerator<Buffer> {
  let written = 0;
  for (const entry of entries.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const content = entry.is !== 'file' ? Buffer.alloc(0) : typeof entry.content === 'string' ? readFileSync(entry.content) : entry.content;
    const target = entry.is === 'link' ? entry.target : '';
    const pieces = [
      ...writeLong(types.longName, entry.path, seconds),
      ...writeLong(types.longTarget, target, seconds),
      writeHeader({ path: entry.path, target, mode: entry.mode, size: content.length, type: types[entry.is], seconds }),
      ...pad(content),
    ];
    for (const piece of pieces) {
      written += piece.length;
      yield piece;
    }
  }
  yield Buffer.alloc(RECORD - ((written + 2 * BLOCK) % RECORD || RECORD) + 2 * BLOCK);
}

/** A name that does not fit into a header goes before it, as the content of an entry of its own. */
function writeLong(type: string, name: string, seconds: number): Buffer[] {
  const bytes = Buffer.from(`${name}\0`);
  if (bytes.length <= NAME_LENGTH) return [];
  return [writeHeader({ path: '././@LongLink', target: '', mode: 0o644, size: bytes.length, type, seconds }), ...pad(bytes)];
}

const pad = (content: Buffer): Buffer[] => [content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)];

interface Header {
  path: string;
  target: string;
  mode: number;
  size: number;
  type: string;
  seconds: number;
}

function writeHeader({ path, target, mode, size, type, seconds }: Header): Buffer {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number) => header.write(value.toString(8).padStart(length - 1, '0'), at);
  header.write(path.slice(0, NAME_LENGTH), 0, NAME_LENGTH);
  octal(mode, 100, 8);
  octal(0, 108, 8); // root
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(seconds, 136, 12);
  header.fill(' ', 148, 156); // the sum counts its own field as blanks
  header.write(type, 156);
  header.write(target, 157, NAME_LENGTH);
  header.write('ustar  \0', 257); // GNU's mark
  header.write('root', 265);
  header.write('root', 297);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}
