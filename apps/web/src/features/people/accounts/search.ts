import { parseDescending, parseId, parsePage, parseText, parseYes, parseYesOrNo, type SearchOf, searchParser, tidy } from '../../../base/search.ts';

const filters = {
  first_name: parseText,
  last_name: parseText,
  email: parseText,
  school_id: parseId,
  account_type_id: parseId,
  role_id: parseId,
  /** One box for names and addresses. */
  search_text: parseText,
  status: parseYesOrNo,
  has_password: parseYesOrNo,
};
/** What the search panel asks for. */
export type AccountFilters = SearchOf<typeof filters>;

/** What stands in the address of the accounts screen. */
export const parseAccountsSearch = searchParser({
  ...filters,
  page: parsePage,
  /** All rows in one scroll, in place of pages. */
  scroll: parseYes,
  sort: parseText,
  direction: parseDescending,
  /** Which dialog is open, on whom. */
  create: parseYes,
  edit: parseId,
  delete: parseId,
  link: parseId,
  import: parseYes,
});
export type AccountsSearch = ReturnType<typeof parseAccountsSearch>;

/** The part of the address that the list follows, without open dialogs. */
export function listPart({ create: _create, edit: _edit, delete: _delete, link: _link, import: _import, ...list }: AccountsSearch): AccountsSearch {
  return list;
}

export function filtersOf({ page: _page, scroll: _scroll, sort: _sort, direction: _direction, ...rest }: AccountsSearch): AccountFilters {
  return listPart(rest);
}

/** How the list stands, which a new search keeps. */
export function orderOf({ scroll, sort, direction }: AccountsSearch): AccountsSearch {
  return tidy({ scroll, sort, direction });
}

export const isSearching = (search: AccountsSearch): boolean => Object.keys(filtersOf(search)).length > 0;
