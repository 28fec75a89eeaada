import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { StartRefusal } from '../platform/start-refusal.ts';

/** The only file that is not in the list of checksums. It carries the checksum of that list and is written last. */
export const manifestFile = 'backup.json';
/** The list of checksums: one line for each other file, as `sha256sum --check` reads it. */
export const sumsFile = 'SHA256SUMS';
export const filesFolder = 'files';
export const wordsFile = 'messages.json';
export const pathOfTable = (table: string): string => `tables/${table}.copy.gz`;

const table = z.object({ name: z.string().regex(/^[a-z][a-z0-9_]*$/), columns: z.array(z.string()), rows: z.number().int().nonnegative() });
const sequence = z.object({ table: z.string(), column: z.string(), last: z.number().int(), isUsed: z.boolean() });
const manifest = z.object({
  format: z.literal(1),
  product: z.literal('classwright'),
  version: z.string(),
  /** The moment of the snapshot, by the database's clock. */
  takenAt: z.iso.datetime(),
  migrations: z.array(z.object({ version: z.number().int(), name: z.string(), checksum: z.string() })),
  tables: z.array(table),
  sequences: z.array(sequence),
  files: z.number().int().nonnegative(),
  /** Keys of files that had a row but no bytes when the backup was made. */
  lostFiles: z.array(z.string()),
  sums: z.string().regex(/^[0-9a-f]{64}$/),
});

export type Manifest = z.infer<typeof manifest>;
export type BackedUpSequence = z.infer<typeof sequence>;

/** Reads the manifest of a backup. @throws StartRefusal when the folder is not a backup that this version can read */
export function readManifest(folder: string): Manifest {
  let text: string;
  try {
    text = readFileSync(join(folder, manifestFile), 'utf8');
  } catch (error) {
    throw new StartRefusal(`${folder} is not a backup: its ${manifestFile} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  try {
    return manifest.parse(JSON.parse(text));
  } catch {
    throw new StartRefusal(`${join(folder, manifestFile)} is damaged, or of a version of Classwright that this one does not know.`);
  }
}
