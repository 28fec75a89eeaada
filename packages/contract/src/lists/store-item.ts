import { z } from 'zod';
import { creator, flag, longText, number, reference, text } from '../core/list-fields.ts';
import { defineReferenceList } from '../core/reference-list.ts';
import { schools } from './school.ts';
import { accountTarget } from './targets.ts';

/**
 * The items that the store offers for points. A school's items are only offered there; one without a school is offered
 * in all of them.
 */
export const storeItems = defineReferenceList({
  name: 'storeItem',
  noun: 'store_item',
  path: '/store/items',
  route: null,
  table: 'store_items',
  isShared: false,
  errors: ['SHARED_BY_SCHOOLS'],
  title: { one: 'list.storeItem', many: 'list.storeItem.many', about: 'list.storeItem.about' },
  resource: 'store-items',
  read: 'view',
  fields: {
    name: text({ label: 'list.field.name' }),
    description: longText({ label: 'list.field.description', optional: true, max: 1000 }),
    price: number({ label: 'list.field.price', hint: 'list.hint.price', min: 1, max: 100_000, half: true }),
    stock: number({ label: 'list.field.stock', hint: 'list.hint.stock', min: 0, max: 100_000, optional: true, half: true }),
    is_active: flag({ label: 'list.field.offered', hint: 'list.hint.offered', initial: true }),
    keeper_id: reference({ label: 'list.field.keeper', hint: 'list.hint.keeper', to: accountTarget, as: 'keeper_name', optional: true }),
    school_id: reference({ label: 'list.field.school', hint: 'list.hint.storeSchool', to: schools.target, as: 'school_name', optional: true }),
    account_id: creator({ label: 'list.field.account', to: accountTarget, as: 'account_name' }),
  },
  extra: {
    /** The number that is still available. Null: unlimited. */
    left: z.number().int().nullable(),
    redeemed: z.number().int(),
    picture: z.object({ file_id: z.number().int(), url: z.string() }).nullable(),
  },
  columns: ['name', 'price', 'stock', 'is_active'],
  search: ['name', 'description'],
  unique: { field: 'name', message: 'list.storeItem.taken' },
  deletion: 'archive',
});
