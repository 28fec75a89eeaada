import { writeZip } from '../write-zip.ts';

/** Makes an archive of texts by their names. */
export async function makeZip(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of writeZip(Object.entries(parts).map(([name, content]) => ({ name, content: [content] })))) pieces.push(piece);
  return Buffer.concat(pieces);
}
