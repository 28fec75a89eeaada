import { createReadStream, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { filesFolder, type Manifest, pathOfTable, readManifest, sumsFile } from './format.ts';
import { sumOf } from './sums.ts';

const MOST_TOLD = 20;

/**
 * Reads a whole backup: each file against its checksum, each table against its row count, the files that rows name, and
 * sequences against the numbers in use. Returns the problems as sentences, or an empty list. @throws StartRefusal when
 * the folder is not a backup. `onProgress` is called with the share that is read, from 0 to 1.
 */
export async function verifyBackup(folder: string, onProgress: (share: number) => void = () => undefined): Promise<{ manifest: Manifest; problems: string[] }> {
  const manifest = readManifest(folder);
  const problems: string[] = [];
  const tell = (problem: string): void => void (problems.length < MOST_TOLD && problems.push(problem));
  const list = await sumOf(join(folder, sumsFile)).catch(() => null);
  if (list?.sum !== manifest.sums) return { manifest, problems: [`${sumsFile} is missing or has been changed.`] };
  const sums = new Map(readSums(folder));
  const sizes = new Map([...sums.keys()].map((path) => [path, statSync(join(folder, path), { throwIfNoEntry: false })?.size ?? 0]));
  const rows = [...sizes].filter(([path]) => !path.startsWith(`${filesFolder}/`)).reduce((sum, [, bytes]) => sum + bytes, 0);
  const total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, rows); // rows are read twice
  let read = 0;
  const advance = (path: string): void => onProgress((read += sizes.get(path) ?? 0) / Math.max(1, total));
  for (const [path, sum] of sums) {
    advance(path);
    const found = await sumOf(join(folder, path)).catch(() => null);
    if (!found) tell(`${path} is missing or cannot be read.`);
    else if (found.sum !== sum) tell(`${path} has been changed.`);
  }
  if (problems.length > 0) return { manifest, problems };
  for (const table of manifest.tables) {
    const sequence = manifest.sequences.find((candidate) => candidate.table === table.name);
    const numbered = sequence ? table.columns.indexOf(sequence.column) : -1;
    const keys = table.name === 'files' ? table.columns.indexOf('storage_key') : -1;
    advance(pathOfTable(table.name));
    let [counted, greatest] = [0, 0];
    await eachRow(join(folder, pathOfTable(table.name)), (row) => {
      counted += 1;
      if (numbered < 0 && keys < 0) return;
      const values = row.split('\t');
      if (numbered >= 0) greatest = Math.max(greatest, Number(values[numbered]));
      const key = keys < 0 ? null : (values[keys] as string);
      if (key !== null && !sums.has(`${filesFolder}/${key}`) && !manifest.lostFiles.includes(key)) tell(`The file ${key} is missing.`);
    });
    if (counted !== table.rows) tell(`The table ${table.name} has ${counted} rows in place of ${table.rows}.`);
    if (sequence && greatest > (sequence.isUsed ? sequence.last : sequence.last - 1)) tell(`Numbers of ${table.name} would be given out twice.`);
  }
  for (const key of manifest.lostFiles) tell(`The file ${key} was lost already when the backup was taken.`);
  return { manifest, problems };
}

/** Returns the path and checksum of every file except the manifest and the list itself. */
export function readSums(folder: string): [path: string, sum: string][] {
  const lines = readFileSync(join(folder, sumsFile), 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => [line.slice(66), line.slice(0, 64)]);
}

/** Calls `take` for each row. PostgreSQL escapes line ends within values, so a line is a row. */
async function eachRow(path: string, take: (row: string) => void): Promise<void> {
  let rest = '';
  await pipeline(createReadStream(path), createGunzip(), async (source: AsyncIterable<Buffer>) => {
    const decoder = new TextDecoder();
    for await (const chunk of source) {
      const rows = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = rows.pop() as string;
      for (const row of rows) take(row);
    }
  });
}
