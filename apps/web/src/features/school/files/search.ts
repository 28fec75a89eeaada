import { parsePageSize } from '../../../ui/data-table/pages.ts';
import { parseId, parsePage, parseText, parseYes, type SearchOf, searchParser, tidy } from '../../../base/search.ts';

const filters = { start_date: parseText, end_date: parseText, type: parseText, search_text: parseText };
export type FileFilters = SearchOf<typeof filters>;

/** Parses the search parameters of the file library's address. */
export const parseFilesSearch = searchParser({
  ...filters,
  page: parsePage,
  /** The rows per page, if not the default. */
  per_page: parsePageSize,
  /** The file whose dialog is open. */
  view: parseId,
  delete: parseId,
  upload: parseYes,
});
export type FilesSearch = ReturnType<typeof parseFilesSearch>;

export const filtersOf = ({ start_date, end_date, type, search_text }: FilesSearch): FileFilters => tidy({ start_date, end_date, type, search_text });
