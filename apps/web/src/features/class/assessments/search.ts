import { listParsers, type ListSearch, parseDate, parseId, parseYes, type SearchOf, searchParser } from '../../../base/search.ts';

const filters = {
  standard_id: parseId,
  class_id: parseId,
  /** The level, called Grade on the screen. */
  level_id: parseId,
  period_id: parseId,
  schedule_date: parseDate,
};
/** The filters of the list. */
export type AssessmentFilters = SearchOf<typeof filters>;

/** Parses the address of the assessments. */
export const parseAssessmentsSearch = searchParser({
  ...listParsers,
  ...filters,
  /** The assessment of the open dialog. */
  assessment: parseId,
  create: parseYes,
  /** The assessment whose content a new one copies. */
  copy: parseId,
  /** With `create`: the first question of the new assessment, and its class. */
  question: parseId,
  in_class: parseId,
  edit: parseId,
  archive: parseId,
  delete: parseId,
});
export type AssessmentsSearch = ReturnType<typeof parseAssessmentsSearch>;

/** Returns the part of the address that the list depends on, without open dialogs. */
export function listPart(search: AssessmentsSearch): ListSearch & AssessmentFilters {
  const { assessment: _1, create: _2, edit: _3, archive: _4, delete: _5, copy: _6, question: _7, in_class: _8, ...part } = search;
  return part;
}

export function filtersOf(search: AssessmentsSearch): AssessmentFilters {
  const { page: _page, search_text: _text, ...filtered } = listPart(search);
  return filtered;
}
