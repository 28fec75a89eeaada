import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { openZip, ZipError } from '../../../../platform/zip/index.ts';
import { ROSTER_LIMITS } from './limits.ts';
import { RosterProblem } from './roster-problem.ts';

/** A file as it was sent, on this machine's disk. */
export interface SentFile {
  name: string;
  path: string;
}

/** A table of the roster, whose bytes can be read more than once. */
export interface Part {
  /** The name without folders. */
  name: string;
  read: () => AsyncIterable<Buffer>;
}

const LONGEST_NAME = 100;
const isTable = (name: string): boolean => /\.(?:csv|txt|tsv)$/i.test(name);
/** Returns true for files that systems put into archives in addition to their tables. */
const isAside = (name: string): boolean => name.endsWith('/') || name.startsWith('__macosx/') || /(?:^|\/)\./.test(name);
const baseOf = (name: string): string => (name.split('/').at(-1) ?? name).slice(0, LONGEST_NAME);

/**
 * Opens the tables of the uploaded files: each part of an archive, or the file itself. @returns also the names of files
 * that are not tables @throws RosterProblem
 */
export async function openParts(files: readonly SentFile[]): Promise<{ parts: Part[]; passedOver: string[] }> {
  const parts: Part[] = [];
  const passedOver: string[] = [];
  for (const file of files) {
    if (await isZip(file.path)) await addArchive(file, parts, passedOver);
    else parts.push({ name: baseOf(file.name), read: () => createReadStream(file.path) as AsyncIterable<Buffer> });
  }
  if (parts.length === 0) throw new RosterProblem('nothing');
  if (parts.length > ROSTER_LIMITS.tables) throw new RosterProblem('tooManyTables', { max: ROSTER_LIMITS.tables });
  const names = parts.map(({ name }) => name.toLowerCase());
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw new RosterProblem('fileTwice', { name: twice });
  return { parts, passedOver };
}

async function isZip(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.equals(Buffer.from([0x50, 0x4b, 0x03, 0x04])) || buffer.equals(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  } finally {
    await handle.close();
  }
}

async function addArchive({ path }: SentFile, parts: Part[], passedOver: string[]): Promise<void> {
  const bytes = await readFile(path);
  try {
    const archive = openZip(bytes, { entries: ROSTER_LIMITS.entries, totalBytes: ROSTER_LIMITS.inflatedBytes });
    for (const name of archive.names) {
      if (isAside(name)) continue;
      if (isTable(name)) parts.push({ name: baseOf(name), read: () => inWords(archive.read(name)) });
      else passedOver.push(baseOf(name));
    }
  } catch (error) {
    throw toRosterProblem(error);
  }
}

async function* inWords(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* pieces;
  } catch (error) {
    throw toRosterProblem(error);
  }
}

const toRosterProblem = (error: unknown): unknown => (error instanceof ZipError ? new RosterProblem(`zip.${error.problem}`) : error);
