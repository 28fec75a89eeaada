import { PAST_RESULTS, type PastResults } from '@classwright/rules/item-analysis/past-results';
import { STATUS_LABELS, type StatusLabel } from '@classwright/rules/questions/approval';
import { list, type ListSearch, type Raw, tidy, whole, words } from '../../app/search.ts';

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
}

/** What stands in the address of the bank's screens. */
export interface BankSearch extends ListSearch, BankFilters, OpenDialog {}

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
    create: yes(raw['create']),
    view: whole(raw['view']),
    edit: whole(raw['edit']),
    delete: whole(raw['delete']),
    rate: whole(raw['rate']),
    approve: whole(raw['approve']),
    versions: whole(raw['versions']),
    import: yes(raw['import']),
  });
}

/** The part that the list follows, without open dialogs. */
export function listPart(search: BankSearch): ListSearch & BankFilters {
  const { create: _1, view: _2, edit: _3, delete: _4, rate: _5, approve: _6, versions: _7, import: _8, ...part } = search;
  return part;
}

export function filtersOf(search: BankSearch): BankFilters {
  const { page: _page, search_text: _text, ...filters } = listPart(search);
  return filters;
}
