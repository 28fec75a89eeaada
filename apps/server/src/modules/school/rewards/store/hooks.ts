import type { ListRow, storeItems } from '@classwright/contract';
import type { Db } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import type { Actor } from '../../../../platform/http/index.ts';
import type { AnyRow, ListHooks } from '../../../../platform/reference-lists/index.ts';
import { countTaken, listPictures, choosableKeepers, choosableSchools, visibleItems } from './queries.ts';

type Item = ListRow<typeof storeItems> & AnyRow;

/** Refuses to change an item that every school offers. @throws SHARED_BY_SCHOOLS for people of one school */
export function requireOwnItem({ reach }: Pick<Actor, 'reach'>, item: AnyRow): void {
  if (item['school_id'] === null && !('all' in reach)) throw appError('SHARED_BY_SCHOOLS');
}

/**
 * Keepers see the items of their school and those of all schools; items they create belong to their school permanently.
 */
export function storeItemHooks(pictures: (db: Db) => Promise<(fileId: number) => string>): ListHooks<Item> {
  return {
    visible: visibleItems,
    choosable: { school_id: choosableSchools, keeper_id: choosableKeepers },
    async beforeSave({ actor }, { before }) {
      if (before) requireOwnItem(actor, before);
      return 'all' in actor.reach ? undefined : { school_id: before ? before.school_id : actor.schoolId };
    },
    mayDelete: async ({ actor }, item) => requireOwnItem(actor, item),
    async extend(db, rows) {
      const ids = rows.map(({ id }) => id);
      const [taken, files, urlOf] = await Promise.all([countTaken(db, ids), listPictures(db, ids), pictures(db)]);
      return rows.map(({ id, stock }) => {
        const redeemed = taken.get(id) ?? 0;
        const fileId = files.get(id);
        return {
          redeemed,
          left: stock === null ? null : Math.max(0, stock - redeemed),
          picture: fileId === undefined ? null : { file_id: fileId, url: urlOf(fileId) },
        };
      });
    },
  };
}
