/** The kinds of classwork, without schemas, for pages that need none. */

/** The entries of the Create menu. */
export const COURSE_WORK_KINDS = ['ASSIGNMENT', 'QUIZ_ASSIGNMENT', 'QUESTION', 'MATERIAL'] as const;
export type CourseWorkKind = (typeof COURSE_WORK_KINDS)[number];

export const WORK_TYPES = ['ASSIGNMENT', 'MATERIAL', 'SHORT_ANSWER_QUESTION', 'MULTIPLE_CHOICE_QUESTION'] as const;
export type WorkType = (typeof WORK_TYPES)[number];

export const SHARE_MODES = ['VIEW', 'EDIT', 'STUDENT_COPY'] as const;
export type ShareMode = (typeof SHARE_MODES)[number];

/** The states of a student's own work, as filters of their list. */
export const OWN_STANDINGS = ['todo', 'overdue', 'done'] as const;
export type OwnStanding = (typeof OWN_STANDINGS)[number];

export const WORK_SORTS = ['posted', 'due'] as const;

/** The value for the whole class, in place of a list of its students. */
export const ALL_STUDENTS = 'ALL_STUDENTS';
export const ASSIGNEE_MODES = [ALL_STUDENTS, 'INDIVIDUAL_STUDENTS'] as const;
export type AssigneeMode = (typeof ASSIGNEE_MODES)[number];

/** The choices of the form, and the default of work without points. */
export const POINT_CHOICES = [50, 100] as const;
export const DEFAULT_MAX_POINTS = 10;
export const MAX_POINTS = 99_999.99;

export const MAX_MATERIALS = 20;
export const MAX_CHOICES = 30;

/** The ways to compute the overall grade of a class. */
export const CALCULATION_TYPES = ['NO_OVERALL_GRADE', 'TOTAL_POINTS', 'WEIGHTED_BY_CATEGORY'] as const;
export type CalculationType = (typeof CALCULATION_TYPES)[number];
