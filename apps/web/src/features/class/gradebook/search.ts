import { parseDate, parseDescending, parseId, parseOneOf, parseText, parseTexts, parseYes, searchParser } from '../../../base/search.ts';

export const GRADE_STATUSES = ['Grade', 'Ungraded'] as const;
export const ASSIGNMENT_STATUSES = ['Submitted', 'Overdue', 'Late'] as const;
const GRADEBOOK_DIALOGS = ['act', 'return', 'history'] as const;
const WORK_TABS = ['instructions', 'students', 'snapshot'] as const;

/** Instead of marking periods: none is chosen, not even those that contain today. */
export const NO_PERIOD = 'none';

/** Percent, two decimals at most; 0 is one. */
const parsePercent = (value: unknown): number | undefined => {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && /^\d{1,7}([.,]\d{1,2})?$/.test(value) ? Number(value.replace(',', '.')) : Number.NaN;
  return Number.isFinite(number) && number >= 0 ? number : undefined;
};
const parseDates = (value: unknown): string[] | undefined => {
  const days = (Array.isArray(value) ? value : [value]).flatMap((day) => parseDate(day) ?? []).slice(0, 2);
  return days.length > 0 ? days.sort() : undefined;
};
/** 0: work without a category. */
const parseCategory = (value: unknown): number | undefined => (value === 0 || value === '0' ? 0 : parseId(value));

/** What a gradebook's address says, by the names that the calls have too. */
export const parseGradebookSearch = searchParser({
  /** Ids of marking periods, or two days as `2026-09-01..2026-10-31`. */
  marking_periods: parseTexts,
  date_range: parseDates,
  grade_start: parsePercent,
  grade_end: parsePercent,
  grade_status: parseOneOf(GRADE_STATUSES),
  assignment_status: parseOneOf(ASSIGNMENT_STATUSES),
  category: parseCategory,
  /** Students who have left the class are shown too. */
  left: parseYes,
  /** `name`, `overall`, `period-3`, `item-8`. */
  sort: parseText,
  direction: parseDescending,
  /** The dialog that sets how grades count. */
  setting: parseYes,
  /** Grades and weights are tried out over the sheet. */
  what_if: parseYes,
  /** Many grades are changed or returned, or the history is looked at. */
  dialog: parseOneOf(GRADEBOOK_DIALOGS),
  /** The item, and with `student` the cell, whose history is looked at. */
  item: parseId,
  /** The work that is open, the part of it that is looked at, and the student. */
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

/** The address without some of what it says. */
export const without = (search: GradebookSearch, ...keys: (keyof GradebookSearch)[]): GradebookSearch =>
  Object.fromEntries(Object.entries(search).filter(([key]) => !keys.includes(key as keyof GradebookSearch)));

/** The class whose own grades are looked at. */
export const parseOwnGradesSearch = searchParser({ class: parseId });
export type OwnGradesSearch = ReturnType<typeof parseOwnGradesSearch>;
