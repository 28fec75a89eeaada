import { pageSize } from '../../ui/data-table/page-sizes.ts';
import { type Raw, tidy, whole, words } from '../../base/search.ts';

export interface FileFilters {
  start_date?: string;
  end_date?: string;
  type?: string;
  search_text?: string;
}

/** What stands in the address of the file library. */
export interface FilesSearch extends FileFilters {
  page?: number;
  /** Rows of a page, where not the usual number. */
  per_page?: number;
  /** The dialog that is open, on which file. */
  view?: number;
  delete?: number;
  upload?: true;
}

export const filesSearch = (raw: Raw): FilesSearch =>
  tidy({
    start_date: words(raw['start_date']),
    end_date: words(raw['end_date']),
    type: words(raw['type']),
    search_text: words(raw['search_text']),
    page: whole(raw['page']),
    per_page: pageSize(raw['per_page']),
    view: whole(raw['view']),
    delete: whole(raw['delete']),
    upload: raw['upload'] === true || raw['upload'] === 'true' ? (true as const) : undefined,
  });

export const filtersOf = ({ start_date, end_date, type, search_text }: FilesSearch): FileFilters => tidy({ start_date, end_date, type, search_text });
