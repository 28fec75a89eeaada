import { type MessageKey, storeItems, storePicture, type Translate } from '@classwright/contract';
import type { FileUse } from '../../../../manifest.ts';
import { audit } from '../../../../platform/audit/index.ts';
import { appError, fieldError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { type AnyRow, findRow } from '../../../../platform/reference-lists/index.ts';
import { findFiles, requireUsableFiles } from '../../files/index.ts';
import { itemsWithPicture, isPictureOfOffer, listPictures, lockItems, setPicture, visibleItems } from './queries.ts';
import { requireOwnItem, type storeItemHooks } from './hooks.ts';

/** Implements setting the picture of an item. */
export function implementPicture({ t, hooks }: { t: Translate<MessageKey>; hooks: ReturnType<typeof storeItemHooks> }): Implementation {
  return implement(storePicture, async ({ tx, actor, input, requestId }) => {
    await lockItems(tx, [input.id]);
    const item = await findRow(tx, storeItems, input.id, visibleItems(actor));
    if (!item) throw appError('NOT_FOUND');
    requireOwnItem(actor, item);
    const before = (await listPictures(tx, [item.id])).get(item.id) ?? null;
    if (input.file_id !== null && input.file_id !== before) {
      await requireUsableFiles(tx, [input.file_id], { accountId: actor.accountId, schoolId: actor.schoolId, field: 'file_id' });
      const [file] = await findFiles(tx, [input.file_id]);
      if (!file?.mime_type.startsWith('image/') || file.mime_type === 'image/svg+xml') throw fieldError('file_id', 'store.pictureNotOne');
    }
    await setPicture(tx, item.id, input.file_id);
    const record = { action: storePicture.name, subjectType: 'store_item', subjectId: item.id, requestId };
    await audit(tx, actor, { ...record, before: { picture_file_id: before }, after: { picture_file_id: input.file_id } });
    const row = (await findRow(tx, storeItems, item.id, 'all')) as AnyRow & Parameters<NonNullable<typeof hooks.extend>>[1][number];
    const [extra] = (await hooks.extend?.(tx, [row])) ?? [];
    const data = { ...row, ...extra } as never;
    return { message: t('store.pictureSaved'), store_item: data, data };
  });
}

/** The pictures of store items, visible to everybody who may see the store. */
export const storePictures: FileUse = {
  holders: { store_items: itemsWithPicture },
  canRead: (db, actor, fileId) => (actor.rights.has('store:view') ? isPictureOfOffer(db, fileId, actor.schoolId) : Promise.resolve(false)),
};
