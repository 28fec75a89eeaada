import { readFile } from 'node:fs/promises';
import { type FileStorage, storeFile } from '../modules/school/files/index.ts';
import type { Tx } from '../platform/database/index.ts';
import { type FigureKey, figures } from './content/index.ts';

/** Stores the drawn figures as files of the school. Returns their ids. */
export async function seedFigures(tx: Tx, storage: FileStorage, schoolId: number): Promise<Record<FigureKey, number>> {
  const ids: Partial<Record<FigureKey, number>> = {};
  for (const [key, { file }] of Object.entries(figures)) {
    ids[key as FigureKey] = await storeFile(tx, storage, {
      ownerId: null,
      schoolId,
      name: file,
      bytes: await readFile(new URL(`./figures/${file}`, import.meta.url)),
    });
  }
  return ids as Record<FigureKey, number>;
}
