import { WORTHS } from '@classwright/rules/ideas/question-worth';
import { PAST_RESULTS } from '@classwright/rules/item-analysis/past-results';
import { STATUS_LABELS } from '@classwright/rules/questions/approval';
import { parsePageSize } from '../../../ui/data-table/pages.ts';
import { listParsers, type ListSearch, parseId, parseOneOf, parseTexts, parseYes, type SearchOf, searchParser, tidy } from '../../../base/search.ts';

/** The columns by which the bank can be sorted. The server has the same list. */
const BANK_SORTS = ['title', 'rating', 'approvals', 'dateAdded', 'dateUpdated', 'timesAsked'] as const;

const filters = {
  type_id: parseId,
  question_grade_id: parseId,
  question_subject_id: parseId,
  standard_id: parseId,
  topic_id: parseId,
  status: parseOneOf(STATUS_LABELS),
  tag: parseTexts,
  /** The question's result in its last lesson, for staff. */
  past_results: parseOneOf(PAST_RESULTS),
  /** The judgment of the question, for staff. */
  worth: parseOneOf(WORTHS),
};
/** The filters of the filter card. */
export type BankFilters = SearchOf<typeof filters>;

const sorting = {
  sort: parseOneOf(BANK_SORTS),
  direction: parseOneOf(['asc', 'desc']),
  /** The number of rows on a page, if not the usual one. */
  per_page: parsePageSize,
  /** True when all rows are in one scroll instead of pages. */
  scroll: parseYes,
};
export type BankSorting = SearchOf<typeof sorting>;

const dialogs = {
  create: parseYes,
  view: parseId,
  edit: parseId,
  delete: parseId,
  rate: parseId,
  approve: parseId,
  versions: parseId,
  import: parseYes,
  /** Shows deleted questions instead of the bank, and the one to confirm erasing. */
  archived: parseYes,
  purge: parseId,
};
/** The open dialog and its question. */
export type OpenDialog = SearchOf<typeof dialogs>;

/** Parses the address of the bank's screens. */
export const parseBankSearch = searchParser({ ...listParsers, ...filters, ...sorting, ...dialogs });
export type BankSearch = ReturnType<typeof parseBankSearch>;

/** Returns the part of the search that affects the list, without open dialogs. */
export function listPart(search: BankSearch): ListSearch & BankFilters & BankSorting {
  const { create: _1, view: _2, edit: _3, delete: _4, rate: _5, approve: _6, versions: _7, import: _8, archived: _9, purge: _10, ...part } = search;
  return part;
}

export function filtersOf(search: BankSearch): BankFilters {
  const { page: _page, search_text: _text, sort: _sort, direction: _direction, per_page: _size, scroll: _scroll, ...filters } = listPart(search);
  return filters;
}

/** Returns the sorting and paging, which a new search keeps. */
export function sortingOf({ sort, direction, per_page, scroll }: BankSearch): BankSorting {
  return tidy({ sort, direction, per_page, scroll });
}
