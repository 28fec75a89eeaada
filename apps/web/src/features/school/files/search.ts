import { parsePageSize } from '../../../ui/data-table/page-sizes.ts';
import { parseId, parsePage, parseText, parseYes, type SearchOf, searchParser, tidy } from '../../../base/search.ts';

const filters = { start_date: parseText, end_date: parseText, type: parseText, search_text: parseText };
export type FileFilters = SearchOf<typeof filters>;

/** What stands in the address of the file library. */
export const parseFilesSearch = searchParser({
  ...filters,
  page: parsePage,
  /** Rows of a page, where not the usual number. */
  per_page: parsePageSize,
  /** The dialog that is open, on which file. */
  view: parseId,
  delete: parseId,
  upload: parseYes,
});
export type FilesSearch = ReturnType<typeof parseFilesSearch>;

export const filtersOf = ({ start_date, end_date, type, search_text }: FilesSearch): FileFilters => tidy({ start_date, end_date, type, search_text });
