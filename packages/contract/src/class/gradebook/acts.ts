import { ACT_FORMS, type ComputedAct, LEFT_REASONS } from '@classwright/rules/grading/acts';
import { MAX_GRADE } from '@classwright/rules/grading/grades';
import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, longText, optionalLongText, packMessage } from '../../core/fields.ts';
import { bulkGradeChanges, gradeChanges } from './changes.ts';
import { asMessage } from '../../messages/translate.ts';
import { GradedCell, RefusedCell } from '../submissions/calls.ts';

export const GRADE_ACT_LIMITS = {
  /** The maximum number of cells listed in a response. For more it returns the number. */
  mostShown: 500,
  /** The maximum number of changes in one call that are separate acts. */
  mostSeparate: 50,
  /** The maximum number of cells in a preview. */
  mostLooked: 100_000,
  mostWorks: 2_000,
  mostStudents: 5_000,
  mostPercent: 1_000,
  mostFactor: 100,
  /** The number of acts of the history in one response. */
  actsAtOnce: 50,
} as const;

/**
 * The kinds of acts on many grades in one call. There are also `import`, `return`, `unreturn`, `undo` and `points`.
 */
const BULK_KINDS = ['edit', 'paste', 'fill', 'add', 'scale', 'at-least', 'late', 'lesson', 'excuse', 'clear'] as const;

const Id = z.number().int();
const Grade = z.number().nullable();
const CellValue = z.union([z.number(), z.literal('EX')]).nullable();
const may = (action: string) => ({ resource: 'submissions', action });
const courseId = id(asMessage('topic.field.course'));
const errorOf = (key: string, params: Record<string, number> = {}) => ({ error: packMessage(key, params) });

/** Returns the schema of a number with a maximum number of decimals, within bounds. */
function decimal(message: { error: string }, { min, max, places = 2 }: { min: number; max: number; places?: number }) {
  const isExact = (value: number): boolean => Math.round(value * 10 ** places) / 10 ** places === value;
  return z.number(message).min(min, message).max(max, message).refine(isExact, message);
}
const pointsFrom = (least: number) => decimal(errorOf('gradeActs.points', { least, most: MAX_GRADE }), { min: least, max: MAX_GRADE });
const points = pointsFrom(0);
const percentTo = (most: number) => decimal(errorOf('gradeActs.percent', { most }), { min: 0, max: most });
const percent = percentTo(GRADE_ACT_LIMITS.mostPercent);
const share = percentTo(100);
const factor = decimal(errorOf('gradeActs.factor', { most: GRADE_ACT_LIMITS.mostFactor }), { min: 0, max: GRADE_ACT_LIMITS.mostFactor, places: 4 });
const amount = [z.strictObject({ points }), z.strictObject({ percent })] as const;

/** The subject of a preview: an act on grades, or their return. */
const act: z.ZodType<ComputedAct | { kind: 'return' }, unknown> = z.union(
  [
    z.object({
      kind: z.literal('fill'),
      cells: z.enum(['empty', 'overdue', 'all']),
      to: z.union([...amount, z.strictObject({ excused: z.literal(true) })]),
      leave_open: z.boolean().default(true),
    }),
    z.object({ kind: z.literal('add'), points: pointsFrom(-MAX_GRADE) }),
    z.object({ kind: z.literal('scale'), by: z.literal('factor'), value: factor }),
    z.object({ kind: z.literal('scale'), by: z.enum(['percent', 'top']), value: percent }),
    z.object({ kind: z.literal('at-least'), to: z.union([...amount]) }),
    z.object({ kind: z.literal('late'), percent: share, floor: share }),
    z.object({ kind: z.literal('lesson'), form: z.enum(ACT_FORMS) }),
    z.object({ kind: z.literal('excuse') }),
    z.object({ kind: z.literal('clear') }),
    z.object({ kind: z.literal('return') }),
  ],
  errorOf('gradeActs.act'),
);

/** Returns the schema of a selection of ids, each once. */
const named = (label: string, most: number) =>
  z
    .array(id(label), errorOf('gradeActs.mostNamed', { most }))
    .min(1, errorOf('gradeActs.none'))
    .max(most, errorOf('gradeActs.mostNamed', { most }))
    .transform((ids) => [...new Set(ids)]);
const workIds = named(asMessage('gradeActs.works'), GRADE_ACT_LIMITS.mostWorks);
const accountIds = named(asMessage('gradeActs.account'), GRADE_ACT_LIMITS.mostStudents).nullish();

/** A column of a large response. Its values come from our own database and are not validated one by one. */
const column = <Value>() => z.custom<Value[]>(Array.isArray);

const done = {
  /** The id of the act. Null: nothing changed. */
  act_id: Id.nullable(),
  /** The number of cells that changed. */
  count: Id,
  /** The new values when at most 500 cells changed, otherwise empty. */
  saved: z.array(GradedCell),
  /** The first 500 cells that could not be changed. */
  refused: z.array(RefusedCell),
  refused_count: Id,
  message: z.string(),
};

export const gradeBulk = endpoint({
  name: 'submission.gradeBulk',
  method: 'POST',
  path: '/grade-submissions/bulk',
  access: may('edit'),
  cost: 5,
  summary:
    'Up to 20,000 grades of a class as one act, or up to 50 each as its own: what is right is saved and the others are named, or nothing is saved where one cannot be',
  body: z
    .object({
      courseId,
      kind: z.enum(BULK_KINDS),
      /** The author's note for the history. */
      note: optionalLongText({ label: asMessage('gradeActs.note'), max: 500 }),
      all_or_nothing: flag(asMessage('gradeActs.wholly')).default(false),
      /**
       * True to make each change a separate act with its own undo: for grades that were typed one by one. At most 50.
       */
      separate: flag(asMessage('gradeActs.separate')).default(false),
      changes: bulkGradeChanges,
    })
    .refine(({ separate, changes }) => !separate || changes.length <= GRADE_ACT_LIMITS.mostSeparate, {
      path: ['changes'],
      ...errorOf('gradeActs.most', { most: GRADE_ACT_LIMITS.mostSeparate }),
    })
    .refine(({ separate, all_or_nothing }) => !separate || !all_or_nothing, { path: ['separate'], ...errorOf('gradeActs.separateWholly') }),
  response: z.object({
    ...done,
    /** The acts in the order of the changes, one for each cell that changed. More than one only with `separate`. */
    act_ids: z.array(Id),
  }),
  errors: ['GRADES_REFUSED', 'CLASS_ARCHIVED'],
  bodyLimitBytes: 4_194_304,
});

export const gradeActPreview = endpoint({
  name: 'gradeAct.preview',
  method: 'POST',
  path: '/grade-book/preview',
  access: may('edit'),
  cost: 5,
  summary:
    'The effect of an act on cells, or of a return on what students see, and the reasons why the others stay. The columns of changes are what grade-submissions/bulk and grade-book/return take',
  body: z.object({ courseId, act, course_work_ids: workIds, account_ids: accountIds }),
  response: z.object({
    /** The changes by work and student. For a return: the grade that the student sees now and would see then. */
    changes: z.object({
      course_work_id: column<number>(),
      account_id: column<number>(),
      from: column<number | 'EX' | null>(),
      to: column<number | 'EX' | null>(),
    }),
    count: Id,
    /** The number of cells that do not change, by reason. At most 500 are listed, and none for a return. */
    left: z.array(z.object({ reason: z.enum(LEFT_REASONS), count: Id, cells: z.array(z.object({ course_work_id: Id, account_id: Id })) })),
  }),
  errors: ['WORK_NOT_FOUND', 'STUDENT_NOT_FOUND', 'STUDENT_LEFT', 'CLASS_ARCHIVED'],
  readOnly: true,
  bodyLimitBytes: 262_144,
});
export type GradeActPreview = z.infer<typeof gradeActPreview.response>;

export const gradeActUndo = endpoint({
  name: 'gradeAct.undo',
  method: 'POST',
  path: '/grade-book/acts/:id/undo',
  access: may('edit'),
  cost: 5,
  summary: 'Take an act back where nothing happened since; undoing that does it again',
  params: z.object({ id: id(asMessage('submissions.act')) }),
  response: z.object(done),
  errors: ['ACT_UNDONE', 'CLASS_ARCHIVED'],
});

export const gradeBookReturn = endpoint({
  name: 'gradeAct.return',
  method: 'POST',
  path: '/grade-book/return',
  access: may('edit'),
  cost: 5,
  summary:
    'Return all grades of a class that students have not got as they are now, or those of some works and students, with one message, as one act; work on paper too',
  body: z.object({
    courseId,
    course_work_ids: workIds.nullish(),
    account_ids: accountIds,
    /**
     * Exactly these changes, as a preview listed them: nothing is returned when one of the grades has changed since.
     */
    changes: gradeChanges.nullish(),
    message: longText({ label: asMessage('submissions.message'), max: 5_000, required: 'submissions.messageRequired' }),
  }),
  response: z.object(done),
  errors: ['NOTHING_TO_RETURN', 'RETURNED_ALREADY', 'GRADES_REFUSED', 'CLASS_ARCHIVED'],
  bodyLimitBytes: 4_194_304,
});

/** An act of the history: on grades, or on the points of graded work. */
const GradeActView = z.object({
  id: Id,
  kind: z.string(),
  at: z.string(),
  /** The person. Null: nobody. */
  by: z.object({ account_id: Id, name: z.string() }).nullable(),
  note: z.string(),
  cell_count: Id,
  /** The act that it undoes, and the one that undid it. */
  undoes: Id.nullable(),
  undone_by: Id.nullable(),
  can_undo: z.boolean(),
  /**
   * The subject: how many items and students, and their names when there is only one; for a single grade also the old
   * and new value. Null: for points, or when there are too many grades to count.
   */
  about: z
    .object({
      item_count: Id,
      student_count: Id,
      item: z.object({ id: Id, title: z.string() }).nullable(),
      student: z.object({ account_id: Id, name: z.string() }).nullable(),
      /** The grade and the returned grade, before and after. */
      grade: z.object({ from: CellValue, to: CellValue, returned_from: Grade, returned_to: Grade }).nullable(),
    })
    .nullable(),
  /** For `points`: the old and new maximum points of the work. */
  points: z.object({ course_work_id: Id, title: z.string(), from: Grade, to: Grade }).nullable(),
});
export type GradeActView = z.infer<typeof GradeActView>;

export const gradeActHistory = endpoint({
  name: 'gradeAct.history',
  method: 'GET',
  path: '/grade-book/history',
  access: may('view'),
  summary: 'Acts on the grades of a class, newest first, for its staff; of a student, an item, a cell or one act with the result for each grade',
  query: z.object({
    class: courseId,
    account_id: id(asMessage('gradeActs.account')).optional(),
    course_work_id: id(asMessage('submissions.work')).optional(),
    act_id: id(asMessage('submissions.act')).optional(),
    /** Only acts before this one. */
    before: id(asMessage('submissions.act')).optional(),
  }),
  response: z.object({
    acts: z.array(GradeActView),
    /**
     * The value of `before` for the next ones. Null: there are none. With changes fewer acts are returned, so that all
     * changes of each are included.
     */
    next_before: Id.nullable(),
    /**
     * The changes of grades, the newest act first, within it by due date and name. Null when they were not requested.
     */
    changes: z
      .object({
        act_id: column<number>(),
        course_work_id: column<number>(),
        account_id: column<number>(),
        from: column<number | 'EX' | null>(),
        to: column<number | 'EX' | null>(),
        /** The returned grade before and after. */
        returned_from: column<number | null>(),
        returned_to: column<number | null>(),
      })
      .nullable(),
    /** The items and students of the changes, including archived items and students who have left. */
    items: z.array(z.object({ id: Id, title: z.string() })),
    students: z.array(z.object({ account_id: Id, name: z.string() })),
    /** Archived items, and students who have left the class, with a history. Null with `before` or `act_id`. */
    former: z.object({ items: z.array(z.object({ id: Id, title: z.string() })), students: z.array(z.object({ account_id: Id, name: z.string() })) }).nullable(),
  }),
  errors: [],
  readOnly: true,
});

/**
 * A grade that a student was given, in plain terms: without drafts, the person who gave it, or points of a lesson that
 * has not ended.
 */
const OwnGradeEntry = z.object({
  at: z.string(),
  /** `changed`: another grade replaced an earlier one. `taken-back`: a return was undone. */
  kind: z.enum(['returned', 'changed', 'taken-back']),
  /** The student's grade since then. Null: no grade. */
  grade: Grade,
  /** The student's grade before. Null: no grade. */
  was: Grade,
  /** The item's maximum points at that time. */
  maxPoints: Grade,
});
export type OwnGradeEntry = z.infer<typeof OwnGradeEntry>;

export const studentGradeHistory = endpoint({
  name: 'studentGradeBook.history',
  method: 'GET',
  path: '/student/grade-book/history',
  access: { resource: 'std-gradebook', action: 'view' },
  summary: 'The history of one’s own grade of an item since it was first returned: when, from what, to what',
  query: z.object({ course_work_id: id(asMessage('submissions.work')) }),
  response: z.object({
    item: z.object({ id: Id, title: z.string() }),
    /** The history, newest first. Empty: nothing was ever returned. */
    history: z.array(OwnGradeEntry),
  }),
  errors: ['WORK_NOT_FOUND'],
  readOnly: true,
});
