import type { CallResult, fileGet, MessageKey, Translate } from '@classwright/contract';
import type { Db } from '../../platform/database/index.ts';
import type { Actor } from '../../platform/http/index.ts';
import { countPictures } from './queries.ts';

/**
 * A kind of thing that files are part of. The module that owns the things says which of them hold a file and who may
 * see it there; it knows the files, and they do not know it. Pictures within rich text count too: `file_ids_in` finds them.
 */
export interface FileUse {
  /** How many things of each table hold the file: `depends.<table>.one` and `.many` say so in words. */
  count(db: Db, fileId: number): Promise<readonly { table: string; count: number }[]>;
  /** The first of those that somebody may open, by name; none of a kind that has no page of its own. */
  list?(db: Db, actor: Actor, fileId: number): Promise<readonly NamedUse[]>;
  /** Whether somebody may see one of the things that hold the file. */
  canRead(db: Db, actor: Actor, fileId: number): Promise<boolean>;
}

export type NamedUse = CallResult<typeof fileGet>['things'][number];
/** As many of a kind as are named. */
export const MOST_NAMED = 10;

/** People's pictures are seen wherever their name stands, by addresses that their views hand out. */
export const pictureUse: FileUse = {
  count: async (db, fileId) => [{ table: 'accounts', count: await countPictures(db, fileId) }],
  canRead: async () => false,
};

export interface Dependent {
  table: string;
  count: number;
  words: string;
}

/** What uses a file, in words. */
export async function findUses(db: Db, uses: readonly FileUse[], fileId: number, t: Translate<MessageKey>): Promise<Dependent[]> {
  const found: Dependent[] = [];
  for (const use of [pictureUse, ...uses]) {
    for (const { table, count } of await use.count(db, fileId)) {
      if (count > 0) found.push({ table, count, words: t(`depends.${table}.${count === 1 ? 'one' : 'many'}` as MessageKey, { count }) });
    }
  }
  return found;
}

/** What uses a file, by name, as far as somebody may open it. */
export async function listNamedUses(db: Db, actor: Actor, uses: readonly FileUse[], fileId: number): Promise<NamedUse[]> {
  const found: NamedUse[] = [];
  for (const use of uses) found.push(...((await use.list?.(db, actor, fileId)) ?? []));
  return found;
}
