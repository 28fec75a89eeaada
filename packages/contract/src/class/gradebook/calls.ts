import { isCalendarDay } from '@classwright/rules/grading/due';
import { SUBMISSION_STATES } from '@classwright/rules/grading/submissions';
import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, packMessage } from '../../core/fields.ts';
import { largeAnswer } from '../../core/large-answer.ts';
import { CALCULATION_TYPES, WORK_TYPES } from '../classwork/kinds.ts';
import { asMessage } from '../../messages/translate.ts';
import { RoomPlace } from '../classes/room.ts';

const Id = z.number().int();
const Grade = z.number().nullable();
/** A student in cells, by position; not an id. */
const Place = z.number().int().meta({ description: 'The place of a student in the list of students, counted from 0; not an id' });

const GRADE_BOOK_LIMITS = {
  /** The maximum number of items, and of students, in one class's matrix. */
  mostItems: 5_000,
  mostStudents: 5_000,
  /** The maximum number of marking periods in one request. */
  mostPeriods: 50,
} as const;

/** The settings for computing a class's figures. */
const GradeBookSettings = z.object({
  calculation_type: z.enum(CALCULATION_TYPES),
  show_grade: z.boolean(),
  exclude_missing: z.boolean(),
  categories: z.array(z.object({ category_id: Id, category_name: z.string(), category_point: z.number(), drop_lowest: z.number().int() })),
});
export type GradeBookSettings = z.infer<typeof GradeBookSettings>;

const GradeBookPeriod = z.object({ id: Id, name: z.string(), start_date: z.string(), end_date: z.string() });
export type GradeBookPeriod = z.infer<typeof GradeBookPeriod>;

const COURSE = asMessage('topic.field.course');
const PERIOD = asMessage('gradeBook.period');

const dayWrong = { error: packMessage('gradeBook.dateWrong') };
const day = z
  .string(dayWrong)
  .regex(/^\d{4}-\d{2}-\d{2}$/, dayWrong)
  .refine((text) => {
    const [year = 0, month = 0, date = 0] = text.split('-').map(Number);
    return isCalendarDay({ year, month, day: date });
  }, dayWrong);

/**
 * The message for a wrong list such as `3,7,2026-09-01..2026-10-31`: marking periods by id, and any two days. In a body
 * it may also be a list of ids and `{start_date, end_date}`.
 */
const periodWrong = { error: packMessage('gradeBook.periodWrong') };
const ordered = { error: packMessage('gradeBook.periodReversed') };
const span = z.object({ start_date: day, end_date: day }).refine(({ start_date, end_date }) => start_date <= end_date, { path: ['end_date'], ...ordered });
const listed = z.union([id(PERIOD), span], periodWrong);
export type AskedPeriod = z.output<typeof listed>;
const splitPeriods = (text: string): unknown[] =>
  text === ''
    ? []
    : text.split(',').map((part) => {
        const [start_date, end_date, more] = part.trim().split('..');
        return end_date === undefined || more !== undefined ? part.trim() : { start_date, end_date };
      });
const toList = (split: (text: string) => unknown[]) => (given: unknown) => (typeof given === 'string' ? split(given) : given);
const mostPeriods = { error: packMessage('gradeBook.mostPeriods', { most: GRADE_BOOK_LIMITS.mostPeriods }) };
const periods = z.preprocess(toList(splitPeriods), z.array(listed, periodWrong).max(GRADE_BOOK_LIMITS.mostPeriods, mostPeriods));

const dates = z
  .preprocess(
    toList((text) => (text === '' ? [] : text.split(',').map((part) => part.trim()))),
    z.array(day, dayWrong).max(2, { error: packMessage('gradeBook.mostDates') }),
  )
  .transform((days) => [...days].sort());

const word = <const Words extends readonly [string, ...string[]]>(words: Words, error: string) =>
  z.preprocess(
    (given) => (typeof given === 'string' ? (given === '' ? undefined : (words.find((one) => one.toLowerCase() === given.toLowerCase()) ?? given)) : given),
    z.enum(words, { error: packMessage(error) }).optional(),
  );
const GRADE_STATUSES = ['Grade', 'Ungraded'] as const;
const ASSIGNMENT_STATUSES = ['Submitted', 'Overdue', 'Late'] as const;

const MAX_PERCENT = 9_999_999.99;
const percentWrong = { error: packMessage('gradeBook.percentWrong', { most: MAX_PERCENT }) };
const percent = z.preprocess(
  (given) =>
    given === '' ? undefined : typeof given === 'string' && /^\d{1,7}([.,]\d{1,2})?$/.test(given.trim()) ? Number(given.trim().replace(',', '.')) : given,
  z.number(percentWrong).min(0, percentWrong).max(MAX_PERCENT, percentWrong).optional(),
);

const columnsWrong = { error: packMessage('gradeBook.columnsWrong') };
/** A range such as `0-39`: filtered items from one position to another, both included. */
const columns = z
  .string(columnsWrong)
  .regex(/^\d{1,6}-\d{1,6}$/, columnsWrong)
  .transform((text) => {
    const [from = 0, to = 0] = text.split('-').map(Number);
    return { from, to };
  })
  .refine(({ from, to }) => from <= to, columnsWrong);

/** The filters of a class's gradebook. Names and terms are those of the specification. */
export const gradeBookFilters = {
  class: id(COURSE),
  marking_periods: periods.optional(),
  /** One day, or a range with both days included. Work without a due date is left out. */
  date_range: dates.optional(),
  grade_status: word(GRADE_STATUSES, 'gradeBook.gradeStatusWrong'),
  /** The category. 0: work without a category. */
  category: z.preprocess(
    (given) => (given === '' ? undefined : typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given),
    z
      .number({ error: packMessage('gradeBook.categoryWrong') })
      .int({ error: packMessage('gradeBook.categoryWrong') })
      .min(0, { error: packMessage('gradeBook.categoryWrong') })
      .optional(),
  ),
  assignment_status: word(ASSIGNMENT_STATUSES, 'gradeBook.assignmentStatusWrong'),
  /** The lowest percentage of an item's maximum points. Both ends are included. */
  grade_start: percent,
  grade_end: percent,
  columns: columns.optional(),
  /** The items by id, when an event listed the changed ones. */
  items: z
    .preprocess(
      toList((text) => text.split(',')),
      z.array(id(asMessage('submissions.work'))).max(500, { error: packMessage('list.many.limit', { most: 500 }) }),
    )
    .optional(),
};
/** Returns true when the highest grade is not below the lowest, in a request with `gradeBookFilters`. */
export const hasGradesInOrder = ({ grade_start, grade_end }: { grade_start?: number | undefined; grade_end?: number | undefined }): boolean =>
  grade_start === undefined || grade_end === undefined || grade_start <= grade_end;
export const gradesReversed = { path: ['grade_end'], error: packMessage('gradeBook.gradesReversed') };
const asked = z
  .object({
    ...gradeBookFilters,
    /** True to also compute overall grades and marking-period grades. Screens compute them themselves. */
    figures: flag(asMessage('gradeBook.figures')).optional(),
    /** True to include students who have left the class, each in their natural place. They are in no mean. */
    left: flag(asMessage('gradeBook.left')).optional(),
    /** With `columns`: true to include the items next to them, with their heads only and empty cells. */
    heads: flag(asMessage('gradeBook.heads')).optional(),
    /**
     * True to send items as `pairs` and `letters` when the returned grade differs from the draft in more than a fifth
     * of the cells. After an act on a whole class that is less than half the bytes.
     */
    letters: flag(asMessage('gradeBook.letters')).optional(),
    /** Sent by pages opened before `letters` existed. It has no effect. */
    pairs: flag(asMessage('gradeBook.letters')).optional(),
  })
  .refine(hasGradesInOrder, gradesReversed);

/** The fields of an item in every response. */
const item = {
  id: Id,
  title: z.string(),
  due_date: z.string().nullable(),
  dueTime: z.string().nullable(),
  due_at: z.string().nullable(),
  /** The day that assigns it to marking periods: the due day, or else the day of posting. Null when it has neither. */
  period_date: z.string().nullable(),
  maxPoints: Grade,
  category_id: Id.nullable(),
  workType: z.enum(WORK_TYPES),
};

const matrix = {
  access: { resource: 'submissions', action: 'view' },
  head: {
    gradebook: z.object({
      course_id: Id,
      courseid: Id,
      as_of: z.string(),
      /** The time when the next item falls due, which may change figures. */
      next_due_at: z.string().nullable(),
      is_archived: z.boolean(),
      settings: GradeBookSettings,
      /** The active marking periods of the class's school by their first day, and the requested ones. */
      periods: z.array(GradeBookPeriod),
      /** The number of items in the class, before any filter. */
      item_count: Id,
      student_count: Id,
      /** The number of students who have left it. */
      left_count: Id,
      room: RoomPlace,
      /**
       * The overall grades in the order of the students: percent with one decimal, null when nothing counts. Null: not
       * requested.
       */
      overall: z.array(Grade).nullable(),
      /** The grades for each requested marking period, in the order of the students. */
      mpg: z.array(z.array(Grade)).nullable(),
      /**
       * The means of the students' figures, and for each requested item the mean of its grades in points, in order.
       * Null: not requested.
       */
      averages: z.object({ overall: Grade, mpg: z.array(Grade), items: z.array(Grade) }).nullable(),
    }),
  },
  tables: {
    /** The students in natural order, last name first. */
    students: {
      mostRows: GRADE_BOOK_LIMITS.mostStudents,
      columns: {
        account_id: Id,
        first_name: z.string(),
        last_name: z.string(),
        /** True for students who have left, who are only included with `left`. */ has_left: z.boolean(),
      },
    },
    /** The items by due date, undated ones last; each with its cells in the order of the students. */
    items: {
      mostRows: GRADE_BOOK_LIMITS.mostItems,
      columns: {
        ...item,
        state: z.enum(['PUBLISHED', 'DRAFT']),
        assessment_id: Id.nullable(),
        /** The drafts. Empty, like the following fields, when only the item's head is included. */
        draft: z.array(Grade),
        /**
         * One letter per student: `-` not assigned; `c` created, `n` the same but never overdue, since it was assigned
         * to the student after it was due; `t` turned in, `T` late; `r` returned, `R` returned and late.
         */
        marks: z.string(),
        /**
         * Pairs `[position of the student, grade]`, positions from 0 in the order of the students, where the returned
         * grade differs from the draft of returned work, or where unreturned work has one.
         */
        assigned: z.array(z.tuple([Place, Grade])),
        /**
         * Each pair `[draft, returned grade]` that occurs in the item, ordered by the returned grade. Only for an item
         * with `letters`, whose `draft` and `assigned` are empty.
         */
        pairs: z.array(z.tuple([Grade, Grade])),
        /**
         * The pair of each student, one letter per student. A pair's letter follows from its position, from 0: the code
         * is the position plus 35, from position 57 on plus 36, from 91 on plus 70. Empty without pairs.
         */
        letters: z.string(),
        /** The positions of excused students, from 0 in the order of the students. */
        excused: z.array(Place),
        /** The positions of students with a private note of the staff, from 0 in the order of the students. */
        noted: z.array(Place),
      },
    },
  },
} as const;

export const gradeBook = largeAnswer({
  name: 'gradeBook.get',
  path: '/dashboard/grade-book',
  /** Without a class the path serves the dashboard of that name. */
  onlyWith: 'class',
  summary: 'The gradebook of a class in columns: students, items and all grades, drafts too; for its staff',
  query: asked,
  ...matrix,
});

export const gradeBookFilter = largeAnswer({
  name: 'gradeBook.filter',
  method: 'POST',
  path: '/dashboard/grade-book',
  summary: 'The gradebook of a class, with the filters in a body',
  body: asked,
  ...matrix,
});

const COUNTINGS = [
  'counted',
  'missing',
  'excused',
  'ungraded',
  'missing-excluded',
  'not-assigned',
  'no-points',
  'dropped',
  'no-category',
  'no-weight',
] as const;

/** A figure with every part of its computation. */
const WhyView = z.object({
  course_id: Id,
  account_id: Id,
  as_of: z.string(),
  /** The days of a marking-period grade. Null: the overall grade. */
  period: z.object({ start_date: z.string(), end_date: z.string() }).nullable(),
  /** The displayed value: percent with one decimal. Null: nothing counts. */
  value: Grade,
  /** The fraction before rounding, in percent. */
  exact: z.object({ numerator: z.string(), denominator: z.string() }).nullable(),
  how: z.enum(['mean', 'points', 'weighted', 'none']),
  /** The formula as a teacher writes it: `(46/50 + 8/10) / 2`. */
  sum: z.string().nullable(),
  parts: z.array(z.object({ category_id: Id.nullable(), category_name: z.string().nullable(), weight: Grade, percent: z.number(), items: z.array(Id) })),
  items: z.array(
    z.object({
      id: Id,
      title: z.string(),
      due_date: z.string().nullable(),
      maxPoints: Grade,
      category_id: Id.nullable(),
      grade: Grade,
      counting: z.enum(COUNTINGS),
      /** The counted points; 0 for missing work. Null when it does not count. */
      earned: Grade,
    }),
  ),
});
export type WhyView = z.infer<typeof WhyView>;

export const gradeBookWhy = endpoint({
  name: 'gradeBook.why',
  method: 'GET',
  path: '/grade-book/why',
  access: { resource: 'submissions', action: 'view' },
  summary: 'The items behind a student’s figure: each one, counted or not and why. Students see their own, from returned grades, where figures are shown',
  query: z.object({
    class: id(COURSE),
    /** The student, for staff. A student only sees their own. */
    account_id: id(asMessage('submissions.student')).optional(),
    /** One period, for its grade. Without it the overall grade. */
    marking_periods: periods.refine((list) => list.length <= 1, { error: packMessage('gradeBook.onePeriod') }).optional(),
  }),
  response: z.object({ why: WhyView, data: WhyView }),
  brief: z.object({ why: WhyView }),
  errors: ['FIGURES_HIDDEN'],
  readOnly: true,
  cost: 2,
});

const OwnItem = z.object({
  ...item,
  submission_id: Id,
  state: z.enum(SUBMISSION_STATES),
  late: z.boolean(),
  overdue: z.boolean(),
  excused: z.boolean(),
  /** The returned grade. Null: none. */
  assignedGrade: Grade,
  returned_at: z.string().nullable(),
  /** True when a grade was returned at some time, even if that was undone: the grade has a history. */
  was_returned: z.boolean(),
  /** The letter of the matrix. */
  mark: z.string(),
  /** The last comment of a teacher when returning it, or about it. */
  message: z.string().nullable(),
});
export type OwnItem = z.infer<typeof OwnItem>;

/** A student's own gradebook of a class. Never a draft, a classmate, or an average of the class. */
export const OwnGradeBook = z.object({
  course_id: Id,
  courseid: Id,
  class_name: z.string(),
  as_of: z.string(),
  next_due_at: z.string().nullable(),
  /** True when the class shows students their computed grades. Otherwise figures and weights are left out. */
  show_grade: z.boolean(),
  settings: GradeBookSettings.omit({ show_grade: true }).nullable(),
  categories: z.array(z.object({ category_id: Id, category_name: z.string() })),
  overall: Grade,
  /** The marking periods with work of theirs, when figures are shown. */
  periods: z.array(GradeBookPeriod.extend({ mpg: Grade })),
  items: z.array(OwnItem),
});
export type OwnGradeBook = z.infer<typeof OwnGradeBook>;

export const studentGradeBook = endpoint({
  name: 'studentGradeBook.get',
  method: 'GET',
  path: '/student/grade-book',
  access: { resource: 'std-gradebook', action: 'view' },
  summary: 'One’s own grades of a class: its items, what was returned, and where the class shows it what they come to',
  query: z.object({
    /** The class. The default is the first by name. */
    class: id(COURSE).optional(),
  }),
  response: z.object({
    /** The gradebook. Null: the student is in no class. */
    gradebook: OwnGradeBook.nullable(),
    classes: z.array(z.object({ id: Id, name: z.string() })),
  }),
  errors: [],
  readOnly: true,
});
