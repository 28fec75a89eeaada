import { listParsers, type ListSearch, parseDate, parseId, parseYes, type SearchOf, searchParser } from '../../../base/search.ts';

const filters = {
  standard_id: parseId,
  class_id: parseId,
  /** What the screen calls Grade. */
  level_id: parseId,
  period_id: parseId,
  schedule_date: parseDate,
};
/** What the list is narrowed to. */
export type AssessmentFilters = SearchOf<typeof filters>;

/** What stands in the address of the assessments. */
export const parseAssessmentsSearch = searchParser({
  ...listParsers,
  ...filters,
  /** Which dialog is open, on which assessment. */
  assessment: parseId,
  create: parseYes,
  /** Begins a new one with what this one says. */
  copy: parseId,
  edit: parseId,
  archive: parseId,
  delete: parseId,
});
export type AssessmentsSearch = ReturnType<typeof parseAssessmentsSearch>;

/** The part that the list follows, without open dialogs. */
export function listPart(search: AssessmentsSearch): ListSearch & AssessmentFilters {
  const { assessment: _1, create: _2, edit: _3, archive: _4, delete: _5, copy: _6, ...part } = search;
  return part;
}

export function filtersOf(search: AssessmentsSearch): AssessmentFilters {
  const { page: _page, search_text: _text, ...filtered } = listPart(search);
  return filtered;
}
