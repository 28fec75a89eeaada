import { ACT_FORMS, type ComputedAct, LEFT_REASONS } from '@classwright/rules/grading/acts';
import { MOST_GRADE } from '@classwright/rules/grading/grades';
import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, longText, optionalLongText, packMessage } from '../../core/fields.ts';
import { bulkGradeChanges, gradeChanges } from './changes.ts';
import { asMessage } from '../../messages/translate.ts';
import { GradedCell, RefusedCell } from '../submissions/calls.ts';

export const GRADE_ACT_LIMITS = {
  /** Cells that an answer shows one by one; of more it says how many. */
  mostShown: 500,
  /** Changes of one call that are acts of their own. */
  mostSeparate: 50,
  /** Cells that a preview looks at. */
  mostLooked: 100_000,
  mostWorks: 2_000,
  mostStudents: 5_000,
  mostPercent: 1_000,
  mostFactor: 100,
  /** Acts of the history at a time. */
  actsAtOnce: 50,
} as const;

/** What is done to many grades by one call. Beside these there are `import`, `return`, `unreturn`, `undo` and `points`. */
const BULK_KINDS = ['edit', 'paste', 'fill', 'add', 'scale', 'at-least', 'late', 'lesson', 'excuse', 'clear'] as const;

const Id = z.number().int();
const Grade = z.number().nullable();
const CellValue = z.union([z.number(), z.literal('EX')]).nullable();
const may = (action: string) => ({ resource: 'submissions', action });
const courseId = id(asMessage('topic.field.course'));
const errorOf = (key: string, params: Record<string, number> = {}) => ({ error: packMessage(key, params) });

/** A number with so many decimals, within bounds. */
function decimal(message: { error: string }, { min, max, places = 2 }: { min: number; max: number; places?: number }) {
  const isExact = (value: number): boolean => Math.round(value * 10 ** places) / 10 ** places === value;
  return z.number(message).min(min, message).max(max, message).refine(isExact, message);
}
const pointsFrom = (least: number) => decimal(errorOf('gradeActs.points', { least, most: MOST_GRADE }), { min: least, max: MOST_GRADE });
const points = pointsFrom(0);
const percentTo = (most: number) => decimal(errorOf('gradeActs.percent', { most }), { min: 0, max: most });
const percent = percentTo(GRADE_ACT_LIMITS.mostPercent);
const share = percentTo(100);
const factor = decimal(errorOf('gradeActs.factor', { most: GRADE_ACT_LIMITS.mostFactor }), { min: 0, max: GRADE_ACT_LIMITS.mostFactor, places: 4 });
const amount = [z.strictObject({ points }), z.strictObject({ percent })] as const;

/** What a preview is asked about: an act on grades, or their return. */
const act: z.ZodType<ComputedAct | { kind: 'return' }, unknown> = z.union(
  [
    z.object({
      kind: z.literal('fill'),
      cells: z.enum(['empty', 'overdue', 'all']),
      to: z.union([...amount, z.strictObject({ excused: z.literal(true) })]),
      leave_open: z.boolean().default(true),
    }),
    z.object({ kind: z.literal('add'), points: pointsFrom(-MOST_GRADE) }),
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

/** Some of many ids, each once. */
const named = (label: string, most: number) =>
  z
    .array(id(label), errorOf('gradeActs.mostNamed', { most }))
    .min(1, errorOf('gradeActs.none'))
    .max(most, errorOf('gradeActs.mostNamed', { most }))
    .transform((ids) => [...new Set(ids)]);
const workIds = named(asMessage('gradeActs.works'), GRADE_ACT_LIMITS.mostWorks);
const accountIds = named(asMessage('gradeActs.account'), GRADE_ACT_LIMITS.mostStudents).nullish();

/** A column of a large answer: its values come from our own database and are not looked at one by one. */
const column = <Value>() => z.custom<Value[]>(Array.isArray);

const done = {
  /** Null: nothing changed. */
  act_id: Id.nullable(),
  /** Cells that changed. */
  count: Id,
  /** What they are now, where at most 500 changed; else none. */
  saved: z.array(GradedCell),
  /** The first 500 of those that could not be. */
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
      /** What its author says of it, for the history. */
      note: optionalLongText({ label: asMessage('gradeActs.note'), max: 500 }),
      all_or_nothing: flag(asMessage('gradeActs.wholly')).default(false),
      /** Each change is an act of its own, which is undone alone: grades that were typed one by one. At most 50. */
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
    /** The acts in the order of the changes, each where something changed; more than one with `separate` alone. */
    act_ids: z.array(Id),
  }),
  errors: ['GRADES_REFUSED', 'CLASS_ARCHIVED'],
  idempotent: true,
  bodyLimitBytes: 4_194_304,
});

export const gradeActPreview = endpoint({
  name: 'gradeAct.preview',
  method: 'POST',
  path: '/grade-book/preview',
  access: may('edit'),
  cost: 5,
  summary:
    'What an act would make of which cells, or a return of what students see, and why the others stay. The columns of changes are what grade-submissions/bulk and grade-book/return take',
  body: z.object({ courseId, act, course_work_ids: workIds, account_ids: accountIds }),
  response: z.object({
    /** What would change, by work and student; of a return, what the student sees of the grade now and would see then. */
    changes: z.object({
      course_work_id: column<number>(),
      account_id: column<number>(),
      from: column<number | 'EX' | null>(),
      to: column<number | 'EX' | null>(),
    }),
    count: Id,
    /** How many cells stay as they are, by the reason; those of at most 500 are named, and of a return none. */
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
  idempotent: true,
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
    /** Exactly these, as a preview named them: nothing is returned where one of the grades is no longer as it was seen. */
    changes: gradeChanges.nullish(),
    message: longText({ label: asMessage('submissions.message'), max: 5_000, required: 'submissions.messageRequired' }),
  }),
  response: z.object(done),
  errors: ['NOTHING_TO_RETURN', 'RETURNED_ALREADY', 'GRADES_REFUSED', 'CLASS_ARCHIVED'],
  idempotent: true,
  bodyLimitBytes: 4_194_304,
});

/** An act of the history: on grades, or on the points of graded work. */
const GradeActView = z.object({
  id: Id,
  kind: z.string(),
  at: z.string(),
  /** Null: nobody in particular. */
  by: z.object({ account_id: Id, name: z.string() }).nullable(),
  note: z.string(),
  cell_count: Id,
  /** The act that it takes back, and the one that took it back. */
  undoes: Id.nullable(),
  undone_by: Id.nullable(),
  can_undo: z.boolean(),
  /** What it changed: how many items and students, and where there is only one of them which; of a single grade also from what to what. Null: of points, or of so many grades that they are not counted. */
  about: z
    .object({
      item_count: Id,
      student_count: Id,
      item: z.object({ id: Id, title: z.string() }).nullable(),
      student: z.object({ account_id: Id, name: z.string() }).nullable(),
      /** The grade, and what the student had of it, before and since. */
      grade: z.object({ from: CellValue, to: CellValue, returned_from: Grade, returned_to: Grade }).nullable(),
    })
    .nullable(),
  /** With `points`: what the work was out of, and is. */
  points: z.object({ course_work_id: Id, title: z.string(), from: Grade, to: Grade }).nullable(),
});
export type GradeActView = z.infer<typeof GradeActView>;

export const gradeActHistory = endpoint({
  name: 'gradeAct.history',
  method: 'GET',
  path: '/grade-book/history',
  access: may('view'),
  summary: 'Acts on the grades of a class, newest first, for its staff; of a student, an item, a cell or one act with what became of each grade',
  query: z.object({
    class: courseId,
    account_id: id(asMessage('gradeActs.account')).optional(),
    course_work_id: id(asMessage('submissions.work')).optional(),
    act_id: id(asMessage('submissions.act')).optional(),
    /** Acts before this one. */
    before: id(asMessage('submissions.act')).optional(),
  }),
  response: z.object({
    acts: z.array(GradeActView),
    /** What `before` is for the next ones; null: there are none. With changes fewer acts come at a time, so that all of each are there. */
    next_before: Id.nullable(),
    /** What became of which grade, the newest act first, in it by due date and name; null where nothing of these was asked for. */
    changes: z
      .object({
        act_id: column<number>(),
        course_work_id: column<number>(),
        account_id: column<number>(),
        from: column<number | 'EX' | null>(),
        to: column<number | 'EX' | null>(),
        /** What the student had of it before and since. */
        returned_from: column<number | null>(),
        returned_to: column<number | null>(),
      })
      .nullable(),
    /** The items and students of the changes, also those that are archived or have left. */
    items: z.array(z.object({ id: Id, title: z.string() })),
    students: z.array(z.object({ account_id: Id, name: z.string() })),
    /** Archived items, and students who have left the class, of whom there is history; null with `before` or `act_id`. */
    former: z.object({ items: z.array(z.object({ id: Id, title: z.string() })), students: z.array(z.object({ account_id: Id, name: z.string() })) }).nullable(),
  }),
  errors: [],
  readOnly: true,
});

/** What a student was given, in their own words: nothing of drafts, of who gave it, or of points of a lesson that is not over. */
const OwnGradeEntry = z.object({
  at: z.string(),
  /** `changed`: another grade came in the place of one that was there; `taken-back`: what was returned was taken back. */
  kind: z.enum(['returned', 'changed', 'taken-back']),
  /** What the student has had since; null: no grade. */
  grade: Grade,
  /** What the student had before; null: no grade. */
  was: Grade,
  /** What the item was out of then. */
  maxPoints: Grade,
});
export type OwnGradeEntry = z.infer<typeof OwnGradeEntry>;

export const studentGradeHistory = endpoint({
  name: 'studentGradeBook.history',
  method: 'GET',
  path: '/student/grade-book/history',
  access: { resource: 'std-gradebook', action: 'view' },
  summary: 'What became of one’s own grade of an item since it was first returned: when, from what, to what',
  query: z.object({ course_work_id: id(asMessage('submissions.work')) }),
  response: z.object({
    item: z.object({ id: Id, title: z.string() }),
    /** Newest first; empty: nothing was ever returned. */
    history: z.array(OwnGradeEntry),
  }),
  errors: ['WORK_NOT_FOUND'],
  readOnly: true,
});
