import type { MessageKey, Translate } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import type { FileUse, NamedUse } from '../../../manifest.ts';
import type { Actor } from '../../../platform/http/index.ts';
import { countPictures } from './queries.ts';

/** The maximum number of named uses of a kind. */
export const MAX_NAMED = 10;

/**
 * The use of files as people's pictures. They are visible wherever the name is shown, at addresses in the people's
 * views.
 */
const pictureUse: FileUse = {
  count: async (db, fileId) => [{ table: 'accounts', count: await countPictures(db, fileId) }],
  canRead: async () => false,
};

export interface Dependent {
  table: string;
  count: number;
  words: string;
}

/** Returns the uses of a file, in words. */
export async function findUses(db: Db, uses: readonly FileUse[], fileId: number, t: Translate<MessageKey>): Promise<Dependent[]> {
  const found: Dependent[] = [];
  for (const use of [pictureUse, ...uses]) {
    for (const { table, count } of await use.count(db, fileId)) {
      if (count > 0) found.push({ table, count, words: t(`depends.${table}` as MessageKey, { count }) });
    }
  }
  return found;
}

/** Returns how many things use a file. */
export async function countUses(db: Db, uses: readonly FileUse[], fileId: number): Promise<number> {
  let sum = 0;
  for (const use of [pictureUse, ...uses]) for (const { count } of await use.count(db, fileId)) sum += count;
  return sum;
}

/** Returns the uses of a file, by name, that the person may open. */
export async function listNamedUses(db: Db, actor: Actor, uses: readonly FileUse[], fileId: number): Promise<NamedUse[]> {
  const found: NamedUse[] = [];
  for (const use of uses) found.push(...((await use.list?.(db, actor, fileId)) ?? []));
  return found;
}
