import { parsePageSize } from '../../../ui/data-table/pages.ts';
import { listParsers, parseId, parseOneOf, parseText, parseYes, parseYesOrNo, type RawSearch, searchParser, tidy } from '../../../base/search.ts';

const parseNamed = searchParser({
  ...listParsers,
  sort: parseText,
  direction: parseOneOf(['asc', 'desc']),
  /** The number of rows on a page, if not the usual one. */
  per_page: parsePageSize,
  /** True when all rows are in one scroll instead of pages. */
  scroll: parseYes,
  /** The open dialog and its row. */
  create: parseYes,
  /** True when the dialog for many rows is open. */
  many: parseYes,
  edit: parseId,
  delete: parseId,
  /** True when deleted rows are shown instead of current ones. `purge`: the row to confirm erasing. */
  archived: parseYes,
  purge: parseId,
  /** The invitation group whose people are shown. */
  accounts: parseId,
  /** Shows only rows with this value of the flag. Named as the rows' fields are. */
  active: parseYesOrNo,
  is_active: parseYesOrNo,
  is_shared: parseYesOrNo,
  /** Shows only rows with this status, in lists whose rows go through steps. */
  status: parseText,
});

/** The search parameters of a list. */
export type ReferenceListSearch = ReturnType<typeof parseNamed> & {
  /** Shows only rows that refer to this one. Named as the rows' fields are. */
  [reference: `${string}_id`]: number | undefined;
};

const REFERENCE = /^[a-z_]{1,40}_id$/;

export const parseListSearch = (raw: RawSearch): ReferenceListSearch => ({
  ...parseNamed(raw),
  ...tidy(Object.fromEntries(Object.entries(raw).flatMap(([name, value]) => (REFERENCE.test(name) ? [[name, parseId(value)]] : [])))),
});
