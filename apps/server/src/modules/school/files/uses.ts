import type { MessageKey, Translate } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import type { FileUse, NamedUse } from '../../../manifest.ts';
import type { Actor } from '../../../platform/http/index.ts';
import { accountsWithPicture, countHolders } from './use-queries.ts';

/** The maximum number of named uses of a kind. */
export const MAX_NAMED = 10;

/**
 * The use of files as people's pictures. They are visible wherever the name is shown, at addresses in the people's
 * views.
 */
const pictureUse: FileUse = {
  holders: { accounts: accountsWithPicture },
  canRead: async () => false,
};

export interface Dependent {
  table: string;
  count: number;
  words: string;
}

const holdersOf = (uses: readonly FileUse[]) => [pictureUse, ...uses].flatMap(({ holders }) => Object.entries(holders));

/** Returns the uses of files, in words, by file. Files that nothing uses are left out. */
export async function findUses(db: Db, uses: readonly FileUse[], fileIds: readonly number[], t: Translate<MessageKey>): Promise<Map<number, Dependent[]>> {
  const found = new Map<number, Dependent[]>();
  for (const { file_id, table, count } of await countHolders(db, holdersOf(uses), fileIds)) {
    const dependent = { table, count, words: t(`depends.${table}` as MessageKey, { count }) };
    found.set(file_id, [...(found.get(file_id) ?? []), dependent]);
  }
  return found;
}

/** Returns those of some files that something uses. */
export async function listUsed(db: Db, uses: readonly FileUse[], fileIds: readonly number[]): Promise<Set<number>> {
  return new Set((await countHolders(db, holdersOf(uses), fileIds)).map(({ file_id }) => file_id));
}

/** Returns the uses of a file, by name, that the person may open. */
export async function listNamedUses(db: Db, actor: Actor, uses: readonly FileUse[], fileId: number): Promise<NamedUse[]> {
  const found: NamedUse[] = [];
  for (const use of uses) found.push(...((await use.list?.(db, actor, fileId)) ?? []));
  return found;
}
