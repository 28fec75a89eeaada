import { parseDate, parseDescending, parseId, parseOneOf, parseText, parseTexts, parseYes, searchParser } from '../../../base/search.ts';

export const GRADE_STATUSES = ['Grade', 'Ungraded'] as const;
export const ASSIGNMENT_STATUSES = ['Submitted', 'Overdue', 'Late'] as const;
const GRADEBOOK_DIALOGS = ['act', 'return', 'history'] as const;
const WORK_TABS = ['instructions', 'students', 'snapshot'] as const;

/** Replaces marking periods: none is chosen, not even those that contain today. */
export const NO_PERIOD = 'none';

/** Parses a percentage with at most two decimals. 0 is valid. */
const parsePercent = (value: unknown): number | undefined => {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && /^\d{1,7}([.,]\d{1,2})?$/.test(value) ? Number(value.replace(',', '.')) : Number.NaN;
  return Number.isFinite(number) && number >= 0 ? number : undefined;
};
const parseDates = (value: unknown): string[] | undefined => {
  const days = (Array.isArray(value) ? value : [value]).flatMap((day) => parseDate(day) ?? []).slice(0, 2);
  return days.length > 0 ? days.sort() : undefined;
};
/** Parses a category id. 0 is work without a category. */
const parseCategory = (value: unknown): number | undefined => (value === 0 || value === '0' ? 0 : parseId(value));

/** Parses a gradebook's address. The names are the same as in the calls. */
export const parseGradebookSearch = searchParser({
  /** Ids of marking periods, or two days as `2026-09-01..2026-10-31`. */
  marking_periods: parseTexts,
  date_range: parseDates,
  grade_start: parsePercent,
  grade_end: parsePercent,
  grade_status: parseOneOf(GRADE_STATUSES),
  assignment_status: parseOneOf(ASSIGNMENT_STATUSES),
  category: parseCategory,
  /** Shows students who have left the class too. */
  left: parseYes,
  /** One of `name`, `overall`, `period-3`, `item-8`. */
  sort: parseText,
  direction: parseDescending,
  /** True when the dialog for the grading settings is open. */
  setting: parseYes,
  /** True when grades and weights are tried out over the sheet. */
  what_if: parseYes,
  /** The open dialog: changing or returning many grades, or the history. */
  dialog: parseOneOf(GRADEBOOK_DIALOGS),
  /** The item whose history is shown; with `student`, the cell. */
  item: parseId,
  /** The open work, its open section, and the student. */
  work: parseId,
  tab: parseOneOf(WORK_TABS),
  student: parseId,
});
export type GradebookSearch = ReturnType<typeof parseGradebookSearch>;

/** The keys of filters, which Reset clears. */
export const withoutFilters = ({ sort, direction, what_if }: GradebookSearch): GradebookSearch => ({
  ...(sort && { sort }),
  ...(direction && { direction }),
  ...(what_if && { what_if }),
});

/** Returns the search without the given keys. */
export const without = (search: GradebookSearch, ...keys: (keyof GradebookSearch)[]): GradebookSearch =>
  Object.fromEntries(Object.entries(search).filter(([key]) => !keys.includes(key as keyof GradebookSearch)));

/** Parses the address of one's own grades: the class. */
export const parseOwnGradesSearch = searchParser({ class: parseId });
export type OwnGradesSearch = ReturnType<typeof parseOwnGradesSearch>;
