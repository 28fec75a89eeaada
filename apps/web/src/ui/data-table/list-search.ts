import { pageSize } from './page-sizes.ts';
import { list, type ListSearch, oneOf, type Raw, tidy, whole, words } from '../../base/search.ts';

/** What stands in the addresses of the lists and of the texts that were censored; the first screens do without. */
export interface ReferenceListSearch extends ListSearch {
  sort?: string;
  direction?: 'asc' | 'desc';
  /** Which dialog is open, on which row. */
  create?: true;
  /** Rows of a page, where not the usual number. */
  per_page?: number;
  /** Many rows are being written. */
  many?: true;
  edit?: number;
  delete?: number;
  /** What was deleted, in place of what is in use; `purge`: about which row is asked. */
  archived?: true;
  purge?: number;
  /** The invitation group whose people are open. */
  accounts?: number;
  /** Only rows that point at this one, or whose flag is so; named as the fields of rows are. */
  [reference: `${string}_id`]: number | undefined;
  active?: boolean;
  is_active?: boolean;
}

const yesOrNo = (value: unknown): boolean | undefined => [true, false].find((answer) => value === answer || value === String(answer));
const REFERENCE = /^[a-z_]{1,40}_id$/;
const references = (raw: Raw): Record<`${string}_id`, number | undefined> =>
  Object.fromEntries(Object.entries(raw).flatMap(([name, value]) => (REFERENCE.test(name) ? [[name, whole(value)]] : [])));

const yes = (value: unknown): true | undefined => (value === true || value === 'true' || value === 1 ? true : undefined);

export const referenceListSearch = (raw: Raw): ReferenceListSearch =>
  tidy({
    ...list(raw),
    sort: words(raw['sort']),
    direction: oneOf(raw['direction'], ['asc', 'desc']),
    per_page: pageSize(raw['per_page']),
    create: yes(raw['create']),
    many: yes(raw['many']),
    edit: whole(raw['edit']),
    delete: whole(raw['delete']),
    archived: yes(raw['archived']),
    purge: whole(raw['purge']),
    accounts: whole(raw['accounts']),
    ...references(raw),
    active: yesOrNo(raw['active']),
    is_active: yesOrNo(raw['is_active']),
  });

export interface CensoredSearch extends ListSearch {
  class_id?: number;
  account_id?: number;
  reviewed?: 'yes' | 'no';
  from?: string;
  to?: string;
  /** Whose original is open. */
  text?: number;
}

export const censoredSearch = (raw: Raw): CensoredSearch =>
  tidy({
    ...list(raw),
    class_id: whole(raw['class_id']),
    account_id: whole(raw['account_id']),
    reviewed: oneOf(raw['reviewed'], ['yes', 'no']),
    from: words(raw['from']),
    to: words(raw['to']),
    text: whole(raw['text']),
  });
