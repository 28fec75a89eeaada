import { parseDescending, parseId, parsePage, parseText, parseYes, parseYesOrNo, type SearchOf, searchParser, tidy } from '../../../base/search.ts';

const filters = {
  first_name: parseText,
  last_name: parseText,
  email: parseText,
  school_id: parseId,
  account_type_id: parseId,
  role_id: parseId,
  /** The search box for names and addresses. */
  search_text: parseText,
  status: parseYesOrNo,
  has_password: parseYesOrNo,
};
/** The filters of the search panel. */
export type AccountFilters = SearchOf<typeof filters>;

/** Parses the address of the accounts screen. */
export const parseAccountsSearch = searchParser({
  ...filters,
  page: parsePage,
  /** True to show all rows in one scroll instead of pages. */
  scroll: parseYes,
  sort: parseText,
  direction: parseDescending,
  /** The open dialog, and its account. */
  create: parseYes,
  edit: parseId,
  delete: parseId,
  link: parseId,
  import: parseYes,
});
export type AccountsSearch = ReturnType<typeof parseAccountsSearch>;

/** Returns the part of the address that the list depends on, without open dialogs. */
export function listPart({ create: _create, edit: _edit, delete: _delete, link: _link, import: _import, ...list }: AccountsSearch): AccountsSearch {
  return list;
}

export function filtersOf({ page: _page, scroll: _scroll, sort: _sort, direction: _direction, ...rest }: AccountsSearch): AccountFilters {
  return listPart(rest);
}

/** Returns the list's order and view, which a new search keeps. */
export function orderOf({ scroll, sort, direction }: AccountsSearch): AccountsSearch {
  return tidy({ scroll, sort, direction });
}

export const isSearching = (search: AccountsSearch): boolean => Object.keys(filtersOf(search)).length > 0;
