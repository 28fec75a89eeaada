import { PAST_RESULTS, type PastResults } from '@classwright/rules/item-analysis/past-results';
import { STATUS_LABELS, type StatusLabel } from '@classwright/rules/questions/approval';
import { pageSize } from '../../ui/data-table/page-sizes.ts';
import { list, type ListSearch, oneOf, type Raw, tidy, whole, words } from '../../base/search.ts';

/** What the filter card asks for. */
export interface BankFilters {
  type_id?: number;
  question_grade_id?: number;
  question_subject_id?: number;
  standard_id?: number;
  topic_id?: number;
  status?: StatusLabel;
  tag?: string[];
  /** How it did when a lesson asked it last; for staff. */
  past_results?: PastResults;
}

/** The columns that the bank can stand by; the server's are the same. */
export const BANK_SORTS = ['title', 'rating', 'approvals', 'dateAdded', 'dateUpdated', 'timesAsked'] as const;
export interface BankSorting {
  sort?: (typeof BANK_SORTS)[number];
  direction?: 'asc' | 'desc';
  /** Rows of a page, where not the usual number. */
  per_page?: number;
}

/** Which dialog is open, on which question. */
export interface OpenDialog {
  create?: true;
  view?: number;
  edit?: number;
  delete?: number;
  rate?: number;
  approve?: number;
  versions?: number;
  import?: true;
  /** Deleted questions instead of the bank, and which of them is to be erased. */
  archived?: true;
  purge?: number;
}

/** What stands in the address of the bank's screens. */
export interface BankSearch extends ListSearch, BankFilters, BankSorting, OpenDialog {}

const yes = (value: unknown): true | undefined => (value === true || value === 'true' || value === 1 ? true : undefined);
function tags(value: unknown): string[] | undefined {
  const found = (Array.isArray(value) ? value : [value]).flatMap((tag) => words(tag) ?? []);
  return found.length > 0 ? found : undefined;
}

export function bankSearch(raw: Raw): BankSearch {
  return tidy({
    ...list(raw),
    type_id: whole(raw['type_id']),
    question_grade_id: whole(raw['question_grade_id']),
    question_subject_id: whole(raw['question_subject_id']),
    standard_id: whole(raw['standard_id']),
    topic_id: whole(raw['topic_id']),
    status: STATUS_LABELS.find((label) => label === raw['status']),
    tag: tags(raw['tag']),
    past_results: PAST_RESULTS.find((name) => name === raw['past_results']),
    sort: oneOf(raw['sort'], BANK_SORTS),
    direction: oneOf(raw['direction'], ['asc', 'desc']),
    per_page: pageSize(raw['per_page']),
    create: yes(raw['create']),
    view: whole(raw['view']),
    edit: whole(raw['edit']),
    delete: whole(raw['delete']),
    rate: whole(raw['rate']),
    approve: whole(raw['approve']),
    versions: whole(raw['versions']),
    import: yes(raw['import']),
    archived: yes(raw['archived']),
    purge: whole(raw['purge']),
  });
}

/** The part that the list follows, without open dialogs. */
export function listPart(search: BankSearch): ListSearch & BankFilters & BankSorting {
  const { create: _1, view: _2, edit: _3, delete: _4, rate: _5, approve: _6, versions: _7, import: _8, archived: _9, purge: _10, ...part } = search;
  return part;
}

export function filtersOf(search: BankSearch): BankFilters {
  const { page: _page, search_text: _text, sort: _sort, direction: _direction, per_page: _size, ...filters } = listPart(search);
  return filters;
}

/** How the rows stand, which stays whatever is searched for. */
export function sortingOf({ sort, direction, per_page }: BankSearch): BankSorting {
  return { ...(sort && { sort }), ...(direction && { direction }), ...(per_page && { per_page }) };
}
