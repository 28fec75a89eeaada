import { type Raw, tidy, whole, words } from '../../base/search.ts';

/** What the search panel asks for. */
export interface AccountFilters {
  first_name?: string;
  last_name?: string;
  email?: string;
  school_id?: number;
  account_type_id?: number;
  role_id?: number;
  /** One box for names and addresses. */
  search_text?: string;
  status?: boolean;
  has_password?: boolean;
}

/** What stands in the address of the accounts screen. */
export interface AccountsSearch extends AccountFilters {
  page?: number;
  sort?: string;
  direction?: 'asc' | 'desc';
  /** Which dialog is open, on whom. */
  create?: true;
  edit?: number;
  delete?: number;
  link?: number;
  import?: true;
}

const yesOrNo = (value: unknown): boolean | undefined => [true, false].find((answer) => value === answer || value === String(answer));
const yes = (value: unknown): true | undefined => (value === true || value === 'true' || value === 1 ? true : undefined);

export function accountsSearch(raw: Raw): AccountsSearch {
  return tidy({
    first_name: words(raw['first_name']),
    last_name: words(raw['last_name']),
    email: words(raw['email']),
    school_id: whole(raw['school_id']),
    account_type_id: whole(raw['account_type_id']),
    role_id: whole(raw['role_id']),
    search_text: words(raw['search_text']),
    status: yesOrNo(raw['status']),
    has_password: yesOrNo(raw['has_password']),
    page: whole(raw['page']),
    sort: words(raw['sort']),
    direction: raw['direction'] === 'desc' ? ('desc' as const) : undefined,
    create: yes(raw['create']),
    edit: whole(raw['edit']),
    delete: whole(raw['delete']),
    link: whole(raw['link']),
    import: yes(raw['import']),
  });
}

/** The part of the address that the list follows, without open dialogs. */
export function listPart({ create: _create, edit: _edit, delete: _delete, link: _link, import: _import, ...list }: AccountsSearch): AccountsSearch {
  return list;
}

export function filtersOf({ page: _page, sort: _sort, direction: _direction, ...rest }: AccountsSearch): AccountFilters {
  return listPart(rest);
}

export function orderOf({ sort, direction }: AccountsSearch): AccountsSearch {
  return tidy({ sort, direction });
}

export const isSearching = (search: AccountsSearch): boolean => Object.keys(filtersOf(search)).length > 0;
