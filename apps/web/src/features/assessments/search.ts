import { list, type ListSearch, type Raw, tidy, whole, words } from '../../base/search.ts';

/** What the list is narrowed to. */
export interface AssessmentFilters {
  standard_id?: number;
  class_id?: number;
  /** What the screen calls Grade. */
  level_id?: number;
  period_id?: number;
  /** YYYY-MM-DD */
  schedule_date?: string;
}

export interface AssessmentsSearch extends ListSearch, AssessmentFilters {
  /** Which dialog is open, on which assessment. */
  assessment?: number;
  create?: true;
  /** Begins a new one with what this one says. */
  copy?: number;
  edit?: number;
  archive?: number;
  delete?: number;
}

const yes = (value: unknown): true | undefined => (value === true || value === 'true' || value === 1 ? true : undefined);
const date = (value: unknown): string | undefined => (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined);

export const assessmentsSearch = (raw: Raw): AssessmentsSearch =>
  tidy({
    page: list(raw).page,
    search_text: words(raw['search_text']),
    standard_id: whole(raw['standard_id']),
    class_id: whole(raw['class_id']),
    level_id: whole(raw['level_id']),
    period_id: whole(raw['period_id']),
    schedule_date: date(raw['schedule_date']),
    assessment: whole(raw['assessment']),
    create: yes(raw['create']),
    copy: whole(raw['copy']),
    edit: whole(raw['edit']),
    archive: whole(raw['archive']),
    delete: whole(raw['delete']),
  });

/** The part that the list follows, without open dialogs. */
export function listPart(search: AssessmentsSearch): ListSearch & AssessmentFilters {
  const { assessment: _1, create: _2, edit: _3, archive: _4, delete: _5, copy: _6, ...part } = search;
  return part;
}

export function filtersOf(search: AssessmentsSearch): AssessmentFilters {
  const { page: _page, search_text: _text, ...filters } = listPart(search);
  return filters;
}
