import { parsePageSize } from '../../../ui/data-table/page-sizes.ts';
import { listParsers, parseId, parseOneOf, parseText, parseYes, parseYesOrNo, type RawSearch, searchParser, tidy } from '../../../base/search.ts';

const parseNamed = searchParser({
  ...listParsers,
  sort: parseText,
  direction: parseOneOf(['asc', 'desc']),
  /** Rows of a page, where not the usual number. */
  per_page: parsePageSize,
  /** All rows in one scroll, in place of pages. */
  scroll: parseYes,
  /** Which dialog is open, on which row. */
  create: parseYes,
  /** Many rows are being written. */
  many: parseYes,
  edit: parseId,
  delete: parseId,
  /** What was deleted, in place of what is in use; `purge`: about which row is asked. */
  archived: parseYes,
  purge: parseId,
  /** The invitation group whose people are open. */
  accounts: parseId,
  /** Only rows whose flag is so; named as the fields of rows are. */
  active: parseYesOrNo,
  is_active: parseYesOrNo,
  /** Only rows that stand so, in lists whose rows go through steps. */
  status: parseText,
});

/** What stands in the address of a list. */
export type ReferenceListSearch = ReturnType<typeof parseNamed> & {
  /** Only rows that point at this one; named as the fields of rows are. */
  [reference: `${string}_id`]: number | undefined;
};

const REFERENCE = /^[a-z_]{1,40}_id$/;

export const parseListSearch = (raw: RawSearch): ReferenceListSearch => ({
  ...parseNamed(raw),
  ...tidy(Object.fromEntries(Object.entries(raw).flatMap(([name, value]) => (REFERENCE.test(name) ? [[name, parseId(value)]] : [])))),
});
